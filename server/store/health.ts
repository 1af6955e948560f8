import { log } from "@storefront/observability/log";
import type { Condition } from "@storefront/http-server/dependencies";
import { withDeadline } from "@storefront/resilience/deadline";
import { poll } from "@storefront/resilience/poll";
import { store } from "~server/store/shared";

const STORE_PROBE_EVERY_MS = 1_000;
const STORE_PROBE_DEADLINE_MS = 3_000;

let known: Condition | undefined;

export class StoreDown extends Error {
  override name = "StoreDown";
}

/** Returns the last result of `watchStore`, else probes the store. Never rejects. */
export async function storeHealth(): Promise<Condition> {
  return known ?? probe();
}

/** Returns the epoch for a new quote. Throws StoreDown if the last probe could not write. */
export async function epochForQuote(): Promise<string> {
  if (known?.ok === false) throw new StoreDown(known.note);
  return store().epoch();
}

/** True unless the last probe failed. */
export function canStorePurchases(): boolean {
  return known?.ok !== false;
}

/** Writes to the store and reads back once a second, until the returned function stops it. */
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
