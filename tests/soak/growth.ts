/** Detects growth in samples. Pure functions. */

/** A value at a time. */
export interface Point {
  seconds: number;
  value: number;
}

/**
 * The lowest value in each interval. The heap contains dead objects until a collection, so its graph is a sawtooth, and
 * only its troughs show live memory.
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

/** The slope per minute of the line that fits the points best; 0 for fewer than two points. */
export function slopePerMinute(points: readonly Point[]): number {
  const mean = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [atMean, valueMean] = [mean(({ seconds }) => seconds), mean(({ value }) => value)];
  const spread = points.reduce((sum, { seconds }) => sum + (seconds - atMean) ** 2, 0);
  if (points.length < 2 || spread === 0) return 0;
  return (points.reduce((sum, { seconds, value }) => sum + (seconds - atMean) * (value - valueMean), 0) / spread) * 60;
}

export function secondHalf(points: readonly Point[]): Point[] {
  const last = points.at(-1)?.seconds ?? 0;
  return points.filter(({ seconds }) => seconds >= last / 2);
}
