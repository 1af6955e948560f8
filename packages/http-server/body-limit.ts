import type { IncomingMessage, ServerResponse } from "node:http";
import { ByteCollector } from "@storefront/resilience/byte-collector";
import { guarded } from "@storefront/resilience/guarded";

/** We stopped reading a body because it was too slow or too large, or because there were too many at a time. */
export class BodyRejected extends Error {
  override name = "BodyRejected";
  constructor(readonly status: 408 | 413 | 503) {
    super(`The body was given up (${status}).`);
  }
}

export interface BodyLimits {
  maxBytes: number;
  /** A body up to this size is received completely before the app is called; 0 if the app reads it as it arrives. */
  wholeMaxBytes: number;
  /** Time for the whole body, and for each pause in it. */
  deadlineMs: number;
  stallMs: number;
  /** A body that arrives at least at this rate may take longer than `deadlineMs`, up to this deadline. */
  steady?: { bytesPerS: number; deadlineMs: number } | undefined;
  /** How long we read the rest of a rejected body after the response. */
  lingerMs: number;
}

/**
 * Limits the size and duration of a body while the app reads it. Bytes are counted as they pass, so a chunked body has
 * the same limit as one with a declared length. When a limit is exceeded, the app's read fails with BodyRejected, and
 * the app responds. We read and discard the rest until shortly after the response, because closing at once would reset
 * the connection and lose the response.
 *
 * @param req a request whose body has not been read yet
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
      // Nothing can arrive while the app does not read.
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
    // The error ends the app's read, but the response still needs the connection.
    req.on(
      "error",
      guarded(() => {}),
    );
    if (!res.headersSent) req.emit("error", new BodyRejected(status));
    throwAway();
    if (res.writableFinished) linger();
    else res.once("finish", linger);
  }

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

  // Otherwise an app that abandons a body would close the connection before its own response is sent.
  const destroy = req.destroy.bind(req);
  req.destroy = (error) => {
    if (req.socket.destroyed || res.writableEnded) return destroy(error);
    return req.resume();
  };

  // A listener would start the flow before the app's reader is attached.
  req.pause();
  req.on("data", count);
  req.once("end", stop);
  req.once("close", stop);
  // Without a first read, Node would discard the unread rest without counting it.
  req.read(0);
  res.once("finish", throwAway);
}

const receivedBodies = new WeakMap<IncomingMessage, Buffer<ArrayBuffer>>();

/** Returns the body if it was received before the app was called. */
export function receivedBody(req: IncomingMessage): Buffer<ArrayBuffer> | undefined {
  return receivedBodies.get(req);
}

/**
 * Receives a small body completely, for `receivedBody`, so that the app does no work for a body that may never arrive.
 *
 * @param onBegin gets a function that abandons the body (503), and returns a function that is called at the end
 * @returns "larger" than `wholeMaxBytes`: the body is paused and still unread; "left": the visitor has gone
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
