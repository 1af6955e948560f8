import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { SHARED_FILE } from "@storefront/critical-css/shared-file";
import { readTokens } from "../../tooling/postcss/tokens";
import { clientFile } from "../support/built";

const assets = fileURLToPath(new URL("../../build/client/assets", import.meta.url));
// The shared file only repeats the other sheets.
const sheets = readdirSync(assets)
  .filter((name) => name.endsWith(".css") && !SHARED_FILE.test(name))
  .map((name) => ({ name, text: clientFile(`assets/${name}`) }));
const css = sheets.map(({ text }) => text).join("\n");

interface Rule {
  selector: string;
  declarations: [property: string, value: string][];
  /** The conditions around the rule, such as `@supports (…)`. */
  within: string[];
}

/** The rules of a minified style sheet; its strings must contain no braces. */
function rulesOf(source: string): Rule[] {
  const rules: Rule[] = [];
  const within: string[] = [];
  for (const [, head = "", block, opened] of source.matchAll(/([^{};]*)(?:\{([^{}]*)\}|(\{)|\})/g)) {
    if (block !== undefined)
      rules.push({ selector: head.trim(), declarations: declarationsOf(block), within: [...within] });
    else if (opened) within.push(head.trim());
    else within.pop();
  }
  return rules;
}

function declarationsOf(body: string): [string, string][] {
  return body
    .split(";")
    .map((text) => text.trim())
    .filter(Boolean)
    .map((text) => [text.slice(0, text.indexOf(":")).trim(), text.slice(text.indexOf(":") + 1).trim()]);
}

const rules = rulesOf(css);

/** True if an earlier declaration of the property serves engines that drop the later value. */
function hasFallback({ declarations, within }: Rule, index: number, modern: RegExp): boolean {
  const property = declarations[index]?.[0];
  // `padding` is a fallback for `padding-bottom`.
  const plain = declarations
    .slice(0, index)
    .some(([name, value]) => `${property}-`.startsWith(`${name}-`) && !modern.test(value));
  return plain || within.some((condition) => condition.startsWith("@supports"));
}

test("the style sheet is parsed into rules, conditions and declarations", () => {
  expect(rules.length).toBeGreaterThan(150);
  const bars = rules.filter(({ selector }) => selector === ".bar").flatMap(({ declarations }) => declarations);
  expect(bars).toContainEqual(["position", "sticky"]);
  expect(rules.some(({ within }) => within.some((condition) => condition.includes("prefers-color-scheme")))).toBe(true);
  const braces = css.match(/[{}]/g) ?? [];
  expect(braces.filter((brace) => brace === "{").length * 2).toBe(braces.length);
});

test("tokens are sent once, in the sheet of every page; constant tokens are not sent", () => {
  const { shifting, fixed } = readTokens();
  for (const name of shifting.keys()) {
    const sent = sheets.flatMap((sheet) => (sheet.text.match(new RegExp(`${name}:`, "g")) ?? []).map(() => sheet.name));
    expect(sent, `${name}, light and dark`).toEqual([
      expect.stringMatching(/^entry-/),
      expect.stringMatching(/^entry-/),
    ]);
  }
  expect(fixed.size).toBeGreaterThan(20);
  expect([...fixed.keys()].filter((name) => new RegExp(`${name}\\b(?!-)`).test(css))).toEqual([]);
});

test("every var() has a fallback declaration before it", () => {
  const uses = rules.flatMap((rule) =>
    rule.declarations.flatMap(([property, value], index) =>
      /\bvar\(/.test(value) && !property.startsWith("--") ? [{ rule, index, property }] : [],
    ),
  );
  expect(uses.length).toBeGreaterThan(50);
  const bare = uses.filter(({ rule, index }) => !hasFallback(rule, index, /\bvar\(/));
  expect(bare.map(({ rule, property }) => `${rule.selector} { ${property} }`)).toEqual([]);
});

test("newer functions and units (max, min, clamp, env, color-mix …) have a fallback", () => {
  const modern = /\b(?:max|min|clamp|env|color-mix|oklch|oklab|lab|lch)\(|\d(?:[sdl]v[hwib]|cq\w+)\b/;
  const bare = rules.flatMap((rule) =>
    rule.declarations.flatMap(([property, value], index) =>
      modern.test(value) && !hasFallback(rule, index, modern) ? [`${rule.selector} { ${property}: ${value} }`] : [],
    ),
  );
  expect(bare).toEqual([]);
});

test("outside @supports no declaration mixes them with var(), since older engines would drop both", () => {
  const modern = /\b(?:max|min|clamp|env|color-mix|oklch|oklab|lab|lch)\(/;
  const both = rules
    .filter(({ within }) => !within.some((condition) => condition.startsWith("@supports")))
    .flatMap(({ selector, declarations }) =>
      declarations.flatMap(([property, value]) =>
        modern.test(value) && /\bvar\(/.test(value) ? [`${selector} { ${property}: ${value} }`] : [],
      ),
    );
  expect(both).toEqual([]);
});

test("flex gap, aspect-ratio and inset are not used outside @supports", () => {
  const gaps = rules.flatMap(({ selector, declarations, within }) =>
    declarations
      .filter(([name]) => /^(?:gap|row-gap|column-gap|aspect-ratio|inset|inset-.*)$/.test(name))
      .filter(() => !within.some((condition) => condition.startsWith("@supports")))
      .map(([name]) => `${selector} { ${name} }`),
  );
  expect(gaps).toEqual([]);
});

test("grid has a fallback before it", () => {
  const bare = rules.flatMap((rule) =>
    rule.declarations.flatMap(([property, value], index) =>
      property === "display" && /grid/.test(value) && !hasFallback(rule, index, /grid/) ? [rule.selector] : [],
    ),
  );
  expect(bare).toEqual([]);
});

test(":has, :is, :where, nesting, @layer and @container are not used: older engines would drop the rule", () => {
  // Rules within `@supports selector(…)` are meant to be dropped.
  const isAsked = (condition: string) => condition.startsWith("@supports selector(");
  const heads = rules.flatMap(({ selector, within }) => (within.some(isAsked) ? [] : [selector, ...within]));
  const notAllowed = heads.filter((head) => /:(?:has|is|where)\(|&|@(?:layer|container|scope|property)\b/.test(head));
  expect(notAllowed.filter((head) => !head.startsWith("@supports"))).toEqual([]);
  expect(rules.filter(({ declarations }) => declarations.some(([name]) => !/^[-\w]+$/.test(name)))).toEqual([]);
});

test(":focus-visible has its own rule, since older engines drop the whole selector list", () => {
  const lists = rules.map(({ selector }) => selector).filter((selector) => selector.includes(","));
  expect(lists.filter((list) => list.includes(":focus-visible"))).toEqual([]);
});
