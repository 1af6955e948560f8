/** A Prometheus counter with one label. Its counts are read when the metrics are scraped. */
export interface Counter<Value extends string = string> {
  /** The metric's name, which ends in `_total`. */
  metric: string;
  help: string;
  label: string;
  /** Counts by the label's value. The values are constants, never anything from a request. */
  counts: Record<Value, number>;
}

const counters: Counter[] = [];

/** Adds a counter to the metrics, with 0 for every value, so that an alert sees the first increase. */
export function registerCounter<Value extends string>(counter: Counter<Value>): Counter<Value> {
  counters.push(counter);
  return counter;
}

export const registeredCounters = (): readonly Counter[] => counters;

/** Gauges of objects in this process, by kind. A count that only grows is a leak. */
const kinds = new Map<string, () => number>();

/** Registers a gauge; a second registration of a kind replaces the first. `count` must be cheap and never throw. */
export function registerGauge(kind: string, count: () => number): void {
  kinds.set(kind, count);
}

export function gaugeReadings(): [kind: string, count: number][] {
  return [...kinds].map(([kind, count]) => [kind, count()]);
}
