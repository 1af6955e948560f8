import { lateMessage } from "~server/forms/failure";
import { refuseForNow, type FormError } from "~server/forms/refusal";
import type { Flash } from "~server/session/flash";
import { seeOther } from "~server/session/redirects";
import { claimResend, type CodeRequest } from "~server/store/resend";
import { allPausedUntilMs, type Subject } from "~server/store/attempt-limit";
import { SessionExpired, UpstreamRejected, UpstreamUnavailable } from "~server/upstream/client";
import { codeMaybeSent, rateLimitError } from "./pauses";

export interface CodeSending {
  /** Account and step of the request. Restarting the step does not shorten the account's wait. */
  request: CodeRequest;
  /** Limits on wrong codes; the step is paused while one of them is reached. */
  tried: readonly Subject[];
  send: () => Promise<unknown>;
  /** Page of the step, and its cookies. */
  page: string;
  cookies: readonly string[];
  expired: () => Response | Promise<Response>;
}

/** Outcome of a request for a code. A code can be on its way only after `sent` or `unknown`. */
type Asked =
  | { outcome: "sent" | "expired" }
  | { outcome: "paused"; untilMs: number }
  | { outcome: "waits"; ofThisStep: boolean; secondsLeft: number }
  | { outcome: "usedUp"; nextAtMs: number }
  | { outcome: "unknown"; nextAtMs: number; error: UpstreamUnavailable }
  | { outcome: "notSent"; error: UpstreamRejected | UpstreamUnavailable };

/** Sends a code: once in 60 s, not during a pause, and within the limits of its destination (behaviour 4.6). */
async function askForCode({ request, tried, send }: CodeSending): Promise<Asked> {
  const untilMs = await allPausedUntilMs(tried);
  if (untilMs !== null) return { outcome: "paused", untilMs };
  const claim = await claimResend(request);
  if (!claim.allowed) return { outcome: claim.isUsedUp ? "usedUp" : "waits", ...claim };
  try {
    await send();
    return { outcome: "sent" };
  } catch (error) {
    // The code may be on its way, and a second code could invalidate it, so the minute stays claimed.
    if (error instanceof UpstreamUnavailable && error.sent) {
      return { outcome: "unknown", nextAtMs: claim.nextAtMs, error };
    }
    await claim.release();
    if (error instanceof SessionExpired) return { outcome: "expired" };
    if (error instanceof UpstreamRejected || error instanceof UpstreamUnavailable) return { outcome: "notSent", error };
    throw error;
  }
}

/** Responds to the button that requests a code. Throws if no code was sent. */
export async function sendCodeOnce(sending: CodeSending): Promise<Response | FormError> {
  const asked = await askForCode(sending);
  switch (asked.outcome) {
    case "sent":
      return toStep(sending, CODE_SENT);
    case "expired":
      return sending.expired();
    case "paused":
      return rateLimitError("errors.codesPaused", asked.untilMs);
    case "usedUp":
      return rateLimitError("errors.codesUsedUp", asked.nextAtMs);
    case "waits":
      return refuseForNow(asked.ofThisStep ? "errors.resendWait" : "errors.otherStepWait", asked.secondsLeft);
    case "unknown":
      return codeMaybeSent(asked.error, asked.nextAtMs);
    case "notSent":
      throw asked.error;
  }
}

/** Redirects to a step that needs a code, and requests it. A failed request does not undo the form before. */
export async function leadToCodeStep(sending: CodeSending): Promise<Response> {
  const asked = await askForCode(sending);
  switch (asked.outcome) {
    case "paused":
    case "usedUp":
    case "waits":
      return toStep(sending);
    case "sent":
      return toStep(sending, CODE_SENT);
    case "expired":
      return sending.expired();
    case "unknown":
      return toStep(sending, { key: lateMessage(asked.error), note: "Code.maybeSent", kind: "alert", inSheet: true });
    case "notSent":
      return toStep(sending, notSent(asked.error));
  }
}

const CODE_SENT: Flash = { key: "toasts.codeSent", kind: "status", inSheet: true };

function toStep({ page, cookies }: CodeSending, toast?: Flash): Response {
  return seeOther(page, { cookies, toast });
}

function notSent(error: UpstreamRejected | UpstreamUnavailable): Flash {
  const sheet = { note: "Code.notSent", kind: "alert", inSheet: true } as const;
  if (error instanceof UpstreamUnavailable) return { key: "errors.network", ...sheet };
  const { messageKey, upstreamMessage } = error;
  return { key: messageKey, ...(upstreamMessage !== undefined && { values: { message: upstreamMessage } }), ...sheet };
}
