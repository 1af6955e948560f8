import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as home from "~/routes/Index.Home/route";
import * as agreement from "~/routes/UserAgreement/route";
import { loader as manifest } from "~/routes/manifest[.]webmanifest/route";
import { COLOUR_NAMES, contrast, CONTRAST_MIN, PAIRS, shopPalette, type Scheme } from "~server/content/colours";
import { setContent } from "~server/content/content";
import { readContent } from "~server/content/read-content";
import { posterSvg } from "~server/invitation/poster/drawing";
import { COLOURS, PALETTE, paletteIn, posterColours } from "~server/invitation/poster/layout";
import { contentFolder, showContent } from "../../support/content-folder";
import { browserAt, site } from "../../support/documents";
import { all, only } from "../../support/html";
import { routeArgs } from "../../support/route-args";
import { runsOf } from "../../support/sample";

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

test("every text of the shop can be read on its grounds, in both schemes", () => {
  for (const scheme of SCHEMES) {
    const palette = shopPalette(scheme);
    for (const [text, ground] of PAIRS) {
      expect(contrast(palette[text], palette[ground]), `${text} on ${ground}, ${scheme}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test("one accent is enough: what goes with it, and the dark scheme, are derived until they can be read", () => {
  const theme = themeOf("/* ours */ :root { --accent: #7a1fa2 }");
  expect(theme?.palettes.light.accent).toBe("#7a1fa2");
  for (const scheme of SCHEMES) {
    const [palette, shop] = [theme?.palettes[scheme] ?? shopPalette(scheme), shopPalette(scheme)];
    const changed = COLOUR_NAMES.filter((name) => palette[name] !== shop[name]);
    const onAccent = scheme === "dark" ? ["on-accent"] : [];
    const expected = ["accent", "accent-strong", "accent-tint", ...onAccent, "mask-accent"];
    expect(changed, scheme).toEqual(expected);
    for (const [text, ground] of PAIRS) {
      expect(contrast(palette[text], palette[ground]), `${text} on ${ground}`).toBeGreaterThanOrEqual(CONTRAST_MIN);
    }
  }
});

test("whatever accent can be read in the light scheme has a dark scheme that can be read", () => {
  const part = fc.integer({ min: 0, max: 255 });
  const { paper, surface, sunken } = shopPalette("light");
  fc.assert(
    fc.property(part, part, part, (red, green, blue) => {
      const accent = `rgb(${red}, ${green}, ${blue})`;
      const faults = faultsOf(`:root { --accent: ${accent} }`);
      expect(faults.filter((fault) => fault.includes("dark scheme"))).toEqual([]);
      const hex = `#${[red, green, blue].map((each) => each.toString(16).padStart(2, "0")).join("")}`;
      if ([paper, surface, sunken].every((ground) => contrast(hex, ground) >= 6)) expect(faults).toEqual([]);
    }),
    { numRuns: runsOf(200) },
  );
});

test("given dark values are used as they are, in any notation", () => {
  const theme = themeOf(
    ":root{--accent:#70A;--paper:rgb(250 250 250);}\n@media (prefers-color-scheme: dark) { :root { --accent: #c9f } }",
  );
  expect(theme?.palettes.light).toMatchObject({ accent: "#7700aa", paper: "#fafafa" });
  expect(theme?.palettes.dark.accent).toBe("#cc99ff");
});

test("the accent on deep ink follows the brand in both schemes, and is light enough for it", () => {
  const theme = themeOf(":root { --accent: #7a1fa2 }");
  for (const scheme of SCHEMES) {
    const { mask, "mask-accent": colour } = theme?.palettes[scheme] ?? shopPalette(scheme);
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
    expect(Math.min(red, blue), `${colour} is as purple as the accent`).toBeGreaterThan(green);
    expect(contrast(colour, mask), scheme).toBeGreaterThanOrEqual(CONTRAST_MIN);
  }
});

describe("a fault of theme.css is named", () => {
  test.each([
    [
      "a pair that cannot be read",
      ":root { --accent: #ff9900 }",
      /^--accent \(#ff9900\) on --paper \(#f7f5f0\) in the light scheme has a contrast of 1\.\d\d: at least 4\.5 is needed$/,
    ],
    [
      "a dark pair",
      ":root{--accent:#7a1fa2}@media (prefers-color-scheme:dark){:root{--accent:#7a1fa2}}",
      /^--accent \(#7a1fa2\) on --paper \(#10161b\) in the dark scheme/,
    ],
    [
      "an accent that cannot be read on deep ink",
      ":root { --mask-accent: #444 }",
      /^--mask-accent \(#444444\) on --mask \(#10202b\) in the light scheme has a contrast of 1\.\d\d: at least 4\.5/,
    ],
    ["a token that is no colour", ":root { --shadow: none }", /^"--shadow: none": is none of --paper, --surface/],
    ["a token that never changes", ":root { --mask: #000 }", /^"--mask: #000": is none of/],
    ["a property", ":root { color: #000 }", /^"color: #000": is none of/],
    ["a name without its hyphens", ":root { accent: #7a1fa2 }", /^"accent: #7a1fa2": is none of/],
    ["a name of every object", ":root { --__proto__: #000; --constructor: #000 }", /^"--__proto__: #000": is none of/],
    ["a colour by name", ":root { --accent: purple }", /^--accent: must be a colour such as/],
    ["a transparent one", ":root { --accent: #7a1fa2cc }", /^--accent: must be a colour/],
    ["a part beyond 255", ":root { --accent: rgb(300, 0, 0) }", /^--accent: must be a colour/],
    ["an address", ":root { --accent: url(https://x.example) }", /^--accent: must be a colour/],
    [
      "an end of the element",
      ":root { --accent: #7a1fa2</style><script>alert(1)</script> }",
      /^--accent: must be a colour/,
    ],
    ["another selector", "body { --accent: #7a1fa2 }", /^"body \{ --accent: #7a1fa2 \}": only :root/],
    ["an import", "@import url(//x.example); :root { --accent: #7a1fa2 }", /^"@import url/],
    ["another medium", "@media print { :root { --accent: #7a1fa2 } }", /^"@media print/],
    ["a brace too many", ":root { --accent: #7a1fa2 } }", /^"\}": only :root/],
  ])("%s", (_, css, fault) => {
    expect(faultsOf(css)[0]).toMatch(fault);
  });
});

test("nothing of the file but names and numbers comes into a page", () => {
  expect(themeOf("/* </style> */:root{--accent:#7a1fa2;}")?.css).toMatch(
    /^:root\{(?:--[a-z-]+:#[\da-f]{6};?)+\}@media \(prefers-color-scheme:dark\)\{:root\{(?:--[a-z-]+:#[\da-f]{6};?)+\}\}$/,
  );
});

test("a page has the theme's style, allowed by its digest alone, and the colours around it; without it, nothing", async () => {
  const serve = site({ UserAgreement: agreement, "Index/Home": home });
  const open = () => browserAt(serve, "en_US").open("/UserAgreement");
  const plain = await open();
  expect(all(plain.html, "head > style")).toEqual([]);
  const colours = (html: string) => all(html, "meta[name=theme-color]").map((meta) => meta.attr("content"));
  expect(colours(plain.html)).toEqual(["#f7f5f0", "#10161b"]);
  const theme = ":root{--accent:#7a1fa2;--paper:#fbf7ff}@media (prefers-color-scheme:dark){:root{--paper:#120a18}}";
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

test("posters follow the theme, and their code stays black on white", () => {
  const light = themeOf(":root{--accent:#7a1fa2}")?.palettes.light ?? shopPalette("light");
  const colours = posterColours(light);
  const words = { title: "T", lead: "L", code: "C", risk: ["R", "S"] } as const;
  const drawing = posterSvg(words, undefined, colours);
  expect(drawing).toContain('fill="#7a1fa2"');
  expect(drawing).not.toContain(COLOURS.band);
  const palette = paletteIn(colours);
  expect(palette).toHaveLength(PALETTE.length);
  expect(palette[PALETTE.indexOf(COLOURS.band)]).toBe("#7a1fa2");
  for (const colour of ["#ffffff", "#000000"]) expect(palette[PALETTE.indexOf(colour)]).toBe(colour);
  expect(paletteIn(COLOURS)).toEqual(PALETTE);
});

test("the title of a poster can be read where the light scheme is a dark one", () => {
  const { band, onBand } = posterColours(shopPalette("dark"));
  expect(contrast(onBand, band)).toBeGreaterThanOrEqual(CONTRAST_MIN);
});
