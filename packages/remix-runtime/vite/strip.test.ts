import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAst } from "vite";
import { expect, test } from "vitest";
import { stripParts } from "@storefront/remix-runtime/vite/strip";
import { STRIPPED_PARTS, type StrippedParts } from "@storefront/remix-runtime/vite/stripped";

const root = fileURLToPath(new URL("../../..", import.meta.url));

const without = (code: string, parts: StrippedParts) => stripParts(code, parseAst(code), parts);

test("functions, methods and classes are emptied or get another body", () => {
  const parts = { emptied: ["gone", "Gone", "method", "P.sqrt"], bodies: { other: "return 1;" } };
  const code =
    "function gone(a) { f(a); } class Gone { x() {} } class Kept { method() { f(); } } function other() { f(); } ";
  expect(without(`${code}P.sqrt = function () { f(); }; P.abs = function () { f(); };`, parts)).toBe(
    "function gone(a) {} class Gone {} class Kept { method() {} } function other() {return 1;} " +
      "P.sqrt = function () {}; P.abs = function () { f(); };",
  );
});

test("constant expressions are replaced where they are read, not where they are assigned", () => {
  const always = { flag: "false", "options.mode": "1", "*.lazy": "undefined", "map.get()": "undefined" };
  const code = `
    function kept(flag, { flag: inner, mode }) { flag = 1; options.mode = 2; let [lazy] = []; return { flag: flag, mode }; }
    if (flag && options.mode) call(route.lazy, map.get("key"), { flag }, object.flag);`;
  expect(without(code, { always })).toBe(`
    function kept(flag, { flag: inner, mode }) { flag = 1; options.mode = 2; let [lazy] = []; return { flag: false, mode }; }
    if (false && 1) call(undefined, undefined, { flag: false }, object.flag);`);
});

test("exports that no module imports are stripped, and strings replaced", () => {
  const code = "exports.used = function () {}; exports.unused = function () {}; say('hello');";
  expect(without(code, { unexported: ["unused"], texts: { "say('hello');": "" } })).toBe(
    "exports.used = function () {}; void 0; ",
  );
});

test.each<[string, StrippedParts]>([
  ["a function", { emptied: ["gone"] }],
  ["a function whose body is replaced", { bodies: { gone: "" } }],
  ["a variable that is only assigned", { always: { written: "1" } }],
  ["a call", { always: { "gone.get()": "1" } }],
  ["an export", { unexported: ["gone"] }],
  ["a string", { texts: { gone: "" } }],
  ["a string only once", { texts: { twice: "" } }],
  ["a name on Object.prototype", { emptied: ["toString"] }],
])("the build fails if a library no longer has %s", (_, parts) => {
  expect(() => without("written = 1; twice(); twice();", parts)).toThrow("not found exactly once");
});

const browserFiles = readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes(".server."))
  .map((name) => [name, readFileSync(join(root, "app", name), "utf8")] as const);

/** Returns the names that a file imports from a library, without types. */
function importedFrom(library: string, text: string): string[] {
  const lists = [...text.matchAll(/import \{([^}]*)\} from "([^"]+)"/g)].filter(([, , from]) => from === library);
  return lists.flatMap(([, list = ""]) => list.split(",").map((name) => name.trim()));
}

test("no page uses the code stripped from the libraries", () => {
  const react = STRIPPED_PARTS["/react/cjs/react.production.min.js"]?.unexported ?? [];
  // These parts of Remix use stripped code.
  const remix =
    /^(?:Await|defer|Link|NavLink|PrefetchPageLinks|ScrollRestoration|useBlocker|unstable_\w+|useViewTransition\w*)$/;
  for (const [name, text] of browserFiles) {
    expect(
      importedFrom("react", text).filter((one) => react.includes(one)),
      name,
    ).toEqual([]);
    expect(
      importedFrom("@remix-run/react", text).filter((one) => remix.test(one)),
      name,
    ).toEqual([]);
    expect(text, name).not.toMatch(/\bfetcher\.(?:submit|Form)\b|\bclientLoader\.hydrate\b|viewTransition/);
  }
  expect(browserFiles.length).toBeGreaterThan(100);
});
