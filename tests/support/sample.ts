/**
 * Cases that take long and differ little from each other: `npm test` runs a sample of them, `npm run test:long` all
 * (docs/change/testing.md).
 */

export const isWholeRun = process.env.TESTS === "all";

/** Every n-th case, beginning with the first; all cases in the long run. */
export function sampleOf<T>(cases: readonly T[], n: number, from = 0): T[] {
  return cases.filter((_, at) => isWholeRun || (at + from) % n === 0);
}

/** How often a property is tested with random values: a tenth of the number in a sample. */
export const runsOf = (whole: number): number => (isWholeRun ? whole : Math.ceil(whole / 10));
