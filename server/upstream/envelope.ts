import { LosslessNumber } from "lossless-json";
import { isObject, readJson } from "@storefront/upstream-client/json";

/** The envelope of every response of the upstream (behaviour 7.8). */
export interface Envelope {
  /** `"0"` is success. */
  code: string;
  /** Where the upstream's message may be: the first of these that is one, each as sent. */
  messages: readonly unknown[];
  /** A JSON value whose numbers are `LosslessNumber`. */
  data: unknown;
}

/** A whole number without leading zeros, or a word. Anything else (`00`, `0.0`, no text) is not a clear response. */
const CODE = /^(?:0|-?[1-9]\d{0,9}|[A-Za-z][A-Za-z_-]{0,31})$/;

/**
 * Reads the envelope `{code, msg, data}`; the code may be a number or a string, the words may be in `message`.
 *
 * @returns undefined when the text is no envelope
 */
export function readEnvelope(text: string): Envelope | undefined {
  const response = readJson(text);
  if (!isObject(response) || !Object.hasOwn(response, "code")) return undefined;
  const { code, msg, message, data } = response;
  const sent = code instanceof LosslessNumber ? code.value : code;
  if (typeof sent !== "string" || !CODE.test(sent)) return undefined;
  return { code: sent, messages: [msg, message], data };
}
