import type { ServerResponse } from "node:http";
import { registerGauge } from "@storefront/observability/gauges";
import { guarded } from "@storefront/resilience/guarded";

/** Bytes of responses that wait for their readers, beyond what the system has taken. */
const UNREAD_MAX_BYTES = 64 * 1024 * 1024;
/** The system keeps about 70 kB of each, which count towards a memory limit of the process: 280 MB. */
const UNREAD_MAX_RESPONSES = 4_000;

interface UnreadLimits {
  bytes?: number;
  responses?: number;
}

/** In the order in which they began to wait. */
const unread = new Map<ServerResponse, Buffer | undefined>();
/** How many of them have each body. */
const holders = new Map<Buffer, number>();
let unreadBytes = 0;
registerGauge("unread response bytes", () => unreadBytes);

export const bytesUnread = (): number => unreadBytes;

/**
 * Bounds the memory for responses that nobody reads: beyond a limit, the connection that has waited longest for its
 * reader is reset: of a closed one the system would hold what it has for minutes. Bodies that responses share count once.
 *
 * @param res a response that has ended, or is about to
 * @param body undefined where it is in memory anyway
 */
export function limitUnread(res: ServerResponse, body?: Buffer, limits: UnreadLimits = {}): void {
  const { bytes: maxBytes = UNREAD_MAX_BYTES, responses: maxResponses = UNREAD_MAX_RESPONSES } = limits;
  if (res.writableFinished || res.destroyed || unread.has(res)) return;
  unread.set(res, body);
  hold(body, 1);
  const onClose = guarded(() => forget(res));
  res.once("close", onClose);
  for (const waiting of unread.keys()) {
    if (unreadBytes <= maxBytes && unread.size <= maxResponses) return;
    forget(waiting);
    waiting.socket?.resetAndDestroy();
  }
}

function hold(body: Buffer | undefined, change: 1 | -1): void {
  if (!body) return;
  const before = holders.get(body) ?? 0;
  const after = before + change;
  if (after > 0) holders.set(body, after);
  else holders.delete(body);
  if (before === 0 || after === 0) unreadBytes += change * body.byteLength;
}

function forget(res: ServerResponse): void {
  hold(unread.get(res), -1);
  unread.delete(res);
}
