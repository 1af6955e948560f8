/** Counts of what is in this process, by kind, for the metrics. A kind that only ever grows is a leak. */
const kinds = new Map<string, () => number>();

/** Registers a gauge; a second registration of a kind replaces the first. `count` is cheap, and throws nothing. */
export function registerGauge(kind: string, count: () => number): void {
  kinds.set(kind, count);
}

export function gaugeReadings(): [kind: string, count: number][] {
  return [...kinds].map(([kind, count]) => [kind, count()]);
}
