import { refuseForNow, type FormRefusal } from "~server/action/refusal";
import type { Locale } from "~server/locale";
import { seeOther } from "~server/session/redirects";
import { claimResend, releaseResend } from "~server/store/resend";
import { pausedUntilMs, type Tried } from "~server/store/tries";
import { Expired, Unavailable } from "~server/upstream/transport";
import { codeMaybeSent, pauseRefusal } from "./limits.server";

/** A request for a code. */
export interface CodeSending {
  /** The account or e-mail that gets one code a minute: beginning the step again does not shorten the wait. */
  resendKey: string;
  /** The token of the step: a code that another step asked for is none for this one. */
  step: string;
  /** The kind of tries that pause the step after too many wrong codes, and the account they count for. */
  tried: { what: Tried; account: string };
  /** Asks the platform to send it. */
  send: () => Promise<unknown>;
  /** The page of the step, and the Set-Cookie values that keep it. */
  page: string;
  cookies?: readonly string[];
  /** What to answer when the step has timed out. */
  expired: () => Response | Promise<Response>;
}

/**
 * Sends a code by SMS or e-mail, once in 60 s (behaviour 4.6), and not while no code is taken.
 *
 * @returns 303 to the page of the step, 429 while it waits or is paused, 503 when the code may be on its way
 * @throws Refused, and Unavailable where nothing was sent
 */
export async function sendCodeOnce(
  { resendKey, step, tried, send, page, cookies = [], expired }: CodeSending,
  locale: Locale,
): Promise<Response | FormRefusal> {
  const pausedMs = await pausedUntilMs(tried.what, tried.account);
  if (pausedMs !== null) return pauseRefusal("errors.codesPaused", pausedMs, locale);
  const claim = await claimResend(resendKey, step);
  if (!claim.allowed) {
    return refuseForNow(claim.ofThisStep ? "errors.resendWait" : "errors.otherStepWait", claim.secondsLeft);
  }
  try {
    await send();
  } catch (error) {
    // The code may be on its way: the minute stays claimed, since a second code could make the first one invalid.
    if (error instanceof Unavailable && error.sent) return codeMaybeSent(claim.nextAtMs, locale);
    await releaseResend(resendKey);
    if (error instanceof Expired) return expired();
    throw error;
  }
  return seeOther(page, { cookies, toast: { key: "toasts.codeSent", kind: "status" } });
}
