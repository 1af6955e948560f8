import { LRUCache } from "lru-cache";
import { digest } from "~server/crypto/digest";
import { FLOW_AGE_MS } from "~server/session/headers";

/**
 * The values of drafts that are too long for the cookie `flow`, in the memory of this process: a stranger must not fill
 * the store that purchases need. Bounded for each network and in total; another instance does not have them.
 */

/** The values typed into forms, by form purpose and field name. */
export type Drafts = Record<string, Record<string, string>>;

/** What an entry needs beside its text. */
const ENTRY_BYTES = 400;
/** A dozen of the longest drafts: of all visitors behind one address. */
export const NETWORK_MAX_BYTES = 64 * 1024;
const TOTAL_MAX_BYTES = 32 * 1024 * 1024;

interface Entry {
  network: string;
  /** JSON, not the values: those may be parts of a posted body, which they would keep in memory. */
  text: string;
}

/** The ids of a network's entries with their bytes, the oldest first. */
const networks = new Map<string, Map<string, number>>();

const entries = new LRUCache<string, Entry>({
  maxSize: TOTAL_MAX_BYTES,
  sizeCalculation: sizeOf,
  ttl: FLOW_AGE_MS,
  ttlResolution: 0,
  // Nobody's details stay in memory longer than they can be read.
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

/** The id of a flow's values: a cookie that is set again with the same values needs no room of its own. */
export const longDraftId = (flowId: string, draft: Drafts): string =>
  digest("long-draft", `${flowId}\n${JSON.stringify(draft)}`);

/**
 * Keeps values for as long as the flow's cookie lasts. Older ones of the same network make room for them, and beyond
 * the total those that were not read for the longest time.
 *
 * @param id that of `longDraftId`
 * @param network names the network whose budget they use
 */
export function keepLongDraft(id: string, network: string, draft: Drafts): void {
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

/** What `keepLongDraft` kept; undefined when it is gone. */
export function readLongDraft(id: string): Drafts | undefined {
  const entry = entries.get(id);
  return entry && (JSON.parse(entry.text) as Drafts);
}

/** How much is kept, in all and by network, for tests. */
export function longDraftBytes(): { totalBytes: number; networkBytes: number[] } {
  const sum = (ids: ReadonlyMap<string, number>) => [...ids.values()].reduce((one, other) => one + other, 0);
  return { totalBytes: entries.calculatedSize, networkBytes: [...networks.values()].map(sum) };
}
