/**
 * Gauges for the metrics, by kind: how many of each are in this process. A kind that only ever grows is a leak. Nothing
 * is counted until the metrics are read.
 */
const kinds = new Map<string, () => number>();

/**
 * Registers a gauge.
 *
 * @param kind its name as an operator reads it; a second registration of a name replaces the first
 * @param count how many there are now; cheap, and throws nothing
 */
export function registerGauge(kind: string, count: () => number): void {
  kinds.set(kind, count);
}

/** The current value of each gauge, by kind. */
export function gaugeReadings(): [kind: string, count: number][] {
  return [...kinds].map(([kind, count]) => [kind, count()]);
}
