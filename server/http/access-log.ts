import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import { HEALTH_PATHS } from "~server/http/health";
import type { Metrics } from "~server/http/metrics";
import { decorateHead } from "~server/http/security-headers";
import { requestId } from "~server/request-id";

/** The status that a log gives a request whose visitor left before the answer. */
const CLIENT_LEFT = 499;

/** A request that was answered. */
export interface Answered {
  requestId: string | undefined;
  method: string;
  /** The route shape, which stands for the path. */
  path: string;
  status: number;
  durationMs: number;
  bytes: number;
  /** The visitor left before the answer ended. */
  aborted?: true;
}

/**
 * Tells of each request that was answered, in the log and to the counters; HEAD and GET of a health path only to those
 * who debug.
 *
 * @returns a function of such a request
 */
export function requestReporter(log: Logger, metrics: Metrics | undefined): (answered: Answered) => void {
  return (answered) => {
    if (HEALTH_PATHS.has(answered.path)) log.debug(answered, "request");
    else log.info(answered, "request");
    const { method, path, status, durationMs } = answered;
    metrics?.finished({ method, route: path, status, durationMs });
  };
}

/**
 * Follows one request to its end: the headers of every answer, one log line, the counters.
 *
 * @param req the request
 * @param res its answer, nothing of it sent
 * @param options.shape the route shape, which stands for the path in logs
 * @param options.report as `requestReporter` gives it
 * @param options.headers as `securityHeaders` gives them
 * @param options.closing whether the connection is to end with this answer, asked when its head is written
 */
export function followRequest(
  req: IncomingMessage,
  res: ServerResponse,
  options: {
    shape: string;
    headers: ReadonlyArray<readonly [string, string]>;
    report: (answered: Answered) => void;
    metrics?: Metrics | undefined;
    closing: () => boolean;
  },
): void {
  const { shape, report, metrics } = options;
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
    report({
      requestId: id,
      method: req.method ?? "",
      path: shape,
      status,
      durationMs,
      bytes: req.socket.bytesWritten - writtenBefore,
      ...(res.writableFinished ? {} : { aborted: true }),
    });
  });
}
