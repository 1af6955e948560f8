import { concurrencyLimit, type ConcurrencyLimit } from "@storefront/resilience/concurrency-limit";
import { UpstreamUnavailable } from "./failures";
import { PURPOSES, type Purpose } from "./request";

/** For each connection so many calls may wait. */
const WAITING_PER_CONNECTION = 4;
/** One name's share of the connections: of those for money a payer's, of those for public reads that of made-up ids. */
const SHARES: Partial<Record<Purpose, number>> = { money: 1 / 8, public: 3 / 4 };

/** There is no connection left for this purpose, and enough calls wait already: nothing was sent. */
export class PoolExhausted extends UpstreamUnavailable {}

interface Pool {
  limit: ConcurrencyLimit;
  /** How many calls were rejected because too many waited. */
  refused: number;
}

/**
 * The connections to the upstream, divided by purpose: a list that hangs takes those of lists, and a payment finds its
 * own free.
 *
 * @param size how many connections a purpose has; called when it is first used
 */
export function createPools(size: (purpose: Purpose) => number) {
  const pools = new Map<Purpose, Pool>();

  function poolOf(purpose: Purpose): Pool {
    const known = pools.get(purpose);
    if (known) return known;
    const most = size(purpose);
    const perName = Math.ceil(most * (SHARES[purpose] ?? 1));
    const pool: Pool = {
      refused: 0,
      limit: concurrencyLimit({ concurrent: most, perName, waiting: most * WAITING_PER_CONNECTION }, () => {
        pool.refused += 1;
        return new PoolExhausted(`too many calls wait for a connection for ${purpose}`, false);
      }),
    };
    pools.set(purpose, pool);
    return pool;
  }

  return {
    /**
     * Makes a call once there is a connection for its purpose.
     *
     * @param name whose call it is: of what waits, that of the one with the least under way is made first
     * @param signal the call's deadline, which waiting is a part of
     * @throws PoolExhausted immediately when too many wait; UpstreamUnavailable when the deadline passes before its
     *   turn; what `work` throws
     */
    run<T>(purpose: Purpose, name: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
      let begun = false;
      const begin = () => {
        begun = true;
        return work();
      };
      return poolOf(purpose)
        .limit.run(name, begin, signal)
        .catch((error: unknown) => {
          if (begun || error instanceof PoolExhausted) throw error;
          throw new UpstreamUnavailable(`deadline passed while waiting among the calls for ${purpose}`, false);
        });
    },
    /** How full they are. */
    states: (): { purpose: Purpose; running: number; waiting: number; refused: number }[] =>
      PURPOSES.map((purpose) => {
        const { limit, refused } = poolOf(purpose);
        return { purpose, running: limit.running(), waiting: limit.waiting(), refused };
      }),
    /** Makes them again by the sizes as they are, for tests. */
    reset: () => pools.clear(),
  };
}
