import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { SubmitButton } from "~/components/form/SubmitButton";
import { useText } from "~/i18n/text";
import type { CaptchaSetup } from "~server/forms/captcha";
import { useDocument } from "~/components/layout/document-facts";
import type { Provided } from "./widget";
import "~/styles/captcha.css";

/** The loaded module, which lets the widget appear at once when the form is rendered again. */
let fetched: ComponentType<{ setup: Provided }> | undefined;

/** Shows a form's security check with its button. A check is valid once: give each response's form a new `key`. */
export function Captcha({
  setup,
  submit,
  disabled,
  onWidget,
}: {
  setup: CaptchaSetup;
  submit: string;
  disabled: boolean;
  /** Called when the widget is there, for another button that sends the form. */
  onWidget?: (isThere: true) => void;
}) {
  const t = useText();
  const [Widget, setWidget] = useState(() => fetched);
  const switchedOff = useDocument().scripts === "switched off";
  const { kind } = setup;
  const hasWidget = kind === "slider" || kind === "challenge";
  useEffect(() => {
    if (!hasWidget) return;
    import("./CaptchaWidget").then(
      ({ CaptchaWidget }) => setWidget(() => (fetched = CaptchaWidget)),
      // The note, which asks the visitor to reload the page, is not replaced.
      () => {},
    );
  }, [hasWidget]);
  useEffect(() => {
    if (Widget) onWidget?.(true);
  }, [Widget, onWidget]);
  const button = <SubmitButton disabled={disabled}>{submit}</SubmitButton>;
  return (
    <>
      <input type="hidden" name="verificationType" value={kind} />
      {!hasWidget ? (
        button
      ) : Widget ? (
        <div className="captcha-area stack-4">
          <Widget setup={setup} />
          {button}
        </div>
      ) : (
        <div className="captcha-area">
          <p className="soft small">
            {t("Captcha.text")} <span className="captcha-otherwise">{t("Captcha.otherwise")}</span>
          </p>
          <div className="captcha-otherwise">
            <Elsewhere>{switchedOff ? <a href="#scripts">{t("Scripts.on")}</a> : null}</Elsewhere>
          </div>
          {/* This invisible button keeps Enter from pressing another button of the form. */}
          <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" disabled>
            {submit}
          </button>
        </div>
      )}
    </>
  );
}

/** Says before the first field that the form needs scripts, and links to the alternatives. */
export function CaptchaAhead({ setup: { kind } }: { setup: CaptchaSetup }) {
  const t = useText();
  if (kind === "none") return null;
  return (
    <noscript>
      <div className="note">
        <p>{t("Captcha.ahead")}</p>
        <Elsewhere />
      </div>
    </noscript>
  );
}

function Elsewhere({ children }: { children?: ReactNode }) {
  const t = useText();
  return (
    <p className="pair row between wrap">
      {children} <a href="/AppDownload">{t("common.appDownload")}</a>{" "}
      <a href="/LeavingMessage">{t("common.support")}</a>
    </p>
  );
}
