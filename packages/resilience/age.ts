/**
 * How long ago a moment was, in milliseconds. A moment in the future has no known age: the clock was set back.
 *
 * @param atMs by `Date.now()`
 * @returns Infinity for a moment that lies ahead
 */
export function ageOf(atMs: number): number {
  const ageMs = Date.now() - atMs;
  return ageMs < 0 ? Infinity : ageMs;
}
