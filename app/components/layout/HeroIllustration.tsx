import { Drawing } from "~/components/layout/Icon";
import "~/styles/hero-illustration.css";

const RACKS = [
  { x: 24, top: 78, units: 5 },
  { x: 76, top: 50, units: 7 },
  { x: 128, top: 64, units: 6 },
  { x: 180, top: 36, units: 8 },
] as const;
const UNIT = 12;

/** Returns one path for a part of every unit, so that a first visit's HTML has few elements. */
const perUnit = (draw: (x: number, y: number, isLong: boolean) => string) =>
  RACKS.map(({ x, top, units }) =>
    Array.from({ length: units }, (_, unit) => draw(x + 5, top + 10 + unit * UNIT, (unit * 7 + x) % 9 <= 4)).join(""),
  ).join("");

export function HeroIllustration() {
  // This is not at the top of the module, so that the build can drop it from pages without scripts.
  const racks = RACKS.map(({ x, top }) => `M${x} ${top}h42v${148 - top}h-42z`).join("");
  const units = perUnit((x, y) => `M${x} ${y - 4}h32v8h-32z`);
  const lights = perUnit((x, y) => `M${x + 6} ${y}h.01`);
  const slots = perUnit((x, y, isLong) => `M${x + 13} ${y}h${isLong ? 15 : 10}`);
  return (
    <Drawing className="hero-illustration block" viewBox="0 0 320 168" width="320" height="168" strokeWidth="1.6">
      <path strokeOpacity="0.16" d="M20 148a140 140 0 0 1 280 0M66 148a94 132 0 0 1 188 0M116 148a44 126 0 0 1 88 0" />
      <path className="hall-line" d="M4 148.500h312M222 128h22v-34M222 92h10v-20h12" />
      <path className="hall-body" d={`${racks}M266 62l22 13v25l-22 13-22-13V75z`} />
      <path className="hall-unit" stroke="none" d={units} />
      <path strokeOpacity="0.6" d={`${slots}M266 75v24M254 81l12 6 12-6`} />
      <path strokeWidth="2" d="M30 58L97 34l52 12 52-26 43 8 46-20" />
      <path strokeWidth="3.2" d={lights} />
      <path strokeWidth="7" d="M30 58h.01M97 34h.01M149 46h.01M201 20h.01M244 28h.01M290 8h.01" />
    </Drawing>
  );
}
