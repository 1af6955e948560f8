import { randomUUID } from "node:crypto";
import { guarded } from "@storefront/resilience/guarded";
import type { Entry, Store } from "./store";

/** A lease ends after this time, unless the process that has it renews it: it does so each second while it lives. */
export const LEASE_MS = 3_000;
const LEASE_RENEW_MS = 1_000;

/** A lock that one process has and the others respect, for as long as it works. */
export interface Lease {
  /** The key in the store, and its value while the lease lasts: for changes that count only while it lasts. */
  key: string;
  mark: string;
  /** Ends it. Never rejects: where the store fails it ends by itself. */
  release: () => Promise<void>;
}

/**
 * Takes a lease. It is renewed each second while this process lives; the lease of a process that died lasts three more
 * seconds at most. A process that was suspended for longer has lost it, so a change that must not happen twice expects
 * the lease's mark.
 *
 * @param store where
 * @param key what is locked
 * @param mark the value of the key; random by default
 * @returns null when another holder has it
 * @throws what the store throws
 */
export async function takeLease(store: Store, key: string, mark: string = randomUUID()): Promise<Lease | null> {
  return (await store.add(key, mark, LEASE_MS)) ? renewLease(store, key, mark) : null;
}

/**
 * Renews a lease that a change has just written, as `leaseEntry` has it.
 *
 * @param mark the value of the key
 */
export function renewLease(store: Store, key: string, mark: string): Lease {
  const expect = { [key]: mark };
  const renewing = setInterval(
    guarded(() => {
      // A renewal that fails is made up for by the next one, or the lease ends.
      store.commit({ expect, write: { [key]: leaseEntry(mark) } }).catch(() => undefined);
    }),
    LEASE_RENEW_MS,
  );
  renewing.unref();
  return {
    key,
    mark,
    async release() {
      clearInterval(renewing);
      await store.commit({ expect, write: { [key]: null } }).catch(() => undefined);
    },
  };
}

/** The entry with which a change begins a lease. */
export function leaseEntry(mark: string): Entry {
  return { value: mark, ageMs: LEASE_MS };
}
