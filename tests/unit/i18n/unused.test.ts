import { expect, test } from "vitest";
import { catalogues } from "~server/texts/catalogue";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** Literals in code that may be keys: complete ones, and templates that other literals complete. */
interface Named {
  literals: Set<string>;
  /** Patterns of the templates, with a group for each placeholder. */
  templates: RegExp[];
}

/** Not searched: the catalogues themselves, and code with its own texts. */
const NOT_ASKED = ["server/texts", "packages/sandbox"];

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (NOT_ASKED.includes(path)) return [];
    if (entry.isDirectory()) return sources(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Reads all literals and templates of the storefront's code. */
function namedByCode(): Named {
  const named: Named = { literals: new Set(), templates: [] };
  const read = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) named.literals.add(node.text);
    if (ts.isTemplateExpression(node) && /^[A-Za-z]+\./.test(node.head.text)) {
      const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
      named.templates.push(new RegExp(`^${parts.map(escaped).join("(\\w+)")}$`));
    }
    ts.forEachChild(node, read);
  };
  for (const path of [...sources("app"), ...sources("server")]) {
    read(ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest));
  }
  return named;
}

/** True if code contains a key: whole, or as a template filled with literals of the code. */
function isNamed(key: string, { literals, templates }: Named): boolean {
  if (literals.has(key)) return true;
  return templates.some((template) => {
    const places = template.exec(key)?.slice(1);
    return places?.every((word) => literals.has(word)) ?? false;
  });
}

const named = namedByCode();

test("code uses every text of the catalogue", () => {
  const keys = Object.entries(catalogues.el_GR).flatMap(([namespace, texts]) =>
    Object.keys(texts).map((name) => `${namespace}.${name}`),
  );
  // A version for a setting, such as `Product.fee_return`, is used under its text's name.
  const nameOf = (key: string) => key.replace(/^(Product\.\w+?)_\w+$/, "$1");
  expect(keys.filter((key) => !isNamed(nameOf(key), named))).toEqual([]);
});

test("a key is used as a literal, or as a template filled with literals", () => {
  const code = { literals: new Set(["Login.title", "google"]), templates: [/^Login\.(\w+)Text$/] };
  expect(isNamed("Login.title", code)).toBe(true);
  expect(isNamed("Login.googleText", code)).toBe(true);
  expect(isNamed("Login.leadText", code)).toBe(false);
  expect(isNamed("Login.lead", code)).toBe(false);
});
