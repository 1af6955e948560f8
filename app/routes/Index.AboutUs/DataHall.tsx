/** Left edge, top and units of each rack; the floor is at 148. */
const RACKS = [
  { x: 24, top: 78, units: 5 },
  { x: 76, top: 50, units: 7 },
  { x: 128, top: 64, units: 6 },
  { x: 180, top: 36, units: 8 },
] as const;
const WIDTH = 42;
const UNIT = 12;

/** A decorative drawing of a hall of racks under a rising line. */
export function DataHall() {
  return (
    <svg className="data-hall" viewBox="0 0 320 168" width="320" height="168" aria-hidden="true">
      <path className="hall-arc" d="M20 148a140 140 0 0 1 280 0M66 148a94 132 0 0 1 188 0M116 148a44 126 0 0 1 88 0" />
      <path className="hall-floor" d="M4 148.500h312" />
      {RACKS.map(({ x, top, units }) => (
        <g key={x}>
          <rect className="hall-rack" x={x} y={top} width={WIDTH} height={148 - top} rx="4" />
          {Array.from({ length: units }, (_, unit) => {
            const y = top + 6 + unit * UNIT;
            return (
              <g key={unit}>
                <rect className="hall-unit" x={x + 5} y={y} width={WIDTH - 10} height="8" rx="2" />
                <circle className="hall-light" cx={x + 11} cy={y + 4} r="1.6" />
                <path className="hall-slot" d={`M${x + 18} ${y + 4}h${(unit * 7 + x) % 9 > 4 ? 10 : 15}`} />
              </g>
            );
          })}
        </g>
      ))}
      <path className="hall-cable" d="M222 128h22v-34M222 92h10v-20h12" />
      <path className="hall-growth" d="M30 58L97 34l52 12 52-26 43 8 46-20" />
      {["30 58", "97 34", "149 46", "201 20", "244 28", "290 8"].map((at) => (
        <circle key={at} className="hall-point" cx={at.split(" ")[0]} cy={at.split(" ")[1]} r="3.5" />
      ))}
      <path className="hall-node" d="M244 60l22 13v25l-22 13-22-13V73z" transform="translate(22 2)" />
      <path className="hall-slot" d="M266 75v24M254 81l12 6 12-6" />
    </svg>
  );
}
