import { BLUE, box, DUSK, ground, INK, lamp, light, picture, TEAL, type Palette, type View } from "./drawing";

/** Draws a fan from the front: ring, blades, hub. */
function fan(x: number, y: number, radius: number, palette: Palette): string {
  const blades = Array.from({ length: 7 }, (_, blade) => {
    const angle = (blade * 360) / 7;
    const r = radius;
    return `<path transform="rotate(${angle.toFixed(1)} ${x} ${y})" d="M${x} ${y}C${x + r * 0.1} ${y - r * 0.5} ${x + r * 0.5} ${y - r * 0.8} ${x + r * 0.62} ${y - r * 0.58}C${x + r * 0.5} ${y - r * 0.3} ${x + r * 0.3} ${y - r * 0.1} ${x} ${y}" fill="${palette.top}" fill-opacity=".85"/>`;
  }).join("");
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="#07131f"/>${blades}<circle cx="${x}" cy="${y}" r="${radius * 0.2}" fill="${palette.left}"/>
<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${palette.glow}" stroke-opacity=".55" stroke-width="3"/>
<circle cx="${x}" cy="${y}" r="${radius * 0.64}" fill="none" stroke="#cbd5e1" stroke-opacity=".28" stroke-width="2"/>`;
}

/** Draws the body of a machine from the front, with a control board on top. */
function body(x: number, y: number, width: number, height: number, palette: Palette): string {
  return `<ellipse cx="300" cy="${y + height + 14}" rx="${width * 0.56}" ry="16" fill="#000" fill-opacity=".28"/>
<rect x="${x + width * 0.08}" y="${y - 34}" width="${width * 0.84}" height="44" rx="6" fill="${palette.left}"/>
<rect x="${x + width * 0.08}" y="${y - 34}" width="${width * 0.84}" height="6" rx="3" fill="${palette.top}"/>
<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="14" fill="${palette.right}" stroke="${palette.top}" stroke-width="3"/>
<circle cx="${x + width * 0.84}" cy="${y - 13}" r="5" fill="${palette.glow}"/><circle cx="${x + width * 0.78}" cy="${y - 13}" r="5" fill="#fcd34d"/>
<rect x="${x + width * 0.14}" y="${y - 18}" width="${width * 0.2}" height="10" rx="3" fill="#07131f"/><rect x="${x + width * 0.37}" y="${y - 18}" width="${width * 0.1}" height="10" rx="3" fill="#07131f"/>`;
}

/** Draws a water-cooled machine, with pipes instead of fans. */
function hydro(palette: Palette, tubes: number): string {
  const tube = (x: number) =>
    `<path d="M${x} 150V96a18 18 0 0 1 36 0v54" fill="none" stroke="${palette.glow}" stroke-opacity=".75" stroke-width="11"/>`;
  const fins = Array.from(
    { length: 13 },
    (_, fin) => `<rect x="${166 + fin * 21}" y="176" width="10" height="118" rx="4" fill="${palette.left}"/>`,
  ).join("");
  const pipes = Array.from({ length: tubes }, (_, at) => tube(282 + (at - (tubes - 1) / 2) * (tubes > 2 ? 70 : 140)));
  return `${pipes.join("")}${body(140, 150, 320, 170, palette)}${fins}<rect x="150" y="232" width="300" height="7" rx="3" fill="${palette.glow}" fill-opacity=".55"/>`;
}

/** Draws rack servers as flat units above one another. */
function rack(palette: Palette, units: number): string {
  const height = 200 / units;
  const rows = Array.from({ length: units }, (_, unit) => {
    const y = 104 + unit * height;
    const bays = Array.from(
      { length: 12 },
      (_, bay) =>
        `<rect x="${152 + bay * 21}" y="${y + 9}" width="15" height="${height - 24}" rx="2" fill="${palette.left}"/><rect x="${155 + bay * 21}" y="${y + height - 22}" width="9" height="3" rx="1" fill="${(bay * 7 + unit * 3) % 5 === 0 ? "#fcd34d" : palette.glow}"/>`,
    ).join("");
    return `<rect x="130" y="${y}" width="340" height="${height - 6}" rx="6" fill="${palette.right}" stroke="${palette.top}" stroke-width="2"/>${bays}<circle cx="444" cy="${y + height / 2 - 3}" r="7" fill="none" stroke="${palette.glow}" stroke-width="2"/>`;
  }).join("");
  return `<ellipse cx="300" cy="322" rx="200" ry="16" fill="#000" fill-opacity=".28"/>${rows}`;
}

/** Draws a small desktop machine with one fan. */
function small(palette: Palette): string {
  return `${body(205, 142, 190, 170, palette)}${fan(300, 227, 66, palette)}`;
}

/** Draws a machine with rows of fans on its front. */
function fans(palette: Palette, rows: readonly number[]): string {
  const [y, height] = [150, 172];
  const most = Math.max(...rows);
  const radius = Math.min(74, 160 / most, (height / rows.length - 12) / 2);
  const drawn = rows.flatMap((count, row) =>
    Array.from({ length: count }, (_, place) => {
      const middle = y + (height * (row + 0.5)) / rows.length;
      return fan(300 + (place - (count - 1) / 2) * (330 / Math.max(most, 2)), middle, radius, palette);
    }),
  );
  return body(130, y, 340, height, palette) + drawn.join("");
}

/** Draws a machine with one large fan next to a grille. */
function fanAndGrille(palette: Palette, isLeft: boolean): string {
  const lines = Array.from(
    { length: 6 },
    (_, line) =>
      `<rect x="${isLeft ? 312 : 150}" y="${172 + line * 22}" width="138" height="9" rx="4" fill="${palette.top}"/>`,
  ).join("");
  return body(130, 150, 340, 172, palette) + fan(isLeft ? 218 : 382, 236, 74, palette) + lines;
}

const withGlow = (palette: Palette, glow: string): Palette => ({ ...palette, glow });

/** The design and the colours of each machine, by number. */
const BUILDS: readonly (readonly [draw: (palette: Palette) => string, palette: Palette])[] = [
  [(palette) => fans(palette, [2]), BLUE],
  [(palette) => hydro(palette, 2), TEAL],
  [(palette) => fans(palette, [3]), INK],
  [(palette) => hydro(palette, 4), BLUE],
  [(palette) => fans(palette, [2, 2]), DUSK],
  [(palette) => fans(palette, [1]), TEAL],
  [(palette) => fanAndGrille(palette, true), withGlow(BLUE, "#fcd9a0")],
  [(palette) => fans(palette, [3, 3]), withGlow(INK, "#a5f3fc")],
  [(palette) => fanAndGrille(palette, false), withGlow(DUSK, "#c4b5fd")],
  [(palette) => rack(palette, 2), INK],
  [small, BLUE],
  [(palette) => fans(palette, [1, 2]), withGlow(TEAL, "#fef08a")],
  [(palette) => rack(palette, 4), DUSK],
  [(palette) => rack(palette, 6), withGlow(INK, "#93c5fd")],
];

export const MACHINES = BUILDS.length;

const buildOf = (number: number) => BUILDS[(number - 1) % BUILDS.length] ?? ([small, BLUE] as const);

/** Draws a mining machine; each number has a different design. */
export function drawMiner(number: number): string {
  const [draw, palette] = buildOf(number);
  return picture(600, 400, palette, `${light(300, 200, 290)}\n${draw(palette)}`);
}

/** Draws the same machine from behind: vents, network, power. */
export function drawMinerBack(number: number): string {
  const [, palette] = buildOf(number);
  const vents = Array.from({ length: 5 }, (_, row) =>
    Array.from(
      { length: 11 },
      (_, column) =>
        `<circle cx="${170 + column * 19 + (row % 2) * 9.5}" cy="${172 + row * 26}" r="6.5" fill="#07131f"/>`,
    ).join(""),
  ).join("");
  const inlet = (y: number) =>
    `<rect x="402" y="${y}" width="46" height="34" rx="6" fill="#07131f" stroke="${palette.top}" stroke-width="2"/><path d="M415 ${y + 12}v10M425 ${y + 9}v10M435 ${y + 12}v10" stroke="${palette.glow}" stroke-width="3" stroke-linecap="round"/>`;
  const network = `<rect x="404" y="262" width="42" height="30" rx="3" fill="#07131f" stroke="${palette.top}" stroke-width="2"/><path d="M412 285v-10h8v-5h10v5h8v10z" fill="none" stroke="${palette.glow}" stroke-width="2"/><circle cx="410" cy="254" r="3" fill="#fcd34d"/><circle cx="440" cy="254" r="3" fill="${palette.glow}"/>`;
  return picture(
    600,
    400,
    palette,
    `${light(300, 200, 290)}\n${body(140, 150, 320, 160, palette)}${vents}${inlet(164)}${inlet(206)}${network}`,
  );
}

/** Draws racks of a data centre side by side. */
function racks(view: View, rows: number, perRow: number, palette: Palette): string {
  const parts: string[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let index = perRow - 1; index >= 0; index -= 1) {
      const x = (perRow - 1 - index) * 1.15 - perRow * 0.55;
      const y = row * 2.6 - rows * 1.1;
      parts.push(box(view, [x, y, 0], [1, 1, 2.6], palette));
      for (let line = 0; line < 7; line += 1) {
        const z = 0.35 + line * 0.3;
        const colour = (line * 5 + index * 3 + row) % 7 === 0 ? "#fcd34d" : palette.glow;
        parts.push(
          lamp(view, x + 0.25, y + 1, z, colour, view.scale * 0.05),
          lamp(view, x + 0.5, y + 1, z, colour, view.scale * 0.05),
        );
      }
    }
  }
  return parts.join("");
}

/** Draws a picture of racks: light, ground and rows. */
function hall(
  { width = 600, height = 400, ...view }: View & { width?: number; height?: number },
  palette: Palette,
  lit: readonly [x: number, y: number, radius: number],
  floor: number,
  [rows, perRow]: readonly [number, number],
): string {
  return picture(
    width,
    height,
    palette,
    [light(...lit), ground(view, floor, palette.glow), racks(view, rows, perRow, palette)].join("\n"),
  );
}

/** Draws a machine's data centre: rows of racks. */
export function drawMinerDetail(number: number): string {
  const [, palette] = buildOf(number);
  return hall({ x: 300, y: 256, scale: 44 }, palette, [300, 190, 300], 6, [2, 4]);
}

export function drawDataCentre(): string {
  return hall({ x: 300, y: 236, scale: 34 }, INK, [300, 180, 320], 8, [3, 6]);
}

/** Draws the banner for hosting: rows of racks on the right, space for text on the left. */
export function drawHostingBanner(): string {
  return hall({ width: 750, height: 320, x: 545, y: 176, scale: 29 }, BLUE, [560, 150, 330], 9, [3, 5]);
}
