import { randomUUID } from "node:crypto";
import { guarded } from "@storefront/resilience/guarded";
import type { Entry, Store } from "./store";

/** Lifetime of a lease that is not renewed. */
export const LEASE_MS = 3_000;
const LEASE_RENEW_MS = 1_000;

/** A lock that expires when its process dies. A change during the lease expects `mark` under `key`. */
export type Lease = ReturnType<typeof renewLease>;

/**
 * Takes a lease and renews it every second. A process that was suspended for too long has lost its lease, so a change
 * that must not happen twice should expect the lease's mark.
 *
 * @returns null if another holder has it
 * @throws the store's error
 */
export async function takeLease(store: Store, key: string, mark: string = randomUUID()): Promise<Lease | null> {
  return (await store.add(key, mark, LEASE_MS)) ? renewLease(store, key, mark) : null;
}

/** Renews a lease that a change has just written (`leaseEntry`). */
export function renewLease(store: Store, key: string, mark: string) {
  const expect = { [key]: mark };
  // After a failed renewal, the next one succeeds or the lease expires.
  const renew = guarded(() => store.commit({ expect, write: { [key]: leaseEntry(mark) } }).catch(() => undefined));
  const renewing = setInterval(renew, LEASE_RENEW_MS).unref();
  return {
    key,
    mark,
    /** Releases the lease. Never rejects: if the store fails, the lease expires. */
    release: async (): Promise<void> => {
      clearInterval(renewing);
      await store.commit({ expect, write: { [key]: null } }).catch(() => undefined);
    },
  };
}

export function leaseEntry(mark: string): Entry {
  return { value: mark, ageMs: LEASE_MS };
}
