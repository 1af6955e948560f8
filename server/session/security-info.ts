import { LRUCache } from "lru-cache";
import { SESSION_AGE_MS } from "~server/session/headers";
import { registerGauge } from "@storefront/observability/gauges";
import type { Session } from "~server/session/session";

/** The bound for all sessions together: 8 million characters, some 10,000 sessions. */
const SECURITY_INFO_CHARACTERS_MAX = 8_000_000;

/**
 * The security info that a session's browser supplied last, by the digest of the session's token: only forms carry it,
 * and pages make calls too. It is in this process alone; another one gets it with the next form.
 */
const known = new LRUCache<string, string>({
  maxSize: SECURITY_INFO_CHARACTERS_MAX,
  sizeCalculation: (info) => info.length,
  ttl: SESSION_AGE_MS,
});
registerGauge("security infos", () => known.size);

type IdentifiedSession = Pick<Session, "id">;

/** @param info as a form sent it: a JSON text of at most 4 kB, never empty */
export function cacheSecurityInfo({ id }: IdentifiedSession, info: string): void {
  known.set(id, info);
}

export function cachedSecurityInfo({ id }: IdentifiedSession): string | undefined {
  return known.get(id);
}

export function evictSecurityInfo({ id }: IdentifiedSession): void {
  known.delete(id);
}
