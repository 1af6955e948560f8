import { Container, type AtRule, type Declaration } from "postcss";
import selectorParser from "postcss-selector-parser";
import { expect, test } from "vitest";
import { MOST_BANNERS } from "~/routes/Index.Home/Banners";
import { PLANS_COMPARED_MAX } from "~server/catalogue/chosen-plans";
import { COLOUR_NAMES, COLOURS, MASK } from "~server/content/colours";
import { DEPOSIT_STATUSES, ORDER_STATUSES } from "~server/env";
import { catalogues } from "~server/texts/catalogue";
import { safeHtml, safeMarkdown } from "~server/markup/markup";
import type { Flash } from "~server/session/flash";
import type { UserInfo } from "~server/upstream/user";
import type { Product } from "~server/upstream/catalogue";
import { markups, styleSheets, UNKNOWN, type Sheet } from "../../support/styles";
import { readTokens } from "../../../tooling/postcss/tokens";

const sheets = styleSheets();
const pages = markups();
const tokens = readTokens();
const TOKENS = "styles/tokens.css";

/** The possible endings of classes that are completed at run time. */
const PRODUCT_STATUSES = ["presale", "ended", "onsale", "unknown"] as const satisfies readonly Product["status"][];
const AUTH_LEVELS = ["verified", "review", "unverified"] as const satisfies readonly UserInfo["authLevel"][];
const FLASH_KINDS = ["status", "alert", "info"] as const satisfies readonly (Flash["kind"] | "info")[];
const upTo = (most: number) => Array.from({ length: most }, (_, index) => String(index + 1));
const ENDS: Readonly<Record<string, readonly string[]>> = {
  "tag-*": [...PRODUCT_STATUSES, ...ORDER_STATUSES, ...DEPOSIT_STATUSES, ...AUTH_LEVELS],
  "toast-*": FLASH_KINDS,
  "sixteens-*": ["0", ...upTo(MOST_BANNERS / 16)],
  "fours-*": ["0", ...upTo(3)],
  "ones-*": ["0", ...upTo(3)],
  "compare-*": upTo(PLANS_COMPARED_MAX),
};

/** Classes without a rule, which journeys use to find elements without a name or role. */
const HOOKS = ["product"];

const possibleNames = (name: string) =>
  name.includes(UNKNOWN) ? (ENDS[name] ?? []).map((end) => name.replace(UNKNOWN, end)) : [name];
const classesOf = (paths = pages) => new Set(paths.flatMap(({ classes }) => [...classes].flatMap(possibleNames)));

/** The classes, elements and attributes in the selectors of a sheet. */
function namesIn({ root }: Sheet) {
  const names = {
    classes: new Set<string>(),
    ids: new Set<string>(),
    elements: new Set<string>(),
    attributes: new Set<string>(),
  };
  root.walkRules((rule) => {
    if (rule.parent?.type === "atrule" && "name" in rule.parent && rule.parent.name === "keyframes") return;
    selectorParser((list) => {
      list.walkClasses(({ value }) => void names.classes.add(value));
      list.walkIds(({ value }) => void names.ids.add(value));
      // The parser reads the `2` of `:nth-child(2)` as an element.
      list.walkTags((tag) => {
        if (!/^:nth-/.test(String(tag.parent?.parent ?? ""))) names.elements.add(tag.value);
      });
      list.walkAttributes(({ attribute }) => void names.attributes.add(attribute));
    }).processSync(rule.selector);
  });
  return names;
}

const declarations = (wanted: RegExp, each: (declaration: Declaration, sheet: Sheet) => void) => {
  for (const sheet of sheets) sheet.root.walkDecls(wanted, (declaration) => each(declaration, sheet));
};

/** Declarations of these properties, outside of tokens, with a forbidden value. */
function notAllowed(property: RegExp, isAllowed: (value: string, declaration: Declaration) => boolean): string[] {
  const found: string[] = [];
  declarations(property, (declaration, { path }) => {
    if (path === TOKENS || declaration.prop.startsWith("--") || isAllowed(declaration.value, declaration)) return;
    found.push(`${path}:${declaration.source?.start?.line ?? 0} ${declaration.toString()}`);
  });
  return found;
}

test("every class selected by a rule is rendered by a component or route", () => {
  const rendered = classesOf();
  expect(rendered.size).toBeGreaterThan(150);
  const dead = sheets.flatMap((sheet) =>
    [...namesIn(sheet).classes].filter((name) => !rendered.has(name)).map((name) => `${sheet.path} .${name}`),
  );
  expect(dead).toEqual([]);
});

test("every element and attribute selected by a rule can be rendered, and no rule selects an id", () => {
  const elements = new Set(pages.flatMap((page) => [...page.elements]));
  // The upstream's texts may contain the allowlist's elements.
  const isElement = (name: string) =>
    elements.has(name) || [safeHtml, safeMarkdown].some((safe) => safe(`<${name}>x</${name}>`).includes(`<${name}>`));
  // A browser sets `open` itself.
  const attributes = new Set([...pages.flatMap((page) => [...page.attributes]), "open"]);
  const dead = sheets.flatMap((sheet) => {
    const names = namesIn(sheet);
    return [
      ...[...names.elements].filter((name) => !isElement(name)),
      ...[...names.attributes].filter((name) => !attributes.has(name)).map((name) => `[${name}]`),
      ...[...names.ids].map((name) => `#${name}`),
    ].map((name) => `${sheet.path} ${name}`);
  });
  expect(dead).toEqual([]);
});

test("every rendered class has a rule, or is used by journeys", () => {
  const selected = new Set(sheets.flatMap((sheet) => [...namesIn(sheet).classes]));
  const plain = pages.flatMap(({ path, classes }) =>
    [...classes]
      .filter((name) => !possibleNames(name).some((each) => selected.has(each) || HOOKS.includes(each)))
      .map((name) => `${path} ${name}`),
  );
  expect(plain).toEqual([]);
});

test("no symbol of ours becomes a coloured emoji: phones draw ↗ as one unless a variation selector follows", () => {
  const written = [JSON.stringify(catalogues)];
  declarations(/^content$/, ({ value }) => written.push(value));
  const drawn = (_: string, code: string) => String.fromCodePoint(parseInt(code, 16));
  const shown = written.join("\n").replace(/\\([\da-f]{4,6})/gi, drawn);
  expect(shown).toContain("✓");
  expect(shown.match(/.{0,20}\p{Extended_Pictographic}(?!\ufe0e)/gu) ?? []).toEqual([]);
});

test("every animation is defined, and every defined animation is used", () => {
  const defined = new Set<string>();
  const run = new Set<string>();
  for (const { root } of sheets) root.walkAtRules("keyframes", ({ params }) => void defined.add(params));
  declarations(/^animation(-name)?$/, ({ value }) => {
    for (const one of value.split(",")) run.add(one.trim().split(" ")[0] ?? "");
  });
  run.delete("none");
  expect([...run].sort()).toEqual([...defined].sort());
});

/** Animations that repeat, and the length of one turn in seconds. */
const LOOPS: Readonly<Record<string, (count: number) => number>> = {
  // A notice stays for 5 s; the animation cycles through all.
  "turn-steps": (count) => count * 5,
  // It delays a picture that is out of view; nothing moves.
  "picture-later": () => 2,
  "button-turns": () => 0.8,
  "skeleton-waits": () => 1.4,
};
const MOST_S = 0.25;

/** Each animation with its duration in seconds, from the tokens. */
function motions() {
  const found: { declaration: Declaration; at: string; value: string; seconds: number }[] = [];
  declarations(/^(animation|transition)(-duration)?$/, (declaration, { path }) => {
    const value = declaration.value.replace(
      /var\((--[\w-]+)\)/g,
      (whole, name: string) => tokens.fixed.get(name) ?? whole,
    );
    if (value === "none") return;
    // The first time is the duration, the second the delay; the longest of several counts.
    const seconds = value.split(",").map((one) => {
      const [, amount = "0", unit] = /(?:^|\s)(\d*\.?\d+)(m?s)\b/.exec(one) ?? [];
      return Number(amount) / (unit === "ms" ? 1000 : 1);
    });
    const at = `${path}:${declaration.source?.start?.line ?? 0} ${value}`;
    found.push({ declaration, at, value, seconds: Math.max(...seconds) });
  });
  return found;
}

test("animations take at most a quarter of a second, except those that repeat", () => {
  const slow = motions().filter(({ declaration, value, seconds }) => {
    const [, name = ""] = /^([a-z-]+) /.exec(value) ?? [];
    const [, count] = /-(\d+) /.exec(String(declaration.parent)) ?? [];
    return seconds > MOST_S && seconds !== LOOPS[name]?.(Number(count ?? 1));
  });
  expect(slow.map(({ at }) => at)).toEqual([]);
  expect(motions().filter(({ seconds }) => seconds > 0).length).toBeGreaterThan(10);
  // Only Home's loops, a pause of 8 s and instant changes need no token.
  const isNamed = (value: string) =>
    /^(banner|picture-later|turn-)/.test(value) || !/\d(ms|s)\b/.test(value.replace(/ (8s|1ms) /g, " "));
  expect(notAllowed(/^(animation|transition)(-duration)?$/, isNamed)).toEqual([]);
});

test("with reduced motion only instant changes remain", () => {
  const isGuarded = ({ parent }: Declaration) => {
    for (let node: unknown = parent; node instanceof Container; node = node.parent) {
      if (node.type === "atrule" && (node as AtRule).params === "(prefers-reduced-motion: no-preference)") return true;
    }
    return false;
  };
  const unguarded = motions().filter(
    ({ declaration, value }) => !isGuarded(declaration) && !/ step-end( |$)/.test(value),
  );
  expect(unguarded.map(({ at }) => at)).toEqual([]);
});

test("a sheet does not move as it opens, so that a press at the edge of a button hits it", () => {
  const moving = sheets
    .filter(({ path }) => path.endsWith("/sheet.css"))
    .flatMap(({ root }) => {
      const changed: string[] = [];
      root.walkDecls(/^transition/, (declaration) => void changed.push(String(declaration)));
      root.walkAtRules("keyframes", (frames) => frames.walkDecls(({ prop }) => void changed.push(prop)));
      return changed;
    })
    .filter((prop) => prop !== "box-shadow" && prop !== "background-color");
  expect(moving).toEqual([]);
});

test("every token is used, and every used variable is a token or set by a rule", () => {
  const used = new Set<string>();
  const set = new Set<string>();
  declarations(/./, ({ prop, value }, { path }) => {
    if (prop.startsWith("--") && path !== TOKENS) set.add(prop);
    for (const [, name = ""] of value.matchAll(/var\((--[\w-]+)/g)) used.add(name);
  });
  const known = [...tokens.fixed.keys(), ...tokens.shifting.keys()];
  expect(known.filter((name) => !used.has(name))).toEqual([]);
  expect([...used].filter((name) => !known.includes(name) && !set.has(name))).toEqual([]);
});

test("only tokens.css contains values for type sizes, layers, spacing, rounded corners and colours", () => {
  // The root's size is the base of all others.
  const isRoot = ({ parent }: Declaration) =>
    parent?.type === "rule" && "selector" in parent && parent.selector === "html";
  const named = (prefix: string) => (value: string) => new RegExp(`^var\\(--${prefix}-[\\w-]+\\)$`).test(value);
  expect(notAllowed(/^font-size$/, (value, declaration) => named("text")(value) || isRoot(declaration))).toEqual([]);
  expect(notAllowed(/^z-index$/, named("layer"))).toEqual([]);
  expect(notAllowed(/^(margin|padding)/, (value) => !/\d(rem|em|px)\b/.test(value))).toEqual([]);
  expect(notAllowed(/radius$/, (value) => !/\d(rem|em|px)\b/.test(value))).toEqual([]);
  const colour = /#[\da-f]{3,8}\b|\b(?:rgba?|hsla?|white|black|red|gr[ae]y)\b/i;
  expect(notAllowed(/./, (value) => !colour.test(value))).toEqual([]);
  const sizes = [...tokens.fixed.keys()].filter((name) => name.startsWith("--text-"));
  expect(sizes).toHaveLength(6);
});

test("controls have the height of their token, which is at least 44 px", () => {
  expect(tokens.fixed.get("--target")).toBe("2.75rem");
  const heights = ["--target", "--control", "--bar"].map((name) => tokens.fixed.get(name) ?? "");
  expect(notAllowed(/^(min-)?height$/, (value) => !heights.includes(value))).toEqual([]);
});

test("a screen's style is in its folder: only this screen renders it; a style of several screens is shared", () => {
  /** The folder of a screen; undefined for components and for the layout of four screens. */
  const screenOf = (path: string) => /^routes\/(?!Index\/)([^/]+)\//.exec(path)?.[1];
  const screensOf = (name: string) =>
    new Set(pages.filter((page) => classesOf([page]).has(name)).map(({ path }) => screenOf(path)));
  const shared = new Set(sheets.filter(({ path }) => !screenOf(path)).flatMap((sheet) => [...namesIn(sheet).classes]));
  const misplaced = sheets.flatMap((sheet) => {
    const screen = screenOf(sheet.path);
    const names = [...namesIn(sheet).classes];
    if (screen) {
      const theirs = names.filter(
        (name) => !shared.has(name) && [...screensOf(name)].some((other) => other !== screen),
      );
      return theirs.map((name) => `${sheet.path} .${name} is not this screen's alone`);
    }
    const screens = new Set(names.flatMap((name) => [...screensOf(name)]));
    return screens.size === 1 && !screens.has(undefined) ? [`${sheet.path} is for ${[...screens].join("")} alone`] : [];
  });
  expect(misplaced).toEqual([]);
});

test("the server's colours equal the tokens in both schemes", () => {
  for (const name of COLOUR_NAMES) {
    const values: string[] = [];
    declarations(new RegExp(`^--${name}$`), ({ value }) => void values.push(value));
    expect(values, name).toEqual([COLOURS[name].light, COLOURS[name].dark]);
  }
  expect(MASK).toBe(tokens.fixed.get("--mask"));
  const others = [...tokens.shifting.keys()].filter((token) => !COLOUR_NAMES.some((name) => token === `--${name}`));
  expect(others, "tokens that are not plain colours").toEqual(["--veil", "--shadow", "--lift"]);
});

test("the dark scheme applies to screens only, since its pale text is unreadable on paper", () => {
  const dark: string[] = [];
  for (const { path, root } of sheets)
    root.walkAtRules("media", ({ params, source }) => {
      if (params.includes("dark")) dark.push(`${path}:${source?.start?.line ?? 0} ${params}`);
    });
  expect(dark.length).toBeGreaterThan(1);
  expect(dark.filter((each) => !each.endsWith(" screen and (prefers-color-scheme: dark)"))).toEqual([]);
});
