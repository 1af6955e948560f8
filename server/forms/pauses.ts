import { lateMessage } from "~server/forms/failure";
import { formError, type FormError } from "~server/forms/form";
import { message } from "~server/i18n/message";
import type { UpstreamUnavailable } from "~server/upstream/client";
import { formatClock } from "~/i18n/formats";

/** Rejects a form while an account is paused. The message names a clock time, which stays correct without scripts. */
export function rateLimitError(
  key: "errors.codesPaused" | "errors.codesUsedUp" | "Login.passwordsPaused" | "GoogleBind.triesPaused",
  untilMs: number,
): FormError {
  return formError(message(key, pauseValues(untilMs)), { status: 429, headers: retryAfter(untilMs) });
}

export function pauseValues(untilMs: number): { time: string; minutes: number; hours: number } {
  // Rounds up to a second, so that the pause is over at the time shown.
  const time = formatClock(Math.ceil(untilMs / 1000) * 1000);
  const minutes = Math.max(1, Math.ceil((untilMs - Date.now()) / 60_000));
  return { time, minutes, hours: Math.ceil(minutes / 60) };
}

/** Rejects a form whose requested code may be on its way. */
export function codeMaybeSent(error: UpstreamUnavailable, nextAtMs: number): FormError {
  return formError(lateMessage(error), { note: "Code.maybeSent", status: 503, headers: retryAfter(nextAtMs) });
}

function retryAfter(atMs: number): Record<string, string> {
  return { "Retry-After": String(Math.max(1, Math.ceil((atMs - Date.now()) / 1000))) };
}
