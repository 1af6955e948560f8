import { LosslessNumber } from "lossless-json";
import { isObject, readJson } from "@storefront/upstream-client/json";
import { SUCCESS_CODE } from "./errors";

export interface Envelope {
  code: string;
  /** Candidates for the upstream's message, as sent. */
  messages: readonly unknown[];
  /** A JSON value whose numbers are `LosslessNumber`. */
  data: unknown;
  /** False if `succ`, `success`, or a boolean instead of data, contradicts the code. */
  isConsistent: boolean;
}

/** Beside a code, in a response or in its data. */
const successFlags = (sent: unknown): unknown[] => (isObject(sent) ? [sent.succ, sent.success] : [sent]);

/** A whole number without leading zeros, or a word. Anything else (`00`, `0.0`) is not a clear response. */
const CODE = /^(?:0|-?[1-9]\d{0,9}|[A-Za-z][A-Za-z_-]{0,31})$/;

/** Reads `{code, msg, data}`; undefined when the text is no envelope. */
export function readEnvelope(text: string): Envelope | undefined {
  const response = readJson(text);
  if (!isObject(response) || !Object.hasOwn(response, "code")) return undefined;
  const { code, msg, message, data } = response;
  const sent = code instanceof LosslessNumber ? code.value : code;
  if (typeof sent !== "string" || !CODE.test(sent)) return undefined;
  const isContradicted = [...successFlags(response), ...successFlags(data)].includes(sent !== SUCCESS_CODE);
  return { code: sent, messages: [msg, message], data, isConsistent: !isContradicted };
}
