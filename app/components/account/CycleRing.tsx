import { Drawing } from "~/components/layout/Icon";
import "~/styles/cycle-ring.css";

/** The radius of a circle with a circumference of 100, so that a percentage is a length on it. */
const RADIUS = 15.9155;

/** Draws the progress of a cycle, `size` in pixels or as a share of the width; the adjacent text says the same. */
export function CycleRing({ percent, size, tick = false }: { percent: number; size: number | string; tick?: boolean }) {
  return (
    <Drawing className="cycle-ring block" viewBox="0 0 36 36" width={size} height={size} strokeWidth="3.2">
      <circle className="cycle-ring-all" cx="18" cy="18" r={RADIUS} />
      <circle className="cycle-ring-part" cx="18" cy="18" r={RADIUS} strokeDasharray={`${percent} 100`} />
      {/* The tick is rotated because the whole drawing is. */}
      {tick ? <path d="M17.5 11.5l-4.5 4.5 9.5 8.5" /> : null}
    </Drawing>
  );
}
