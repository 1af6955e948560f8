/** A Prometheus counter with one label, read when the metrics are scraped. */
export interface Counter<Value extends string = string> {
  /** Ends in `_total`. */
  metric: string;
  help: string;
  label: string;
  /** By the label's value: constants, never anything from a request. */
  counts: Record<Value, number>;
}

const counters: Counter[] = [];

/** Adds a counter to the metrics, with every value at 0, so that an alert sees the first increase. */
export function registerCounter<Value extends string>(counter: Counter<Value>): Counter<Value> {
  counters.push(counter);
  return counter;
}

export const registeredCounters = (): readonly Counter[] => counters;

/** Gauges of objects in this process, by kind. A kind that only grows is a leak. */
const kinds = new Map<string, () => number>();

/** Registers a gauge; a second registration of a kind replaces the first. `count` must be cheap and never throw. */
export function registerGauge(kind: string, count: () => number): void {
  kinds.set(kind, count);
}

export function gaugeReadings(): [kind: string, count: number][] {
  return [...kinds].map(([kind, count]) => [kind, count()]);
}
