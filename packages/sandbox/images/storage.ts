import {
  box,
  frontLine,
  ground,
  INK,
  lamp,
  light,
  picture,
  place,
  TEAL,
  BLUE,
  DUSK,
  type Palette,
  type View,
} from "./drawing";

const PALETTES = [INK, TEAL, BLUE, DUSK] as const;

/** Draws a box and its front. */
type Solid = (
  view: View,
  at: readonly [number, number, number],
  size: readonly [number, number, number],
  palette: Palette,
) => string;

/** Draws one storage unit: a slab with drive slots and lamps on its front. */
const unit: Solid = (view, at, size, palette) => {
  const [x, y, z] = at;
  const [w, d, h] = size;
  const parts = [box(view, at, size, palette)];
  const slots = Math.max(3, Math.round(w * 2.4));
  for (let slot = 0; slot < slots - 1; slot += 1) {
    const start = x + 0.18 + (slot * (w - 0.36)) / slots;
    parts.push(
      frontLine(view, y + d, z + h * 0.5, start, start + ((w - 0.36) / slots) * 0.6, palette.glow, view.scale * 0.035),
    );
  }
  parts.push(lamp(view, x + w - 0.22, y + d, z + h * 0.5, palette.glow, view.scale * 0.055));
  return parts.join("");
};

/** Draws storage units on top of one another. */
function stack(view: View, x: number, y: number, layers: number, palette: Palette): string {
  return Array.from({ length: layers }, (_, layer) => unit(view, [x, y, layer * 0.56], [2, 2, 0.44], palette)).join("");
}

/** Draws a solid box with a row of lamps on its front. */
const solid: Solid = (view, at, size, palette) => {
  const [x, y, z] = at;
  const [w, d, h] = size;
  const lamps = [0.25, 0.5, 0.75].map((part) =>
    lamp(view, x + w * part, y + d, z + h * 0.5, palette.glow, view.scale * 0.05),
  );
  return box(view, at, size, palette) + lamps.join("");
};

const ROUND_HEIGHT = 34;

/** Draws round layers on top of one another, like the discs of a drive. */
function discs(x: number, y: number, count: number, palette: Palette): string {
  return Array.from({ length: count }, (_, layer) => {
    const top = y - layer * ROUND_HEIGHT;
    const side = `M${x - 120} ${top}v22a120 54 0 0 0 240 0v-22Z`;
    return `<path d="${side}" fill="${palette.left}"/><ellipse cx="${x}" cy="${top}" rx="120" ry="54" fill="${palette.top}"/><ellipse cx="${x}" cy="${top}" rx="34" ry="15" fill="${palette.right}"/><path d="M${x - 84} ${top + 44}a120 54 0 0 0 168 0" fill="none" stroke="${palette.glow}" stroke-width="3"/>`;
  }).join("");
}

/** The designs of the power products. No two have the same outline, so that they differ not only in colour. */
const ARRANGEMENTS: readonly ((palette: Palette) => string)[] = [
  (palette) => stack({ x: 300, y: 290, scale: 54 }, -1, -1, 7, palette),
  (palette) => {
    const view = { x: 290, y: 258, scale: 43 };
    return [2, 4, 6].map((layers, step) => stack(view, step * 2.6 - 3.4, -1, layers, palette)).join("");
  },
  (palette) => {
    const view = { x: 300, y: 262, scale: 42 };
    return [5.2, 4, 2.8, 1.6]
      .map((size, layer) => solid(view, [-size / 2, -size / 2, layer], [size, size, 0.86], palette))
      .join("");
  },
  (palette) => {
    const view = { x: 300, y: 232, scale: 34 };
    const places = Array.from({ length: 8 }, (_, at) => [
      Math.cos((at * Math.PI) / 4) * 3.6 - 0.6,
      Math.sin((at * Math.PI) / 4) * 3.6 - 0.6,
    ]).sort(([x1 = 0, y1 = 0], [x2 = 0, y2 = 0]) => x1 + y1 - x2 - y2);
    const [behind, before] = [places.slice(0, 4), places.slice(4)].map((half) =>
      half.map(([x = 0, y = 0]) => solid(view, [x, y, 0], [1.2, 1.2, 1.5], palette)).join(""),
    );
    return `${behind ?? ""}<ellipse cx="300" cy="222" rx="58" ry="34" fill="${palette.glow}" fill-opacity=".8"/>${before ?? ""}`;
  },
  (palette) => {
    const view = { x: 282, y: 264, scale: 44 };
    return [0, 1, 2, 3, 4].map((slab) => solid(view, [slab * 1.05 - 2.6, -1.4, 0], [0.62, 2.8, 2.9], palette)).join("");
  },
  (palette) => discs(300, 290, 5, palette),
  (palette) => {
    const view = { x: 280, y: 268, scale: 38 };
    const posts = [-3.4, 1.6].map((x) => stack(view, x, -1, 5, palette)).join("");
    return posts + solid(view, [-3.4, -1, 2.8], [7, 2, 0.7], palette);
  },
  (palette) => {
    const view = { x: 300, y: 216, scale: 36 };
    const heights = [0.6, 1.4, 0.6, 1.4, 3.2, 1.4, 0.6, 1.4, 0.6];
    return heights
      .map((height, at) => ({ x: Math.floor(at / 3), y: at % 3, height }))
      .sort((one, other) => one.x + one.y - other.x - other.y)
      .map(({ x, y, height }) => solid(view, [x * 2 - 2.7, y * 2 - 2.7, 0], [1.3, 1.3, height], palette))
      .join("");
  },
];

/** Draws a power product; each number has a different design. */
export function drawPower(number: number): string {
  const palette = PALETTES[(number - 1) % PALETTES.length] ?? INK;
  const draw = ARRANGEMENTS[(number - 1) % ARRANGEMENTS.length] ?? (() => "");
  const view = { x: 300, y: 250, scale: 46 };
  return picture(600, 400, palette, [light(300, 210, 260), ground(view, 5, palette.glow), draw(palette)].join("\n"));
}

/** Draws a product in close-up: one unit with as many drives as its number. */
export function drawPowerDetail(number: number): string {
  const palette = PALETTES[(number - 1) % PALETTES.length] ?? INK;
  const view = { x: 300, y: 210, scale: 62 };
  const parts = [light(300, 200, 280), ground(view, 4, palette.glow), box(view, [-2, -1.6, 0], [4, 3.2, 1], palette)];
  const columns = 3 + (number % 5);
  const rows = 2 + (number % 3);
  const width = 3.7 / columns;
  for (let column = 0; column < columns; column += 1) {
    for (let row = 0; row < rows; row += 1) {
      const x = -1.85 + column * width;
      const z = 0.2 + (row * 0.72) / rows;
      const end = x + width * 0.6;
      parts.push(frontLine(view, 1.6, z, x, end, palette.glow, 4), lamp(view, end + 0.12, 1.6, z, "#fef3c7", 2.4));
    }
  }
  const [x, y] = place(view, 0, 0, 1);
  parts.push(
    `<ellipse cx="${x}" cy="${y}" rx="92" ry="53" fill="none" stroke="${palette.glow}" stroke-width="3" stroke-opacity=".7"/>`,
  );
  parts.push(
    `<ellipse cx="${x}" cy="${y}" rx="58" ry="33" fill="none" stroke="${palette.glow}" stroke-width="2" stroke-opacity=".5"/>`,
  );
  return picture(600, 400, palette, parts.join("\n"));
}

/** Draws the banner for power: stacks that grow to the right, with space for text on the left. */
export function drawPowerBanner(): string {
  const view = { x: 530, y: 214, scale: 27 };
  const stacks: string[] = [];
  const heights = [
    [3, 5, 6],
    [2, 4, 5],
    [1, 2, 3],
  ];
  heights.forEach((row, x) =>
    row.forEach((layers, y) => stacks.push(stack(view, x * 2.9 - 4.2, (2 - y) * 2.9 - 4.2, layers, INK))),
  );
  // The far stacks are drawn first, so that the near ones cover them.
  const ordered = [2, 1, 5, 0, 4, 8, 3, 7, 6].map((index) => stacks[index] ?? "");
  return picture(750, 320, INK, [light(540, 150, 330), ground(view, 9, INK.glow), ...ordered].join("\n"));
}
