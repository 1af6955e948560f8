import { randomUUID } from "node:crypto";
import { LEASE_MS, LEASE_RENEW_MS } from "~server/constants";
import { store } from "~server/store/shared";
import type { Kept, Store } from "~server/store/store";

/** What one process holds and the others respect, for as long as it works. */
export interface Lease {
  /** The key in the store, and what it holds while it is this lease's: for changes that count only while it lasts. */
  key: string;
  mark: string;
  /** Ends it. Never rejects: where the store fails it ends by itself. */
  release: () => Promise<void>;
}

/**
 * Takes a lease. It is renewed each second while this process lives; a process that died holds it for three more
 * seconds at most. A process that was suspended for longer has lost it, so a change that must not happen twice expects
 * the lease's mark.
 *
 * @param key what is held
 * @param options.mark what the key holds; a random one unless said otherwise
 * @param options.keptIn where; the shared store unless said otherwise
 * @returns null when another holder has it
 * @throws what the store throws
 */
export async function takeLease(
  key: string,
  { mark = randomUUID(), keptIn = store() }: { mark?: string; keptIn?: Store } = {},
): Promise<Lease | null> {
  return (await keptIn.add(key, mark, LEASE_MS)) ? keepLease(key, mark, keptIn) : null;
}

/**
 * Keeps a lease that a change has just written, as `leaseEntry` has it.
 *
 * @param mark what the key holds
 */
export function keepLease(key: string, mark: string, keptIn: Store = store()): Lease {
  const expect = { [key]: mark };
  const renewing = setInterval(() => {
    // A renewal that fails is made up for by the next one, or the lease ends.
    keptIn.commit({ expect, write: { [key]: leaseEntry(mark) } }).catch(() => undefined);
  }, LEASE_RENEW_MS);
  renewing.unref();
  return {
    key,
    mark,
    async release() {
      clearInterval(renewing);
      await keptIn.commit({ expect, write: { [key]: null } }).catch(() => undefined);
    },
  };
}

/** What a change writes to begin a lease. */
export function leaseEntry(mark: string): Kept {
  return { value: mark, ageMs: LEASE_MS };
}
