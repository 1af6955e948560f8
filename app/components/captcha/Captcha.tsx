import { useEffect, useState, type ComponentType } from "react";
import { useText } from "~/i18n/text";
import type { CaptchaSetup } from "~server/captcha";
import type { Provided } from "./widget";

/** Once fetched, the widget is there at once when the form begins anew. */
let fetched: ComponentType<{ setup: Provided }> | undefined;

/**
 * The captcha of a form (behaviour 4.1, 4.4): nothing for kind 0; the provider's widget where scripts run; elsewhere,
 * and until it is there, why it needs one and where else to go. It begins anew with a new `key`: give it one for each
 * answer to the form.
 */
export function Captcha({ setup }: { setup: CaptchaSetup }) {
  const t = useText();
  const [Widget, setWidget] = useState(() => fetched);
  const { kind } = setup;
  const asked = kind === "slider" || kind === "challenge";
  useEffect(() => {
    if (!asked) return;
    import("./CaptchaWidget").then(
      ({ CaptchaWidget }) => setWidget(() => (fetched = CaptchaWidget)),
      // The notice, which stays, says to load the page again.
      () => {},
    );
  }, [asked]);
  return (
    <>
      <input type="hidden" name="verificationType" value={kind} />
      {!asked ? null : Widget ? (
        <Widget setup={setup} />
      ) : (
        <div className="note">
          <p>
            <strong>{t("Captcha.title")}</strong>
          </p>
          <p>{t("Captcha.text")}</p>
          <p className="pair">
            <a href="/AppDownload">{t("common.appDownload")}</a>
            <a href="/LeavingMessage">{t("common.support")}</a>
          </p>
        </div>
      )}
    </>
  );
}
