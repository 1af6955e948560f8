import { LosslessNumber } from "lossless-json";
import { isObject, readJson } from "@storefront/upstream-client/json";
import { SUCCESS_CODE } from "./errors";

export interface Envelope {
  code: string;
  /** Candidates for the upstream's message, as sent. */
  messages: readonly unknown[];
  /** A JSON value whose numbers are `LosslessNumber`. */
  data: unknown;
  /** False if `succ`, `success`, a boolean instead of data, or an envelope in the data contradicts the code. */
  isConsistent: boolean;
}

/** Not an object, which would have a flag `constructor`. */
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

/** A service behind the upstream may send its status here instead. */
const INNER_SUCCESS: readonly unknown[] = [SUCCESS_CODE, "200"];

const plain = (sent: unknown) => (sent instanceof LosslessNumber ? sent.value : sent);

/** An object or list is no flag, and may not be convertible to a string. */
const flagOf = (sent: unknown) => (typeof sent === "object" ? undefined : FLAGS.get(String(sent)));

/** The success flags of a response or its data, sent along with a code. */
function successFlags(sent: unknown): unknown[] {
  return isObject(sent) ? [sent.succ, sent.success].map((flag) => flagOf(plain(flag))) : [sent];
}

/**
 * Success according to another service's response that was passed on as data. A `code` without a message means
 * something else.
 */
function innerSuccess(data: unknown): boolean | undefined {
  if (!isObject(data) || data.code == null || !("msg" in data || "message" in data)) return undefined;
  return INNER_SUCCESS.includes(plain(data.code));
}

/** A whole number without leading zeros, or a word. Anything else (`00`, `0.0`) is not a clear response. */
const CODE = /^(?:0|-?[1-9]\d{0,9}|[A-Za-z][A-Za-z_-]{0,31})$/;

/** Reads `{code, msg, data}`; undefined when the text is no envelope. */
export function readEnvelope(text: string): Envelope | undefined {
  const response = readJson(text);
  if (!isObject(response) || !Object.hasOwn(response, "code")) return undefined;
  const { code, msg, message, data } = response;
  const sent = plain(code);
  if (typeof sent !== "string" || !CODE.test(sent)) return undefined;
  const flags = [...successFlags(response), ...successFlags(data), innerSuccess(data)];
  const isContradicted = flags.includes(sent !== SUCCESS_CODE);
  return { code: sent, messages: [msg, message], data, isConsistent: !isContradicted };
}
