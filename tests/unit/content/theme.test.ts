import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as home from "~/routes/Index.Home/route";
import * as agreement from "~/routes/UserAgreement/route";
import { loader as manifest } from "~/routes/manifest[.]webmanifest/route";
import { COLOUR_NAMES, contrast, PAIRS, shopPalette, type Palette, type Scheme } from "~server/content/colours";
import { setContent } from "~server/content/content";
import { readContent } from "~server/content/read-content";
import { posterOfGlyphs, posterSvg } from "~server/invitation/poster/drawing";
import { COLOURS, posterColours } from "~server/invitation/poster/layout";
import { contentFolder, showContent } from "../../support/content-folder";
import { browserAt, site } from "../../support/documents";
import { all, only } from "../../support/html";
import { routeArgs } from "../../support/route-args";
import { runsOf } from "@storefront/test-support/sample";

const SCHEMES = ["light", "dark"] as const satisfies readonly Scheme[];
const themeOf = (css: string) => readContent(contentFolder({ "theme.css": css })).theme;

function faultsOf(css: string): string[] {
  try {
    themeOf(css);
  } catch (error) {
    return String(error)
      .split("\n")
      .slice(1)
      .map((line) => line.trim().replace("theme.css: ", ""));
  }
  return [];
}

test("every text colour has enough contrast on its backgrounds, in both schemes", () => {
  for (const scheme of SCHEMES) {
    const palette = shopPalette(scheme);
    for (const [text, ground] of PAIRS) {
      expect(contrast(palette[text], palette[ground]), `${text} on ${ground}, ${scheme}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});

/** The colours of the example brand, which a test changes. */
const BRAND = {
  light: {
    accent: "#7a1fa2",
    "accent-strong": "#370e49",
    "accent-tint": "#ebe2ef",
    "on-accent": "#fff",
    "mask-accent": "#c78ae2",
  },
  dark: {
    accent: "#bd76dc",
    "accent-strong": "#c78ae2",
    "accent-tint": "#291632",
    "on-accent": "#1a0722",
    "mask-accent": "#c78ae2",
  },
};

/** The example brand's rules with these colours instead of its own. */
function brand(light: Record<string, string> = {}, dark: Record<string, string> = {}): string {
  const rule = (colours: Record<string, string>) =>
    `:root{${Object.entries(colours)
      .map(([name, value]) => `--${name}:${value}`)
      .join(";")}}`;
  const inDark = rule({ ...BRAND.dark, ...dark });
  return `${rule({ ...BRAND.light, ...light })}@media (prefers-color-scheme:dark){${inDark}}`;
}

test("the colours of the example are used unchanged, and have enough contrast", () => {
  const theme = readContent("content/example").theme;
  expect(theme).toEqual(themeOf(brand()));
  for (const scheme of SCHEMES) {
    const [palette, shop] = [theme?.palettes[scheme] ?? shopPalette(scheme), shopPalette(scheme)];
    const changed = COLOUR_NAMES.filter((name) => palette[name] !== shop[name]);
    const onAccent = scheme === "dark" ? ["on-accent"] : [];
    expect(changed, scheme).toEqual(["accent", "accent-strong", "accent-tint", ...onAccent, "mask-accent"]);
  }
});

test("a colour missing in one scheme, or missing beside an accent, is reported", () => {
  expect(faultsOf(":root { --paper: #fafafa }")).toEqual(["--paper: is missing in the dark scheme"]);
  expect(faultsOf(":root{--bad:#a00}@media (prefers-color-scheme:dark){:root{--bad:#f99;--bad-tint:#311}}")).toEqual([
    "--bad-tint: is missing in the light scheme",
  ]);
  const family = Object.keys(BRAND.light);
  expect(faultsOf("/* ours */ :root { --accent: #7a1fa2 }")).toEqual([
    ...family.slice(1).map((name) => `--${name}: is missing in the light scheme`),
    ...family.map((name) => `--${name}: is missing in the dark scheme`),
  ]);
});

test("whatever its accents, a theme is accepted only if every text has enough contrast", () => {
  const colour = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
  fc.assert(
    fc.property(colour, colour, (accent, dark) => {
      const isReadable = faultsOf(brand({ accent }, { accent: dark })).length === 0;
      const poor = (palette: Palette) => PAIRS.some(([text, ground]) => contrast(palette[text], palette[ground]) < 4.5);
      const palettes = SCHEMES.map((scheme) => ({
        ...shopPalette(scheme),
        ...BRAND[scheme],
        "on-accent": scheme === "light" ? "#ffffff" : BRAND.dark["on-accent"],
        accent: scheme === "light" ? accent : dark,
      }));
      expect(isReadable).toBe(!palettes.some(poor));
    }),
    { numRuns: runsOf(200) },
  );
});

test("a colour may have any notation", () => {
  const theme = themeOf(
    brand({ accent: "#70A", paper: "rgb(250 250 250)" }, { accent: "#c9f", paper: "rgb(16, 22, 27)" }),
  );
  expect(theme?.palettes.light).toMatchObject({ accent: "#7700aa", paper: "#fafafa" });
  expect(theme?.palettes.dark).toMatchObject({ accent: "#cc99ff", paper: "#10161b" });
});

describe("a fault in theme.css is named", () => {
  test.each([
    [
      "a pair with too little contrast",
      brand({ accent: "#ff9900" }),
      /^--accent \(#ff9900\) on --paper \(#f7f5f0\) in the light scheme has a contrast of 1\.\d\d: at least 4\.5 is needed$/,
    ],
    [
      "a dark pair with too little contrast",
      brand({}, { accent: "#7a1fa2" }),
      /^--accent \(#7a1fa2\) on --paper \(#10161b\) in the dark scheme/,
    ],
    [
      "an accent with too little contrast on deep ink",
      brand({ "mask-accent": "#444" }),
      /^--mask-accent \(#444444\) on --mask \(#10202b\) in the light scheme has a contrast of 1\.\d\d: at least 4\.5/,
    ],
    ["a token that is not a colour", ":root { --shadow: none }", /^"--shadow: none": is not one of --paper, --surface/],
    ["a constant token", ":root { --mask: #000 }", /^"--mask: #000": is not one of/],
    ["a property", ":root { color: #000 }", /^"color: #000": is not one of/],
    ["a name without its hyphens", ":root { accent: #7a1fa2 }", /^"accent: #7a1fa2": is not one of/],
    [
      "a name on Object.prototype",
      ":root { --__proto__: #000; --constructor: #000 }",
      /^"--__proto__: #000": is not one of/,
    ],
    ["a colour by name", ":root { --accent: purple }", /^--accent: must be a colour such as/],
    ["a transparent colour", ":root { --accent: #7a1fa2cc }", /^--accent: must be a colour/],
    ["a channel above 255", ":root { --accent: rgb(300, 0, 0) }", /^--accent: must be a colour/],
    ["a URL", ":root { --accent: url(https://x.example) }", /^--accent: must be a colour/],
    [
      "a closing style tag",
      ":root { --accent: #7a1fa2</style><script>alert(1)</script> }",
      /^--accent: must be a colour/,
    ],
    ["another selector", "body { --accent: #7a1fa2 }", /^"body \{ --accent: #7a1fa2 \}": only :root/],
    ["an import", "@import url(//x.example); :root { --accent: #7a1fa2 }", /^"@import url/],
    ["another media type", "@media print { :root { --accent: #7a1fa2 } }", /^"@media print/],
    ["an extra brace", ":root { --accent: #7a1fa2 } }", /^"\}": only :root/],
  ])("%s", (_, css, fault) => {
    expect(faultsOf(css)[0]).toMatch(fault);
  });
});

test("only the file's names and numbers reach a page", () => {
  expect(themeOf(`/* </style> */${brand()}`)?.css).toMatch(
    /^:root\{(?:--[a-z-]+:#[\da-f]{6};?)+\}@media screen and \(prefers-color-scheme:dark\)\{:root\{(?:--[a-z-]+:#[\da-f]{6};?)+\}\}$/,
  );
});

test("a page has the theme's style, allowed only by its hash, and its theme-color; without a theme neither", async () => {
  const serve = site({ UserAgreement: agreement, "Index/Home": home });
  const open = () => browserAt(serve, "en_US").open("/UserAgreement");
  const plain = await open();
  expect(all(plain.html, "head > style")).toEqual([]);
  const colours = (html: string) => all(html, "meta[name=theme-color]").map((meta) => meta.attr("content"));
  expect(colours(plain.html)).toEqual(["#f7f5f0", "#10161b"]);
  const theme = brand({ paper: "#fbf7ff" }, { paper: "#120a18" });
  showContent({ "theme.css": theme });
  const { html, headers } = await open();
  const css = only(html, "head > style").text();
  expect(css).toContain("--accent:#7a1fa2");
  const digest = createHash("sha256").update(css).digest("base64");
  expect(headers.get("Content-Security-Policy")).toContain(`style-src 'self' 'sha256-${digest}';`);
  expect(colours(html)).toEqual(["#fbf7ff", "#120a18"]);
  const response = await manifest(routeArgs(new Request("http://127.0.0.1:3000/manifest.webmanifest")));
  expect(await response.json()).toMatchObject({ theme_color: "#fbf7ff", background_color: "#fbf7ff" });
  setContent(undefined);
  expect((await open()).html).toBe(plain.html);
});

test("posters follow the theme, but their QR code stays black on white", () => {
  const light = themeOf(brand())?.palettes.light ?? shopPalette("light");
  const colours = posterColours(light);
  const words = { title: "T", lead: "L", code: "C", risk: ["R", "S"] } as const;
  const drawing = posterSvg(words, undefined, colours);
  expect(drawing).toContain('fill="#7a1fa2"');
  expect(drawing).not.toContain(COLOURS.band);
  const glyphs = { words: Buffer.alloc(0), letters: Buffer.alloc(0) };
  const painted = posterOfGlyphs(glyphs, { code: "C", host: "a.example", qr: { size: 21, path: "M0 0" } }, colours);
  expect(painted).toContain('fill="#7a1fa2"');
  expect(painted).not.toContain(COLOURS.band);
  expect([colours.card, colours.dark]).toEqual(["#ffffff", "#000000"]);
});
