import { createHash } from "node:crypto";
import {
  COLOUR_NAMES,
  COLOURS,
  contrast,
  CONTRAST_MIN,
  PAIRS,
  shopPalette,
  type ColourName,
  type Palette,
  type Scheme,
} from "./colours";
import type { ContentFile } from "./content-file";

export interface Theme {
  palettes: Record<Scheme, Palette>;
  /** CSS for a `<style>`. It consists of our own names and hexadecimal numbers, without any text from the file. */
  css: string;
  /** The CSS's hash for the Content-Security-Policy. */
  source: string;
}

type Given = Partial<Record<ColourName, string>>;

const COMMENT = /\/\*[^]*?\*\//g;
/** A `:root` rule, or one within the media query for the dark scheme. */
const RULE =
  /^\s*(?::root\s*\{([^{}]*)\}|@media\s*\(\s*prefers-color-scheme\s*:\s*dark\s*\)\s*\{\s*:root\s*\{([^{}]*)\}\s*\})/;
const HEX = /^#(?:[\da-f]{3}|[\da-f]{6})$/i;
const RGB = /^rgb\(\s*(\d{1,3})(?:\s*,\s*|\s+)(\d{1,3})(?:\s*,\s*|\s+)(\d{1,3})\s*\)$/i;

const SCHEMES = ["light", "dark"] as const satisfies readonly Scheme[];
/** Colours that must be set together. */
const GO_WITH: Partial<Record<ColourName, readonly ColourName[]>> = {
  accent: ["accent-strong", "accent-tint", "on-accent", "mask-accent"],
  good: ["good-tint"],
  warn: ["warn-tint"],
  bad: ["bad-tint"],
};

export function readTheme({ text, fault }: ContentFile): Theme | undefined {
  const given = colourRules(text, fault);
  const light: Palette = { ...shopPalette("light"), ...given.light };
  const dark: Palette = { ...shopPalette("dark"), ...given.dark };
  const missing = missingIn(given);
  for (const each of missing) fault(each);
  // Without this, the contrast would be measured with the shop's colour.
  if (missing.length > 0) return undefined;
  const isFaulty = [namedFaults("light", light, fault), namedFaults("dark", dark, fault)].some(Boolean);
  if (isFaulty) return undefined;
  const css = rootRule("light", light) + mediaRule(rootRule("dark", dark));
  const source = `'sha256-${createHash("sha256").update(css).digest("base64")}'`;
  return { palettes: { light, dark }, css, source };
}

/** A colour must be set in both schemes, together with the colours in `GO_WITH`. */
function missingIn(given: Record<Scheme, Given>): string[] {
  const stated = COLOUR_NAMES.filter((name) => SCHEMES.some((scheme) => given[scheme][name] !== undefined));
  const needed = new Set(stated.flatMap((name) => [name, ...(GO_WITH[name] ?? [])]));
  return SCHEMES.flatMap((scheme) =>
    [...needed]
      .filter((name) => given[scheme][name] === undefined)
      .map((name) => `--${name}: is missing in the ${scheme} scheme`),
  );
}

function colourRules(text: string, fault: ContentFile["fault"]): Record<Scheme, Given> {
  const given: Record<Scheme, Given> = { light: {}, dark: {} };
  let rest = text.replace(COMMENT, " ");
  while (rest.trim()) {
    const [whole, light, dark] = RULE.exec(rest) ?? [];
    if (whole === undefined) {
      fault(`"${rest.trim().slice(0, 60)}": only :root is read, and :root in @media (prefers-color-scheme: dark)`);
      break;
    }
    rest = rest.slice(whole.length);
    readColours(light ?? dark ?? "", given[light === undefined ? "dark" : "light"], fault);
  }
  return given;
}

function readColours(declarations: string, into: Given, fault: ContentFile["fault"]): void {
  for (const declaration of declarations.split(";").filter((each) => each.trim())) {
    const [, name = "", value = ""] = /^\s*(?:--)?([^:]*?)\s*:\s*([^]*?)\s*$/.exec(declaration) ?? [];
    const known = COLOUR_NAMES.find((each) => each === name && declaration.trim().startsWith("--"));
    const colour = hexOf(value);
    if (!known) fault(`"${declaration.trim().slice(0, 60)}": is not one of --${COLOUR_NAMES.join(", --")}`);
    else if (colour === undefined) fault(`--${known}: must be a colour such as #7a1fa2 or rgb(122, 31, 162)`);
    else into[known] = colour;
  }
}

function hexOf(value: string): string | undefined {
  if (HEX.test(value)) {
    const digits = value.slice(1).toLowerCase();
    return `#${digits.length === 3 ? digits.replace(/./g, "$&$&") : digits}`;
  }
  const parts = RGB.exec(value)?.slice(1).map(Number);
  if (!parts || parts.some((part) => part > 255)) return undefined;
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function namedFaults(scheme: Scheme, palette: Palette, fault: ContentFile["fault"]): boolean {
  const poor = PAIRS.filter(([text, ground]) => contrast(palette[text], palette[ground]) < CONTRAST_MIN);
  for (const [text, ground] of poor) {
    // Rounds down, because 4.499 is not enough.
    const reached = (Math.floor(contrast(palette[text], palette[ground]) * 100) / 100).toFixed(2);
    fault(
      `--${text} (${palette[text]}) on --${ground} (${palette[ground]}) in the ${scheme} scheme has a contrast of ` +
        `${reached}: at least ${CONTRAST_MIN} is needed`,
    );
  }
  return poor.length > 0;
}

function rootRule(scheme: Scheme, palette: Palette): string {
  const changed = COLOUR_NAMES.filter((name) => palette[name] !== COLOURS[name][scheme]);
  return changed.length ? `:root{${changed.map((name) => `--${name}:${palette[name]}`).join(";")}}` : "";
}

const mediaRule = (rule: string) => (rule ? `@media screen and (prefers-color-scheme:dark){${rule}}` : "");
