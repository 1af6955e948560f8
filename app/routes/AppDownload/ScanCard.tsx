import { QrCode } from "~/components/QrCode";
import { useText } from "~/i18n/text";
import type { QrPath } from "~server/qr-code/qr-code";
import "../../styles/qr.css";

/** This page's address as a QR code for a phone. It is in every document; only a wide screen shows it. */
export function ScanCard({ qr }: { qr: QrPath }) {
  const t = useText();
  return (
    <section className="card scan" aria-labelledby="scan">
      <h2 id="scan">{t("AppDownload.scanTitle")}</h2>
      <QrCode code={qr} label={t("AppDownload.qr")} />
      <p className="soft small">{t("AppDownload.scanText")}</p>
    </section>
  );
}
