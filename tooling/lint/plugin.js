import { readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Our own lint rules, as a plugin of oxlint. `.oxlintrc.jsonc` says where they apply.
 *
 * @typedef {Parameters<import("oxlint/plugins-dev").RuleTester["run"]>[1]} Rule
 * @typedef {{ type: string, value?: unknown, range: [number, number] }} Source
 */

const PACKAGE_SCOPE = "@storefront/";
const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Imports go in one direction. The first zone whose `in` matches a file lists the modules of this repository that it
 * may import, as patterns of paths from the root without an extension. A file in no zone may import anything. `<own>`
 * is the file's own route folder or package, and `<dependency>` a package in its `package.json` (`devDependencies` for
 * tests only).
 *
 * @type {{ name: string, in: RegExp, values: RegExp[], types?: RegExp[] }[]}
 */
const zones = [
  {
    name: "A route imports its folder, components, i18n, styles, the server and the log; no other route, no other package",
    in: /^app\/routes\//,
    values: [
      ...[/^<own>\//, /^app\/(components|i18n|styles)\//],
      ...[/^server\/(?!index$)/, /^packages\/observability\//],
    ],
    types: [/^app\/root-data\.server$/],
  },
  {
    name: "A component imports components, i18n and styles, and of the document and the server types only",
    in: /^app\/components\//,
    values: [/^app\/(components|i18n|styles)\//],
    types: [/^app\/root-data\.server$/, /^server\//],
  },
  {
    name: "i18n imports i18n, and from the server types only",
    in: /^app\/i18n\//,
    values: [/^app\/i18n\//],
    types: [/^server\//],
  },
  {
    name: "The document imports components, i18n, styles, the server and the log, never a route or another package",
    in: /^app\//,
    values: [/^app\/(?!routes\/)/, /^server\/(?!index$)/, /^packages\/(observability|remix-runtime)\//],
  },
  {
    name: "upstream imports upstream, its client, env, specification and the table of locales",
    in: /^server\/upstream\//,
    values: [
      ...[/^server\/upstream\//, /^packages\/upstream-client\//],
      ...[/^server\/(env|specification)$/, /^app\/i18n\/locales$/],
    ],
    types: [/^server\/i18n\/locale$/],
  },
  {
    name: "A package imports itself and the packages that its package.json names, never the product",
    in: /^packages\//,
    values: [/^<own>\//, /^<dependency>\//],
  },
  {
    name: "The demo imports the server and the sandbox",
    in: /^tools\/demo\//,
    values: [/^tools\/demo\//, /^server\//, /^packages\/sandbox\//],
  },
  {
    name: "A tool imports its folder, the server, the engine's packages and the build's tooling",
    in: /^tools\//,
    values: [/^tools\//, /^server\//, /^tooling\//, /^app\/i18n\/locales$/, /^packages\/(?!sandbox\/|test-support\/)/],
  },
  {
    name: "The program's entry imports the server and the doctor, which is a command of it",
    in: /^server\/index$|^server\/index\.ts$/,
    values: [/^server\//, /^tools\/doctor\/doctor$/],
  },
  {
    name: "The server imports the server and the engine's packages, of the app i18n alone, never the sandbox or what tests need",
    in: /^server\//,
    values: [/^server\//, /^app\/i18n\//, /^packages\/(?!sandbox\/|test-support\/)/],
  },
];

/** Returns the path from the root that a specifier names; undefined for an npm package. */
function pathOf(/** @type {string} */ specifier, /** @type {string} */ file) {
  const bare = specifier.replace(/\?.*$/, "");
  const top = /^~(server|tools)\//.exec(bare)?.[1];
  const target = top
    ? resolve(root, top, bare.slice(top.length + 2))
    : bare.startsWith("~/")
      ? resolve(root, "app", bare.slice("~/".length))
      : bare.startsWith(PACKAGE_SCOPE)
        ? resolve(root, "packages", bare.slice(PACKAGE_SCOPE.length))
        : bare.startsWith(".")
          ? resolve(dirname(file), bare)
          : undefined;
  return target && relative(root, target).replace(/\.(tsx?|jsx?)$/, "");
}

function dependenciesOf(/** @type {string} */ folder, /** @type {string} */ file) {
  const text = readFileSync(resolve(root, folder, "package.json"), "utf8");
  const { dependencies, devDependencies } = /** @type {Record<string, Record<string, string> | undefined>} */ (
    JSON.parse(text)
  );
  const isTest = /\.test\.ts$|\/test\//.test(file);
  return Object.keys({ ...dependencies, ...(isTest ? devDependencies : {}) })
    .filter((name) => name.startsWith(PACKAGE_SCOPE))
    .map((name) => `packages/${name.slice(PACKAGE_SCOPE.length)}/`);
}

/** Returns true for an import or export of types only, or one of its names. */
function isType(/** @type {object} */ node) {
  return ("importKind" in node && node.importKind === "type") || ("exportKind" in node && node.exportKind === "type");
}

/** Enforces the zones above. @type {Rule} */
const importsOneWay = {
  meta: { type: "problem", schema: [], messages: { forbidden: "{{rule}}: not {{path}}." } },
  create(context) {
    const file = relative(root, context.filename);
    const zone = zones.find((candidate) => candidate.in.test(file));
    if (!zone) return {};
    const own = /^(?:app\/routes|packages)\/[^/]+\//.exec(file)?.[0];
    const dependencies = own?.startsWith("packages/") ? dependenciesOf(own, file) : [];
    /** @type {(source: Source | null, onlyTypes: boolean) => void} */
    const check = (source, onlyTypes) => {
      if (source?.type !== "Literal" || typeof source.value !== "string") return;
      const path = pathOf(source.value, context.filename);
      if (path === undefined) return;
      const named =
        own && path.startsWith(own)
          ? `<own>/${path.slice(own.length)}`
          : dependencies.some((folder) => path.startsWith(folder))
            ? `<dependency>/${path}`
            : path;
      const allowed = onlyTypes ? [...zone.values, ...(zone.types ?? [])] : zone.values;
      if (!allowed.some((pattern) => pattern.test(named))) {
        context.report({ node: source, messageId: "forbidden", data: { rule: zone.name, path } });
      }
    };
    return {
      ImportDeclaration: (node) =>
        check(node.source, isType(node) || (node.specifiers.length > 0 && node.specifiers.every(isType))),
      ExportNamedDeclaration: (node) => check(node.source, isType(node)),
      ExportAllDeclaration: (node) => check(node.source, isType(node)),
      ImportExpression: (node) => check(node.source, false),
      TSImportType: (node) => check(node.source, true),
    };
  },
};

/**
 * @typedef {{ type: string; name?: string; callee?: Syntax; body?: Syntax & { body?: Syntax[] } }} Syntax
 *
 * @typedef {ReturnType<Parameters<NonNullable<Rule["create"]>>[0]["sourceCode"]["getScope"]>} Scope
 */

const LISTENS = new Set(["on", "once", "addListener", "prependListener", "addEventListener"]);
const CALLS_LATER = new Set(["setTimeout", "setInterval", "setImmediate", "queueMicrotask"]);

/**
 * Requires `guarded` around listeners and callbacks of timers, because an exception would end the process.
 *
 * @type {Rule}
 */
const guardedCallbacks = {
  meta: { type: "problem", schema: [], messages: { bare: "What this callback throws ends the process: guarded(…)." } },
  create(context) {
    /** @type {(node: Syntax, scope: Scope | null) => boolean} */
    const isGuarded = (node, scope) => {
      if (node.type === "CallExpression") return node.callee?.name === "guarded";
      if (node.type === "ArrowFunctionExpression") {
        const { name, body } = node.body ?? {};
        return name === "undefined" || (Array.isArray(body) && body.length === 0);
      }
      if (node.type !== "Identifier" || node.name === undefined) return false;
      const value = initialValue(node.name, scope);
      return node.name === "resolve" || (value ? isGuarded(value, null) : false);
    };
    return {
      CallExpression(node) {
        const { callee, arguments: given } = node;
        const isMethod = callee.type === "MemberExpression";
        const named = isMethod ? callee.property : callee;
        const name = named.type === "Identifier" ? named.name : "";
        const callsLater = isMethod ? name === "nextTick" : CALLS_LATER.has(name);
        const at = isMethod && LISTENS.has(name) ? 1 : callsLater ? 0 : given.length;
        const callback = given[at];
        if (callback && !isGuarded(/** @type {Syntax} */ (callback), context.sourceCode.getScope(node)))
          context.report({ node: callback, messageId: "bare" });
      },
    };
  },
};

/** Returns the initial value of a constant. @type {(name: string, scope: Scope | null) => Syntax | undefined} */
function initialValue(name, scope) {
  if (!scope) return undefined;
  const [declaration] = scope.set.get(name)?.defs ?? [];
  return declaration ? /** @type {{ init?: Syntax }} */ (declaration.node).init : initialValue(name, scope.upper);
}

/** Forbids a `catch` that ignores the error: it would hide bugs. @type {Rule} */
const noBareCatch = {
  meta: { type: "problem", schema: [], messages: { bare: "Name the error, and throw on what is not expected." } },
  create: (context) => ({
    CatchClause(node) {
      if (!node.param) context.report({ node, messageId: "bare" });
    },
  }),
};

/** Forbids a late `import()`, whose failure Node caches. @type {Rule} */
const noLateImport = {
  meta: { type: "problem", schema: [], messages: { late: "Import it at the start: a failure would last." } },
  create: (context) => ({ ImportExpression: (node) => context.report({ node, messageId: "late" }) }),
};

/**
 * @typedef {{
 *   type: string;
 *   value?: unknown;
 *   name?: string;
 *   expression?: Jsx;
 *   callee?: Jsx;
 *   property?: Jsx;
 *   arguments?: Jsx[];
 *   test?: Jsx;
 *   left?: Jsx;
 *   right?: Jsx;
 *   consequent?: Jsx;
 *   alternate?: Jsx;
 *   operator?: string;
 * }} Jsx
 */

const BRANCHES = new Set(["ConditionalExpression", "LogicalExpression"]);

/** Returns the possible values of a conditional expression. @type {(node: Jsx | undefined) => Jsx[]} */
function outcomesOf(node) {
  if (node?.type === "ConditionalExpression") return [...outcomesOf(node.consequent), ...outcomesOf(node.alternate)];
  if (node?.type === "LogicalExpression")
    return [...(node.operator === "&&" ? [] : outcomesOf(node.left)), ...outcomesOf(node.right)];
  return node ? [node] : [];
}

const calledBy = (/** @type {Jsx} */ { callee }) => callee?.property?.name ?? callee?.name ?? "";

/** Returns true if a value is certainly a text that people read. @type {(node: Jsx) => boolean} */
function isText(node) {
  if (node.type === "JSXText" || node.type === "Literal")
    return typeof node.value === "string" && /\S/.test(node.value);
  if (node.type === "TemplateLiteral") return true;
  return node.type === "CallExpression" && /^(t|readMessage|format[A-Z]\w*|\w+Label)$/.test(calledBy(node));
}

/** True if a text may change on the page: it has values or its key varies. @type {(node: Jsx) => boolean} */
function mayChange(node) {
  if (node.type === "JSXText" || node.type === "Literal") return false;
  if (node.type !== "CallExpression" || calledBy(node) !== "t") return true;
  const [key, values] = node.arguments ?? [];
  return values !== undefined || BRANCHES.has(key?.type ?? "");
}

/**
 * Requires an element of its own for a text that changes: React holds the old text node of one that was translated.
 *
 * @type {Rule}
 */
const textHasElement = {
  meta: {
    type: "problem",
    schema: [],
    messages: { loose: "A translated page breaks here: give this text its own element." },
  },
  create(context) {
    /** @typedef {Parameters<NonNullable<ReturnType<NonNullable<Rule["create"]>>["JSXElement"]>>[0]} JsxElement */
    /** @typedef {Parameters<NonNullable<ReturnType<NonNullable<Rule["create"]>>["JSXFragment"]>>[0]} JsxFragment */
    const check = (/** @type {JsxElement | JsxFragment} */ parent) => {
      const scope = context.sourceCode.getScope(parent);
      const isHolder = (/** @type {Jsx} */ { name = "" }) => /^JSX/.test(initialValue(name, scope)?.type ?? "");
      const children = /** @type {Jsx[]} */ (/** @type {unknown} */ (parent.children))
        // Line breaks of the formatter, and comments, render nothing.
        .filter(({ type, value }) => type !== "JSXText" || !/^\s*\n\s*$/.test(String(value)))
        .map((child) => (child.type === "JSXExpressionContainer" && child.expression ? child.expression : child))
        .filter(({ type }) => type !== "JSXEmptyExpression");
      if (children.length < 2 && parent.type === "JSXElement") return;
      children.forEach((child, at) => {
        const before = children[at - 1];
        const outcomes = outcomesOf(child);
        const isElement = outcomes.some((outcome) => /^JSX(Element|Fragment)$/.test(outcome.type) || isHolder(outcome));
        const isWord = ({ type, name, value } = child) =>
          (type === "Identifier" && name !== "undefined") || type === "MemberExpression" || typeof value === "number";
        const isLoose = BRANCHES.has(child.type)
          ? outcomes.some((outcome) => isText(outcome) || (!isElement && isWord(outcome)))
          : isText(child) &&
            (mayChange(child) ||
              // An element that appears is inserted before the next node.
              (before !== undefined && (BRANCHES.has(before.type) || calledBy(before) === "map")));
        if (isLoose) context.report({ node: /** @type {never} */ (child), messageId: "loose" });
      });
    };
    return { JSXElement: check, JSXFragment: check };
  },
};

export default {
  meta: { name: "house" },
  rules: {
    "guarded-callbacks": guardedCallbacks,
    "imports-one-way": importsOneWay,
    "no-bare-catch": noBareCatch,
    "no-late-import": noLateImport,
    "text-has-element": textHasElement,
  },
};
