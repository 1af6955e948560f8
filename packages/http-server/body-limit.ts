import type { IncomingMessage, ServerResponse } from "node:http";
import { ByteCollector } from "@storefront/resilience/byte-collector";
import { guarded } from "@storefront/resilience/guarded";

/** Reading a body was given up: it came too slowly, was too large, or there were too many. */
export class BodyRejected extends Error {
  override name = "BodyRejected";
  constructor(readonly status: 408 | 413 | 503) {
    super(`The body was given up (${status}).`);
  }
}

/** The limits of a body. */
export interface BodyLimits {
  maxBytes: number;
  /** Up to this size it is received whole before the app hears of the request; 0 where the app reads it as it comes. */
  wholeMaxBytes: number;
  /** The time by which its last byte must have come, and the longest time without any. */
  deadlineMs: number;
  stallMs: number;
  /** A body that moves may take as long as it would at this rate, but no longer than this deadline. */
  steady?: { bytesPerS: number; deadlineMs: number } | undefined;
  /** How long the rest of a body beyond them is still read after the response. */
  lingerMs: number;
}

/**
 * Limits the size and the time of a body while the app reads it. Nothing is buffered: bytes are counted as they pass,
 * so a body sent in chunks without a length meets the same limit as a declared one.
 *
 * When a limit is passed, the app's reading fails with BodyRejected, and the app responds. What still comes is thrown
 * away until a little after the response; then the connection is cut. If it were cut immediately, the visitor's system
 * would drop the response, because bytes of theirs were under way.
 *
 * @param req a request whose body has not been read yet
 * @param res its response
 */
export function limitBody(req: IncomingMessage, res: ServerResponse, limits: BodyLimits): void {
  const { steady } = limits;
  let received = 0;
  let allowedMs = limits.deadlineMs;
  const late = guarded(() => {
    const before = allowedMs;
    if (steady) allowedMs = Math.min((1_000 * received) / steady.bytesPerS, steady.deadlineMs);
    if (allowedMs <= before) return refuse(408);
    deadline = setTimeout(late, allowedMs - before);
  });
  let deadline = setTimeout(late, allowedMs);
  const stall = setTimeout(
    guarded(() => {
      // While the app does not read, nothing can arrive: that is not the sender's fault.
      if (req.isPaused()) stall.refresh();
      else refuse(408);
    }),
    limits.stallMs,
  );

  const count = guarded((chunk: Buffer) => {
    received += chunk.byteLength;
    stall.refresh();
    if (received > limits.maxBytes) refuse(413);
  });

  const stop = guarded(() => {
    clearTimeout(deadline);
    clearTimeout(stall);
    req.off("data", count);
  });

  function refuse(status: 408 | 413): void {
    stop();
    // The error ends the app's reading. The connection stays open, because the response is sent over it.
    req.on(
      "error",
      guarded(() => {}),
    );
    if (!res.headersSent) req.emit("error", new BodyRejected(status));
    throwAway();
    if (res.writableFinished) linger();
    else res.once("finish", linger);
  }

  /** Until the visitor's system has had time to read the response. */
  const linger = guarded(() => {
    if (req.complete) return;
    const lingering = setTimeout(
      guarded(() => req.socket.destroy()),
      limits.lingerMs,
    );
    const stopLingering = guarded(() => clearTimeout(lingering));
    for (const event of ["end", "close"]) req.once(event, stopLingering);
  });

  const throwAway = guarded(() => {
    for (const listener of req.listeners("data")) if (listener !== count) req.off("data", listener as () => void);
    req.resume();
  });

  // An app that gives up on a body (a form it cannot read) would end the connection under its own response: the rest is
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
  // What an app did not read is thrown away after its response, still counted. Without a first read Node would do that
  // by itself, uncounted, for as long as a visitor goes on sending. An app that has begun to read and stopped would
  // pause it again.
  req.read(0);
  res.once("finish", throwAway);
}

const receivedBodies = new WeakMap<IncomingMessage, Buffer<ArrayBuffer>>();

/** The body of a request, where it was received before the app was called; undefined where it is still to be read. */
export function receivedBody(req: IncomingMessage): Buffer<ArrayBuffer> | undefined {
  return receivedBodies.get(req);
}

/**
 * Receives a small body whole, for `receivedBody`, so that nothing is done for a request whose body may never come.
 *
 * @param req a request whose body has not been read yet
 * @param onBegin called with what gives the body up (503), later; what it returns is called at the end
 * @returns "larger" where the body is larger than `wholeMaxBytes`: it is paused, and all of it is still to be read;
 *   "left" when the visitor has gone
 * @throws BodyRejected
 */
export function receiveBody(
  req: IncomingMessage,
  { wholeMaxBytes, deadlineMs, stallMs }: BodyLimits,
  onBegin: (giveUp: () => void) => () => void,
): Promise<"whole" | "larger" | "left"> {
  return new Promise((resolve, reject) => {
    const collector = new ByteCollector(Number(req.headers["content-length"] ?? 0));
    const end = (settle: () => void) => {
      for (const timer of [deadline, stall]) clearTimeout(timer);
      req.off("data", collect).off("end", complete).off("error", left).off("close", left);
      ended();
      settle();
    };
    const refuse = (status: BodyRejected["status"]) => end(() => reject(new BodyRejected(status)));
    const fail = (error: Error) => end(() => reject(error));
    const left = guarded(() => end(() => resolve("left")));
    const late = guarded(() => refuse(408));
    const deadline = setTimeout(late, deadlineMs);
    const stall = setTimeout(late, stallMs);
    const collect = guarded((chunk: Buffer) => {
      stall.refresh();
      collector.append(chunk);
      if (collector.length <= wholeMaxBytes) return;
      req.pause();
      req.unshift(collector.bytes());
      end(() => resolve("larger"));
    }, fail);
    const complete = guarded(() => {
      receivedBodies.set(req, collector.bytes() as Buffer<ArrayBuffer>);
      end(() => resolve("whole"));
    });
    req.on("data", collect).on("end", complete).on("error", left).on("close", left);
    const ended = onBegin(() => refuse(503));
  });
}
