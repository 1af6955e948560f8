import type { Fault } from "@storefront/sandbox/start";
import { PURCHASE_DEADLINE_MS } from "~server/upstream/constants";
import { lateConnection, lateMark, type Lateness } from "./late";

/** The ways for one call of the upstream to fail: the columns of the matrix (docs/faults.md). */

/**
 * What the storefront can know of it (behaviour 13):
 * - `gone`: no connection came about, so nothing was sent;
 * - `unclear`: it was sent, and there is no response of the upstream itself;
 * - `shape`, `types`: success, whose `data` is something else, or has other types inside (behaviour 3.23);
 * - `expired`: 10002 (behaviour 13.8);
 * - `refused`: a clear rejection, in hostile words of the upstream (behaviour 8.1);
 * - `readable`: success, sent in a way that the storefront has to cope with (behaviour 3.46, 3.47);
 * - `wrongCode`: 10022, in words that nobody can read.
 */
export type Knowledge = "gone" | "unclear" | "shape" | "types" | "expired" | "refused" | "readable" | "wrongCode";

export interface Column {
  name: string;
  /** The heading of the column, which has little space. */
  short: string;
  knowledge: Knowledge;
  /** Undefined where nothing listens, or where the call is never made. */
  fault: Fault | undefined;
  /** What is late of a payment; it has a storefront of its own. */
  late?: () => Lateness | Promise<Lateness>;
  /** The upstream did what was asked, and only its response is spoilt. */
  hasEffect?: boolean;
  /** It takes the storefront until its deadline. */
  isSlow?: boolean;
  /** The only call that can fail like this. */
  only?: string;
}

/** The part of the words by which a page is recognized that shows them. */
export const HOSTILE_PART = "onerror=alert(1)";
/** Words that a page shows as text, or not at all. */
const HOSTILE = [
  `"'></p><img src=x ${HOSTILE_PART}><script>alert(2)</script>{{amount}} %s \${1} javascript:alert(3) \u202E\u0000`,
  "no ".repeat(100),
].join(" ");

/** Words of the gateways' error pages below, which pages must never show. */
export const NOT_FOR_VISITORS = ["Down for maintenance", "the gateway's own words"];

export const COLUMNS: readonly Column[] = [
  { name: "refused: nothing listens", short: "refused", knowledge: "gone", fault: undefined },
  { name: "reset before the answer", short: "reset", knowledge: "unclear", fault: { kind: "reset" } },
  { name: "reset in the answer's body", short: "cut", knowledge: "unclear", fault: { kind: "cut" }, hasEffect: true },
  { name: "no answer ever", short: "hang", knowledge: "unclear", fault: { kind: "hang" }, isSlow: true },
  {
    name: "effect and answer after the deadline",
    short: "late",
    knowledge: "unclear",
    fault: { kind: "latency", ms: PURCHASE_DEADLINE_MS + 10_000 },
    isSlow: true,
    only: "userPayMinerOrderV2",
  },
  {
    name: "the store takes the mark until after the deadline",
    short: "late mark",
    knowledge: "gone",
    fault: undefined,
    late: lateMark,
    only: "userPayMinerOrderV2",
  },
  {
    name: "the connection stands after the deadline",
    short: "late connection",
    knowledge: "gone",
    fault: undefined,
    late: lateConnection,
    only: "userPayMinerOrderV2",
  },
  {
    name: "an answer byte by byte",
    short: "drip",
    knowledge: "unclear",
    fault: { kind: "drip" },
    hasEffect: true,
    isSlow: true,
  },
  { name: "500 with HTML", short: "500", knowledge: "unclear", fault: { kind: "html", status: 500 } },
  {
    name: "502 with JSON that says success",
    short: "502",
    knowledge: "unclear",
    fault: { kind: "gateway", status: 502, body: { code: 0, msg: "the gateway's own words", data: {} } },
  },
  { name: "204", short: "204", knowledge: "unclear", fault: { kind: "gateway", status: 204 } },
  {
    name: "302",
    short: "302",
    knowledge: "unclear",
    fault: { kind: "gateway", status: 302, location: "/maintenance" },
  },
  { name: "200 with HTML, which is no JSON", short: "no JSON", knowledge: "unclear", fault: { kind: "html" } },
  { name: "null", short: "null", knowledge: "unclear", fault: { kind: "answer", body: null } },
  { name: "success in another shape", short: "shape", knowledge: "shape", fault: { kind: "shape" }, hasEffect: true },
  {
    name: "success with other types inside",
    short: "types",
    knowledge: "types",
    fault: { kind: "types" },
    hasEffect: true,
  },
  { name: "10 MB", short: "10 MB", knowledge: "unclear", fault: { kind: "huge" }, hasEffect: true },
  { name: "code 10002", short: "10002", knowledge: "expired", fault: { kind: "error", code: "10002" } },
  {
    name: "an unknown code with hostile words",
    short: "hostile",
    knowledge: "refused",
    fault: { kind: "error", code: 90417, msg: HOSTILE },
  },
  {
    name: "an unknown code with hostile words in `message`",
    short: "message",
    knowledge: "refused",
    fault: { kind: "error", code: 90417, message: HOSTILE },
  },
  {
    name: "success with bytes that are not UTF-8",
    short: "broken",
    knowledge: "readable",
    fault: { kind: "broken" },
    hasEffect: true,
  },
  {
    name: "success, compressed unasked and without a label",
    short: "gzip",
    knowledge: "readable",
    fault: { kind: "gzip" },
    hasEffect: true,
  },
  {
    name: "code 10022 with bytes that are not UTF-8",
    short: "10022",
    knowledge: "wrongCode",
    fault: { kind: "broken", code: "10022" },
    only: "userPayMinerOrderV2",
  },
  {
    name: "an unknown code from an upstream that has charged",
    short: "charged",
    knowledge: "refused",
    fault: { kind: "error", code: 90417, msg: HOSTILE, after: "effect" },
    hasEffect: true,
    only: "userPayMinerOrderV2",
  },
];
