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

/** One storage unit: a slab with drive slots and lamps on its front. */
function unit(
  view: View,
  at: readonly [number, number, number],
  size: readonly [number, number, number],
  palette: Palette,
): string {
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
}

/** Storage units on top of one another. */
function stack(view: View, x: number, y: number, layers: number, palette: Palette): string {
  return Array.from({ length: layers }, (_, layer) => unit(view, [x, y, layer * 0.56], [2, 2, 0.44], palette)).join("");
}

/** A power product: stacks of storage, a little different for each number. */
export function drawPower(number: number): string {
  const palette = PALETTES[(number - 1) % PALETTES.length] ?? INK;
  const view = { x: 300, y: 238, scale: 46 };
  const heights = [
    [5, 3, 2],
    [4, 4, 1],
    [6, 4, 3],
    [3, 3, 3],
    [2, 1, 1],
    [4, 2, 3],
    [3, 5, 2],
    [5, 5, 4],
  ][(number - 1) % 8] ?? [4, 3, 2];
  const [back = 4, left = 3, right = 2] = heights;
  const small = { ...view, scale: 38 };
  return picture(
    600,
    400,
    palette,
    [
      light(300, 210, 260),
      ground(view, 5, palette.glow),
      stack(small, -2.6, -2.6, back, palette),
      stack(small, -2.9, 0.5, left, palette),
      stack(small, 0.5, -2.9, right, palette),
      stack(small, 0.3, 0.3, Math.max(1, Math.min(left, right) - 1), palette),
    ].join("\n"),
  );
}

/** A product in close-up: one unit with its drives. */
export function drawPowerDetail(number: number): string {
  const palette = PALETTES[(number - 1) % PALETTES.length] ?? INK;
  const view = { x: 300, y: 210, scale: 62 };
  const parts = [light(300, 200, 280), ground(view, 4, palette.glow), box(view, [-2, -1.6, 0], [4, 3.2, 1], palette)];
  for (let column = 0; column < 6; column += 1) {
    for (let row = 0; row < 3; row += 1) {
      const x = -1.85 + column * 0.62;
      const z = 0.24 + row * 0.26;
      parts.push(frontLine(view, 1.6, z, x, x + 0.38, palette.glow, 4), lamp(view, x + 0.5, 1.6, z, "#fef3c7", 2.4));
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

/** The banner for power: a field of stacks that grows to the right, with room for words on the left. */
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
  // The far stacks first, so that the near ones stand before them.
  const ordered = [2, 1, 5, 0, 4, 8, 3, 7, 6].map((index) => stacks[index] ?? "");
  return picture(750, 320, INK, [light(540, 150, 330), ground(view, 9, INK.glow), ...ordered].join("\n"));
}
