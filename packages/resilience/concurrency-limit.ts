import { AsyncLocalStorage } from "node:async_hooks";
import { guarded } from "./guarded";

/** A name, or a wider name with a narrower one within it, such as an address and an account there. */
export type Holder = string | readonly [wider: string, name: string];

/** Returns the names, the wider one first. The level tells an account from an address of the same spelling. */
const namesOf = (holder: Holder): string[] => [holder].flat().map((name, level) => `${level} ${name}`);

/**
 * Makes a number of places and counts how many each holder has.
 *
 * @param options.perName limit for one name; it does not apply to the wider name
 * @param options.share the wider name (or the only one, if it has no limit) gets another place only while it has less
 *   than this share of the free places. With a quarter, one name gets a fifth of all places, and even sixteen names
 *   leave some free.
 */
export function createPlaces(
  places: number,
  { perName = Infinity, share = Infinity }: { perName?: number; share?: number },
) {
  const byName = new Map<string, number>();
  let taken = 0;

  /** Returns one count for each of the holder's names, the wider name first. */
  const takenBy = (holder: Holder) => namesOf(holder).map((name) => byName.get(name) ?? 0);

  function add(holder: Holder, more: 1 | -1): void {
    taken += more;
    for (const name of namesOf(holder)) {
      const count = (byName.get(name) ?? 0) + more;
      if (count > 0) byName.set(name, count);
      else byName.delete(name);
    }
  }

  return {
    isFree(holder: Holder): boolean {
      const free = places - taken;
      const [widest = 0, own = widest] = takenBy(holder);
      const isOneBounded = typeof holder === "string" && perName < Infinity;
      return free > 0 && own < perName && (isOneBounded || widest < free * share);
    },
    take: (holder: Holder) => add(holder, 1),
    give: (holder: Holder) => add(holder, -1),
    taken: () => taken,
    takenBy,
  };
}

export type ConcurrencyLimit = ReturnType<typeof concurrencyLimit>;

/** The innermost place that the calling work occupies. */
const ownPlace = new AsyncLocalStorage<{ give: () => void; take: () => Promise<void> }>();

/**
 * Gives the calling work's place back while it waits, so that others may begin. Afterwards the work waits for its turn
 * and is never refused; the caller must limit how many wait.
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

export class QueueFull extends Error {
  override name = "QueueFull";
}

interface Waiting {
  holder: Holder;
  key: string;
  arrival: number;
  begin: () => void;
  giveUp: (reason: Error) => void;
  hasBegun: boolean;
}

/**
 * Makes a limit that is fair to names: the name with the least work in progress comes next. If too much work waits, the
 * last item of the name with the most waiting is refused. If a holder has two names, the wider one is compared first.
 *
 * @param limits limits of all work, of one name's work, and of waiting work; `share` as in `createPlaces`
 * @param full makes the error to throw when too much waits; QueueFull by default
 */
export function concurrencyLimit(
  { concurrent, waiting, ...limits }: { concurrent: number; perName: number; waiting: number; share?: number },
  full = (): Error => new QueueFull(),
) {
  /** Waiting work by holder, so that thousands of items of one holder cost no more than a few when work ends. */
  const queues = new Map<string, Set<Waiting>>();
  const places = createPlaces(concurrent, limits);
  let arrivals = 0;
  /** The number of items that wait for their first turn. */
  let newcomers = 0;

  /** Returns all waiting work in order of arrival. */
  const queue = () => [...queues.values()].flatMap((own) => [...own]).sort((one, other) => one.arrival - other.arrival);

  function enqueue(one: Waiting): void {
    const own = queues.get(one.key) ?? new Set();
    queues.set(one.key, own.add(one));
    if (!one.hasBegun) newcomers += 1;
  }

  function dequeue(one: Waiting): void {
    const own = queues.get(one.key);
    if (own?.delete(one) && !one.hasBegun) newcomers -= 1;
    if (own?.size === 0) queues.delete(one.key);
  }

  /** Compares holders; negative if `one` has fewer in progress. */
  function compare(one: Holder, other: Holder): number {
    const others = places.takenBy(other);
    return places.takenBy(one).reduce((before, count, level) => before || count - (others[level] ?? 0), 0);
  }

  function give(holder: Holder): void {
    places.give(holder);
    let next: Waiting | undefined;
    for (const [one] of queues.values()) {
      if (!one || !places.isFree(one.holder)) continue;
      if (!next || (compare(one.holder, next.holder) || one.arrival - next.arrival) < 0) next = one;
    }
    if (!next) return;
    dequeue(next);
    places.take(next.holder);
    next.begin();
  }

  /** Makes room for another item. Work in progress is never refused. */
  function makeRoom(holder: Holder): void {
    if (newcomers < waiting) return;
    let rivals = queue().filter(({ hasBegun }) => !hasBegun);
    let isOther = false;
    for (const [level, name] of namesOf(holder).entries()) {
      const own: Waiting[] = [];
      const groups = new Map<string | undefined, Waiting[]>([[name, own]]);
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
        dequeue(next);
        reject(reason);
      };
      const next = { holder, key: JSON.stringify(holder), arrival: (arrivals += 1), begin, giveUp, hasBegun };
      enqueue(next);
      signal?.addEventListener("abort", leave, { once: true });
    });
  }

  return {
    running: () => places.taken(),
    waiting: () => [...queues.values()].reduce((sum, own) => sum + own.size, 0),
    /**
     * Runs work in its turn.
     *
     * @param signal when aborted, the wait ends
     * @throws the error of `full`, the signal's reason, or what `work` throws
     */
    async run<T>(holder: Holder, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      signal?.throwIfAborted();
      await turn(holder, { signal, hasBegun: false });
      let isHeld = true;
      let isOver = false;
      const needsPlace = () => !isHeld && !isOver;
      const place = {
        give: () => {
          if (isHeld) give(holder);
          isHeld = false;
        },
        take: async () => {
          if (!needsPlace()) return;
          await turn(holder, { hasBegun: true });
          if (needsPlace()) isHeld = true;
          else give(holder);
        },
      };
      try {
        return await ownPlace.run(place, work);
      } finally {
        // The work may have started something that still runs, such as the action of a visitor who has left.
        isOver = true;
        place.give();
      }
    },
  };
}
