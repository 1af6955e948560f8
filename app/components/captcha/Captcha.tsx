import { useEffect, useState, type ComponentType } from "react";
import { useText } from "~/i18n/text";
import type { CaptchaSetup } from "~server/captcha";
import { useDocument } from "../document-facts";
import type { Provided } from "./widget";

/** Kept, so that the widget is there at once when the form is rendered again. */
let fetched: ComponentType<{ setup: Provided }> | undefined;

/**
 * The captcha of a form (behaviour 4.1, 4.4): nothing for kind 0; the provider's widget where scripts run; elsewhere,
 * and until it is loaded, a note that explains it and links elsewhere. A passed check counts once: give this a new
 * `key` for each answer to the form.
 */
export function Captcha({ setup }: { setup: CaptchaSetup }) {
  const t = useText();
  const [Widget, setWidget] = useState(() => fetched);
  const switchedOff = useDocument().scripts === "switched off";
  const { kind } = setup;
  const hasWidget = kind === "slider" || kind === "challenge";
  useEffect(() => {
    if (!hasWidget) return;
    import("./CaptchaWidget").then(
      ({ CaptchaWidget }) => setWidget(() => (fetched = CaptchaWidget)),
      // The note stays; it says to load the page again.
      () => {},
    );
  }, [hasWidget]);
  return (
    <>
      <input type="hidden" name="verificationType" value={kind} />
      {!hasWidget ? null : Widget ? (
        <Widget setup={setup} />
      ) : (
        <div className="note">
          <p>
            <strong>{t("Captcha.title")}</strong>
          </p>
          <p>{t("Captcha.text")}</p>
          <p className="pair">
            {switchedOff ? <a href="#scripts">{t("common.scriptsOn")}</a> : null}
            <a href="/AppDownload">{t("common.appDownload")}</a>
            <a href="/LeavingMessage">{t("common.support")}</a>
          </p>
        </div>
      )}
    </>
  );
}
