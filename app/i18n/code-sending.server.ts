import { refuseForNow, type FormError } from "~server/forms/refusal";
import type { Flash } from "~server/session/flash";
import { seeOther } from "~server/session/redirects";
import { claimResend, releaseResend } from "~server/store/resend";
import { pausedUntilMs, type Tried } from "~server/store/attempt-limit";
import { SessionExpired, UpstreamRejected, UpstreamUnavailable } from "~server/upstream/client";
import { codeMaybeSent, rateLimitError } from "./limits.server";

/** A step that sends codes, and how it asks for one. */
export interface CodeSending {
  /** Gets one code a minute, such as an account: beginning the step again does not shorten the wait. */
  resendKey: string;
  /** The token of the step: a code that another step asked for is none for this one. */
  step: string;
  /** The kind of tries that pause the step after too many wrong codes, and the account they count for. */
  tried: { what: Tried; account: string; address?: string };
  /** Asks the upstream to send it. */
  send: () => Promise<unknown>;
  /** The page of the step, and the Set-Cookie values that preserve it. */
  page: string;
  cookies: readonly string[];
  /** The response when the step has timed out. */
  expired: () => Response | Promise<Response>;
}

/** The result of a request for a code. Only after `sent` or `unknown` may a code be on its way. */
type Asked =
  | { outcome: "sent" | "expired" }
  | { outcome: "paused"; untilMs: number }
  | { outcome: "waits"; ofThisStep: boolean; secondsLeft: number }
  | { outcome: "unknown"; nextAtMs: number }
  | { outcome: "notSent"; error: UpstreamRejected | UpstreamUnavailable };

/** Requests a code by SMS or e-mail, once in 60 s (behaviour 4.6), and not while no code is accepted. */
async function askForCode({ resendKey, step, tried, send }: CodeSending): Promise<Asked> {
  const untilMs = await pausedUntilMs(tried.what, tried.account, tried.address);
  if (untilMs !== null) return { outcome: "paused", untilMs };
  const claim = await claimResend(resendKey, step);
  if (!claim.allowed) return { outcome: "waits", ...claim };
  try {
    await send();
    return { outcome: "sent" };
  } catch (error) {
    // The code may be on its way: the minute stays claimed, since a second code could make the first one invalid.
    if (error instanceof UpstreamUnavailable && error.sent) return { outcome: "unknown", nextAtMs: claim.nextAtMs };
    await releaseResend(resendKey, step);
    if (error instanceof SessionExpired) return { outcome: "expired" };
    if (error instanceof UpstreamRejected || error instanceof UpstreamUnavailable) return { outcome: "notSent", error };
    throw error;
  }
}

/**
 * Handles the button of a step that requests a code.
 *
 * @returns 303 to the page of the step, 429 while it waits or is paused, 503 when the code may be on its way
 * @throws UpstreamRejected, and UpstreamUnavailable where nothing was sent
 */
export async function sendCodeOnce(sending: CodeSending): Promise<Response | FormError> {
  const asked = await askForCode(sending);
  switch (asked.outcome) {
    case "sent":
      return toStep(sending, CODE_SENT);
    case "expired":
      return sending.expired();
    case "paused":
      return rateLimitError("errors.codesPaused", asked.untilMs);
    case "waits":
      return refuseForNow(asked.ofThisStep ? "errors.resendWait" : "errors.otherStepWait", asked.secondsLeft);
    case "unknown":
      return codeMaybeSent(asked.nextAtMs);
    case "notSent":
      throw asked.error;
  }
}

/**
 * Redirects to a step that sends codes and requests its first one. Whatever the result, the visitor gets to the step,
 * whose cookies are in `sending`: the form before it has been accepted.
 *
 * @returns 303: to the page of the step, unless the step has timed out already
 */
export async function leadToCodeStep(sending: CodeSending): Promise<Response> {
  const asked = await askForCode(sending);
  switch (asked.outcome) {
    // The page of the step shows until when it waits or is paused, also when it is opened again.
    case "paused":
    case "waits":
      return toStep(sending);
    case "sent":
      return toStep(sending, CODE_SENT);
    case "expired":
      return sending.expired();
    case "unknown":
      return toStep(sending, { key: "Code.maybeSent", kind: "alert", inSheet: true });
    case "notSent":
      return toStep(sending, notSent(asked.error));
  }
}

const CODE_SENT: Flash = { key: "toasts.codeSent", kind: "status", inSheet: true };

function toStep({ page, cookies }: CodeSending, toast?: Flash): Response {
  return seeOther(page, { cookies, toast });
}

/**
 * The message that no code was sent and that the button requests one again, with the upstream's reason if it gave one.
 */
function notSent(error: UpstreamRejected | UpstreamUnavailable): Flash {
  const message = error instanceof UpstreamRejected ? error.upstreamMessage : undefined;
  if (message === undefined) return { key: "Code.notSent", kind: "alert", inSheet: true };
  return { key: "Code.notSentReason", kind: "alert", inSheet: true, values: { message } };
}
