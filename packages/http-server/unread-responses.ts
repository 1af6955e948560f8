import type { ServerResponse } from "node:http";
import { registerGauge } from "@storefront/observability/gauges";
import { guarded } from "@storefront/resilience/guarded";

/** So many bytes of responses may wait for their readers, beyond what the system has taken. */
const UNREAD_MAX_BYTES = 64 * 1024 * 1024;
/** The system keeps about 70 kB of each, which count towards a memory limit of the process: 280 MB. */
const UNREAD_MAX_RESPONSES = 4_000;

interface UnreadLimits {
  bytes?: number;
  responses?: number;
}

/** In the order in which they began to wait. */
const unread = new Map<ServerResponse, number>();
let unreadBytes = 0;
registerGauge("unread response bytes", () => unreadBytes);

/** Bytes that wait for their readers. */
export const bytesUnread = (): number => unreadBytes;

/**
 * Bounds the memory for responses that nobody reads: beyond a limit, the connection whose visitor has read nothing for
 * the longest time is closed. A response that is counted already is not counted again.
 *
 * @param res a response that has ended, or is about to
 * @param bytes the size of its body; 0 if other responses share the body
 */
export function limitUnread(res: ServerResponse, bytes: number, limits: UnreadLimits = {}): void {
  const { bytes: maxBytes = UNREAD_MAX_BYTES, responses: maxResponses = UNREAD_MAX_RESPONSES } = limits;
  if (res.writableFinished || res.destroyed || unread.has(res)) return;
  unread.set(res, bytes);
  unreadBytes += bytes;
  res.once(
    "close",
    guarded(() => forget(res)),
  );
  for (const waiting of unread.keys()) {
    if (unreadBytes <= maxBytes && unread.size <= maxResponses) return;
    forget(waiting);
    waiting.destroy();
  }
}

function forget(res: ServerResponse): void {
  unreadBytes -= unread.get(res) ?? 0;
  unread.delete(res);
}
