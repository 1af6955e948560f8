import { useNavigation } from "@remix-run/react";
import { useRef, type ReactNode } from "react";
import { useText } from "~/i18n/text";
import { useNativeSubmission } from "./native-submission";

/** A submit button with a busy state. The space after it separates its words from the next button's. */
export function SubmitButton({
  intent,
  quiet,
  disabled,
  busyText,
  children,
}: {
  /** Distinguishes the actions of one form. */
  intent?: string | undefined;
  quiet?: boolean;
  disabled?: boolean;
  /** Its label while its form is sent. */
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
