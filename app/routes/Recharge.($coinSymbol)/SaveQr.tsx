import { useEffect, useState } from "react";
import { QuietLink } from "~/components/layout/ButtonLink";
import { Icon } from "~/components/layout/Icon";
import { useText } from "~/i18n/text";

/** Shares the QR code as a picture if the browser can, which also allows saving it; otherwise saves it. */
export function SaveQr({ qr, png, filename }: { qr: string; png: string; filename: string }) {
  const t = useText();
  const [shareable, setShareable] = useState(false);
  useEffect(() => {
    const sample = new File([], filename, { type: "image/png" });
    setShareable("canShare" in navigator && navigator.canShare({ files: [sample] }));
  }, [filename]);

  if (!shareable) {
    return (
      <QuietLink href={png} download={filename}>
        <Icon name="download" className="button-icon" />
        {t("Recharge.save")}
      </QuietLink>
    );
  }

  async function share() {
    try {
      const file = new File([bytesOf(qr)], filename, { type: "image/png" });
      await navigator.share({ files: [file] });
    } catch (error) {
      // The visitor cancelled, or sharing is impossible; then the picture can still be saved.
      if (!(error instanceof DOMException && error.name === "AbortError")) setShareable(false);
    }
  }

  return (
    <button type="button" className="button button-quiet" onClick={() => void share()}>
      {t("Recharge.share")}
    </button>
  );
}

/** Returns the bytes of a picture in a data URL. A canvas might return wrong ones (`isReadBack`). */
const bytesOf = (address: string) =>
  Uint8Array.from(atob(address.slice(address.indexOf(",") + 1)), (byte) => byte.charCodeAt(0));
