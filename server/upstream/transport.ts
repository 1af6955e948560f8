import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import {
  PURCHASE_DEADLINE_MS,
  READ_DEADLINE_MS,
  READ_RETRY_JITTER_MS,
  UPLOAD_DEADLINE_MS,
  WRITE_DEADLINE_MS,
} from "~server/constants";
import { env } from "~server/env";
import { isNothing, readEnvelope, type Envelope } from "./answer";
import { Stopped, throughBreaker } from "./breaker";
import { send } from "./connection";
import { isExpired, serverMessage, SUCCESS_CODE } from "./errors";
import { reportFailedCall } from "./failed-call";
import { Absent, Expired, Forbidden, Refused, Unavailable } from "./failures";
import { hungRecently, noteHang, READ_AFTER_HANG_DEADLINE_MS } from "./recent-hang";
import { NoRoom } from "./pools";
import { purposeOf, type Caller, type Kind, type Sending } from "./sending";
import { nothing } from "./shapes";

export { Absent, Expired, Refused, Unavailable } from "./failures";
export { forMoney, within, type Caller } from "./sending";

const DEADLINES_MS: Readonly<Record<Kind, number>> = {
  read: READ_DEADLINE_MS,
  write: WRITE_DEADLINE_MS,
  purchase: PURCHASE_DEADLINE_MS,
  upload: UPLOAD_DEADLINE_MS,
};

/** One call (behaviour 7.7). */
export interface Call<S extends z.ZodTypeAny> extends Sending {
  /** How `data` of the answer is read. */
  schema: S;
  /** What is asked for may not exist: HTTP 404, and success without data, are then a clear answer (`Absent`). */
  mayBeAbsent?: boolean;
}

/** The prefixes of the paths (behaviour 7.1). */
export const EXCHANGE = "/fe-ex-api";
export const HASHRATE = "/fe-origin-hashrate-api";
export function storagePrefix(): string {
  return `/fe-${env().STORAGE_PRODUCT}-api`;
}

const USER_INFO = `${EXCHANGE}/common/user_info`;

/**
 * Makes one call of the platform (behaviour 7.1, 7.2): POST, with its headers, within one deadline that covers
 * connecting, sending and the whole answer. A read is tried a second time when there is no usable answer and time is
 * left.
 *
 * @returns `data` of the answer, as the schema reads it
 * @throws Refused, Expired, Unavailable; Absent where the call says that it may be
 */
export async function call<S extends z.ZodTypeAny>(caller: Caller, wanted: Call<S>): Promise<z.output<S>> {
  const deadlineMs = deadlineOf(caller, wanted.kind);
  const startedAtMs = performance.now();
  if (deadlineMs <= 0) throw reportFailedCall(wanted, new Unavailable("no time was left", false), startedAtMs);
  const signal = AbortSignal.timeout(deadlineMs);
  try {
    const read = () => tryTwice(caller, wanted, signal);
    // A payment asks in any case (behaviour 13.16).
    if (wanted.kind !== "read" || purposeOf(caller, wanted) === "money") return await read();
    return await throughBreaker(caller, wanted, { isHasty: deadlineMs < READ_AFTER_HANG_DEADLINE_MS, read });
  } catch (error) {
    const waitedInVain = signal.aborted && isHurried(wanted.kind) && !caller.nobodyWaits;
    if (waitedInVain && deadlineMs > READ_AFTER_HANG_DEADLINE_MS) noteHang();
    if (error instanceof Forbidden && (await userInfoSaysExpired(caller, wanted, signal))) throw new Expired();
    // That a read is stopped was told once.
    if (error instanceof Unavailable && !(error instanceof Absent || error instanceof Stopped))
      reportFailedCall(wanted, error, startedAtMs);
    throw error;
  }
}

/**
 * A write of whose answer only the code counts.
 *
 * @throws Refused, Expired, Unavailable
 */
export function write(caller: Caller, path: string, body: Sending["body"] = {}): Promise<void> {
  return call(caller, { kind: "write", path, body, schema: nothing });
}

/** Purchases and uploads keep their own deadlines, and say nothing about how long others should wait. */
function isHurried(kind: Kind): boolean {
  return kind === "read" || kind === "write";
}

function deadlineOf(caller: Caller, kind: Kind): number {
  const { deadlineMs = Infinity, deadlineAtMs = Infinity, nobodyWaits } = caller;
  const own = Math.min(deadlineMs, DEADLINES_MS[kind]);
  if (!isHurried(kind)) return own;
  const patient = kind === "read" && !nobodyWaits && hungRecently() ? Math.min(own, READ_AFTER_HANG_DEADLINE_MS) : own;
  return Math.ceil(Math.min(patient, deadlineAtMs - performance.now()));
}

async function tryTwice<S extends z.ZodTypeAny>(
  caller: Caller,
  wanted: Call<S>,
  signal: AbortSignal,
): Promise<z.output<S>> {
  try {
    return await attempt(caller, wanted, signal);
  } catch (error) {
    if (wanted.kind !== "read" || !(error instanceof Unavailable)) throw error;
    if (error instanceof Absent || error instanceof NoRoom) throw error;
    try {
      // When one short failure hits many reads, they must not all be repeated at the same moment.
      await wait(Math.random() * READ_RETRY_JITTER_MS, undefined, { signal });
    } catch {
      throw error;
    }
    return await attempt(caller, wanted, signal);
  }
}

async function attempt<S extends z.ZodTypeAny>(
  caller: Caller,
  wanted: Call<S>,
  signal: AbortSignal,
): Promise<z.output<S>> {
  const { schema, body } = wanted;
  const { status, text } = await send(caller, wanted, signal);
  const envelope = clearAnswer(caller, wanted, status, text);
  if (envelope.code !== SUCCESS_CODE) {
    if (isExpired(envelope.code)) throw new Expired();
    throw new Refused(envelope.code, serverMessage(envelope.msg, [{ ...caller }, body]));
  }
  if (status < 200 || status >= 300) throw new Unavailable(`status ${status}`, true);
  if (wanted.mayBeAbsent && isNothing(envelope.data)) throw new Absent("success without data", true);
  const read = schema.safeParse(envelope.data) as z.SafeParseReturnType<unknown, z.output<S>>;
  if (read.success) return read.data;
  const part = read.error.issues[0]?.path[0];
  // The first step of the path is a name of ours; later ones may be keys of the answer.
  throw new Unavailable(`unreadable answer${typeof part === "string" ? ` at ${part}` : ""}`, true);
}

/**
 * The envelope of an answer that is the platform's own word.
 *
 * @throws Expired, Absent, Forbidden, Unavailable
 */
function clearAnswer(
  caller: Caller,
  { kind, mayBeAbsent }: Call<z.ZodTypeAny>,
  status: number,
  text: string,
): Envelope {
  if (status >= 300 && status < 400) throw new Unavailable(`redirect refused, status ${status}`, true);
  // A gateway that lost its back end may answer JSON too: it cannot know what happened behind it, and its message is
  // not for visitors.
  if (status >= 500) throw new Unavailable(`status ${status}`, true);
  if (status === 404 && mayBeAbsent) throw new Absent("status 404", true);
  const envelope = readEnvelope(text);
  if (envelope) return envelope;
  // A purchase that was sent has no outcome until the platform itself says one: a gateway's 401 or 403 may come after
  // it was charged. It stays "unknown", and the page that follows finds out by itself that the session has ended.
  if (caller.token && kind !== "purchase") {
    if (status === 401) throw new Expired();
    if (status === 403) throw new Forbidden("status 403, no envelope", true);
  }
  throw new Unavailable(`status ${status}, no envelope`, true);
}

/**
 * Whether `user_info` says of the same token that its session has expired (behaviour 7.20): a firewall that
 * forbids one path must not sign everybody out. Asked once, without a second try, and never about `user_info` itself.
 */
async function userInfoSaysExpired(caller: Caller, { path }: Sending, signal: AbortSignal): Promise<boolean> {
  if (path === USER_INFO) return false;
  const question = { kind: "read", path: USER_INFO, schema: z.unknown() } as const;
  const startedAtMs = performance.now();
  try {
    await attempt(caller, question, signal);
    return false;
  } catch (error) {
    if (error instanceof Unavailable) reportFailedCall(question, error, startedAtMs);
    return error instanceof Expired;
  }
}
