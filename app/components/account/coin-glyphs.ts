/** The lines of coin marks, 40 by 40. Browsers without SVG would show letters in `<text>` as part of the page. */

export const OUTLINES = {
  circle: "M20 1a19 19 0 1 0 0 38a19 19 0 1 0 0-38Z",
  square: "M9 2h22a7 7 0 0 1 7 7v22a7 7 0 0 1-7 7H9a7 7 0 0 1-7-7V9a7 7 0 0 1 7-7Z",
  hexagon: "M20 1l17 9.5v19L20 39L3 29.5v-19Z",
  octagon: "M12.5 2h15L38 12.5v15L27.5 38h-15L2 27.5v-15Z",
  shield: "M4 3h32v17c0 9-7 16-16 19C11 36 4 29 4 20Z",
  diamond: "M20 0l20 20l-20 20L0 20Z",
} as const;

export type Outline = keyof typeof OUTLINES;

/** Short lines above or below the letters. */
export const ORNAMENTS = [
  "",
  "M13 30h14",
  "M14 30h.01M20 30h.01M26 30h.01",
  "M14 10l6-3.5l6 3.5",
  "M13 10h14M13 30h14",
] as const;

/** Each colour is dark enough for white lines and light enough for a dark page. */
export const COLOURS = [
  "#0f766e",
  "#1d5fa8",
  "#7a4a9e",
  "#9a4d1c",
  "#52606b",
  "#8c2f55",
  "#4d6b1e",
  "#5b4fb0",
] as const;

export const KNOWN: Readonly<Record<string, readonly [colour: string, outline: Outline, sign: string]>> = {
  BTC: [
    "#c2700e",
    "circle",
    "M15 11v18M15 12h7.5a4 4 0 0 1 0 8H15h8.5a4.5 4.5 0 0 1 0 9H15M19 8v4M23 8v4M19 29v3M23 29v3",
  ],
  ETH: ["#4f63b5", "diamond", "M20 8l7.5 12.5L20 25l-7.5-4.5ZM13 24l7 8l7-8"],
  USDT: ["#12806a", "octagon", "M11 12h18M20 12v18M13 18.5c0 4 14 4 14 0"],
  USDC: ["#2468b4", "circle", "M24.5 15c-1-4-9-4-9 .5c0 5.5 9 3.5 9 9c0 4.5-8 4.5-9.5.5M20 9v3M20 28v3"],
  FIL: ["#1f6fc9", "hexagon", "M26.5 10c-5-1.5-5.5 4.5-6.5 10s-1.5 11-6.5 10M13.5 18h13M12.5 23h12.5"],
  XCH: ["#3a7d36", "shield", "M12 27C11 15 19 11 29 11c0 10-5 16-15 15M12 31c2.5-7 6.5-10.5 12-13"],
  XRP: ["#39475a", "square", "M11 11l5.5 5.5a5 5 0 0 0 7 0L29 11M11 29l5.5-5.5a5 5 0 0 1 7 0L29 29"],
  EOS: ["#3b3f52", "diamond", "M20 9l5.5 7.5L28 27l-8 5l-8-5l2.5-10.5ZM14.5 16.5L20 32l5.5-15.5"],
  TRX: ["#b3202c", "shield", "M10 10l15 3l6 5.5L18 32ZM10 10l9.5 10L18 32M19.5 20L31 18.5M19.5 20L25 13"],
  LTC: ["#4a6078", "circle", "M19 10l-4.5 19H28M12.5 23l11-5"],
  DOGE: ["#8a6d1a", "square", "M15 11v18M15 11h4a9 9 0 0 1 0 18h-4M12 20h9"],
};

export const LETTER = { width: 6, height: 8 };

export const LETTERS: Readonly<Record<string, string>> = {
  A: "M0 8L3 0L6 8M1.2 5h3.6",
  B: "M0 8V0h3.5a2 2 0 0 1 0 4H0h4a2 2 0 0 1 0 4Z",
  C: "M6 1.5A3.5 4 0 1 0 6 6.5",
  D: "M0 0v8h2.5a3.5 4 0 0 0 0-8Z",
  E: "M5.5 0H0v8h5.5M0 4h4.5",
  F: "M5.5 0H0v8M0 4h4.5",
  G: "M5.8 1.5A3.5 4 0 1 0 6 6V4.3H3.6",
  H: "M0 0v8M6 0v8M0 4h6",
  I: "M3 0v8",
  J: "M5 0v5.5a2.5 2.5 0 0 1-5 0",
  K: "M0 0v8M5.5 0L0 4.6M2 3l4 5",
  L: "M0 0v8h5.5",
  M: "M0 8V0l3 4.5L6 0v8",
  N: "M0 8V0l6 8V0",
  O: "M3 0a3 4 0 1 0 0 8a3 4 0 1 0 0-8Z",
  P: "M0 8V0h3.7a2.2 2.2 0 0 1 0 4.4H0",
  Q: "M3 0a3 4 0 1 0 0 8a3 4 0 1 0 0-8ZM3.8 5.6l2.4 2.6",
  R: "M0 8V0h3.7a2.2 2.2 0 0 1 0 4.4H0M3 4.4L6 8",
  S: "M5.6 1.3C4.8-.4.4-.4.4 2.1C.4 4.6 5.8 3.4 5.8 6C5.8 8.5.9 8.5.1 6.6",
  T: "M0 0h6M3 0v8",
  U: "M0 0v5a3 3 0 0 0 6 0V0",
  V: "M0 0l3 8l3-8",
  W: "M0 0l1.5 8L3 2.5L4.5 8L6 0",
  X: "M0 0l6 8M6 0L0 8",
  Y: "M0 0l3 4l3-4M3 4v4",
  Z: "M0 0h6L0 8h6",
  "0": "M3 0a3 4 0 1 0 0 8a3 4 0 1 0 0-8ZM3 4h.01",
  "1": "M1.3 1.5L3.2 0v8",
  "2": "M.3 2C.3-.8 5.7-.8 5.7 2.2C5.7 4.3.2 6 .2 8H6",
  "3": "M.3.8C2.5-.8 5.5.2 5.4 2.1C5.3 3.8 3.6 3.8 2.4 3.8C4 3.8 5.9 4.2 5.9 5.9C5.8 8.4 2 8.6.1 7",
  "4": "M4.5 8V0L0 5.6h6",
  "5": "M5.5 0H.8L.4 3.7C2.4 2.6 5.9 3.2 5.9 5.6C5.9 8.5 1.5 8.5.1 7",
  "6": "M5 .4C2-.3.1 2.2.1 5.2a2.9 2.8 0 1 0 5.8 0a2.9 2.8 0 0 0-5.8 0",
  "7": "M0 0h6L2 8",
  "8": "M3 0a2.4 2 0 1 0 0 4a2.4 2 0 1 0 0-4M3 4a2.9 2 0 1 0 0 4a2.9 2 0 1 0 0-4",
  "9": "M1 7.6C4 8.3 5.9 5.8 5.9 2.8a2.9 2.8 0 1 0-5.8 0a2.9 2.8 0 0 0 5.8 0",
};
