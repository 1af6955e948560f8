import { message, type Message } from "~server/i18n/message";
import { UpstreamRejected, UpstreamUnavailable } from "~server/upstream/client";

/** How long a page waits for what it can do without, as the website configuration (behaviour 13.17). */
export const EXTRA_WAIT_MS = 500;

/**
 * A read that a page can do without (behaviour 13.1).
 *
 * @param reading a call under way
 * @returns its answer, or undefined where the platform gave none; an expired session still throws
 */
export async function optionalRead<T>(reading: Promise<T>): Promise<T | undefined> {
  return (await attempt(reading)).value;
}

/** How a read has ended that its page is there for. */
export type Attempt<T> = { value: T; failure?: undefined } | { value?: undefined; failure: Message };

/**
 * A read that its page is there for (behaviour 13.4).
 *
 * @param reading a call under way
 * @returns its answer, or what to tell the visitor in its place (`failureMessage`); an expired session still throws
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

/** Why something cannot be read: what the platform said when it refused, or that it is not answering. */
export function failureMessage(error: UpstreamRejected | UpstreamUnavailable): Message {
  return error instanceof UpstreamRejected ? refusalMessage(error) : NO_ANSWER;
}

/** The message of a read that the platform did not answer. */
const NO_ANSWER: Message = "common.noAnswer";

/** What to say of a refusal of the platform: the catalogue's text, or the platform's own words where it has none. */
export function refusalMessage({
  messageKey,
  upstreamMessage,
}: Pick<UpstreamRejected, "messageKey" | "upstreamMessage">): Message {
  return message(messageKey, upstreamMessage === undefined ? undefined : { message: upstreamMessage });
}
