import { z } from "zod";
import { storedTimeMs } from "~server/store/stored-time";
import { digest } from "~server/crypto/digest";
import { parseObject } from "~server/forms/constants";
import { LIMITS } from "~server/limits";
import { EXTRA_WAIT_MS, readResult, optionalRead } from "~server/loader/reads";
import type { Message } from "~server/i18n/message";
import { ownerOf } from "~server/account/owner-of";
import { ownerKey, type Owner } from "~server/session/owner";
import type { Session } from "~server/session/session";
import { DEPOSIT_PAGE_SIZE } from "~server/specification";
import { limit } from "~server/store/rate-limit";
import { listOf } from "~server/store/list-of";
import { storedDecimal } from "~server/purchase/decimal";
import { store } from "~server/store/shared";
import { untilChanged } from "@storefront/store/store";
import { depositList, type Deposit } from "~server/upstream/finance";
import { market, type Coin } from "~server/upstream/market";
import { isOlderThan } from "~server/upstream/parsers";
import type { UpstreamContext } from "~server/upstream/client";

/** A watch stores the present deposit record. Only deposits that are not in it count (behaviour 2.130). */

const WATCH_AGE_MS = 24 * 60 * 60_000;
/** A result younger than this is shown again, so that a reload costs no read. */
const READ_AGAIN_AFTER_MS = 25_000;
/** More coins than anybody deposits in a day. */
const COINS_MAX = 8;
/** Ten times the requested page size. Thousands of rows per coin would block the event loop and Redis's connection. */
const ROWS_MAX = 10 * DEPOSIT_PAGE_SIZE;
/** Longer than any status that is read. A manipulated Redis may contain anything. */
const STATUS_MAX_LENGTH = 100;

/** Digests that identify a deposit, which has no id. `isVague`: it has no transaction, and no time or no amount. */
const rowSchema = z.object({ at: z.string(), tx: z.string().optional(), isVague: z.boolean().optional() });
/** `isFull`: older deposits may follow on the next page. */
const recordSchema = z.object({ rows: listOf(rowSchema, ROWS_MAX), isFull: z.boolean() });
const foundSchema = z.object({
  amount: storedDecimal.optional(),
  status: z.enum(["unconfirmed", "completed", "exception", "unknown"]),
  rawStatus: z.string().max(STATUS_MAX_LENGTH),
  statusText: z.string().max(STATUS_MAX_LENGTH).optional(),
});
const watchSchema = z.object({
  sinceMs: storedTimeMs,
  known: recordSchema,
  last: z.object({ atMs: storedTimeMs, record: recordSchema, found: listOf(foundSchema, ROWS_MAX) }),
});
const watchesSchema = listOf(z.tuple([z.string(), watchSchema]), COINS_MAX);

type Watch = z.infer<typeof watchSchema>;
/** Watches by coin. A map, because an object would have an entry for a coin named `constructor`. */
type Watches = ReadonlyMap<string, Watch>;

export type FoundDeposit = z.infer<typeof foundSchema>;

export type DepositProgress = "waiting" | "seen" | "credited" | "exception";

/** `ended`: no watch is stored, or it has expired. */
export type Watched =
  | { state: "ended" }
  | { state: "unread"; failure: Message }
  | { state: DepositProgress; found: FoundDeposit[]; readAtMs: number };

export const DEPOSIT_WATCH = "deposits";

/**
 * Starts a watch with a coin's present record, or with one of the last minute if the visitor's reads are used up.
 *
 * @returns the milliseconds to wait until a read is allowed; 0 if the watch has started
 * @throws WatchStoreError
 */
export async function rememberRecord(
  upstreamContext: UpstreamContext,
  session: Session,
  coinSymbol: string,
): Promise<number> {
  const owner = await ownerOf(session);
  const { watches } = await readWatches(owner);
  const { allowed, retryAfterMs } = await limitReads(owner);
  const last = watches.get(coinSymbol)?.last;
  const isRecent = last !== undefined && last.atMs > Date.now() - LIMITS["deposit-watch"].perMs;
  if (!allowed && !isRecent) return retryAfterMs;
  const read = allowed ? await readRecord(upstreamContext, coinSymbol) : undefined;
  const record = read?.record ?? last?.record;
  if (!record) return retryAfterMs;
  const atMs = Date.now();
  const watch = { sinceMs: atMs, known: record, last: { atMs, record, found: [] } };
  await change(owner, (known) => new Map(known).set(coinSymbol, watch));
  return 0;
}

/** Reads the progress of a watch; between two reads, returns the last result. */
export async function readWatch(
  upstreamContext: UpstreamContext,
  session: Session,
  coinSymbol: string,
): Promise<Watched> {
  const { value: owner, failure: unknownOwner } = await readResult(ownerOf(session));
  if (!owner) return { state: "unread", failure: unknownOwner };
  try {
    const watch = (await readWatches(owner)).watches.get(coinSymbol);
    if (!watch) return { state: "ended" };
    const known = resultOf(watch.last);
    const isFresh = watch.last.atMs > Date.now() - READ_AGAIN_AFTER_MS;
    if (known.state === "credited" || isFresh || !(await limitReads(owner)).allowed) return known;
    const { value: read, failure } = await readResult(readRecord(upstreamContext, coinSymbol));
    if (!read) return { state: "unread", failure };
    const last = { atMs: Date.now(), record: read.record, found: newDeposits(read, watch) };
    await change(owner, (watches) =>
      watches.get(coinSymbol)?.sinceMs === watch.sinceMs
        ? new Map(watches).set(coinSymbol, { ...watch, last })
        : watches,
    );
    return resultOf(last);
  } catch (error) {
    if (error instanceof WatchStoreError) return { state: "unread", failure: "Recharge.watchFails" };
    throw error;
  }
}

/** True while a watched deposit is not credited yet; false if the watch cannot be read. */
export async function isWatched(session: Session, coinSymbol: string): Promise<boolean> {
  const owner = await optionalRead(ownerOf(session));
  if (!owner) return false;
  try {
    const watch = (await readWatches(owner)).watches.get(coinSymbol);
    return watch !== undefined && resultOf(watch.last).state !== "credited";
  } catch (error) {
    if (error instanceof WatchStoreError) return false;
    throw error;
  }
}

function limitReads(owner: Owner) {
  return limit("deposit-watch", owner.name, LIMITS["deposit-watch"]);
}

async function readRecord(upstreamContext: UpstreamContext, coinSymbol: string) {
  const page = { coinSymbol, page: 1, pageSize: DEPOSIT_PAGE_SIZE };
  const [{ deposits, more }, coins] = await Promise.all([
    depositList(upstreamContext, page),
    optionalRead(market(upstreamContext, { waitMs: EXTRA_WAIT_MS })),
  ]);
  const names = spellingsOf(coinSymbol, coins?.coin(coinSymbol));
  const isOwn = ({ symbol = coinSymbol }: Deposit) => names.has(symbol.toLowerCase());
  const read = deposits.slice(0, ROWS_MAX);
  const isFull = more || deposits.length >= DEPOSIT_PAGE_SIZE;
  // All rows are stored: the names may be known only later, and an older deposit must not seem new then.
  return { deposits: read, isOwn, record: { rows: read.map(rowOf), isFull } };
}

/** Deposits may name their coin by its displayed name (`USDT` for `USDT1742`), its network, or in another case. */
function spellingsOf(coinSymbol: string, { names, networks }: Partial<Coin> = {}): Set<string> {
  const chains = networks?.state === "sent" ? networks.chains.map(({ name }) => name) : [];
  return new Set([coinSymbol, ...(names ?? []), ...chains].map((name) => name.toLowerCase()));
}

function rowOf({ createdAtMs, createdAt, amount, txid }: Deposit): z.infer<typeof rowSchema> {
  const time = createdAtMs ?? createdAt;
  const at = digest("deposit", `${time ?? ""}/${amount ?? ""}`);
  if (txid !== undefined) return { at, tx: digest("deposit-tx", txid) };
  return time === undefined || amount === undefined ? { at, isVague: true } : { at };
}

/** Each stored row matches one deposit: if two deposits look alike, the second is new. */
function newDeposits(
  { deposits, isOwn }: Pick<Awaited<ReturnType<typeof readRecord>>, "deposits" | "isOwn">,
  { sinceMs, known }: Watch,
): FoundDeposit[] {
  const { rows, isFull } = known;
  const left = [...rows];
  const isKnown = deposits.map((deposit) => {
    const row = rowOf(deposit);
    const at = left.findIndex(({ at: its, tx }) => (tx && row.tx ? tx === row.tx : its === row.at));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  // Below the last known deposit of a full page, all are older: they move up when one is removed.
  const lastKnown = isKnown.lastIndexOf(true);
  const end = isFull && lastKnown >= 0 ? lastKnown : deposits.length;
  // In a list sorted by last change, an older deposit may come before the known ones.
  const isOlder = ({ createdAtMs, createdAt }: Deposit) => isOlderThan(sinceMs, createdAtMs, createdAt);
  const unknown = deposits.slice(0, end).filter((deposit, index) => !isKnown[index] && !isOlder(deposit));
  const vague = left.filter(({ isVague }) => isVague).length;
  return unknown
    .slice(0, Math.max(0, unknown.length - vague))
    .filter(isOwn)
    .map(({ amount, status, rawStatus, statusText }) => ({ amount, status, rawStatus, statusText }));
}

function resultOf({ atMs, found }: Watch["last"]) {
  return { state: progressOf(found), found, readAtMs: atMs };
}

/** If there are several deposits, the watch ends when all are final. */
function progressOf(found: readonly FoundDeposit[]): DepositProgress {
  const has = (...wanted: FoundDeposit["status"][]) => found.some(({ status }) => wanted.includes(status));
  if (found.length === 0) return "waiting";
  if (has("unconfirmed", "unknown")) return "seen";
  return has("completed") ? "credited" : "exception";
}

/** The store does not respond, so the state of the watch is unknown. */
export class WatchStoreError extends Error {
  override name = "WatchStoreError";
}

async function inStore<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    throw new WatchStoreError("the store does not respond", { cause });
  }
}

async function readWatches(owner: Owner): Promise<{ stored: string | null; watches: Watches }> {
  const stored = await inStore(() => store().get(ownerKey(DEPOSIT_WATCH, owner)));
  const watches = watchesSchema.safeParse(Object.entries(parseObject(stored ?? "") ?? {})).data ?? [];
  const isCurrent = ([, { sinceMs }]: [string, Watch]) => sinceMs > Date.now() - WATCH_AGE_MS;
  return { stored, watches: new Map(watches.filter(isCurrent)) };
}

async function change(owner: Owner, changed: (watches: Watches) => Watches): Promise<void> {
  const key = ownerKey(DEPOSIT_WATCH, owner);
  await untilChanged(async () => {
    const { stored, watches } = await readWatches(owner);
    const newest = [...changed(watches)].sort(([, one], [, other]) => other.sinceMs - one.sinceMs).slice(0, COINS_MAX);
    const ageMs = Math.max(1, ...newest.map(([, { sinceMs }]) => sinceMs + WATCH_AGE_MS - Date.now()));
    const write = { [key]: { value: JSON.stringify(Object.fromEntries(newest)), ageMs } };
    return (await inStore(() => store().commit({ expect: { [key]: stored }, write }))) === "done";
  });
}
