import type { Fault } from "@storefront/sandbox/start";
import { PURCHASE_DEADLINE_MS } from "~server/upstream/constants";
import { lateConnection, lateMark, type Lateness } from "./late";

/** The ways for one call of the upstream to fail: the columns of the matrix (docs/change/faults.md). */

/**
 * The storefront's knowledge about a call (behaviour 13):
 * - `gone`: there was no connection, so nothing was sent;
 * - `unclear`: it was sent, but the upstream itself did not respond;
 * - `shape`, `types`: success whose `data` has another shape, or other types inside;
 * - `expired`: 10002;
 * - `refused`: a clear rejection, in hostile words of the upstream;
 * - `readable`: success, sent in a way that the storefront has to cope with;
 * - `wrongCode`: 10022, with an unreadable message.
 */
export type Knowledge = "gone" | "unclear" | "shape" | "types" | "expired" | "refused" | "readable" | "wrongCode";

export interface Column {
  name: string;
  /** The short heading of the column. */
  short: string;
  knowledge: Knowledge;
  /** Undefined if nothing listens, or if the call is never made. */
  fault: Fault | undefined;
  /** Delays a step of the payment, in a separate storefront. */
  late?: () => Lateness | Promise<Lateness>;
  /** True if the call took effect and only its response is broken. */
  hasEffect?: boolean;
  /** True if it uses up the storefront's deadline. */
  isSlow?: boolean;
  /** The only call that can fail like this. */
  only?: string;
}

/** The part of the hostile words that identifies them on a page. */
export const HOSTILE_PART = "onerror=alert(1)";
/** Words that a page may show only as text. */
const HOSTILE = [
  `"'></p><img src=x ${HOSTILE_PART}><script>alert(2)</script>{{amount}} %s \${1} javascript:alert(3) \u202E\u0000`,
  "no ".repeat(100),
].join(" ");

/** Words of the gateways' error pages below, which our pages must never show. */
export const NOT_FOR_VISITORS = ["Down for maintenance", "the gateway's own words"];

const column = (
  knowledge: Knowledge,
  short: string,
  name: string,
  fault: Fault | undefined,
  more: Partial<Column> = {},
): Column => ({ name, short, knowledge, fault, ...more });

const DONE = { hasEffect: true } as const;
const OF_A_PURCHASE = { only: "userPayMinerOrderV2" } as const;
const OF_A_GATEWAY = { code: 0, msg: "the gateway's own words", data: {} };
const AFTER_DEADLINE = { kind: "latency", ms: PURCHASE_DEADLINE_MS + 10_000 } as const;
const IN_MESSAGE = { kind: "error", code: 90417, message: HOSTILE } as const;
const BROKEN_CODE = { kind: "broken", code: "10022" } as const;
const CHARGED = { kind: "error", code: 90417, msg: HOSTILE, after: "effect" } as const;
/** The upstream's response when a gateway repeats the call. */
const USED_CODE = { kind: "error", code: "10022", after: "effect" } as const;
const BOTH = { code: 0, msg: "suc", succ: false, data: null };

export const COLUMNS: readonly Column[] = [
  column("gone", "refused", "refused: nothing listens", undefined),
  column("unclear", "reset", "reset before the answer", { kind: "reset" }),
  column("unclear", "cut", "reset in the answer's body", { kind: "cut" }, DONE),
  column("unclear", "hang", "no answer ever", { kind: "hang" }, { isSlow: true }),
  column("unclear", "late", "effect and answer after the deadline", AFTER_DEADLINE, { isSlow: true, ...OF_A_PURCHASE }),
  column("gone", "late mark", "the store takes the mark until after the deadline", undefined, {
    late: lateMark,
    ...OF_A_PURCHASE,
  }),
  column("gone", "late connection", "the connection stands after the deadline", undefined, {
    late: lateConnection,
    ...OF_A_PURCHASE,
  }),
  column("unclear", "drip", "an answer byte by byte", { kind: "drip" }, { hasEffect: true, isSlow: true }),
  column("unclear", "500", "500 with HTML", { kind: "html", status: 500 }),
  column("unclear", "502", "502 with JSON that says success", { kind: "gateway", status: 502, body: OF_A_GATEWAY }),
  column("unclear", "204", "204", { kind: "gateway", status: 204 }),
  column("unclear", "302", "302", { kind: "gateway", status: 302, location: "/maintenance" }),
  column("unclear", "no JSON", "200 with HTML, which is no JSON", { kind: "html" }),
  column("unclear", "null", "null", { kind: "answer", body: null }),
  column("shape", "shape", "success in another shape", { kind: "shape" }, DONE),
  column("types", "types", "success with other types inside", { kind: "types" }, DONE),
  column("unclear", "10 MB", "10 MB", { kind: "huge" }, DONE),
  column("expired", "10002", "code 10002", { kind: "error", code: "10002" }),
  column("refused", "hostile", "an unknown code with hostile words", { kind: "error", code: 90417, msg: HOSTILE }),
  column("refused", "message", "an unknown code with hostile words in `message`", IN_MESSAGE),
  column("readable", "broken", "success with bytes that are not UTF-8", { kind: "broken" }, DONE),
  column("readable", "gzip", "success, compressed unasked and without a label", { kind: "gzip" }, DONE),
  column("wrongCode", "10022", "code 10022 with bytes that are not UTF-8", BROKEN_CODE, OF_A_PURCHASE),
  column("unclear", "used code", "code 10022 from an upstream that has charged", USED_CODE, {
    ...DONE,
    ...OF_A_PURCHASE,
  }),
  column("unclear", "both", "code 0 and no success", { kind: "answer", body: BOTH }, OF_A_PURCHASE),
  column("refused", "charged", "an unknown code from an upstream that has charged", CHARGED, {
    ...DONE,
    ...OF_A_PURCHASE,
  }),
];
