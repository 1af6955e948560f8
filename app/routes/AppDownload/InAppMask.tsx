import { CopyField } from "~/components/form/CopyField";
import { Foot } from "~/components/layout/Foot";
import { useText } from "~/i18n/text";

/** Asks visitors to leave a social app's browser, where downloads may not work. */
export function InAppMask({ address, stay }: { address: string; stay: string }) {
  const t = useText();
  return (
    <div className="frame mask">
      <main id="main" tabIndex={-1} className="page">
        <h1>{t("AppDownload.maskTitle")}</h1>
        <p>{t("AppDownload.maskText")}</p>
        <div className="card">
          <ol className="steps">
            <li>{t("AppDownload.maskMenu")}</li>
            <li>{t("AppDownload.maskOpen")}</li>
          </ol>
          <CopyField
            id="address"
            label={t("AppDownload.maskCopy")}
            value={address}
            hint={t("AppDownload.maskCopyText")}
          />
        </div>
        <a className="link-button target mask-stay" href={stay}>
          {t("AppDownload.stay")}
        </a>
      </main>
      <Foot />
    </div>
  );
}
