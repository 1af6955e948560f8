import type { ServerResponse } from "node:http";
import { registerGauge } from "@storefront/observability/metrics";
import { guarded } from "@storefront/resilience/guarded";

/** The maximum bytes of responses that wait for their readers, in addition to what the system has buffered. */
const UNREAD_MAX_BYTES = 64 * 1024 * 1024;
/** The system buffers about 70 kB of each, which count towards the process's memory limit: 140 MB. */
const UNREAD_MAX_RESPONSES = 2_000;

/** Unread responses with their bodies, in the order in which they began to wait. */
const unread = new Map<ServerResponse, Uint8Array | undefined>();
/** The number of unread responses per body. */
const holders = new Map<Uint8Array, number>();
let unreadBytes = 0;
registerGauge("unread response bytes", () => unreadBytes);

export const bytesUnread = (): number => unreadBytes;

/**
 * Limits the memory of responses that nobody reads. Beyond the maximum number, it resets the connection whose visitor
 * has read nothing for the longest time. Beyond the maximum bytes, it resets one with the largest body, so that a few
 * large pictures do not cut off everybody's pages. (A close instead of a reset would leave the bytes in the system for
 * minutes.) A shared body is counted once.
 *
 * @param res a response that has ended, or is about to, or is sent piece by piece
 * @param body the whole body or the piece; undefined if it is in memory anyway
 * @returns a function to call when the reader has received the piece
 */
export function limitUnread(
  res: ServerResponse,
  body?: Uint8Array,
  { bytes: maxBytes = UNREAD_MAX_BYTES, responses: maxResponses = UNREAD_MAX_RESPONSES } = {},
): () => void {
  if (res.writableFinished || res.destroyed || unread.has(res)) return () => undefined;
  unread.set(res, body);
  hold(body, 1);
  const onEnd = guarded(() => {
    res.off("close", onEnd);
    forget(res);
  });
  res.once("close", onEnd);
  const [oldest] = unread.keys();
  if (oldest && unread.size > maxResponses) giveUp(oldest);
  while (unreadBytes > maxBytes) giveUpLargest(maxBytes);
  return onEnd;
}

const sizeOf = (body: Uint8Array | undefined) => body?.byteLength ?? 0;

/** Gives up responses with the largest body, oldest first. Does so in one pass, because thousands may share it. */
function giveUpLargest(maxBytes: number): void {
  const most = Math.max(...[...unread.values()].map(sizeOf));
  for (const [waiting, body] of unread) if (unreadBytes > maxBytes && sizeOf(body) === most) giveUp(waiting);
}

function giveUp(waiting: ServerResponse): void {
  forget(waiting);
  waiting.socket?.resetAndDestroy();
}

function hold(body: Uint8Array | undefined, change: 1 | -1): void {
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
