/** A name, or a wider name and one within it, such as an address and an account there. */
export type Holder = string | readonly [wider: string, name: string];

/** The wider one first; an account may be spelled like an address. */
export const namesOf = (holder: Holder): string[] => [holder].flat().map((name, level) => `${level} ${name}`);

/**
 * Makes a number of places, and counts who has how many.
 *
 * @param options.perName limit of one name, not of the wider one
 * @param options.share a name that nothing else bounds, of two the wider one, gets one more only while it has less than
 *   this share of the free ones. With a quarter one name gets a fifth of all, and sixteen names together still leave some.
 */
export function createPlaces(
  places: number,
  { perName = Infinity, share = Infinity }: { perName?: number; share?: number },
) {
  const byName = new Map<string, number>();
  let taken = 0;

  /** For each of the holder's names, the wider one first. */
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
