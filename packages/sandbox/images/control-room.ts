import { INK, light, picture } from "./drawing";

function screen(x: number, y: number, width: number, height: number, content: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="#07131f" stroke="${INK.top}" stroke-width="2.5"/>${content}`;
}

/** Draws output over time as an area under a line. */
function chart(x: number, y: number, heights: readonly number[]): string {
  const points = heights.map((height, index) => `${x + index * 21} ${y - height}`);
  const line = `M${points.join("L")}`;
  const end = x + (heights.length - 1) * 21;
  return `<path d="${line}L${end} ${y}L${x} ${y}Z" fill="${INK.glow}" fill-opacity=".16"/><path d="${line}" fill="none" stroke="${INK.glow}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>`;
}

function bars(x: number, y: number, heights: readonly number[]): string {
  return heights
    .map((height, index) => {
      const colour = index === 4 ? "#fcd34d" : INK.glow;
      return `<rect x="${x + index * 15}" y="${y - height}" width="9" height="${height}" rx="2" fill="${colour}" fill-opacity=".75"/>`;
    })
    .join("");
}

/** Draws a gauge of how much is in use. */
function gauge(x: number, y: number, part: number, colour: string): string {
  const length = 2 * Math.PI * 19;
  return `<circle cx="${x}" cy="${y}" r="19" fill="none" stroke="${INK.left}" stroke-width="6"/><circle cx="${x}" cy="${y}" r="19" fill="none" stroke="${colour}" stroke-width="7" stroke-linecap="round" stroke-dasharray="${(length * part).toFixed(1)} ${length.toFixed(1)}" transform="rotate(-90 ${x} ${y})"/>`;
}

/** Draws a wall of screens and two desks. */
export function drawControlRoom(): string {
  const lines = [0, 1, 2, 3].map(
    (line) => `<path d="M186 ${122 + line * 28}h228" stroke="${INK.top}" stroke-opacity=".3"/>`,
  );
  const wall = [
    screen(166, 88, 268, 140, lines.join("") + chart(185, 214, [22, 40, 34, 58, 50, 74, 66, 88, 80, 98, 104, 96])),
    screen(48, 100, 104, 116, bars(58, 204, [34, 52, 44, 70, 28, 80])),
    screen(448, 100, 104, 116, gauge(500, 137, 0.86, INK.glow) + gauge(500, 187, 0.62, "#fcd34d")),
  ];
  const desk = (x: number) =>
    `<rect x="${x}" y="292" width="176" height="10" rx="4" fill="${INK.top}"/><path d="M${x + 14} 302v44M${x + 162} 302v44" stroke="${INK.left}" stroke-width="7"/><rect x="${x + 34}" y="252" width="52" height="34" rx="4" fill="${INK.right}" stroke="${INK.top}" stroke-width="2"/><rect x="${x + 94}" y="252" width="52" height="34" rx="4" fill="${INK.right}" stroke="${INK.top}" stroke-width="2"/><path d="M${x + 42} 272l9-8 9 5 14-11M${x + 102} 276v-9M${x + 112} 276v-14M${x + 122} 276v-6M${x + 132} 276v-16" fill="none" stroke="${INK.glow}" stroke-width="2.5" stroke-linecap="round"/>`;
  return picture(600, 400, INK, [light(300, 170, 330), ...wall, desk(88), desk(336)].join("\n"));
}
