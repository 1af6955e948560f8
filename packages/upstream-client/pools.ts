import { concurrencyLimit, type ConcurrencyLimit, type Holder } from "@storefront/resilience/concurrency-limit";
import { UpstreamUnavailable } from "./failures";
import { PURPOSES, type Purpose } from "./request";

const WAITING_PER_CONNECTION = 4;
/** The largest share of one name: a payer's share of `money`, and that of made-up ids in `public`. */
const SHARES: Partial<Record<Purpose, number>> = { money: 1 / 8, public: 3 / 4 };
/** A network gets another connection only if it has less than this share of the free ones, at most a fifth of all. */
const SHARES_OF_FREE: Partial<Record<Purpose, number>> = { account: 1 / 4, money: 1 / 4 };

/** No connection is free and enough calls wait already, so nothing was sent. */
export class PoolExhausted extends UpstreamUnavailable {}

interface Pool {
  limit: ConcurrencyLimit;
  refused: number;
}

export function createPools(sizes: Readonly<Record<Purpose, number>>) {
  const pools = new Map<Purpose, Pool>();

  function poolOf(purpose: Purpose): Pool {
    const known = pools.get(purpose);
    if (known) return known;
    const most = sizes[purpose];
    const perName = Math.ceil(most * (SHARES[purpose] ?? 1));
    const share = SHARES_OF_FREE[purpose] ?? Infinity;
    const pool: Pool = {
      refused: 0,
      limit: concurrencyLimit({ concurrent: most, perName, waiting: most * WAITING_PER_CONNECTION, share }, () => {
        pool.refused += 1;
        return new PoolExhausted(`too many calls wait for a connection for ${purpose}`, false);
      }),
    };
    pools.set(purpose, pool);
    return pool;
  }

  return {
    /**
     * Makes a call when there is a connection for its purpose.
     *
     * @param holder the caller, with the network if known; the one with the fewest calls in progress comes first
     * @param signal the call's deadline, including the wait
     * @throws PoolExhausted if too many calls wait; UpstreamUnavailable at the deadline; the error of `work`
     */
    run<T>(purpose: Purpose, holder: Holder, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
      let begun = false;
      const begin = () => {
        begun = true;
        return work();
      };
      return poolOf(purpose)
        .limit.run(holder, begin, signal)
        .catch((error: unknown) => {
          if (begun || error instanceof PoolExhausted) throw error;
          throw new UpstreamUnavailable(`deadline passed while waiting among the calls for ${purpose}`, false);
        });
    },
    states: (): { purpose: Purpose; running: number; waiting: number; refused: number }[] =>
      PURPOSES.map((purpose) => {
        const { limit, refused } = poolOf(purpose);
        return { purpose, running: limit.running(), waiting: limit.waiting(), refused };
      }),
  };
}
