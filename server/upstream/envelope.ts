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

/** A map, because an object would have a flag `constructor`. */
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

/** Codes of success from a service behind the upstream. */
const INNER_SUCCESS: readonly unknown[] = [SUCCESS_CODE, "200"];

const plain = (sent: unknown) => (sent instanceof LosslessNumber ? sent.value : sent);

/** Returns undefined for an object or list, which is not a flag and may not be convertible to a string. */
const flagOf = (sent: unknown) => (typeof sent === "object" ? undefined : FLAGS.get(String(sent)));

/** Returns the success flags that a response or its data contains besides a code. */
function successFlags(sent: unknown): unknown[] {
  return isObject(sent) ? [sent.succ, sent.success].map((flag) => flagOf(plain(flag))) : [sent];
}

/** True if data that is another service's response reports success. Without a message, `code` means something else. */
function innerSuccess(data: unknown): boolean | undefined {
  if (!isObject(data) || data.code == null || !("msg" in data || "message" in data)) return undefined;
  return INNER_SUCCESS.includes(plain(data.code));
}

/** A whole number without leading zeros, or a word (`B0301`). Anything else (`00`, `0.0`) is not a clear response. */
const CODE = /^(?:0|-?[1-9]\d{0,9}|[A-Za-z][\w-]{0,31})$/;

/** Parses `{code, msg, data}`; undefined if the text is not an envelope. */
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
