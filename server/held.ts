/**
 * How much of each kind this process holds, for the metrics: a kind that only ever grows is a leak. Rooms say how to
 * count; nothing is counted until somebody asks.
 */
const kinds = new Map<string, () => number>();

/**
 * Says how to count what a room holds.
 *
 * @param kind its name as an operator reads it; said again it replaces what was said before
 * @param count how many there are now; cheap, and throws nothing
 */
export function tellsHowMany(kind: string, count: () => number): void {
  kinds.set(kind, count);
}

/** What is held now, by kind. */
export function heldNow(): [kind: string, count: number][] {
  return [...kinds].map(([kind, count]) => [kind, count()]);
}
