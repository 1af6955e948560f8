import type { Logger } from "pino";
import { describeError } from "@storefront/observability/log";
import { abandonRequest } from "@storefront/observability/request-id";
import { guarded, reportThrown } from "@storefront/resilience/guarded";

/** Graceful shutdown: on a signal, running requests are finished before the process ends. */

/** How long a process that ends waits for a slow reader of its log. */
const LAST_LINES_MS = 1_000;

/**
 * Ends the process after a drain: on SIGTERM, SIGINT or SIGHUP with exit code 0; on an uncaught exception of the
 * process itself with 1, since its state is unknown. An exception that belongs to a request ends that request alone, or
 * one visitor could stop the shop; so does what a `guarded` callback throws. An unhandled rejection is only logged: its
 * request has a response of its own. Further signals change nothing: the drain has its own deadline.
 *
 * SIGTERM comes from an orchestrator or a service manager, whose balancer goes on sending visitors until its next
 * readiness check: the drain first waits for that. SIGINT comes from a keyboard, SIGHUP from a terminal that is closed
 * or a rotation of logs: both wait for nobody. Otherwise Node ends at SIGHUP at once, under `nohup` too.
 *
 * @param drain finishes what is under way, after a delay where a balancer `isAwaited`; true when nothing was cut
 * @param log where the end is reported
 */
export function drainOnSignals(drain: (isAwaited: boolean) => Promise<boolean>, log: Logger): void {
  let ending = false;

  /** A line that is written while another one is on its way would be in front of it, or the other one lost. */
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

  /** Logs what was thrown outside of any `try`, and ends its request. @returns whether there is one */
  function abandon(error: unknown, message: string): boolean {
    log.error({ error: describeError(error) }, message);
    return abandonRequest();
  }

  reportThrown((error) => void abandon(error, "a callback failed"));
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) {
    process.on(
      signal,
      guarded(() => end(0, signal)),
    );
  }
  process.on(
    "unhandledRejection",
    guarded((error) => log.error({ error: describeError(error) }, "unhandled rejection")),
  );
  process.on(
    "uncaughtException",
    guarded((error) => {
      if (!abandon(error, "uncaught exception")) end(1, "uncaught exception");
    }),
  );
  // Node writes its warnings there, and a full disk would end the process.
  process.stderr.on("error", () => undefined);
}
