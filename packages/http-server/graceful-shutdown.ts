import type { Logger } from "pino";
import { describeError } from "@storefront/observability/log";
import { abandonRequest } from "@storefront/observability/request-id";
import { guarded, reportThrown } from "@storefront/resilience/guarded";

/** How long a graceful shutdown waits for a slow reader of the log. */
const LAST_LINES_MS = 1_000;

/**
 * Drains on a signal, then ends the process: with exit code 0, or 1 after an uncaught exception of the process itself,
 * whose state is then unknown. An exception of a request ends only that request, so that no visitor can stop the shop.
 * An unhandled rejection is only logged, because its request has a response of its own.
 *
 * SIGTERM comes from an orchestrator, whose balancer keeps sending visitors until its next readiness check. After
 * SIGINT (keyboard) or SIGHUP (terminal closed) no balancer is awaited. Without a listener Node would end at SIGHUP at
 * once, under `nohup` too.
 *
 * @param drain finishes requests in progress, after a delay if a balancer `isAwaited`; true if nothing was cut
 */
export function drainOnSignals(drain: (isAwaited: boolean) => Promise<boolean>, log: Logger): void {
  let ending = false;

  /** Waits for the log, because the last line would overtake a line that is still being written, or be lost. */
  function exit(exitCode: number): void {
    const now = guarded(() => process.exit(exitCode));
    setTimeout(now, LAST_LINES_MS);
    log.flush(now);
  }

  function end(exitCode: number, reason: string): void {
    if (ending) return;
    ending = true;
    log.info({ reason }, "draining");
    drain(reason === "SIGTERM")
      .then((finished) => {
        log.info({ finished }, "drained");
        exit(exitCode);
      })
      .catch((error: unknown) => {
        log.error({ error: describeError(error) }, "drain failed");
        exit(1);
      });
  }

  /** Logs an uncaught error and ends its request. Returns false if the error belongs to no request. */
  function abandon(error: unknown, message: string): boolean {
    log.error({ error: describeError(error) }, message);
    return abandonRequest();
  }

  reportThrown((error) => void abandon(error, "a callback failed"));
  const onRejection = guarded((error) => log.error({ error: describeError(error) }, "unhandled rejection"));
  const onException = guarded((error) => {
    if (!abandon(error, "uncaught exception")) end(1, "uncaught exception");
  });
  const onSignal = guarded((signal: string) => end(0, signal));
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, onSignal);
  process.on("unhandledRejection", onRejection).on("uncaughtException", onException);
  // Node writes its warnings to stderr, and on a full disk the error would end the process.
  process.stderr.on("error", () => undefined);
}
