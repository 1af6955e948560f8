import type { IncomingMessage, ServerResponse } from "node:http";
import type { Exchange, Middleware } from "./exchange";

/** Reading a body was given up: it was too large, or too slow. */
export class BodyRejected extends Error {
  override name = "BodyRejected";
  constructor(readonly status: 408 | 413) {
    super(`The body was given up (${status}).`);
  }
}

/** The limits of a body. */
export interface BodyLimits {
  maxBytes: number;
  /** The time by which its last byte must have come, and the longest time without any. */
  deadlineMs: number;
  stallMs: number;
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
    // The error ends the app's reading. The connection stays open, because the response is sent over it.
    req.on("error", () => {});
    if (!res.headersSent) req.emit("error", new BodyRejected(status));
    throwAway();
    if (res.writableFinished) linger();
    else res.once("finish", linger);
  }

  /** Until the visitor's system has had time to read the response. */
  function linger(): void {
    if (req.complete) return;
    const cut = setTimeout(() => req.socket.destroy(), limits.lingerMs);
    for (const event of ["end", "close"]) req.once(event, () => clearTimeout(cut));
  }

  function throwAway(): void {
    for (const listener of req.listeners("data")) if (listener !== count) req.off("data", listener as () => void);
    req.resume();
  }

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

/**
 * A step that applies the limits to the body of a POST (`limitBody`).
 *
 * @param limitsOf the limits for a request
 */
export function limitRequestBody(limitsOf: (exchange: Exchange) => BodyLimits): Middleware {
  return (exchange, next) => {
    const { req, res, expects } = exchange;
    if (req.method !== "POST") return next(exchange);
    const limits = limitsOf(exchange);
    limitBody(req, res, limits);
    // `Expect: 100-continue` with a body that is too large gets no 100; the app rejects it by its declared length.
    if (expects === "continue" && Number(req.headers["content-length"] ?? 0) <= limits.maxBytes) res.writeContinue();
    return next(exchange);
  };
}
