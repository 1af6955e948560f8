import { isObject, textOf } from "./call";
import type { Body } from "./values";

/**
 * A way for a call to go wrong. With `after: "effect"` the request is carried out first; then `error` refuses it, and
 * `reset` drops the connection without a response, as `lost` does. `cut`, `drip`, `malformed`, `shape`, `types`,
 * `huge`, `gzip` and `broken` (without a code) also carry it out, because they change its response. For a server that
 * does not listen, see `shut` of the sandbox.
 */
export type Fault =
  // With `message`, the text is in the field of that name, and `msg` is null, as some upstreams send it.
  | { kind: "error"; code: string | number; msg?: string; message?: string; after?: "nothing" | "effect" }
  | { kind: "latency"; ms: number; then?: "answer" }
  | { kind: "hang" }
  | { kind: "reset"; after?: "nothing" | "effect" }
  // The connection is reset after the head and half of the response.
  | { kind: "cut" }
  // The response arrives at one byte per second, too slowly for any client.
  | { kind: "drip" }
  // An error page, with status 200 by default.
  | { kind: "html"; status?: number }
  | { kind: "malformed" }
  // The normal response, or an error with this code, with invalid UTF-8 in its texts.
  | { kind: "broken"; code?: string | number }
  // The normal response, compressed although nobody asked for it, and without `Content-Encoding`.
  | { kind: "gzip" }
  | { kind: "types" }
  // A success whose `data` has the wrong shape.
  | { kind: "shape" }
  | { kind: "huge" }
  | { kind: "answer"; body: unknown }
  // A gateway in front responds itself, with JSON or without a body; it may redirect.
  | { kind: "gateway"; status: number; body?: unknown; location?: string }
  | { kind: "lost" };

export const FAULT_KINDS = [
  "error",
  "latency",
  "hang",
  "reset",
  "cut",
  "drip",
  "html",
  "malformed",
  "broken",
  "gzip",
  "types",
  "shape",
  "huge",
  "answer",
  "gateway",
  "lost",
] as const satisfies readonly Fault["kind"][];

export interface FaultOptions {
  /** The number of calls that have the fault; if omitted, all calls until it is removed. */
  times?: number;
  /** Restricts the fault to calls of this account (its e-mail). */
  account?: string;
  /** Restricts the fault to bodies with these fields: `{ keys: "country-h5" }` is one of the keys of common/kv. */
  asking?: Readonly<Record<string, string>>;
}

export interface ActiveFault {
  call: string;
  fault: Fault;
  account?: string;
  asking?: Readonly<Record<string, string>>;
  timesLeft?: number;
}

export interface Faults {
  add(call: string, fault: Fault, options?: FaultOptions): void;
  heal(call?: string): void;
  /** Returns the fault for a call of this account, and counts it as used once. The last added fault comes first. */
  meet(call: string, account: () => string | undefined, body: Body): Fault | undefined;
  active(): readonly ActiveFault[];
}

/**
 * Makes an empty list of faults, which a restart also empties.
 *
 * @param spelledAs normalises an e-mail to the spelling that `accountConcerned` returns
 */
export function createFaults(spelledAs: (email: string) => string): Faults {
  let faults: ActiveFault[] = [];
  return {
    add(call, fault, { times, account, asking } = {}) {
      const active = {
        call,
        fault,
        ...(account ? { account: spelledAs(account) } : {}),
        ...(asking ? { asking } : {}),
      };
      faults = [{ ...active, ...(times ? { timesLeft: times } : {}) }, ...faults];
    },
    heal(call) {
      faults = call === undefined ? [] : faults.filter((active) => active.call !== call);
    },
    meet(call, account, body) {
      const asks = ({ asking = {} }: ActiveFault) =>
        Object.entries(asking).every(([name, value]) => textOf(body, name) === value);
      const active = faults.find(
        (fault) => fault.call === call && asks(fault) && (!fault.account || fault.account === account()),
      );
      if (!active) return undefined;
      if (active.timesLeft !== undefined) {
        active.timesLeft -= 1;
        if (active.timesLeft === 0) faults = faults.filter((fault) => fault !== active);
      }
      return active.fault;
    },
    active: () => faults,
  };
}

/**
 * Reads a fault that was sent over HTTP.
 *
 * @returns undefined if it is malformed
 */
export function readFault(value: unknown): Fault | undefined {
  if (!isObject(value)) return undefined;
  const kind = FAULT_KINDS.find((known) => known === value.kind);
  switch (kind) {
    case undefined:
      return undefined;
    case "error": {
      const { code, msg, message, after } = value;
      if (!isCode(code)) return undefined;
      const words = {
        ...(typeof msg === "string" ? { msg } : {}),
        ...(typeof message === "string" ? { message } : {}),
      };
      return { kind, code, ...words, ...(after === "effect" ? { after } : {}) };
    }
    case "broken":
      return isCode(value.code) ? { kind, code: value.code } : { kind };
    case "latency":
      return typeof value.ms === "number" && value.ms >= 0 ? { kind, ms: value.ms } : undefined;
    case "reset":
      return { kind, after: value.after === "effect" ? "effect" : "nothing" };
    case "answer":
      return { kind, body: value.body };
    case "html":
      return isStatus(value.status) ? { kind, status: value.status } : { kind };
    case "gateway": {
      const { status, body, location } = value;
      if (!isStatus(status)) return undefined;
      const leads = typeof location === "string" ? { location } : {};
      return { kind, status, ...(body === undefined ? {} : { body }), ...leads };
    }
    default:
      return { kind };
  }
}

const isCode = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number";

/** True for a status that ends a response. */
function isStatus(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 200 && value <= 599;
}

/** Returns the response with wrong types: text and numbers become lists, lists become text, flags become numbers. */
export function withWrongTypes(value: unknown): unknown {
  if (Array.isArray(value)) return "a list was here";
  if (isObject(value)) {
    const entries = Object.entries(value).map(([key, inner]) => [key, withWrongTypes(inner)]);
    return entries.length > 0 ? Object.fromEntries(entries) : "an object was here";
  }
  if (typeof value === "boolean") return Number(value) + 7;
  if (value === null) return [null];
  return [{ wrong: value }];
}

/** The names of the fields with text for people. */
const FOR_PEOPLE: ReadonlySet<string> = new Set([
  ...["msg", "title", "content", "description", "status_text", "notPassReason", "productMinerIntroduce"],
]);
/** Two characters in another encoding, GBK. */
const NO_UTF8 = Buffer.from([0xcb, 0xe3, 0xc1, 0xa6]);
/** A placeholder for those bytes while the response is text. No text of the sandbox contains it. */
const PLACE = "\uE000";

/** Returns a response as JSON whose texts for people end in invalid UTF-8. */
export function withBrokenBytes(response: unknown): Buffer {
  const text = JSON.stringify(response, (name, value: unknown) =>
    typeof value === "string" && FOR_PEOPLE.has(name) ? value + PLACE : value,
  );
  return Buffer.concat(
    text.split(PLACE).flatMap((part, at) => (at === 0 ? [Buffer.from(part)] : [NO_UTF8, Buffer.from(part)])),
  );
}
