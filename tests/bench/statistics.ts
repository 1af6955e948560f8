/** The few statistics of the measurements. */

/** Several measurements of the same: the one in the middle, and how far the others are from it. */
export interface Spread {
  median: number;
  least: number;
  most: number;
}

/**
 * The value below which a share of the values lies: the nearest one that was measured, never one between two.
 *
 * @param values in any order
 * @param share from 0 to 1
 * @returns NaN when there are none
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

/** The value in the middle; of an even number of values the mean of the two there. NaN when there are none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? NaN;
  return sorted.length % 2 ? upper : ((sorted[half - 1] ?? NaN) + upper) / 2;
}

export function spread(values: readonly number[]): Spread {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}
