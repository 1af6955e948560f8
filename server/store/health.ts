import { log } from "@storefront/observability/log";
import type { Condition } from "@storefront/http-server/dependencies";
import { withDeadline } from "@storefront/resilience/deadline";
import { poll } from "@storefront/resilience/poll";
import { store } from "~server/store/shared";

/** How often the store's health is written and read back, and how long that may take. */
const STORE_PROBE_EVERY_MS = 1_000;
const STORE_PROBE_DEADLINE_MS = 3_000;

/** What the last probe found, while the store is watched. */
let known: Condition | undefined;

/** The store is not usable for a purchase; the message gives the reason. */
export class StoreDown extends Error {
  override name = "StoreDown";
}

/** The store's health: the last result of `watchStore`, or a new probe where nothing watches it. Never rejects. */
export async function storeHealth(): Promise<Condition> {
  return known ?? probe();
}

/**
 * The epoch for a new quote.
 *
 * @throws StoreDown where the last probe found that a purchase could not be written; what the store throws
 */
export async function epochForQuote(): Promise<string> {
  if (known?.ok === false) throw new StoreDown(known.note);
  return store().epoch();
}

/** Whether the last probe found that a purchase could be written; true before the first probe. */
export function canStorePurchases(): boolean {
  return known?.ok !== false;
}

/**
 * Writes to the store once a second from now on, and reads back, so that its health is known before a buyer finds out.
 * The log has one line for each loss and one for each recovery.
 *
 * @returns ends the watch
 */
export function watchStore(): () => void {
  const polling = poll(probe, noteCondition, STORE_PROBE_EVERY_MS);
  return () => {
    polling.stop();
    known = undefined;
  };
}

function noteCondition(now: Condition): void {
  const wasOk = known?.ok ?? true;
  known = now;
  if (now.ok === wasOk) return;
  if (now.ok) log().warn("the store is usable again");
  else log().error({ reason: now.note }, "the store is down");
}

async function probe(): Promise<Condition> {
  try {
    return await withDeadline(probeOnce(), STORE_PROBE_DEADLINE_MS, () => ({ ok: false, note: "no answer in time" }));
  } catch (error) {
    return { ok: false, note: error instanceof Error ? error.message : String(error) };
  }
}

async function probeOnce(): Promise<Condition> {
  const note = await store().probe();
  return { ok: true, ...(note !== undefined && { note }) };
}
