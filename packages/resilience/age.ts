/** The age of a moment of `Date.now()`, in milliseconds; Infinity if it is in the future: the clock was set back. */
export function ageOf(atMs: number): number {
  const ageMs = Date.now() - atMs;
  return ageMs < 0 ? Infinity : ageMs;
}
