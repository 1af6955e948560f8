import { useNavigation } from "@remix-run/react";
import { useRef, type ReactNode } from "react";
import { useText } from "~/i18n/text";
import { useSentByBrowser } from "./sent-by-browser";

/**
 * A button that sends its form; it says that it is busy while the form is on its way (behaviour 10.30). The blank after
 * it keeps its words apart from those of the next one (behaviour 10.40).
 */
export function SubmitButton({
  intent,
  quiet,
  disabled,
  busyText,
  children,
}: {
  /** Tells the actions of one form apart. */
  intent?: string | undefined;
  quiet?: boolean;
  disabled?: boolean;
  /** What it says while its form is on its way. */
  busyText?: string | undefined;
  children: ReactNode;
}) {
  const t = useText();
  const navigation = useNavigation();
  const button = useRef<HTMLButtonElement>(null);
  const sentByBrowser = useSentByBrowser(button);
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
