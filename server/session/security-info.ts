import { LRUCache } from "lru-cache";
import { SESSION_AGE_MS } from "~server/session/headers";
import { registerGauge } from "@storefront/observability/metrics";
import type { Session } from "~server/session/session";

/** Enough for 10,000 sessions. */
const SECURITY_INFO_CHARACTERS_MAX = 8_000_000;

/**
 * The last one of each session, because only forms carry it and pages make calls too. Other processes get it with a
 * form.
 */
const known = new LRUCache<string, string>({
  maxSize: SECURITY_INFO_CHARACTERS_MAX,
  sizeCalculation: (info) => info.length,
  ttl: SESSION_AGE_MS,
});
registerGauge("security infos", () => known.size);

type IdentifiedSession = Pick<Session, "id">;

/** @param info a JSON text of at most 4 kB, never empty */
export function cacheSecurityInfo({ id }: IdentifiedSession, info: string): void {
  known.set(id, info);
}

export function cachedSecurityInfo({ id }: IdentifiedSession): string | undefined {
  return known.get(id);
}

export function evictSecurityInfo({ id }: IdentifiedSession): void {
  known.delete(id);
}
