import { AsyncLocalStorage } from "node:async_hooks";
import { guarded } from "./guarded";

/** How much may be done at a time: in all, for one name, and how much may wait for that. */
export interface ConcurrencyLimits {
  concurrent: number;
  perName: number;
  waiting: number;
}

/** Lets work through within limits. */
export interface ConcurrencyLimit {
  /**
   * @param signal ends the wait: work that has not begun then never does
   * @throws what `full` gives, the signal's reason, and what `work` throws
   */
  run<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** How much is being done. */
  running(): number;
  /** How much waits. */
  waiting(): number;
}

/** The innermost place that the calling work has of a limit. */
const places = new AsyncLocalStorage<{ give: () => void; take: () => void }>();

/**
 * Waits without the place that the calling work has of a limit, so that others may begin meanwhile. The work then goes
 * on at once, even where more is being done by now: whoever calls this bounds how many wait.
 *
 * @returns what `wait` returns
 * @throws what it throws
 */
export async function withoutPlace<T>(wait: () => Promise<T>): Promise<T> {
  const place = places.getStore();
  place?.give();
  try {
    return await wait();
  } finally {
    place?.take();
  }
}

/**
 * Makes a limit that is fair to names: of what waits, that of the name with the least under way begins first, in the
 * order in which it came. When too much waits, the last of the name that has the most waiting gives way to other names.
 *
 * @param full what is thrown when too much waits
 */
export function concurrencyLimit(
  { concurrent: limit, perName, waiting }: ConcurrencyLimits,
  full: () => Error,
): ConcurrencyLimit {
  const queue: { name: string; begin: () => void; giveUp: (reason: Error) => void }[] = [];
  const running = new Map<string, number>();
  let count = 0;

  const runningOf = (name: string) => running.get(name) ?? 0;
  const isFree = (name: string) => count < limit && runningOf(name) < perName;

  function take(name: string): void {
    count += 1;
    running.set(name, runningOf(name) + 1);
  }

  function give(name: string): void {
    count -= 1;
    const left = (running.get(name) ?? 1) - 1;
    if (left > 0) running.set(name, left);
    else running.delete(name);
    const ready = queue.filter((one) => isFree(one.name));
    const [next] = ready.sort((one, other) => runningOf(one.name) - runningOf(other.name));
    if (!next) return;
    queue.splice(queue.indexOf(next), 1);
    take(next.name);
    next.begin();
  }

  /** Makes room for one more of a name that waits. */
  function makeRoom(name: string): void {
    const waitingOf = (of: string) => queue.filter((one) => one.name === of).length;
    const names = [...new Set(queue.map((one) => one.name))];
    const [most] = names.sort((one, other) => waitingOf(other) - waitingOf(one));
    if (most === undefined || waitingOf(most) <= waitingOf(name) + 1) throw full();
    queue
      .filter((one) => one.name === most)
      .at(-1)
      ?.giveUp(full());
  }

  /** Settles when the work may begin. */
  function turn(name: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
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
      const next = { name, begin, giveUp };
      queue.push(next);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }

  return {
    running: () => count,
    waiting: () => queue.length,
    async run(name, work, signal) {
      signal?.throwIfAborted();
      if (isFree(name)) take(name);
      else {
        if (queue.length >= waiting) makeRoom(name);
        await turn(name, signal);
      }
      try {
        return await places.run({ give: () => give(name), take: () => take(name) }, work);
      } finally {
        give(name);
      }
    },
  };
}
