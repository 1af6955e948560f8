/**
 * True in `npm run test:long`, which runs all cases that take long and differ little; `npm test` runs a sample of them
 * (docs/change/testing.md).
 */
export const isWholeRun = process.env.TESTS === "all";

/** Returns every n-th case, beginning with the first; in the long run all cases. */
export function sampleOf<T>(cases: readonly T[], n: number, from = 0): T[] {
  return cases.filter((_, at) => isWholeRun || (at + from) % n === 0);
}

/** Returns how often a property is tested with random values: in a sample a tenth of the number. */
export const runsOf = (whole: number): number => (isWholeRun ? whole : Math.ceil(whole / 10));
