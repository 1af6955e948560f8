/**
 * A counter, as Prometheus has them: a number that only grows, in all since the process began. Counting adds one to it;
 * the server of the metrics reads the numbers when it is scraped.
 */
export interface Counter<Value extends string = string> {
  /** The name of the metric, which ends in `_total`, and its one label. */
  metric: string;
  help: string;
  label: string;
  /** How often so far, by the label's value: names of the program, never anything of a request. */
  counts: Record<Value, number>;
}

const counters: Counter[] = [];

/**
 * Makes a counter part of the metrics.
 *
 * @param counter with every value that is known at 0: an alert sees the first one as an increase
 * @returns the same
 */
export function registerCounter<Value extends string>(counter: Counter<Value>): Counter<Value> {
  counters.push(counter);
  return counter;
}

/** All of them. */
export const registeredCounters = (): readonly Counter[] => counters;
