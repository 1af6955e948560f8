import { useEffect, useState } from "react";
import { ButtonLink } from "~/components/ButtonLink";
import { Icon } from "~/components/Icon";
import { useText } from "~/i18n/text";
import type { QrPath } from "~server/qr-code/qr-code";

/** The code as a picture to save, and to share where the browser can. */
export function SaveQr({ code, png, filename }: { code: QrPath; png: string; filename: string }) {
  const t = useText();
  const [shareable, setShareable] = useState(false);
  useEffect(() => {
    const sample = new File([], filename, { type: "image/png" });
    setShareable("canShare" in navigator && navigator.canShare({ files: [sample] }));
  }, [filename]);

  async function share() {
    try {
      const file = new File([await qrPicture(code)], filename, { type: "image/png" });
      await navigator.share({ files: [file] });
    } catch {
      // Cancelled by the visitor, or not possible: the link beside it still saves the picture.
    }
  }

  return (
    <div className="actions">
      <ButtonLink quiet href={png} download={filename}>
        <Icon name="download" className="button-icon" />
        {t("Recharge.save")}
      </ButtonLink>
      {shareable ? (
        <button type="button" className="button button-quiet" onClick={() => void share()}>
          {t("Recharge.share")}
        </button>
      ) : null}
    </div>
  );
}

/** Light modules around the code, and pixels of a module. */
const QUIET = 4;
const PIXELS = 10;

/** The code on the page as a PNG picture, drawn in the browser. */
function qrPicture({ size, path }: QrPath): Promise<Blob> {
  const canvas = document.createElement("canvas");
  const side = size + 2 * QUIET;
  canvas.width = canvas.height = side * PIXELS;
  const context = canvas.getContext("2d");
  return new Promise((give, fail) => {
    if (!context) return fail(new Error("no canvas"));
    context.scale(PIXELS, PIXELS);
    context.fillStyle = "#fff";
    context.fillRect(0, 0, side, side);
    context.translate(QUIET, QUIET);
    context.fillStyle = "#000";
    context.fill(new Path2D(path));
    canvas.toBlob((blob) => (blob ? give(blob) : fail(new Error("no picture"))), "image/png");
  });
}
