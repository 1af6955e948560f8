import { INK, light, picture, TEAL } from "./drawing";

/** Draws the logo of the fictional operator: meridians of a globe over layers of storage. */
function mark(size: number, corner: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="${size}" height="${size}">
<defs><linearGradient id="m" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#0f766e"/><stop offset="1" stop-color="#0a2a43"/></linearGradient></defs>
<rect width="64" height="64" rx="${corner}" fill="url(#m)"/>
<g fill="none" stroke="#d1faf1" stroke-width="3.2" stroke-linecap="round"><path d="M15 38a17 17 0 0 1 34 0"/><path d="M25 38c0-10 3-17 7-17s7 7 7 17"/></g>
<g fill="#5eead4"><rect x="13" y="41.5" width="38" height="4" rx="2"/><rect x="18" y="48.5" width="28" height="4" rx="2" fill-opacity=".65"/></g>
</svg>`;
}

export const drawLogo = () => mark(128, 14);
export const drawFavicon = () => mark(64, 14);
export const drawLauncher = () => mark(512, 15);

/** Draws a globe with its meridians and the locations of machines. */
export function drawTrustBanner(): string {
  const [cx, cy, r] = [560, 160, 118];
  const meridians = [0.25, 0.6, 0.9]
    .map((part) => `<ellipse cx="${cx}" cy="${cy}" rx="${r * part}" ry="${r}"/>`)
    .join("");
  const parallels = [-0.66, -0.34, 0, 0.34, 0.66]
    .map((part) => {
      const half = Math.round(r * Math.sqrt(1 - part * part));
      return `<ellipse cx="${cx}" cy="${Math.round(cy + r * part)}" rx="${half}" ry="${Math.round(half * 0.13)}"/>`;
    })
    .join("");
  const places = [
    [498, 118],
    [540, 92],
    [596, 110],
    [632, 158],
    [578, 190],
    [512, 206],
    [604, 226],
  ] as const;
  const links = [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 5],
    [4, 6],
    [0, 5],
  ] as const;
  const arcs = links
    .map(([a, b]) => {
      const [x1, y1] = places[a];
      const [x2, y2] = places[b];
      return `<path d="M${x1} ${y1}Q${(x1 + x2) / 2} ${Math.min(y1, y2) - 34} ${x2} ${y2}"/>`;
    })
    .join("");
  const dots = places
    .map(
      ([x, y]) =>
        `<circle cx="${x}" cy="${y}" r="9" fill="#a7f3d0" fill-opacity=".2"/><circle cx="${x}" cy="${y}" r="4" fill="#ecfdf5"/>`,
    )
    .join("");
  return picture(
    750,
    320,
    TEAL,
    `${light(cx, cy, 300)}<circle cx="${cx}" cy="${cy}" r="${r}" fill="#0b3b40" fill-opacity=".55" stroke="#a7f3d0" stroke-opacity=".6" stroke-width="1.5"/>
<g fill="none" stroke="#a7f3d0" stroke-opacity=".26" stroke-width="1.2">${meridians}${parallels}</g>
<g fill="none" stroke="#fcd9a0" stroke-opacity=".75" stroke-width="1.8">${arcs}</g>${dots}`,
  );
}

/** Draws the app on a phone, as an outline of its home page. */
export function drawPhone(): string {
  const card = (y: number) =>
    `<rect x="132" y="${y}" width="176" height="62" rx="10" fill="#fff"/><rect x="144" y="${y + 12}" width="38" height="38" rx="8" fill="#0f766e"/><rect x="194" y="${y + 16}" width="80" height="8" rx="4" fill="#0f2b3d"/><rect x="194" y="${y + 34}" width="54" height="7" rx="3.5" fill="#94a3b8"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 440 560" width="440" height="560">
<defs><linearGradient id="p" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${INK.from}"/><stop offset="1" stop-color="#0f766e"/></linearGradient></defs>
<ellipse cx="220" cy="540" rx="130" ry="12" fill="#0a1c2e" fill-opacity=".18"/>
<rect x="108" y="20" width="224" height="510" rx="34" fill="#0a1c2e"/><rect x="118" y="30" width="204" height="490" rx="26" fill="#f1f5f9"/>
<path d="M118 56a26 26 0 0 1 26-26h152a26 26 0 0 1 26 26v134H118z" fill="url(#p)"/><rect x="186" y="38" width="68" height="12" rx="6" fill="#0a1c2e"/>
<path d="M140 160l30-24 26 12 34-34 26 16 40-38" fill="none" stroke="#5eead4" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>
<rect x="140" y="76" width="70" height="9" rx="4.5" fill="#d1faf1" fill-opacity=".8"/><rect x="140" y="94" width="110" height="14" rx="7" fill="#fff"/>
${card(206)}${card(280)}${card(354)}<rect x="132" y="440" width="176" height="44" rx="22" fill="#0f766e"/><rect x="184" y="458" width="72" height="8" rx="4" fill="#ecfdf5"/>
</svg>`;
}

/** Coins, each with its colour and a glyph drawn as a path on a 64 by 64 field. */
const COINS: Readonly<Record<string, readonly [colour: string, path: string]>> = {
  usdt: ["#16957a", "M18 19h28M32 19v28M21 29c0 6 22 6 22 0"],
  fil: ["#2a78d6", "M41 17c-8-2-9 7-10 15s-2 17-10 15M22 29h20M21 37h19"],
  btc: ["#e0891c", "M25 18v28M25 19h10a6.5 6.5 0 0 1 0 13H25h12a7 7 0 0 1 0 14H25M30 14v5M36 14v5M30 45v5M36 45v5"],
  eth: ["#5a6fc0", "M32 13l12 20-12 7-12-7zM22 39l10 13 10-13"],
  xrp: ["#39475a", "M18 18l9 9a7 7 0 0 0 10 0l9-9M18 46l9-9a7 7 0 0 1 10 0l9 9"],
  eos: ["#23303f", "M32 13l9 12 4 20-13 7-13-7 4-20zM23 25l9 27 9-27"],
  xch: ["#3a9a4b", "M20 44C18 26 30 20 46 20c0 16-8 26-22 24M20 48c4-10 10-15 18-20"],
};

/** Draws a coin's icon; undefined if it has none. */
export function drawCoin(name: string): string | undefined {
  const coin = Object.hasOwn(COINS, name) ? COINS[name] : undefined;
  if (!coin) return undefined;
  const [colour, path] = coin;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64"><circle cx="32" cy="32" r="32" fill="${colour}"/><circle cx="32" cy="32" r="27.5" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="1.5"/><path d="${path}" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
}
