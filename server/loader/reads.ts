import { message, type Message } from "~server/i18n/message";
import { UnusableResponse, UpstreamRejected, UpstreamUnavailable } from "~server/upstream/client";

/** How long a page waits for an optional read, such as the website configuration (behaviour 13.17). */
export const EXTRA_WAIT_MS = 500;

/**
 * An optional read: the page works without it (behaviour 13.1).
 *
 * @param reading a call under way
 * @returns its data, or undefined where the upstream gave none; an expired session still throws
 */
export async function optionalRead<T>(reading: Promise<T>): Promise<T | undefined> {
  return (await attempt(reading)).value;
}

/** How a read has ended that its page is there for. */
export type Attempt<T> = { value: T; failure?: undefined } | { value?: undefined; failure: Message };

/**
 * A read of a page's main content (behaviour 13.4).
 *
 * @param reading a call under way
 * @returns its data, or the message for the visitor in its place (`failureMessage`); an expired session still throws
 */
export async function attempt<T>(reading: Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await reading };
  } catch (error) {
    if (error instanceof UpstreamUnavailable || error instanceof UpstreamRejected)
      return { failure: failureMessage(error) };
    throw error;
  }
}

/** Why something cannot be read: the upstream's rejection, no response, or no usable one (behaviour 8.2). */
export function failureMessage(error: UpstreamRejected | UpstreamUnavailable): Message {
  if (error instanceof UpstreamRejected) return refusalMessage(error);
  return error instanceof UnusableResponse ? UNUSABLE : NO_RESPONSE;
}

/** The upstream's own words of a failed read; undefined where it did not answer, or not with words. */
export const refusalIn = (failure: Message | undefined): Message | undefined =>
  isRefusedInWords(failure) ? failure : undefined;

/** True if the message of a failed read is in the upstream's own words, which may be about anything. */
export const isRefusedInWords = (failure: unknown): boolean =>
  typeof failure === "string" && failure !== NO_RESPONSE && failure !== UNUSABLE;

/** The message of a read without a response. */
const NO_RESPONSE: Message = "common.noAnswer";
const UNUSABLE: Message = "errors.network";

/** The message of an upstream's rejection: the catalogue's text, or the upstream's own message where it has none. */
export function refusalMessage({
  messageKey,
  upstreamMessage,
}: Pick<UpstreamRejected, "messageKey" | "upstreamMessage">): Message {
  return message(messageKey, upstreamMessage === undefined ? undefined : { message: upstreamMessage });
}
