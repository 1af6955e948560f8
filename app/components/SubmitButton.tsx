import { useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";

/**
 * A button that sends its form; busy while the form is on its way (behaviour 10.30). The blank after it keeps its words
 * apart from those of the next one (behaviour 10.40).
 */
export function SubmitButton({
  intent,
  quiet,
  disabled,
  children,
}: {
  /** Tells the actions of one form apart. */
  intent?: string | undefined;
  quiet?: boolean;
  disabled?: boolean;
  children: ReactNode;
}) {
  const navigation = useNavigation();
  const sent = navigation.state !== "idle" ? navigation.formData : undefined;
  const busy = sent !== undefined && (sent.get("intent") ?? "") === (intent ?? "");
  return (
    <>
      <button
        className={quiet ? "button button-quiet" : "button"}
        type="submit"
        {...(intent ? { name: "intent", value: intent } : {})}
        disabled={disabled || busy}
        aria-busy={busy || undefined}
      >
        {children}
      </button>{" "}
    </>
  );
}
