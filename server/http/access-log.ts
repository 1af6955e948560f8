import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { HEALTH_PATHS } from "~server/http/health";
import type { Metrics } from "~server/http/metrics";
import { decorateHead } from "~server/http/security-headers";
import { requestId } from "~server/request-id";

/** The status that a log gives a request whose visitor left before the answer. */
const CLIENT_LEFT = 499;

/**
 * Follows one request to its end: the headers of every answer, one log line, the counters.
 *
 * @param req the request
 * @param res its answer, nothing of it sent
 * @param options.shape the route shape, which stands for the path in logs
 * @param options.headers as `securityHeaders` gives them
 * @param options.closing whether the connection is to end with this answer, asked when its head is written
 */
export function followRequest(
  req: IncomingMessage,
  res: ServerResponse,
  options: {
    shape: string;
    headers: ReadonlyArray<readonly [string, string]>;
    log: Logger;
    metrics?: Metrics | undefined;
    closing: () => boolean;
  },
): void {
  const { shape, log, metrics } = options;
  // Asked for now: the end of an answer is an event of its connection, which knows no request.
  const id = requestId();
  const startedAtMs = performance.now();
  const writtenBefore = req.socket.bytesWritten;
  let status = CLIENT_LEFT;
  decorateHead(res, options.headers, (sent) => {
    // Remembered here: a handler that comes too late may still set another status on the answer.
    status = sent;
    if (options.closing()) res.setHeader("Connection", "close");
  });
  metrics?.started();
  res.once("close", () => {
    const durationMs = Math.round((performance.now() - startedAtMs) * 10) / 10;
    const line = {
      requestId: id,
      method: req.method ?? "",
      path: shape,
      status,
      durationMs,
      bytes: req.socket.bytesWritten - writtenBefore,
      ...(res.writableFinished ? {} : { aborted: true }),
    };
    if (HEALTH_PATHS.has(shape)) log.debug(line, "request");
    else log.info(line, "request");
    metrics?.finished({ method: line.method, route: shape, status, durationMs });
  });
}
