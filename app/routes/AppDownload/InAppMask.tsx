import { CopyField } from "~/components/form/CopyField";
import { Foot } from "~/components/layout/Foot";
import { Drawing } from "~/components/layout/Icon";
import { useText } from "~/i18n/text";

/** Asks visitors to leave a social app's browser, where downloads may not work. */
export function InAppMask({ address, stay }: { address: string; stay: string }) {
  const t = useText();
  return (
    <div className="mask">
      <main id="main" tabIndex={-1}>
        <Drawing className="mask-arrow" viewBox="0 0 240 104" width="240" height="104" strokeWidth="3">
          <path d="M14 94C96 96 186 84 221 14" strokeDasharray="1 9" />
          <path d="M203 24L223 8l7 25" />
        </Drawing>
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
        <a className="mask-stay" href={stay}>
          {t("AppDownload.stay")}
        </a>
      </main>
      <Foot />
    </div>
  );
}
