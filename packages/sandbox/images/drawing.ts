/** The shapes of the illustrations. They have no text, so that one picture serves both languages. */

export interface Palette {
  /** The background's gradient from top left to bottom right. */
  from: string;
  to: string;
  /** The three sides of a solid: top, left, right. */
  top: string;
  left: string;
  right: string;
  /** The colour of lights and lines. */
  glow: string;
}

export const INK: Palette = {
  from: "#0a1c2e",
  to: "#0f4c5c",
  top: "#2b7a8b",
  left: "#12384b",
  right: "#0c2a3b",
  glow: "#5eead4",
};
export const TEAL: Palette = {
  from: "#0b2b33",
  to: "#0f766e",
  top: "#3aa99f",
  left: "#12544f",
  right: "#0c403d",
  glow: "#a7f3d0",
};
export const BLUE: Palette = {
  from: "#0b1b36",
  to: "#1d4e89",
  top: "#4d86c6",
  left: "#163a68",
  right: "#0f2b50",
  glow: "#93c5fd",
};
export const DUSK: Palette = {
  from: "#141a33",
  to: "#3b4a7a",
  top: "#7382b8",
  left: "#2b355f",
  right: "#1f2749",
  glow: "#fcd9a0",
};

const round = (value: number) => Math.round(value * 10) / 10;

/** Returns a picture of the given size with a gradient behind it. */
export function picture(width: number, height: number, palette: Palette, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<defs><linearGradient id="b" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${palette.from}"/><stop offset="1" stop-color="${palette.to}"/></linearGradient>
<radialGradient id="g"><stop offset="0" stop-color="${palette.glow}" stop-opacity=".38"/><stop offset="1" stop-color="${palette.glow}" stop-opacity="0"/></radialGradient></defs>
<rect width="${width}" height="${height}" fill="url(#b)"/>
${content}
</svg>`;
}

export function light(x: number, y: number, radius: number): string {
  return `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(radius)}" ry="${round(radius * 0.7)}" fill="url(#g)"/>`;
}

/** A view of the ground from above at an angle, which projects a point in space onto the picture. */
export interface View {
  x: number;
  y: number;
  scale: number;
}

export function place(view: View, x: number, y: number, z: number): readonly [number, number] {
  return [round(view.x + (x - y) * 0.866 * view.scale), round(view.y + (x + y) * 0.5 * view.scale - z * view.scale)];
}

function polygon(view: View, points: readonly (readonly [number, number, number])[], fill: string, extra = ""): string {
  return `<polygon points="${points.map(([x, y, z]) => place(view, x, y, z).join(",")).join(" ")}" fill="${fill}"${extra}/>`;
}

/** Draws a box with its corner at (x, y, z). */
export function box(
  view: View,
  [x, y, z]: readonly [number, number, number],
  [w, d, h]: readonly [number, number, number],
  palette: Palette,
): string {
  return (
    polygon(
      view,
      [
        [x, y + d, z],
        [x + w, y + d, z],
        [x + w, y + d, z + h],
        [x, y + d, z + h],
      ],
      palette.left,
    ) +
    polygon(
      view,
      [
        [x + w, y, z],
        [x + w, y + d, z],
        [x + w, y + d, z + h],
        [x + w, y, z + h],
      ],
      palette.right,
    ) +
    polygon(
      view,
      [
        [x, y, z + h],
        [x + w, y, z + h],
        [x + w, y + d, z + h],
        [x, y + d, z + h],
      ],
      palette.top,
    )
  );
}

/** Draws a line on the left face of a box, from a to b along x at height z. */
export function frontLine(
  view: View,
  y: number,
  z: number,
  a: number,
  b: number,
  colour: string,
  width: number,
): string {
  const [x1, y1] = place(view, a, y, z);
  const [x2, y2] = place(view, b, y, z);
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${colour}" stroke-width="${round(width)}" stroke-linecap="round"/>`;
}

/** Draws a lamp on the left face of a box. */
export function lamp(view: View, x: number, y: number, z: number, colour: string, radius: number): string {
  const [cx, cy] = place(view, x, y, z);
  return `<circle cx="${cx}" cy="${cy}" r="${round(radius)}" fill="${colour}"/>`;
}

/** Draws the fine grid that the solids stand on. */
export function ground(view: View, size: number, colour: string): string {
  const lines: string[] = [];
  for (let i = -size; i <= size; i += 1) {
    const [ax, ay] = place(view, i, -size, 0);
    const [bx, by] = place(view, i, size, 0);
    const [cx, cy] = place(view, -size, i, 0);
    const [dx, dy] = place(view, size, i, 0);
    lines.push(`M${ax} ${ay}L${bx} ${by}M${cx} ${cy}L${dx} ${dy}`);
  }
  return `<path d="${lines.join("")}" stroke="${colour}" stroke-opacity=".13" fill="none"/>`;
}
