import { isObject, textOf } from "./call";
import type { Body } from "./values";

/**
 * A way for a call to go wrong. With `after: "effect"` the request is carried out first: `error` then refuses it all
 * the same, `reset` drops the connection without a response, as `lost` does. `cut`, `drip`, `malformed`, `shape`,
 * `types`, `huge`, `gzip` and `broken` (without a code) carry it out too, since they spoil its response. A server that
 * does not listen is no fault of a call: see `shut` of the sandbox.
 */
export type Fault =
  // With `message` the words are in the field of that name, and `msg` is null, as some upstreams send it.
  | { kind: "error"; code: string | number; msg?: string; message?: string; after?: "nothing" | "effect" }
  | { kind: "latency"; ms: number; then?: "answer" }
  | { kind: "hang" }
  | { kind: "reset"; after?: "nothing" | "effect" }
  // The head and half of the response arrive, then the connection is reset.
  | { kind: "cut" }
  // The response arrives at one byte a second, too slowly for any client to wait for its end.
  | { kind: "drip" }
  // An error page, with status 200 by default.
  | { kind: "html"; status?: number }
  | { kind: "malformed" }
  // The response as it is, or a refusal with this code, with bytes in its texts that are not UTF-8.
  | { kind: "broken"; code?: string | number }
  // The unchanged response, compressed without request or label.
  | { kind: "gzip" }
  | { kind: "types" }
  // Success, with `data` of another shape.
  | { kind: "shape" }
  | { kind: "huge" }
  | { kind: "answer"; body: unknown }
  // A gateway in front responds itself: with JSON, or without a body; it may redirect.
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
  /** How many calls it is for; without it, all until healed. */
  times?: number;
  /** Only calls of this account (its e-mail). */
  account?: string;
  /** Only calls with this in their body: `{ keys: "country-h5" }` for one of the three keys that common/kv has. */
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
  /** The fault for a call of this account now, which counts as met once. The one added last comes first. */
  meet(call: string, account: () => string | undefined, body: Body): Fault | undefined;
  active(): readonly ActiveFault[];
}

/**
 * Faults live in memory: a restart heals them all.
 *
 * @param spelledAs the e-mail that names an account, as `accountConcerned` gives it
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
 * Reads a fault that came over HTTP.
 *
 * @returns undefined when it is not one
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

/** A status that ends a response. */
function isStatus(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 200 && value <= 599;
}

/**
 * The same response with every value of another type: text and numbers become lists, lists become text, flags numbers.
 */
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

/** Texts for people, by their names. */
const FOR_PEOPLE: ReadonlySet<string> = new Set([
  ...["msg", "title", "content", "description", "status_text", "notPassReason", "productMinerIntroduce"],
]);
/** Two characters of another encoding: GBK. */
const NO_UTF8 = Buffer.from([0xcb, 0xe3, 0xc1, 0xa6]);
/** A placeholder for those bytes while the response is text: no text of the sandbox contains it. */
const PLACE = "\uE000";

/** A response as JSON, whose texts for people end in bytes that are not UTF-8. */
export function withBrokenBytes(response: unknown): Buffer {
  const text = JSON.stringify(response, (name, value: unknown) =>
    typeof value === "string" && FOR_PEOPLE.has(name) ? value + PLACE : value,
  );
  return Buffer.concat(
    text.split(PLACE).flatMap((part, at) => (at === 0 ? [Buffer.from(part)] : [NO_UTF8, Buffer.from(part)])),
  );
}
