/** Returns the age of a time in milliseconds; Infinity if it is in the future because the clock was set back. */
export function ageOf(atMs: number): number {
  const ageMs = Date.now() - atMs;
  return ageMs < 0 ? Infinity : ageMs;
}
