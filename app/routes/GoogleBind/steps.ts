import type { BindingStep } from "~server/account/binding";
import type { Flash } from "~server/session/flash";

/** The steps in their order. */
export const STEPS: readonly BindingStep[] = ["app", "key", "code"];

/** Reads `?step=`: the first step for none, null for one that does not exist. */
export function readStep(value: string | null): BindingStep | null {
  if (!value) return "app";
  return STEPS.find((step) => step === value && step !== "app") ?? null;
}

/** Where to go from a step that may not be shown yet: there is no key, or it is not confirmed as saved. */
export function redirectOf(
  step: BindingStep | null,
  bind: { written?: boolean | undefined } | undefined,
): { to: BindingStep; toast: Flash } | null {
  if (step === "app") return null;
  if (!step || !bind) return { to: "app", toast: { key: "errors.stepExpired", kind: "alert" } };
  // The previous step leads there, so this is not an error.
  return step === "code" && !bind.written
    ? { to: "key", toast: { key: "GoogleBind.keyNotWritten", kind: "status" } }
    : null;
}
