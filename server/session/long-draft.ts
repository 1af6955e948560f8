import { LRUCache } from "lru-cache";
import { digest } from "~server/crypto/digest";
import { FLOW_AGE_MS } from "~server/session/headers";

/** Draft values too long for the cookie, in this process's memory: strangers must not fill the store of purchases. */

/** Values by form purpose and field name. */
export type Drafts = Record<string, Record<string, string>>;

const ENTRY_BYTES = 400;
/** Room for a dozen of the longest drafts behind one address. */
export const NETWORK_MAX_BYTES = 64 * 1024;
const TOTAL_MAX_BYTES = 32 * 1024 * 1024;

interface Entry {
  network: string;
  /** JSON, because the values may be slices that retain a posted body. */
  text: string;
}

const networks = new Map<string, Map<string, number>>();

const entries = new LRUCache<string, Entry>({
  maxSize: TOTAL_MAX_BYTES,
  sizeCalculation: sizeOf,
  ttl: FLOW_AGE_MS,
  ttlResolution: 0,
  // Details must not stay in memory longer than they can be read.
  ttlAutopurge: true,
  perf: { now: () => Date.now() },
  dispose: ({ network }, id) => forget(network, id),
});

function sizeOf({ text }: Entry): number {
  return ENTRY_BYTES + 2 * text.length;
}

function forget(network: string, id: string): void {
  const ids = networks.get(network);
  ids?.delete(id);
  if (ids?.size === 0) networks.delete(network);
}

/** Equal values of a flow share an id, so they need no further space. */
export const longDraftId = (flowId: string, draft: Drafts): string =>
  digest("long-draft", `${flowId}\n${JSON.stringify(draft)}`);

/** Stores values. Evicts older values of the same network first, then, beyond the total, those read longest ago. */
export function storeLongDraft(id: string, network: string, draft: Drafts): void {
  const entry = { network, text: JSON.stringify(draft) };
  const bytes = sizeOf(entry);
  if (bytes > NETWORK_MAX_BYTES) return;
  entries.delete(id);
  let usedBytes = bytes;
  for (const used of networks.get(network)?.values() ?? []) usedBytes += used;
  for (const [oldest, freed] of networks.get(network) ?? []) {
    if (usedBytes <= NETWORK_MAX_BYTES) break;
    entries.delete(oldest);
    usedBytes -= freed;
  }
  const ids = networks.get(network) ?? new Map<string, number>();
  networks.set(network, ids.set(id, bytes));
  entries.set(id, entry);
}

export function readLongDraft(id: string): Drafts | undefined {
  const entry = entries.get(id);
  return entry && (JSON.parse(entry.text) as Drafts);
}

/** Used by tests only. */
export function longDraftBytes(): { totalBytes: number; networkBytes: number[] } {
  const sum = (ids: ReadonlyMap<string, number>) => [...ids.values()].reduce((one, other) => one + other, 0);
  return { totalBytes: entries.calculatedSize, networkBytes: [...networks.values()].map(sum) };
}
