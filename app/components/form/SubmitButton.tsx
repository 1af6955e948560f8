import { useNavigation } from "@remix-run/react";
import { useRef, type ReactNode, useEffect, useState, type RefObject } from "react";
import { useText } from "~/i18n/text";

/** A submit button. The space after it separates its text from the next button's. */
export function SubmitButton({
  intent,
  quiet,
  disabled,
  busyText,
  children,
}: {
  intent?: string | undefined;
  quiet?: boolean;
  disabled?: boolean;
  busyText?: string | undefined;
  children: ReactNode;
}) {
  const t = useText();
  const navigation = useNavigation();
  const button = useRef<HTMLButtonElement>(null);
  const sentByBrowser = useNativeSubmission(button);
  const sent = navigation.state !== "idle" ? navigation.formData : undefined;
  const busy = sentByBrowser || (sent !== undefined && (sent.get("intent") ?? "") === (intent ?? ""));
  return (
    <>
      <button
        className={quiet ? "button button-quiet" : "button"}
        type="submit"
        {...(intent ? { name: "intent", value: intent } : {})}
        disabled={disabled || busy}
        aria-busy={busy || undefined}
        ref={button}
      >
        {busy ? (busyText ?? t("common.busy")) : children}
      </button>{" "}
    </>
  );
}

/** Returns true while the browser itself sends the form with this button, to load the response as a document. */
function useNativeSubmission(button: RefObject<HTMLButtonElement>): boolean {
  const [sent, setSent] = useState(false);
  useEffect(() => {
    const form = button.current?.form;
    if (!form) return;
    let timer: number | undefined;
    const notice = (event: Event) => {
      const { submitter } = event as SubmitEvent;
      // This runs after all other listeners, and after the form's data was collected, which omits disabled buttons.
      timer = window.setTimeout(() => {
        if (!event.defaultPrevented && (submitter ?? button.current) === button.current) setSent(true);
      });
    };
    // A page restored from the back/forward cache is still in its former state.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && setSent(false);
    form.addEventListener("submit", notice);
    window.addEventListener("pageshow", comeBack);
    return () => {
      window.clearTimeout(timer);
      form.removeEventListener("submit", notice);
      window.removeEventListener("pageshow", comeBack);
    };
  }, [button]);
  return sent;
}
