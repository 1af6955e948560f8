import type { IncomingMessage } from "node:http";
import { concurrencyLimit, QueueFull } from "@storefront/resilience/concurrency-limit";
import type { Middleware } from "./exchange";
import { shed } from "./load-shedding";

/** A browser with a few tabs requests fewer at a time. */
export const READS_PER_ACCOUNT = 8;

/**
 * Makes a step that limits how many pages are rendered for one account at a time. Further requests wait, or get a small
 * 503 if too many wait. Without it, hundreds could continue in the same turn of the event loop.
 *
 * @param options.accountOf identifies the account of a session cookie; undefined for strangers, whom other steps limit
 * @param options.waiting how many requests of all accounts wait at a time. Each occupies one of all pages' places: an
 *   account with requests from a thousand networks could otherwise take all of them.
 */
export function limitReads({
  accountOf,
  waiting,
}: {
  accountOf: (req: IncomingMessage) => Promise<string | undefined>;
  waiting: number;
}): Middleware {
  const reads = concurrencyLimit({ concurrent: Infinity, perName: READS_PER_ACCOUNT, waiting });
  return async (exchange, next) => {
    const { req } = exchange;
    const account = exchange.isRead ? await accountOf(req) : undefined;
    if (account === undefined) return next(exchange);
    const read = async () => (req.socket.destroyed ? undefined : next(exchange));
    return reads.run(account, read).catch((error: unknown) => {
      if (!(error instanceof QueueFull)) throw error;
      shed(exchange, "reads");
    });
  };
}
