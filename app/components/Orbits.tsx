import { Drawing } from "./Icon";

/** The ornament of the front pages: arcs around a rising point, as in the drawing of the hall of racks. */
export function Orbits() {
  return (
    <Drawing className="orbits" viewBox="0 0 160 160" width="160" height="160" strokeWidth="1.6">
      <path d="M160 24A136 136 0 0 0 24 160M160 56A104 104 0 0 0 56 160M160 88A72 72 0 0 0 88 160M160 120A40 40 0 0 0 120 160" />
      <path className="orbits-points" d="M140 25.5h.01M146 57h.01" />
    </Drawing>
  );
}
