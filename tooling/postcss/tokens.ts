import postcss, { type AcceptedPlugin, type Declaration, type Root } from "postcss";
import postcssCustomProperties from "postcss-custom-properties";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The style sheet that defines every token. */
const TOKENS_FILE = fileURLToPath(new URL("../../app/styles/tokens.css", import.meta.url));

/** The tokens, by how they are sent to the browser. */
interface Tokens {
  /** Name and value of each token that the dark scheme changes: the browser gets it as a variable. */
  shifting: Map<string, string>;
  /** Name and value of each token that never changes: the build replaces its name by its value. */
  fixed: Map<string, string>;
}

/** Reads the tokens: one that is set again within a condition (`@media`) is shifting. */
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

/** A value in which fixed tokens are replaced by their values. */
function writeFixed(value: string, fixed: Tokens["fixed"]): string {
  return value.replace(/var\((--[\w-]+)\)/g, (whole, name: string) => fixed.get(name) ?? whole);
}

/**
 * How the build handles tokens, in every style sheet. Sizes, spaces and layers never change, so they are replaced by
 * their values. Colours follow the scheme and stay variables; before each use there is a plain value, for engines
 * without variables. The variables themselves are sent once, with the sheet that imports `tokens.css`; every other
 * sheet gets them only while its plain values are computed.
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
