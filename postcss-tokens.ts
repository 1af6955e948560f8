import postcss, { type AcceptedPlugin, type Declaration, type Root } from "postcss";
import postcssCustomProperties from "postcss-custom-properties";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Where every token is written, each once. */
export const TOKENS_FILE = fileURLToPath(new URL("app/styles/tokens.css", import.meta.url));

/** The tokens by what the browser learns of them. */
interface Tokens {
  /** Name and value of each that another scheme changes: the browser gets them as variables. */
  shifting: Map<string, string>;
  /** Name and value of each that never changes: the browser gets the value wherever the token is named. */
  fixed: Map<string, string>;
}

/** Reads the tokens: one that is written again within a condition (`@media`) is a shifting one. */
export function readTokens(source = readFileSync(TOKENS_FILE, "utf8")): Tokens {
  const tokens: Tokens = { shifting: new Map(), fixed: new Map() };
  const again = new Set<string>();
  const sheet = postcss.parse(source, { from: TOKENS_FILE });
  sheet.walkDecls(/^--/, (declaration) => {
    if (isConditional(declaration)) again.add(declaration.prop);
  });
  sheet.walkDecls(/^--/, (declaration) => {
    if (isConditional(declaration)) return;
    const { prop, value } = declaration;
    tokens[again.has(prop) ? "shifting" : "fixed"].set(prop, writeFixed(value, tokens.fixed));
  });
  return tokens;
}

const isConditional = (declaration: Declaration) => declaration.parent?.parent?.type === "atrule";

/** A value with the fixed tokens written in their places. */
function writeFixed(value: string, fixed: Tokens["fixed"]): string {
  return value.replace(/var\((--[\w-]+)\)/g, (whole, name: string) => fixed.get(name) ?? whole);
}

/**
 * What the build does with tokens, for every style sheet alike. Sizes, spaces and layers never change, so their values
 * stand where they are named. Colours follow the scheme: they stay variables, each use after a plain one for engines
 * that know no variables. The variables themselves are sent once, with the sheet that imports `tokens.css`; every other
 * sheet borrows them while its plain uses are worked out.
 */
export function tokens(): AcceptedPlugin[] {
  const borrowed = new WeakMap<Root, { remove(): unknown }>();
  return [
    {
      postcssPlugin: "tokens-written",
      Once(sheet, { result }) {
        const { shifting, fixed } = readTokens();
        result.messages.push({ type: "dependency", plugin: "tokens-written", file: TOKENS_FILE });
        sheet.walkDecls((declaration) => {
          if (fixed.has(declaration.prop)) declaration.remove();
          else declaration.value = writeFixed(declaration.value, fixed);
        });
        const nodes = [...shifting].map(([prop, value]) => postcss.decl({ prop, value }));
        const rule = postcss.rule({ selector: ":root", nodes });
        sheet.prepend(rule);
        borrowed.set(sheet, rule);
      },
    },
    postcssCustomProperties({ preserve: true }),
    {
      postcssPlugin: "tokens-given-back",
      OnceExit(sheet) {
        borrowed.get(sheet)?.remove();
      },
    },
  ];
}
