import postcss, { type AcceptedPlugin, type Declaration, type Root } from "postcss";
import postcssCustomProperties from "postcss-custom-properties";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const TOKENS_FILE = fileURLToPath(new URL("../../app/styles/tokens.css", import.meta.url));

interface Tokens {
  /** Tokens that the dark scheme changes. Browsers get them as variables. */
  shifting: Map<string, string>;
  /** Tokens that never change. The build replaces them by their values. */
  fixed: Map<string, string>;
}

/** Reads the tokens. Those that are set again under `@media` are shifting. */
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

function writeFixed(value: string, fixed: Tokens["fixed"]): string {
  return value.replace(/var\((--[\w-]+)\)/g, (whole, name: string) => fixed.get(name) ?? whole);
}

/**
 * Replaces tokens by their values. Colours stay variables, with a plain value before each use; the variables are sent
 * with the sheet that imports `tokens.css`.
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
