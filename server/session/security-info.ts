import { LRUCache } from "lru-cache";
import { SECURITY_INFO_CHARACTERS_MAX, SESSION_AGE_MS } from "~server/constants";
import { registerGauge } from "@storefront/observability/gauges";
import type { Session } from "~server/session/session";

/**
 * The security info that the browser of a session supplied last, by the digest of the session's token (behaviour 7.4):
 * pages are read without a form, and so without it. In this process alone; another one has it with the next form.
 */
const known = new LRUCache<string, string>({
  maxSize: SECURITY_INFO_CHARACTERS_MAX,
  sizeCalculation: (info) => info.length,
  ttl: SESSION_AGE_MS,
});
registerGauge("security infos", () => known.size);

type Whose = Pick<Session, "id">;

/** @param info as a form brought it: a JSON text of at most 4 kB, never empty */
export function cacheSecurityInfo({ id }: Whose, info: string): void {
  known.set(id, info);
}

export function cachedSecurityInfo({ id }: Whose): string | undefined {
  return known.get(id);
}

export function evictSecurityInfo({ id }: Whose): void {
  known.delete(id);
}
