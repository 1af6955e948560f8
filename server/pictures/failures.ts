import { LRUCache } from "lru-cache";
import { ageOf } from "@storefront/resilience/age";
import { PICTURE_FAILED_LONGEST_MS, PICTURE_FAILED_MS } from "~server/constants";
import type { NoPicture } from "./source";

/** Nobody's addresses make this grow: they are signed, and beyond these the oldest is forgotten. */
const REMEMBERED = 5_000;

/** Pictures that failed: one that cannot be had, or harms, costs one try, and then seldom another. */
export function failedPictures() {
  const failures = new LRUCache<string, { error: NoPicture; times: number; fromMs: number; waitMs: number }>({
    max: REMEMBERED,
  });
  return {
    /** Why a picture is not asked for now, if so. */
    recent(address: string): NoPicture | undefined {
      const failure = failures.get(address);
      return failure && ageOf(failure.fromMs) < failure.waitMs ? failure.error : undefined;
    },
    note(address: string, error: NoPicture): void {
      const times = (failures.get(address)?.times ?? 0) + 1;
      const waitMs = Math.min(PICTURE_FAILED_MS * 2 ** (times - 1), PICTURE_FAILED_LONGEST_MS);
      failures.set(address, { error, times, fromMs: Date.now(), waitMs });
    },
    forget: (address: string) => void failures.delete(address),
  };
}
