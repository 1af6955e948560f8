import { POOL_SIZES, WAITING_PER_CONNECTION } from "~server/constants";
import { env } from "~server/env";
import { limited, type Gate } from "~server/limited";
import { Unavailable } from "./failures";
import type { Purpose } from "./sending";

/**
 * The connections to the platform, divided by what they are for (behaviour 7.60): a list that hangs takes those of
 * lists, and a payment finds its own free.
 */

/** There is no connection left for this purpose, and enough calls wait already: nothing was sent. */
export class NoRoom extends Unavailable {}

interface Pool {
  gate: Gate;
  /** How many calls found no room. */
  refused: number;
}

const pools = new Map<Purpose, Pool>();

function poolOf(purpose: Purpose): Pool {
  const known = pools.get(purpose);
  if (known) return known;
  const size = env().UPSTREAM_POOLS[purpose];
  const pool: Pool = {
    refused: 0,
    gate: limited({ atOnce: size, perName: size, waiting: size * WAITING_PER_CONNECTION }, () => {
      pool.refused += 1;
      return new NoRoom(`no room among the calls for ${purpose}`, false);
    }),
  };
  pools.set(purpose, pool);
  return pool;
}

/**
 * Makes a call once there is a connection for its purpose.
 *
 * @param signal the call's deadline, which waiting is a part of
 * @throws NoRoom at once when too many wait; Unavailable when the deadline passes before its turn; what `work` throws
 */
export function inPool<T>(purpose: Purpose, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  let begun = false;
  const begin = () => {
    begun = true;
    return work();
  };
  return poolOf(purpose)
    .gate.run(purpose, begin, signal)
    .catch((error: unknown) => {
      if (begun || error instanceof NoRoom) throw error;
      throw new Unavailable(`deadline passed while waiting among the calls for ${purpose}`, false);
    });
}

/** How full the pools are, for the metrics. */
export function poolStates(): { purpose: Purpose; running: number; waiting: number; refused: number }[] {
  return (Object.keys(POOL_SIZES) as Purpose[]).map((purpose) => {
    const { gate, refused } = poolOf(purpose);
    return { purpose, running: gate.running(), waiting: gate.waiting(), refused };
  });
}

/** Makes them again by the environment as it is, for tests. */
export function forgetPools(): void {
  pools.clear();
}
