import { isObject } from "./platform";

/**
 * A way for a call to go wrong. `after: "effect"` and `lost` do what was asked and then drop the connection without an
 * answer.
 */
export type Fault =
  | { kind: "error"; code: string | number; msg?: string }
  | { kind: "latency"; ms: number; then?: "answer" }
  | { kind: "hang" }
  | { kind: "reset"; after?: "nothing" | "effect" }
  | { kind: "html" }
  | { kind: "malformed" }
  | { kind: "types" }
  | { kind: "huge" }
  | { kind: "answer"; body: unknown }
  // A gateway in front answers by itself: with JSON, or without a body.
  | { kind: "gateway"; status: number; body?: unknown }
  | { kind: "lost" };

export const FAULT_KINDS = [
  "error",
  "latency",
  "hang",
  "reset",
  "html",
  "malformed",
  "types",
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
}

export interface ActiveFault {
  call: string;
  fault: Fault;
  account?: string;
  timesLeft?: number;
}

export interface Faults {
  add(call: string, fault: Fault, options?: FaultOptions): void;
  heal(call?: string): void;
  /** The fault for a call of this account now, which counts as met once. The one added last comes first. */
  meet(call: string, account: () => string | undefined): Fault | undefined;
  active(): readonly ActiveFault[];
}

/** Faults live in memory: a restart heals them all. */
export function createFaults(): Faults {
  let faults: ActiveFault[] = [];
  return {
    add(call, fault, { times, account } = {}) {
      faults = [
        { call, fault, ...(account ? { account: account.toLowerCase() } : {}), ...(times ? { timesLeft: times } : {}) },
        ...faults,
      ];
    },
    heal(call) {
      faults = call === undefined ? [] : faults.filter((active) => active.call !== call);
    },
    meet(call, account) {
      const active = faults.find((fault) => fault.call === call && (!fault.account || fault.account === account()));
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
      const { code, msg } = value;
      if (typeof code !== "string" && typeof code !== "number") return undefined;
      return { kind, code, ...(typeof msg === "string" ? { msg } : {}) };
    }
    case "latency":
      return typeof value.ms === "number" && value.ms >= 0 ? { kind, ms: value.ms } : undefined;
    case "reset":
      return { kind, after: value.after === "effect" ? "effect" : "nothing" };
    case "answer":
      return { kind, body: value.body };
    case "gateway": {
      const { status, body } = value;
      if (typeof status !== "number" || !Number.isInteger(status) || status < 400 || status > 599) return undefined;
      return { kind, status, ...(body === undefined ? {} : { body }) };
    }
    default:
      return { kind };
  }
}

/**
 * The same answer with every value of another type: text and numbers become lists, lists become text, flags numbers.
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
