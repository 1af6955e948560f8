import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Plugin } from "vite";
import { STUBBED_MODULES, STRIPPED_PARTS, type StrippedParts } from "./stripped";

interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Fields of a node that bind or write a name. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  ArrowFunctionExpression: ["params"],
  AssignmentExpression: ["left"],
  CatchClause: ["param"],
  ClassDeclaration: ["id"],
  FunctionDeclaration: ["id", "params"],
  FunctionExpression: ["id", "params"],
  UpdateExpression: ["argument"],
  VariableDeclarator: ["id"],
};
const PATTERNS: Readonly<Record<string, readonly string[]>> = {
  ArrayPattern: ["elements"],
  AssignmentPattern: ["left"],
  ObjectPattern: ["properties"],
  Property: ["value"],
  RestElement: ["argument"],
};
/** Fields that contain property names instead of variables, unless they are computed. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  ExportSpecifier: ["local", "exported"],
  ImportSpecifier: ["local", "imported"],
  MemberExpression: ["property"],
  MethodDefinition: ["key"],
  Property: ["key"],
};

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && typeof (value as Partial<SyntaxNode>).type === "string";

/** Removes these parts from a library's file. Throws an error that names the parts that are missing in the file. */
export function stripParts(code: string, ast: unknown, parts: StrippedParts): string {
  const { emptied = [], texts = {}, unexported = [] } = parts;
  const bodies = new Map(Object.entries({ ...Object.fromEntries(emptied.map((name) => [name, ""])), ...parts.bodies }));
  const always = new Map(Object.entries(parts.always ?? {}));
  const missing = new Set([...bodies.keys(), ...always.keys(), ...unexported]);
  const edits: Edit[] = [];
  const source = (node: unknown) => (isNode(node) ? code.slice(node.start, node.end) : "");

  function edit(name: string, { start, end }: SyntaxNode, text: string): true {
    missing.delete(name);
    edits.push({ start, end, text });
    return true;
  }

  /** Empties the body of a function or class. `object.name` stands for a function that is assigned to a property. */
  function emptyBody(node: SyntaxNode): boolean {
    const isMethod = node.type === "MethodDefinition" || node.type === "Property";
    const isAssigned = node.type === "AssignmentExpression";
    const isDeclared = node.type === "FunctionDeclaration" || node.type === "ClassDeclaration";
    if (!isMethod && !isAssigned && !isDeclared) return false;
    const name = source(isMethod ? node["key"] : isAssigned ? node["left"] : node["id"]);
    const text = bodies.get(name);
    const value = isMethod ? node["value"] : isAssigned ? node["right"] : node;
    const body = isNode(value) && value["body"];
    return text !== undefined && isNode(body) && edit(name, body, `{${text}}`);
  }

  function replaceRead(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
    const text = source(node);
    const names = {
      Identifier: [text],
      MemberExpression: [text, node["computed"] ? "" : `*.${source(node["property"])}`],
      CallExpression: [`${source(node["callee"])}()`],
    }[node.type];
    const name = names?.find((one) => always.has(one));
    if (name === undefined) return false;
    const isShorthand = parent?.type === "Property" && parent["shorthand"];
    return edit(name, node, (isShorthand ? `${text}: ` : "") + (always.get(name) ?? ""));
  }

  function removeExport(node: SyntaxNode): boolean {
    if (node.type !== "AssignmentExpression") return false;
    const [object, name = ""] = source(node["left"]).split(".");
    return object === "exports" && unexported.includes(name) && edit(name, node, "void 0");
  }

  function walk(node: SyntaxNode, isWritten: boolean, parent?: SyntaxNode): void {
    if (removeExport(node) || emptyBody(node)) return;
    if (isWritten ? node.type === "MemberExpression" : replaceRead(node, parent)) return;
    for (const [field, value] of Object.entries(node)) {
      const has = (fields: typeof NAMES) => fields[node.type]?.includes(field) ?? false;
      if (has(NAMES) && !node["computed"]) continue;
      const writes = has(WRITTEN) || (isWritten && has(PATTERNS));
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, writes, node);
    }
  }

  if (isNode(ast)) walk(ast, false);
  for (const [text, instead] of Object.entries(texts)) {
    const start = code.indexOf(text);
    if (start < 0 || code.includes(text, start + 1)) missing.add(text);
    edits.push({ start, end: start + text.length, text: instead });
  }
  if (missing.size > 0) throw new Error(`not found exactly once: ${[...missing].join(", ")}`);
  return edited(code, edits);
}

function edited(code: string, edits: readonly Edit[]): string {
  let result = "";
  let at = 0;
  for (const { start, end, text } of [...edits].sort((a, b) => a.start - b.start)) {
    if (start < at) continue;
    result += code.slice(at, start) + text;
    at = end;
  }
  return result + code.slice(at);
}

/** Vite's helper preloads the imports of a lazy file, but our page has them already. */
const PRELOAD = "\0vite/preload-helper.js";

/** Removes the parts that `stripped.ts` lists from the browser's files. */
export function stripFramework(): Plugin {
  const prefix = "\0stripped:";
  return {
    name: "strip-framework",
    enforce: "pre",
    apply: "build",
    resolveId: (id, importer, { ssr }) =>
      id in STUBBED_MODULES && importer?.includes("/@remix-run/react/") && !ssr ? prefix + id : undefined,
    load(id, { ssr } = {}) {
      if (id === PRELOAD && !ssr) return "export const __vitePreload = (load) => load();";
      return id.startsWith(prefix) ? STUBBED_MODULES[id.slice(prefix.length)] : undefined;
    },
    transform(code, id, { ssr } = {}) {
      const parts = Object.entries(STRIPPED_PARTS).find(([end]) => id.endsWith(end))?.[1];
      if (ssr || !parts || id.startsWith("\0")) return undefined;
      try {
        return { code: stripParts(code, this.parse(code), parts), map: null };
      } catch (error) {
        return this.error(`${id} is not what packages/remix-runtime/vite/stripped.ts takes it for: ${String(error)}`);
      }
    },
  };
}

const CLIENT_ROUTE = "?__remix-build-client-route";

function isInBrowser(file: string): boolean {
  if (basename(file) === "root.tsx") return true;
  const routes = dirname(dirname(file));
  const folder = basename(dirname(file));
  const own = readdirSync(routes).filter((name) => name === folder || name.startsWith(`${folder}.`));
  return own
    .map((name) => join(routes, name, "route.tsx"))
    .some((path) => existsSync(path) && /\bhydrate: true\b/.test(readFileSync(path, "utf8")));
}

/** Removes all but the style from a page that never hydrates, and the server's `handle` from other pages. */
export function stripPageScripts(): Plugin {
  return {
    name: "strip-pages",
    enforce: "post",
    apply: "build",
    transform(code, id, { ssr } = {}) {
      const file = id.slice(0, -CLIENT_ROUTE.length);
      if (ssr || !id.endsWith(CLIENT_ROUTE)) return undefined;
      if (isInBrowser(file)) return { code: code.replace(/(^export \{[^}]*?)\bhandle,?/, "$1"), map: null };
      // Rollup would merge equal files, but Remix looks for each.
      const page = JSON.stringify(basename(dirname(file)));
      return { code: `import "./${basename(file)}"; export const page = ${page};`, map: null };
    },
  };
}
