import { Drawing } from "./Icon";
import "../styles/cycle-ring.css";

/** The radius of a circle that is 100 units long, so that a share in percent is a length on it. */
const RADIUS = 15.9155;

/**
 * The share of a cycle that has passed, as a ring that begins at its top. The words beside it say the same.
 *
 * @param size of the drawing without style, in pixels
 */
export function CycleRing({ percent, size }: { percent: number; size: number }) {
  return (
    <Drawing className="cycle-ring" viewBox="0 0 36 36" width={size} height={size}>
      <circle className="cycle-ring-all" cx="18" cy="18" r={RADIUS} />
      <circle cx="18" cy="18" r={RADIUS} strokeDasharray={`${percent} 100`} />
    </Drawing>
  );
}
