import { Icon } from "~/components/layout/Icon";
import { QuietLink } from "~/components/layout/ButtonLink";
import { Unavailable } from "~/components/feedback/Unavailable";
import { useText } from "~/i18n/text";
import type { Picture } from "~server/pictures/picture";

export interface Download {
  name: "appStore" | "testFlight" | "download";
  href: string;
  host: string;
}

export function DownloadCard({
  app: { name, launcher, phone },
  downloads,
}: {
  app: { name: string; launcher?: Picture; phone?: Picture };
  downloads: Download[];
}) {
  const t = useText();
  const [first] = downloads;
  return (
    <section className="card" aria-labelledby="app-name">
      {phone ? (
        <div className="app-phone">
          <img {...phone} alt="" width="220" height="280" />
        </div>
      ) : null}
      <div className="row">
        {launcher ? (
          <img className="mark" {...launcher} alt="" width="56" height="56" />
        ) : (
          <span className="mark">
            <Icon name="download" />
          </span>
        )}
        <div>
          <h2 id="app-name">{name}</h2>
          <p className="soft small">{t("AppDownload.lead")}</p>
        </div>
      </div>
      <div className="actions stack">
        {downloads.map((download) => (
          <a
            key={download.name}
            className={download === first ? "button" : "button button-quiet"}
            href={download.href}
            rel="noopener noreferrer"
          >
            <Icon name="download" className="button-icon" />
            {t(`common.${download.name}`)}{" "}
          </a>
        ))}
      </div>
      {downloads.some((download) => download.name === "testFlight") ? (
        <p className="soft small center">{t("AppDownload.testFlightText")}</p>
      ) : null}
      {first?.name === "download" ? (
        <p className="soft small center">{t("AppDownload.source", { host: first.host })}</p>
      ) : null}
    </section>
  );
}

export function NoDownload({ ios, failure }: { ios: boolean; failure?: string | undefined }) {
  const t = useText();
  const title = failure ? "AppDownload.unavailable" : ios ? "AppDownload.missingIos" : "AppDownload.missing";
  return (
    <Unavailable title={t(title)} {...(failure ? { failure } : { text: t("AppDownload.missingText") })}>
      <QuietLink href="/LeavingMessage">{t("common.support")}</QuietLink>
    </Unavailable>
  );
}
