import { message, type Message } from "~server/i18n/message";
import { UnusableResponse, UpstreamRejected, UpstreamUnavailable } from "~server/upstream/client";

/** How long a page waits for optional data, such as the website configuration. */
export const EXTRA_WAIT_MS = 500;

/** Returns undefined if an optional read fails; an expired session still throws. */
export async function optionalRead<T>(reading: Promise<T>): Promise<T | undefined> {
  return (await readResult(reading)).value;
}

export type ReadResult<T> = { value: T; failure?: undefined } | { value?: undefined; failure: Message };

/** Reads a page's main content or returns the reason for its failure; an expired session still throws. */
export async function readResult<T>(reading: Promise<T>): Promise<ReadResult<T>> {
  try {
    return { value: await reading };
  } catch (error) {
    if (error instanceof UpstreamUnavailable || error instanceof UpstreamRejected)
      return { failure: failureMessage(error) };
    throw error;
  }
}

export function failureMessage(error: UpstreamRejected | UpstreamUnavailable): Message {
  if (error instanceof UpstreamRejected) return refusalMessage(error);
  // If the circuit breaker stopped a read, the message is about the failure that opened the breaker.
  return (error.cause ?? error) instanceof UnusableResponse ? UNUSABLE : NO_RESPONSE;
}

/** The upstream's own message about a failed read, if it sent one. */
export const refusalIn = (failure: Message | undefined): Message | undefined =>
  isRefusedInWords(failure) ? failure : undefined;

export const isRefusedInWords = (failure: unknown): boolean =>
  typeof failure === "string" && failure !== NO_RESPONSE && failure !== UNUSABLE;

const NO_RESPONSE: Message = "common.noAnswer";
const UNUSABLE: Message = "errors.network";

/** Returns our text for a refusal, or the upstream's own message. */
export function refusalMessage({
  messageKey,
  upstreamMessage,
}: Pick<UpstreamRejected, "messageKey" | "upstreamMessage">): Message {
  return message(messageKey, upstreamMessage === undefined ? undefined : { message: upstreamMessage });
}
