import { existsSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import importX from "eslint-plugin-import-x";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

const ENDINGS = [".ts", ".tsx", ".js"];
const root = fileURLToPath(new URL(".", import.meta.url));

/**
 * Imports go one way. The first zone whose `in` matches the importing file lists what it may import of this repository:
 * `values` and `types` are patterns of paths from the root without an extension. A file in no zone (tests,
 * configuration) may import anything.
 *
 * `<own>` stands for the route folder that holds the file.
 *
 * @type {{ name: string, in: RegExp, values: RegExp[], types?: RegExp[] }[]}
 */
const zones = [
  {
    name: "A route imports its own folder, components, i18n, styles and the server, never another route or the sandbox",
    in: /^app\/routes\//,
    values: [/^<own>\//, /^app\/(components|i18n|styles)\//, /^server\/(?!sandbox\/|index$)/],
    types: [/^app\/root-data\.server$/],
  },
  {
    name: "A component imports components, i18n and styles, and of the document and the server types only",
    in: /^app\/components\//,
    values: [/^app\/(components|i18n|styles)\//],
    types: [/^app\/root-data\.server$/, /^server\/(?!sandbox\/)/],
  },
  {
    name: "A .server file of i18n imports i18n and the server",
    in: /^app\/i18n\/.*\.server\./,
    values: [/^app\/i18n\//, /^server\/(?!sandbox\/)/],
  },
  {
    name: "i18n imports i18n, and from the server types only",
    in: /^app\/i18n\//,
    values: [/^app\/i18n\//],
    types: [/^server\/(?!sandbox\/)/],
  },
  {
    name: "The document imports components, i18n, styles and the server, never a route or the sandbox",
    in: /^app\//,
    values: [/^app\/(?!routes\/)/, /^server\/(?!sandbox\/|index$)/],
  },
  {
    name: "upstream imports upstream, env, constants, log and request-id, and the type of a locale",
    in: /^server\/upstream\//,
    values: [/^server\/upstream\//, /^server\/(env|constants|log|request-id)$/],
    types: [/^server\/locale$/],
  },
  {
    name: "sandbox imports sandbox only: two readings of docs/behaviour check each other",
    in: /^server\/sandbox\//,
    values: [/^server\/sandbox\//],
  },
  {
    name: "demo and dev import the server",
    in: /^server\/(demo|dev)(\/|\.)/,
    values: [/^server\//],
  },
  {
    name: "The server imports the server, never the app or the sandbox",
    in: /^server\//,
    values: [/^server\/(?!sandbox\/)/],
  },
];

/** The path from the root that a specifier names, or undefined when it names a package. */
function pathOf(/** @type {string} */ specifier, /** @type {string} */ file) {
  const bare = specifier.replace(/\?.*$/, "");
  const target = bare.startsWith("~server/")
    ? resolve(root, "server", bare.slice("~server/".length))
    : bare.startsWith("~/")
      ? resolve(root, "app", bare.slice("~/".length))
      : bare.startsWith(".")
        ? resolve(dirname(file), bare)
        : undefined;
  return target && relative(root, target).replace(/\.(tsx?|jsx?)$/, "");
}

/** Whether an import or export, or one of its names, is of types only. */
function isType(/** @type {object} */ node) {
  return ("importKind" in node && node.importKind === "type") || ("exportKind" in node && node.exportKind === "type");
}

/**
 * Enforces the zones above, for static and dynamic imports and re-exports, however the path is written.
 *
 * @type {import("eslint").Rule.RuleModule}
 */
const importsOneWay = {
  meta: { type: "problem", schema: [], messages: { forbidden: "{{rule}}: not {{path}}." } },
  create(context) {
    const file = relative(root, context.filename);
    const zone = zones.find((candidate) => candidate.in.test(file));
    if (!zone) return {};
    const own = /^app\/routes\/[^/]+\//.exec(file)?.[0];
    /** @type {(source: import("estree").Node | null | undefined, onlyTypes: boolean) => void} */
    const check = (source, onlyTypes) => {
      if (source?.type !== "Literal" || typeof source.value !== "string") return;
      const path = pathOf(source.value, context.filename);
      if (path === undefined) return;
      const named = own && path.startsWith(own) ? `<own>/${path.slice(own.length)}` : path;
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
      TSImportType: (/** @type {{ source: import("estree").Node }} */ node) => check(node.source, true),
    };
  },
};

/**
 * Resolves specifiers for `import-x`: to a file, or to nothing for a package, which cannot be part of a circle.
 */
const resolver = {
  interfaceVersion: /** @type {const} */ (3),
  name: "house",
  resolve(/** @type {string} */ specifier, /** @type {string} */ file) {
    const path = pathOf(specifier, file);
    if (path === undefined) return { found: false };
    const found = ENDINGS.map((ending) => resolve(root, `${path}${ending}`)).find((name) => existsSync(name));
    return found !== undefined ? { found: true, path: found } : { found: false };
  },
};

const environment = "Read the environment through env() of ~server/env.";
/** An option of the two rules of joined texts puts back the others, which the strict set has shut. */
const NOTHING_ELSE = { allowAny: false, allowBoolean: false, allowNullish: false, allowRegExp: false };
const network = "Calls to the platform go through server/upstream/transport.ts.";

export default defineConfig(
  globalIgnores([
    "node_modules/",
    "build/",
    ".data/",
    ".cache/",
    "test-results/",
    "playwright-report/",
    "coverage/",
    "screens/",
    "bench/",
  ]),
  // Comments cannot switch rules off.
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "error" } },
  tseslint.configs.strictTypeChecked,
  {
    files: ["**/*.{ts,tsx,js}"],
    plugins: { house: { rules: { "imports-one-way": importsOneWay } }, "import-x": importX },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: root } },
    settings: { "import-x/resolver-next": [resolver], "import-x/extensions": ENDINGS },
    rules: {
      "house/imports-one-way": "error",
      // Imports of types are ignored: they are gone at run time, and cannot load modules in the wrong order.
      "import-x/no-cycle": ["error", { ignoreExternal: true }],
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-template-curly-in-string": "error",
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      // Remix's `json` stays while single fetch is off (decision 0003).
      "@typescript-eslint/no-deprecated": [
        "error",
        { allow: [{ from: "package", package: "@remix-run/server-runtime", name: "json" }] },
      ],
      // The catalogue adds its keys to an interface of the server, which is otherwise empty.
      "@typescript-eslint/no-empty-object-type": ["error", { allowInterfaces: "with-single-extends" }],
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", ignoreRestSiblings: true }],
      // Remix answers with what is thrown, a redirect or a status.
      "@typescript-eslint/only-throw-error": ["error", { allow: [{ from: "lib", name: "Response" }] }],
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { ...NOTHING_ELSE, allowNever: false, allowNumber: true },
      ],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      // Off, each for its reason (decision 0059).
      "@typescript-eslint/no-base-to-string": "off",
      "@typescript-eslint/no-confusing-void-expression": "off",
      "@typescript-eslint/no-dynamic-delete": "off",
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
      "@typescript-eslint/no-unsafe-enum-comparison": "off",
      "@typescript-eslint/require-await": "off",
    },
  },
  {
    // Assertions build the values that they compare, of `any` and of what answers hold.
    files: ["tests/**"],
    rules: {
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { ...NOTHING_ELSE, allowNever: false, allowNullish: true, allowNumber: true },
      ],
      "@typescript-eslint/no-extraneous-class": ["error", { allowConstructorOnly: true }],
      "@typescript-eslint/no-misused-spread": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
    },
  },
  {
    // This rule does not see the JSDoc type of a value that is imported by its path.
    files: ["server/photos/decoder.js"],
    rules: { "@typescript-eslint/no-unsafe-assignment": "off" },
  },
  {
    // Old phones can copy in no other way, and the platform asks for what a browser says of itself.
    files: ["app/components/CopyField.tsx", "app/components/SecurityInfo.tsx"],
    rules: { "@typescript-eslint/no-deprecated": "off" },
  },
  {
    // A row has the type that its reader names.
    files: ["server/sandbox/database.ts"],
    rules: { "@typescript-eslint/no-unnecessary-type-parameters": "off" },
  },
  {
    // Scripts of old browsers have no template literals.
    files: ["server/sandbox/widgets/**"],
    rules: { "@typescript-eslint/restrict-plus-operands": ["error", { ...NOTHING_ELSE, allowNumberAndString: true }] },
  },
  {
    // The formatter wraps code but not comments. What cannot be wrapped may be longer: an address, a text, a pattern.
    files: ["app/**", "server/**", "tests/**", "*.{ts,js}"],
    rules: {
      "max-len": [
        "error",
        {
          code: 120,
          comments: 120,
          ignoreUrls: true,
          ignoreStrings: true,
          ignoreTemplateLiterals: true,
          ignoreRegExpLiterals: true,
        },
      ],
    },
  },
  {
    files: ["app/**/*.tsx"],
    extends: [jsxA11y.flatConfigs.strict],
    settings: { "jsx-a11y": { components: { ButtonLink: "a", Link: "a", NavLink: "a", SubmitButton: "button" } } },
    rules: {
      // A link's content is among what is spread; axe looks at the name of each (decision 0059).
      "jsx-a11y/anchor-has-content": "off",
      "jsx-a11y/anchor-is-valid": ["error", { specialLink: ["to"] }],
      // A sheet takes the focus as a dialog does.
      "jsx-a11y/no-autofocus": "off",
      "jsx-a11y/no-noninteractive-element-interactions": ["error", { details: ["onKeyDown"] }],
      // What scrolls must be reached by keys.
      "jsx-a11y/no-noninteractive-tabindex": ["error", { tags: ["ul"] }],
    },
  },
  {
    files: ["app/**"],
    plugins: { "react-hooks": reactHooks },
    rules: { ...reactHooks.configs.recommended.rules, "react-hooks/exhaustive-deps": "error" },
  },
  {
    files: ["app/**", "server/**"],
    ignores: ["server/env.ts", "server/sandbox/**", "server/demo.ts", "server/dev.ts"],
    rules: {
      "no-restricted-properties": ["error", { object: "process", property: "env", message: environment }],
    },
  },
  {
    files: ["app/**", "server/**"],
    ignores: ["server/upstream/connection.ts", "server/sandbox/**", "server/demo.ts", "server/dev.ts"],
    rules: {
      "no-restricted-globals": ["error", { name: "fetch", message: network }],
      "no-restricted-syntax": [
        "error",
        {
          selector: "MemberExpression[object.name=/^(globalThis|global|window|self)$/][property.name='fetch']",
          message: network,
        },
      ],
      "no-restricted-imports": [
        "error",
        {
          paths: [
            { name: "undici", message: network },
            { name: "process", importNames: ["env"], message: environment },
            { name: "node:process", importNames: ["env"], message: environment },
          ],
        },
      ],
    },
  },
  {
    files: ["app/**", "server/**"],
    ignores: ["server/sandbox/main.ts", "server/demo.ts", "server/dev.ts"],
    rules: { "no-console": "error" },
  },
);
