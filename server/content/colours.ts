/** Colours of both schemes, as in `app/styles/tokens.css`, and the pairs that operators' colours must keep readable. */

export type Scheme = "light" | "dark";

export const COLOURS = {
  paper: { light: "#f7f5f0", dark: "#10161b" },
  surface: { light: "#ffffff", dark: "#182127" },
  sunken: { light: "#efece4", dark: "#0b1014" },
  ink: { light: "#14212b", dark: "#e9eef0" },
  "ink-soft": { light: "#52606b", dark: "#a3b0b8" },
  line: { light: "#dcd8cd", dark: "#2c3840" },
  accent: { light: "#0b6b5d", dark: "#5cc8b2" },
  "accent-strong": { light: "#084f45", dark: "#8ce0cf" },
  "accent-tint": { light: "#e2efeb", dark: "#16322e" },
  "on-accent": { light: "#ffffff", dark: "#06231e" },
  // Used on a background that is dark in both schemes.
  "mask-accent": { light: "#8ce0cf", dark: "#8ce0cf" },
  good: { light: "#146c43", dark: "#74d3a0" },
  "good-tint": { light: "#e3f1e8", dark: "#14301f" },
  warn: { light: "#8a5200", dark: "#f0b75e" },
  "warn-tint": { light: "#fbeed8", dark: "#352711" },
  bad: { light: "#a8271c", dark: "#ff9c90" },
  "bad-tint": { light: "#fbe6e3", dark: "#3a1a17" },
  off: { light: "#dcdad4", dark: "#303c44" },
} as const satisfies Record<string, Record<Scheme, string>>;

export type ColourName = keyof typeof COLOURS;
/** A colour, or the dark ink of footer and mask, which no brand changes. */
type Ground = ColourName | "mask";
export type Palette = Readonly<Record<Ground, string>>;

export const COLOUR_NAMES = Object.keys(COLOURS) as ColourName[];
export const MASK = "#10202b";

export const shopPalette = (scheme: Scheme): Palette => ({
  ...(Object.fromEntries(COLOUR_NAMES.map((name) => [name, COLOURS[name][scheme]])) as Record<ColourName, string>),
  mask: MASK,
});

const PAGES = ["paper", "surface", "sunken"] as const;
const TINTS = ["accent-tint", "good-tint", "warn-tint", "bad-tint"] as const;

const GROUNDS: Partial<Record<ColourName, readonly Ground[]>> = {
  ink: [...PAGES, ...TINTS, "off"],
  "ink-soft": [...PAGES, ...TINTS, "off"],
  accent: [...PAGES, ...TINTS],
  "accent-strong": [...PAGES, ...TINTS],
  good: [...PAGES, "good-tint"],
  warn: [...PAGES, "warn-tint"],
  bad: [...PAGES, "bad-tint"],
  "on-accent": ["accent", "accent-strong"],
  "mask-accent": ["mask"],
};

/** Minimum by WCAG 2.2, 1.4.3 AA. */
export const CONTRAST_MIN = 4.5;

export const PAIRS = Object.entries(GROUNDS).flatMap(([text, grounds]) =>
  grounds.map((ground) => [text as ColourName, ground] as const),
);

const channels = (colour: string) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}
