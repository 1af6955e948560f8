import type { IncomingMessage, ServerResponse } from "node:http";
import { sendRefusal } from "~server/http/refusal";

/** Reading a body was given up: it was too large, or too slow. */
export class BodyRefused extends Error {
  override name = "BodyRefused";
}

/**
 * Holds a body to its size and its time while the app reads it. Nothing is kept: bytes are counted as they pass, so a
 * body sent in chunks without a length meets the same limit as a declared one.
 *
 * When a limit is passed, the visitor gets 413 or 408, the connection ends, and the app's reading fails with
 * BodyRefused; if the app has answered already, the connection is cut.
 *
 * @param req a request whose body nobody has begun to read
 * @param res its answer
 * @param limits most bytes, the time by which the last of them must have come, and the longest time without any
 */
export function limitBody(
  req: IncomingMessage,
  res: ServerResponse,
  limits: { maxBytes: number; deadlineMs: number; stallMs: number },
): void {
  let received = 0;
  const deadline = setTimeout(() => refuse(408), limits.deadlineMs);
  let stall = setTimeout(stalled, limits.stallMs);

  function stalled(): void {
    // While the app does not read, nothing can arrive: that is not the sender's fault.
    if (req.isPaused()) stall = setTimeout(stalled, limits.stallMs);
    else refuse(408);
  }

  function count(chunk: Buffer): void {
    received += chunk.byteLength;
    clearTimeout(stall);
    stall = setTimeout(stalled, limits.stallMs);
    if (received > limits.maxBytes) refuse(413);
  }

  function stop(): void {
    clearTimeout(deadline);
    clearTimeout(stall);
    req.off("data", count);
  }

  function refuse(status: 408 | 413): void {
    stop();
    if (res.headersSent) {
      req.socket.destroy();
      return;
    }
    // The error ends the app's reading. The connection stays open, because the answer is sent over it.
    req.on("error", () => {});
    req.emit("error", new BodyRefused());
    req.removeAllListeners("data");
    sendRefusal(req, res, { status, closes: true });
  }

  // An app that gives up on a body (a form it cannot read) would end the connection under its own answer: the rest is
  // thrown away instead, still counted.
  const destroy = req.destroy.bind(req);
  req.destroy = (error) => {
    if (req.socket.destroyed || res.writableEnded) return destroy(error);
    return req.resume();
  };

  // Paused first: a listener alone would start the flow before the app's reader is there.
  req.pause();
  req.on("data", count);
  req.once("end", stop);
  req.once("close", stop);
  // What an app did not read is thrown away after its answer, still counted. Without a first read Node would do that by
  // itself, uncounted, for as long as a visitor goes on sending. An app that has begun to read and stopped would pause
  // it again.
  req.read(0);
  res.once("finish", () => {
    for (const listener of req.listeners("data")) if (listener !== count) req.off("data", listener as () => void);
    req.resume();
  });
}
