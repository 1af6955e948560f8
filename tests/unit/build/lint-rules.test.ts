import { expect, test } from "vitest";
import { sourceFiles } from "../../support/citations";
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { freshFolder } from "@storefront/test-support/fresh-folder";

/** The linter of this repository, over made-up files. */

const root = fileURLToPath(new URL("../../..", import.meta.url));
const packages = readdirSync(join(root, "packages")).map((name) => `packages/${name}/package.json`);
const CONFIGURATION = [".oxlintrc.jsonc", "tooling/lint/plugin.js", "tsconfig.json", ...packages];

const printed = z.object({
  diagnostics: z.array(z.object({ code: z.string().optional(), message: z.string(), filename: z.string() })),
});

/** Made-up code and its path, in which `*` becomes the number of the sample. */
type Sample = readonly [path: string, code: string];

/**
 * Checks files as if they were the whole repository.
 *
 * @param types true to include the rules that need types, which take longer
 * @returns the rules that each breaks, as `house(line-length)`
 */
async function lint(all: readonly Sample[], types = false): Promise<string[][]> {
  const samples = all.map(([path, code], at) => [path.replace("*", String(at)), code] as const);
  const folder = freshFolder("storefront-lint");
  try {
    for (const name of CONFIGURATION) {
      const text = readFileSync(join(root, name), "utf8");
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), types ? text : text.replace('"typeAware": true', '"typeAware": false'));
    }
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    for (const [path, code] of samples) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), `${code}\n`);
    }
    const { diagnostics } = printed.parse(
      JSON.parse(await outputOf(folder, [...new Set(samples.map(([path]) => path.replace(/\/.*/, "")))])),
    );
    return samples.map(([path]) =>
      diagnostics.filter(({ filename }) => filename === path).map(({ code, message }) => code ?? message),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The linter's report. Ignores the exit code, which is 1 whenever there are findings. */
function outputOf(folder: string, inside: string[]): Promise<string> {
  const program = join(root, "node_modules/.bin/oxlint");
  return new Promise((done, failed) => {
    execFile(program, ["--format=json", ...inside], { cwd: folder }, (error, output) => {
      if (output.startsWith("{")) done(output);
      else failed(error ?? new Error(output));
    });
  });
}

/** Our lint rules: nobody would notice if one stopped reporting. The linter runs once for all samples. */

const route = "app/routes/Login.($account)/*.tsx";
const CONNECTION = "packages/upstream-client/connection.ts";

/** Samples of one file each, at the same path. */
const inFile = (file: string, ...sources: string[]): Sample[] => sources.map((source) => [file, source]);

const AGAINST: Sample[] = [
  ...inFile(
    route,
    `import { Card } from "~/routes/Index.Home/card"; void Card;`,
    `import { Card } from "../Index.Home/card"; void Card;`,
    `import { startSandbox } from "@storefront/sandbox/start"; void startSandbox;`,
    `import { hasRedis } from "@storefront/test-support/redis"; void hasRedis;`,
    `import { createImageProxy } from "@storefront/image-proxy/image-proxy"; void createImageProxy;`,
  ),
  ["app/routes/Index/parts/*.tsx", `export { Card } from "../../Index.Home/card";`],
  ...inFile(
    "app/components/*.tsx",
    `import { env } from "~server/env"; void env;`,
    `import { env } from "../../../server/env"; void env;`,
    `void import("~server/env");`,
    `import { env, type Env } from "~server/env"; export type { Env }; void env;`,
    `import "~server/env";`,
    `export type A = import("~/routes/Index/route").Props;`,
    `import { loader } from "~/routes/Index/route"; void loader;`,
  ),
  ["app/i18n/*.tsx", `import { Sheet } from "~/components/sheet"; void Sheet;`],
  ["app/root.tsx", `import { Card } from "~/routes/Index.Home/card"; void Card;`],
  ["app/*.tsx", `import { createImageProxy } from "@storefront/image-proxy/image-proxy"; void createImageProxy;`],
  ...inFile(
    "server/*.ts",
    `import { Icon } from "~/components/layout/Icon"; void Icon;`,
    `import type { IconName } from "~/components/layout/Icon"; export type { IconName };`,
    `import { startSandbox } from "@storefront/sandbox/start"; void startSandbox;`,
    `import { freshFolder } from "@storefront/test-support/fresh-folder"; void freshFolder;`,
  ),
  ...inFile(
    "server/upstream/*.ts",
    `import { readSession } from "~server/session/session"; void readSession;`,
    `import { LOCALES } from "~server/i18n/locale"; void LOCALES;`,
    `import { store } from "../store/shared"; void store;`,
    `import { openStoreFile } from "@storefront/store/file"; void openStoreFile;`,
  ),
  ["packages/image-proxy/*.ts", `import { imageProxy } from "~server/pictures/image-proxy"; void imageProxy;`],
  ["packages/store/*.ts", `import { freshFolder } from "@storefront/test-support/fresh-folder"; void freshFolder;`],
  ["packages/upstream-client/*.ts", `import { memoryStore } from "@storefront/store/memory"; void memoryStore;`],
  ["packages/resilience/*.ts", `import { memoryStore } from "@storefront/store/memory"; void memoryStore;`],
  ["packages/sandbox/*.ts", `import type { Product } from "~server/upstream/catalogue"; export type { Product };`],
];

const ALONG: Sample[] = [
  ...inFile(
    route,
    `import { Fields } from "./fields"; import { Sheet } from "~/components/sheet"; void [Fields, Sheet];`,
    `import { getText } from "~server/texts/text"; import { logIn } from "~server/upstream/sign-in"; void [getText, logIn];`,
    `import { useState } from "react"; void useState;`,
  ),
  ["app/routes/Index/parts/*.tsx", `import { links } from "../links"; void links;`],
  ["app/components/*.tsx", `import type { Product } from "~server/upstream/catalogue"; export type { Product };`],
  ["app/components/*.tsx", `import { type Product } from "~server/upstream/catalogue"; export type { Product };`],
  ...inFile(
    "server/upstream/*.ts",
    `import { env } from "~server/env"; import { call } from "./client"; void [env, call];`,
    `import { CODE_LENGTH } from "~server/specification"; void CODE_LENGTH;`,
    `import type { Locale } from "~server/i18n/locale"; export type { Locale };`,
    `import { isObject } from "@storefront/upstream-client/json"; void isObject;`,
  ),
  ["server/i18n/*.ts", `import { LANGUAGES } from "~/i18n/locales"; void LANGUAGES;`],
  ["tools/demo/demo.ts", `import { startSandbox } from "@storefront/sandbox/start"; void startSandbox;`],
  ["packages/upstream-client/*.ts", `import { backoff } from "@storefront/resilience/backoff"; void backoff;`],
  [
    "packages/store/*.test.ts",
    `import { freshFolder } from "@storefront/test-support/fresh-folder"; void freshFolder;`,
  ],
];

const NO_CIRCLE: Sample[] = [
  ["server/no/a.ts", `import { b } from "./b"; export const a = b;`],
  ["server/no/b.ts", `export const b = 1;`],
];
const CIRCLES: Sample[] = [
  ["server/long/a.ts", `import { b } from "./b"; export const a = () => b;`],
  ["server/long/b.ts", `import { c } from "~server/long/c"; export const b = () => c;`],
  ["server/long/c.ts", `export { a as c } from "./a";`],
  ["server/types/a.ts", `import { b } from "./b"; export const a = () => b;`],
  ["server/types/b.ts", `import { type a } from "./a"; export const b = (x: typeof a) => x;`],
];

const RESTRICTED: [sample: Sample, rule: string, elsewhere: string][] = [
  [["server/*.ts", `export const port = process.env.PORT;`], "no-restricted-properties", "server/env.ts"],
  [[route, `const { env } = process; void env;`], "no-restricted-properties", "server/env.ts"],
  [["server/*.ts", `import { env } from "node:process"; void env;`], "no-restricted-imports", "tools/demo/dev.ts"],
  [["server/upstream/*.ts", `void fetch("http://127.0.0.1/");`], "no-restricted-globals", CONNECTION],
  [["app/components/*.tsx", `void globalThis.fetch("/");`], "no-restricted-properties", CONNECTION],
  [["server/*.ts", `const { fetch: call } = window; void call;`], "no-restricted-properties", CONNECTION],
  [["server/*.ts", `import { request } from "undici"; void request;`], "no-restricted-imports", CONNECTION],
  [
    ["server/*.ts", `import Client from "undici/lib/dispatcher/client.js"; void Client;`],
    "no-restricted-imports",
    CONNECTION,
  ],
  [
    ["server/*.ts", `import { Agent } from "@storefront/upstream-client/http-client"; void Agent;`],
    "no-restricted-imports",
    CONNECTION,
  ],
  [["server/*.ts", `console.log(1);`], "no-console", "packages/sandbox/main.ts"],
];
const EXCEPTIONS = [...new Set(RESTRICTED.map(([, , path]) => path))].map((path): Sample => {
  const code = RESTRICTED.filter(([, , other]) => other === path).map(([[, code]]) => code);
  return [path, code.join("\n")];
});

const LISTENER = "import type { EventEmitter } from 'node:events'; declare const a: EventEmitter;";
const GUARDED = 'import { guarded } from "@storefront/resilience/guarded";';
const work = "declare function work(): void;";

const BARE_CALLBACKS = inFile(
  "packages/http-server/*.ts",
  `${LISTENER} ${work} a.on("data", () => work());`,
  `${LISTENER} ${work} a.once("end", work);`,
  `${LISTENER} ${work} a.addListener("end", function () { work(); });`,
  `${LISTENER} ${work} const b = () => work(); a.prependListener("end", b);`,
  `${work} AbortSignal.timeout(1).addEventListener("abort", () => work());`,
  `${work} setTimeout(work, 1);`,
  `${work} setInterval(() => work(), 1);`,
  `${work} setImmediate(work);`,
  `${work} queueMicrotask(() => { work(); });`,
  `${work} process.nextTick(work);`,
).concat(inFile("server/*.ts", `${work} setTimeout(work, 1);`));
const SAFE_CALLBACKS = inFile(
  "server/*.ts",
  `${GUARDED} ${LISTENER} ${work} a.on("data", guarded(work));`,
  `${GUARDED} ${LISTENER} ${work} const b = guarded(() => work()); a.on("data", b); a.off("data", b);`,
  `${GUARDED} ${work} setTimeout(guarded(work), 1).unref();`,
  `${LISTENER} a.on("error", () => undefined);`,
  `void new Promise<void>((resolve) => setTimeout(resolve, 1));`,
);
const BARE_CATCH = inFile("server/*.ts", "try { JSON.parse(''); } catch { /* nothing */ }");
const NAMED_CATCH = inFile("server/*.ts", "try { JSON.parse(''); } catch (error) { throw error; }");
const LATE_IMPORT = inFile("server/*.ts", "export const read = async () => import('node:path');");
const EARLY_IMPORT = [
  ...inFile(
    "server/*.ts",
    "import { join } from 'node:path'; export type All = typeof import('node:path'); void join;",
  ),
  ...inFile("packages/observability/tracing.ts", "export const start = async () => import('node:path');"),
];

/** A component with text next to other content, since page translators replace text nodes. */
const inPage = (content: string): Sample => [
  "app/components/P*.tsx",
  `declare const t: (key: string, values?: object) => string; declare const formatDay: (at: number) => string;
   const held = <b>1</b>;
   export const P = ({ on, count, name, list, children }: Record<string, never>) => (${content});`,
];
const LOOSE_TEXTS = [
  '<p>{on ? t("a") : null} {children}</p>',
  '<p><b>1</b>{on && t("a")}</p>',
  "<p><b>1</b>{name || count}</p>",
  "<p><b>1</b>{on ? <i>1</i> : `${name} T`}</p>",
  '<p>{t("a", { count })} <b>1</b></p>',
  '<p><b>1</b>{t(on ? "a" : "b")}</p>',
  "<p>{formatDay(count)}<br /></p>",
  '<p>{on ? <b>1</b> : null}{t("a")}</p>',
  "<p>{on ? <b>1</b> : null}words</p>",
  '<p>{list.map((one) => <i key={one}>1</i>)}{t("a")}</p>',
  '<>{t("a", { count })}</>',
].map(inPage);
const SAFE_TEXTS = [
  '<p>{on ? t("a") : null}</p>',
  '<p>{t("a", { count })}</p>',
  '<p><span>{on ? t("a") : null}</span> {children}</p>',
  '<p>{t("a")} <a href="/b">{t("b")}</a></p>',
  '<p>{on ? <b>1</b> : null} {t("a")}</p>',
  "<p><b>1</b>{on ? children : <i>1</i>}</p>",
  "<p><b>1</b>{on ? held : null}</p>",
  "<>{on ? <b>1</b> : null}<p>words</p></>",
].map(inPage);

const ANY: Sample = ["server/*.ts", `export const x: any = 1;`];
const DIRECTIVE: Sample = ["server/*.ts", `// eslint-${"disable-next-line"}\nconsole.log(1);`];

const ALL = [
  ...[AGAINST, ALONG, NO_CIRCLE, CIRCLES, RESTRICTED.map(([sample]) => sample), EXCEPTIONS, BARE_CALLBACKS],
  ...[SAFE_CALLBACKS, BARE_CATCH, NAMED_CATCH, LATE_IMPORT, EARLY_IMPORT, LOOSE_TEXTS, SAFE_TEXTS, [ANY, DIRECTIVE]],
].flat();
const report = lint(ALL);

/** The rules that each sample breaks. */
const brokenBy = async (samples: readonly Sample[]) => {
  const found = await report;
  return samples.map((sample) => found[ALL.indexOf(sample)] ?? []);
};

test.each([
  ["an import against the direction of the layers", "house(imports-one-way)", AGAINST],
  ["an import cycle of any length, also one of types", "import(no-cycle)", CIRCLES],
  ["a listener or a timer's callback without guarded()", "house(guarded-callbacks)", BARE_CALLBACKS],
  ["a catch without the error", "house(no-bare-catch)", BARE_CATCH],
  ["an import at run time", "house(no-late-import)", LATE_IMPORT],
  ["a text beside other content that appears, disappears or changes", "house(text-has-element)", LOOSE_TEXTS],
  ["any", "typescript(no-explicit-any)", [ANY]],
])("%s is refused", async (_, rule, samples) => {
  const found = await brokenBy(samples);
  expect(samples.filter((_sample, at) => !found[at]?.includes(rule))).toEqual([]);
});

test.each([
  ["an import along the direction of the layers", "", [...ALONG, ...NO_CIRCLE]],
  ["a guarded callback, and one that cannot throw", "house(guarded-callbacks)", SAFE_CALLBACKS],
  ["a catch with its error", "house(no-bare-catch)", NAMED_CATCH],
  ["an import at start-up", "house(no-late-import)", EARLY_IMPORT],
  ["a text alone in its element, or an unchanging one beside others", "house(text-has-element)", SAFE_TEXTS],
])("%s is accepted", async (_, rule, samples) => {
  const found = await brokenBy(samples);
  expect(samples.filter((_sample, at) => found[at]?.some((one) => one.includes(rule)))).toEqual([]);
});

test("only server/env.ts reads process.env, and only the transport's connection calls fetch", async () => {
  expect(await brokenBy(RESTRICTED.map(([sample]) => sample))).toEqual(
    RESTRICTED.map(([, rule]) => [`eslint(${rule})`]),
  );
  expect(await brokenBy(EXCEPTIONS)).toEqual(EXCEPTIONS.map(() => []));
});

test("no comment disables a rule", async () => {
  expect(await brokenBy([DIRECTIVE])).toEqual([["eslint(no-console)"]]);
  // The linter always obeys such comments, so no file may contain one.
  const holding = sourceFiles().filter(({ text }) => /\b(?:ox|es)lint-(?:dis|en)able/.test(text));
  expect(holding.map(({ path }) => path)).toEqual([]);
});

test("the linter uses type information", async () => {
  const files: Sample[] = [
    ["server/a.ts", `export const f = async () => Promise.resolve(1); f();`],
    ["server/b.ts", `export const f = (x: string) => (x ? JSON.parse(x).y : 1);`],
  ];
  const found = await lint(files, true);
  expect(found.map((one) => [...one].sort())).toEqual([
    ["typescript(no-floating-promises)"],
    ["typescript(no-unsafe-member-access)", "typescript(no-unsafe-return)"],
  ]);
});
