/**
 * How much of each kind this process holds, for the metrics: a kind that only ever grows is a leak. Nothing is
 * counted until somebody asks.
 */
const kinds = new Map<string, () => number>();

/**
 * Makes what a module holds part of the metrics.
 *
 * @param kind its name as an operator reads it; said again it replaces what was said before
 * @param count how many there are now; cheap, and throws nothing
 */
export function registerGauge(kind: string, count: () => number): void {
  kinds.set(kind, count);
}

/** What is held now, by kind. */
export function gaugeReadings(): [kind: string, count: number][] {
  return [...kinds].map(([kind, count]) => [kind, count()]);
}
