import { Linter, type Rule } from "eslint";
import esx from "eslint-plugin-es-x";
import { expect, test } from "vitest";
import worker from "~/routes/sw[.]js/worker.ts?script-text";
import { clientFile, clientScripts } from "../support/built";
import { NEWER_NAMES } from "../support/newer-apis";

/** Browser code, libraries included, calls nothing newer than Chrome 66 and Safari 12.1 (house 16). */

/** Reports globals, and calls by names, that only newer web APIs have. */
const newerCalls: Rule.RuleModule = {
  meta: { type: "problem", schema: [], messages: { newer: "{{name}}" } },
  create(context) {
    const report = (node: Extract<Rule.ReportDescriptor, { node: unknown }>["node"], name: unknown) => {
      if (typeof name === "string" && NEWER_NAMES.has(name))
        context.report({ node, messageId: "newer", data: { name } });
    };
    return {
      CallExpression({ callee }) {
        if (callee.type !== "MemberExpression") return;
        const { computed, property } = callee;
        if (!computed && property.type === "Identifier") report(callee, property.name);
        if (computed && property.type === "Literal") report(callee, property.value);
      },
      "Program:exit"(node) {
        for (const { identifier } of context.sourceCode.getScope(node).through) report(identifier, identifier.name);
      },
    };
  },
};

const linter = new Linter();
const CONFIG = [
  esx.configs["flat/restrict-to-es2017"],
  {
    settings: { "es-x": { aggressive: true } },
    languageOptions: { ecmaVersion: "latest" as const, sourceType: "module" as const },
    plugins: { web: { rules: { "newer-calls": newerCalls } } },
    rules: { "web/newer-calls": "error" as const },
  },
];

/** Reviewed names: each is either guarded, or means something else in our files. */
const REVIEWED: Readonly<Record<string, string>> = {
  // Checked for before use.
  SubmitEvent: "typeof",
  canShare: "in navigator",
  queueMicrotask: "typeof",
  reportError: "typeof",
  requestIdleCallback: "in window",
  setImmediate: "typeof",
  // Its exceptions are caught.
  createImageBitmap: "the photo stays as it was chosen",
  writeText: "copying is tried in another way",
  // Not web APIs.
  createContext: "of React",
  destroy: "of the challenge's widget",
  subscribe: "of the router",
  use: "of the slider's widget",
};

/** The same for the service worker. */
const REVIEWED_IN_WORKER: Readonly<Record<string, string>> = {
  setHeaderValue: "of the preload of navigations, which has had it since Chrome 59; not called where there is none",
};

/** These rules know methods only by name, and older objects have methods of the same names. */
const OLDER_METHODS = /^es-x\/no-iterator-prototype-(?:every|filter|find|foreach|map|reduce|some)$/;
/** Chrome 63 and Safari 11.1 have these. */
const OLD_ENOUGH = new Set([
  "es-x/no-dynamic-import",
  "es-x/no-promise-prototype-finally",
  "es-x/no-rest-spread-properties",
]);

/** The newer things that a script calls, each with its place. */
function newerIn(script: string, text: string): { name: string; place: string }[] {
  const found = linter.verify(text, CONFIG).map(({ ruleId, message, line, column }) => ({
    name: ruleId === "web/newer-calls" ? message : (ruleId ?? message),
    place: `${script}: ${text.split("\n")[line - 1]?.slice(Math.max(0, column - 40), column + 40)}`,
  }));
  return found.filter(({ name }) => !OLDER_METHODS.test(name) && !OLD_ENOUGH.has(name));
}

/** web-vitals is loaded only in browsers with `Array.prototype.at` (Chrome 92), and needs nothing newer. */
const isForNewer = (script: string) => /^assets\/web-vitals-/.test(script);

test("the built files use nothing newer than the oldest browsers that hydrate", () => {
  const scripts = clientScripts().filter((script) => !isForNewer(script));
  expect(scripts.length).toBe(clientScripts().length - 1);
  const found = scripts.flatMap((script) => newerIn(script, clientFile(script)));
  expect(found.filter(({ name }) => !(name in REVIEWED))).toEqual([]);
  // An outdated entry would let the feature return unnoticed.
  const names = new Set(found.map(({ name }) => name));
  expect(Object.keys(REVIEWED).filter((name) => !names.has(name))).toEqual([]);
});

test("the service worker uses nothing newer either", () => {
  expect(newerIn("worker", worker).filter(({ name }) => !(name in REVIEWED_IN_WORKER))).toEqual([]);
});

test.each([
  ["[1].at(0)", "at"],
  ["[1].flatMap(() => [])", "flatMap"],
  ["'a'.replaceAll('a', 'b')", "replaceAll"],
  ["Object.fromEntries([])", "fromEntries"],
  ["structuredClone({})", "structuredClone"],
  ["crypto.randomUUID()", "randomUUID"],
  ["form.requestSubmit()", "requestSubmit"],
  ["new ResizeObserver(() => {})", "ResizeObserver"],
  ["BigInt(1)", "es-x/no-bigint"],
  ["a?.b", "es-x/no-optional-chaining"],
  ["async function* a() {}", "es-x/no-async-iteration"],
])("the check detects %s", (text, name) => {
  expect(newerIn("sample", text).map((found) => found.name)).toContain(name);
});
