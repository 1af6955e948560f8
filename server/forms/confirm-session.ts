import { LRUCache } from "lru-cache";
import type { Session } from "~server/session/session";
import { userInfo } from "~server/upstream/user";
import type { UpstreamContext } from "~server/upstream/client";

/** How long an upload relies on the upstream's confirmation that a session is alive. */
export const SESSION_CONFIRMED_MS = 60_000;

/** Sessions that the upstream has confirmed within the last minute, by their id here. */
const confirmed = new LRUCache<string, true>({
  max: 5_000,
  ttl: SESSION_CONFIRMED_MS,
  ttlResolution: 0,
  perf: { now: () => Date.now() },
});

/**
 * Makes sure that a session is alive before anything large is received for it. It calls the upstream, unless that
 * confirmed the session within the last minute.
 *
 * @throws SessionExpired, UpstreamRejected, UpstreamUnavailable
 */
export async function confirmSession({ id }: Session, upstreamContext: UpstreamContext): Promise<void> {
  if (confirmed.get(id)) return;
  await userInfo(upstreamContext);
  confirmed.set(id, true);
}

/** Forgets every session. For tests. */
export function forgetConfirmedSessions(): void {
  confirmed.clear();
}
