import { refuse, type FormRefusal } from "~server/action/form";
import { message } from "~server/message";
import type { Locale } from "~server/locale";
import { formatClock } from "./formats";

/**
 * Refuses a form while an account is paused for wrong answers: 429, that it is a limit, and when it ends by the clock,
 * which a page without scripts can tell as well (behaviour 5.26).
 *
 * @param untilMs when it ends, in milliseconds since 1970
 */
export function pauseRefusal(
  key: "errors.codesPaused" | "Login.passwordsPaused",
  untilMs: number,
  locale: Locale,
): FormRefusal {
  return refuse(message(key, pauseValues(untilMs, locale)), { status: 429, headers: retryAfter(untilMs) });
}

/** What the message of a pause says of its end: the time of day, and how long that is. */
export function pauseValues(untilMs: number, locale: Locale): { time: string; minutes: number } {
  // Up to the next whole second: at the time that is told it is over.
  const time = formatClock(Math.ceil(untilMs / 1000) * 1000, locale);
  return { time, minutes: Math.max(1, Math.ceil((untilMs - Date.now()) / 60_000)) };
}

/**
 * Refuses a form that asked for a code when the platform gave no clear answer: 503, that it may be on its way, and when
 * another one can be asked for.
 *
 * @param nextAtMs when that is, in milliseconds since 1970
 */
export function codeMaybeSent(nextAtMs: number, locale: Locale): FormRefusal {
  const time = formatClock(nextAtMs, locale);
  return refuse(message("Code.maybeSent", { time }), { status: 503, headers: retryAfter(nextAtMs) });
}

function retryAfter(atMs: number): Record<string, string> {
  return { "Retry-After": String(Math.max(1, Math.ceil((atMs - Date.now()) / 1000))) };
}
