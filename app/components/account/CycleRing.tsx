import { Drawing } from "~/components/layout/Icon";
import "~/styles/cycle-ring.css";

/** The radius of a circle that is 100 units long, so that a share in percent is a length on it. */
const RADIUS = 15.9155;

/**
 * The adjacent text says the same.
 *
 * @param size without style, in pixels
 * @param tick whether the ring shows a success
 */
export function CycleRing({ percent, size, tick = false }: { percent: number; size: number; tick?: boolean }) {
  return (
    <Drawing className="cycle-ring" viewBox="0 0 36 36" width={size} height={size}>
      <circle className="cycle-ring-all" cx="18" cy="18" r={RADIUS} />
      <circle className="cycle-ring-part" cx="18" cy="18" r={RADIUS} strokeDasharray={`${percent} 100`} />
      {/* Rotated, because the whole drawing is. */}
      {tick ? <path className="cycle-ring-tick" d="M17.5 11.5l-4.5 4.5 9.5 8.5" /> : null}
    </Drawing>
  );
}
