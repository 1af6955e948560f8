import { LRUCache } from "lru-cache";
import { ageOf } from "@storefront/resilience/age";
import { RETRY_FIRST_MS, RETRY_LONGEST_MS } from "./constants";
import type { ImageUnavailable } from "./source";

/** Strangers cannot make this grow, since addresses are signed. */
const MAX_ENTRIES = 5_000;

/** Images that failed: one that cannot be had, or does harm, costs one try, and then seldom another. */
export function createNegativeCache() {
  const failures = new LRUCache<string, { error: ImageUnavailable; times: number; fromMs: number; waitMs: number }>({
    max: MAX_ENTRIES,
  });
  return {
    /** Why an image is not tried now, if so. */
    get(address: string): ImageUnavailable | undefined {
      const failure = failures.get(address);
      return failure && ageOf(failure.fromMs) < failure.waitMs ? failure.error : undefined;
    },
    add(address: string, error: ImageUnavailable): void {
      const times = (failures.get(address)?.times ?? 0) + 1;
      const waitMs = Math.min(RETRY_FIRST_MS * 2 ** (times - 1), RETRY_LONGEST_MS);
      failures.set(address, { error, times, fromMs: Date.now(), waitMs });
    },
    delete: (address: string) => void failures.delete(address),
  };
}
