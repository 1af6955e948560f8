import { LRUCache } from "lru-cache";
import { SESSION_AGE_MS } from "~server/session/headers";
import { registerGauge } from "@storefront/observability/metrics";

const SECURITY_INFO_CHARACTERS_MAX = 8_000_000;

/** The last security information (JSON, at most 4 kB) of each session; forms carry it, but pages make calls too. */
export const securityInfos = new LRUCache<string, string>({
  maxSize: SECURITY_INFO_CHARACTERS_MAX,
  sizeCalculation: (info) => info.length,
  ttl: SESSION_AGE_MS,
});
registerGauge("security infos", () => securityInfos.size);
