import type { ServerResponse } from "node:http";
import { registerGauge } from "@storefront/observability/gauges";
import { guarded } from "@storefront/resilience/guarded";

/** So many bytes of responses may wait for their readers, beyond what the system has taken. */
const UNREAD_MAX_BYTES = 64 * 1024 * 1024;

/** In the order in which they began to wait. */
const unread = new Map<ServerResponse, number>();
let unreadBytes = 0;
registerGauge("unread response bytes", () => unreadBytes);

/** Bytes that wait for their readers. */
export const bytesUnread = (): number => unreadBytes;

/**
 * Bounds the memory for responses that nobody reads: beyond the limit, the connection whose visitor has read nothing
 * for the longest time is closed.
 *
 * @param res a response that has ended, whose body no other response shares
 * @param bytes the size of its body
 */
export function limitUnread(res: ServerResponse, bytes: number, maxBytes = UNREAD_MAX_BYTES): void {
  if (res.writableFinished || res.destroyed) return;
  unread.set(res, bytes);
  unreadBytes += bytes;
  res.once(
    "close",
    guarded(() => forget(res)),
  );
  for (const waiting of unread.keys()) {
    if (unreadBytes <= maxBytes) return;
    forget(waiting);
    waiting.destroy();
  }
}

function forget(res: ServerResponse): void {
  unreadBytes -= unread.get(res) ?? 0;
  unread.delete(res);
}
