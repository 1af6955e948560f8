/**
 * How long ago a moment was, in milliseconds. One from the future was never: the clock was set back, and nobody knows
 * how old what was noted then is by now.
 *
 * @param atMs by `Date.now()`
 * @returns Infinity for a moment that lies ahead
 */
export function ageOf(atMs: number): number {
  const ageMs = Date.now() - atMs;
  return ageMs < 0 ? Infinity : ageMs;
}
