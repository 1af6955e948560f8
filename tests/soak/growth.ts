/** True if something grows, from samples of it. Pure. */

/** A value at a time. */
export interface Point {
  seconds: number;
  value: number;
}

/**
 * The least of each stretch of time. The heap is a saw: between two collections it contains dead objects, so that
 * only its troughs show what is alive.
 *
 * @param stretchSeconds how long each is
 */
export function troughs(points: readonly Point[], stretchSeconds: number): Point[] {
  const least = new Map<number, Point>();
  for (const point of points) {
    const stretch = Math.floor(point.seconds / stretchSeconds);
    const known = least.get(stretch);
    if (!known || point.value < known.value) least.set(stretch, point);
  }
  return [...least.values()];
}

/** The slope of the line that fits points best, per minute; 0 for fewer than two. */
export function slopePerMinute(points: readonly Point[]): number {
  const mean = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [atMean, valueMean] = [mean(({ seconds }) => seconds), mean(({ value }) => value)];
  const spread = points.reduce((sum, { seconds }) => sum + (seconds - atMean) ** 2, 0);
  if (points.length < 2 || spread === 0) return 0;
  return (points.reduce((sum, { seconds, value }) => sum + (seconds - atMean) * (value - valueMean), 0) / spread) * 60;
}

/** The points of the second half of a time. */
export function secondHalf(points: readonly Point[]): Point[] {
  const last = points.at(-1)?.seconds ?? 0;
  return points.filter(({ seconds }) => seconds >= last / 2);
}
