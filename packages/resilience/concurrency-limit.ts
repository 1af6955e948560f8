import { AsyncLocalStorage } from "node:async_hooks";
import { guarded } from "./guarded";
import { createPlaces, namesOf, type Holder } from "./places";

/**
 * How much may be done at a time: in all, for one name, and how much may wait for that. With `share` a name with much
 * under way leaves places to others (`createPlaces`).
 */
export interface ConcurrencyLimits {
  concurrent: number;
  perName: number;
  waiting: number;
  share?: number;
}

/** Lets work through within limits. */
export interface ConcurrencyLimit {
  /**
   * @param signal ends the wait: work that has not begun then never does
   * @throws what `full` gives, the signal's reason, and what `work` throws
   */
  run<T>(holder: Holder, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** How much is being done. */
  running(): number;
  /** How much waits. */
  waiting(): number;
}

/** The innermost place that the calling work has of a limit. */
const ownPlace = new AsyncLocalStorage<{ give: () => void; take: () => Promise<void> }>();

/**
 * Waits without the place that the calling work has of a limit, so that others may begin meanwhile. The work then goes
 * on when its turn comes, or a name could have any number under way. It is never refused, for it has begun: whoever
 * calls this bounds how many wait.
 *
 * @returns what `wait` returns
 * @throws what it throws
 */
export async function withoutPlace<T>(wait: () => Promise<T>): Promise<T> {
  const place = ownPlace.getStore();
  place?.give();
  try {
    return await wait();
  } finally {
    await place?.take();
  }
}

/**
 * Makes a limit that is fair to names: of what waits, that of the name with the least under way begins first, in the
 * order in which it came. When too much waits, the last of the name that has the most waiting gives way to other names.
 * If a holder has two names, the wider one counts first.
 *
 * @param full what is thrown when too much waits
 */
export function concurrencyLimit(
  { concurrent, waiting, ...limits }: ConcurrencyLimits,
  full: () => Error,
): ConcurrencyLimit {
  const queue: { holder: Holder; begin: () => void; giveUp: (reason: Error) => void; hasBegun: boolean }[] = [];
  const places = createPlaces(concurrent, limits);

  /** Negative where one has less under way than the other. */
  function compare(one: Holder, other: Holder): number {
    const others = places.takenBy(other);
    return places.takenBy(one).reduce((before, count, level) => before || count - (others[level] ?? 0), 0);
  }

  function give(holder: Holder): void {
    places.give(holder);
    const ready = queue.filter((one) => places.isFree(one.holder));
    const [next] = ready.sort((one, other) => compare(one.holder, other.holder));
    if (!next) return;
    queue.splice(queue.indexOf(next), 1);
    places.take(next.holder);
    next.begin();
  }

  /** Makes room for one more of a holder that waits. What has begun waits beside the others, and is never refused. */
  function makeRoom(holder: Holder): void {
    let rivals = queue.filter(({ hasBegun }) => !hasBegun);
    if (rivals.length < waiting) return;
    let isOther = false;
    for (const [level, name] of namesOf(holder).entries()) {
      const own: typeof queue = [];
      const groups = new Map<string | undefined, typeof queue>([[name, own]]);
      for (const one of rivals) {
        const of = namesOf(one.holder)[level];
        const group = groups.get(of) ?? [];
        group.push(one);
        groups.set(of, group);
      }
      const [most = own] = [...groups.values()].sort((one, other) => other.length - one.length);
      isOther ||= most.length > own.length + 1;
      rivals = isOther ? most : own;
    }
    if (!isOther) throw full();
    rivals.at(-1)?.giveUp(full());
  }

  /** Settles when the work may begin, or go on. */
  async function turn(holder: Holder, { signal, hasBegun }: { signal?: AbortSignal | undefined; hasBegun: boolean }) {
    if (places.isFree(holder)) return places.take(holder);
    if (!hasBegun) makeRoom(holder);
    return new Promise<void>((resolve, reject) => {
      const leave = guarded(() => next.giveUp(signal?.reason as Error));
      const begin = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const giveUp = (reason: Error) => {
        signal?.removeEventListener("abort", leave);
        queue.splice(queue.indexOf(next), 1);
        reject(reason);
      };
      const next = { holder, begin, giveUp, hasBegun };
      queue.push(next);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }

  return {
    running: () => places.taken(),
    waiting: () => queue.length,
    async run(holder, work, signal) {
      signal?.throwIfAborted();
      await turn(holder, { signal, hasBegun: false });
      try {
        return await ownPlace.run({ give: () => give(holder), take: () => turn(holder, { hasBegun: true }) }, work);
      } finally {
        give(holder);
      }
    },
  };
}
