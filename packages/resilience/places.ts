/** For whom a place is: a name, or a wider name and one within it, such as an address and an account there. */
export type Holder = string | readonly [wider: string, name: string];

/** So many places, and who has how many of them. */
export interface Places {
  /** True if the holder may take one more. */
  isFree(holder: Holder): boolean;
  take(holder: Holder): void;
  give(holder: Holder): void;
  /** How many are taken. */
  taken(): number;
  /** How many each of the holder's names has, the wider one first. */
  takenBy(holder: Holder): number[];
}

/** The names of a holder, the wider one first; an account may be spelled like an address. */
export const namesOf = (holder: Holder): string[] => [holder].flat().map((name, level) => `${level} ${name}`);

/**
 * @param options.perName so many at most for one name, not counting the wider one
 * @param options.share a name, of two the wider one, gets one more only while it has less than this share of those that
 *   are free: the more it has, the more it leaves. With a quarter one name gets a fifth of all, and sixteen names
 *   together still leave some.
 */
export function createPlaces(
  places: number,
  { perName = Infinity, share = Infinity }: { perName?: number; share?: number },
): Places {
  const byName = new Map<string, number>();
  let taken = 0;

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
    isFree(holder) {
      const free = places - taken;
      const [widest = 0, own = widest] = takenBy(holder);
      return free > 0 && own < perName && widest < free * share;
    },
    take: (holder) => add(holder, 1),
    give: (holder) => add(holder, -1),
    taken: () => taken,
    takenBy,
  };
}
