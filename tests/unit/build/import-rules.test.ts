import { expect, test } from "vitest";
import { sourceFiles } from "../../support/citations";
import { lint, type Sample } from "../../support/lint";

/** The lint: a rule that no longer reported anything would go unnoticed. */

const route = "app/routes/Login.($account)/*.tsx";
const CONNECTION = "packages/upstream-client/connection.ts";
const oneWay = "house(imports-one-way)";

/** Sources of one file each, in the same place. */
const inFile = (file: string, ...sources: string[]): Sample[] => sources.map((source) => [file, source]);

const AGAINST: Sample[] = [
  [route, `import { Card } from "~/routes/Index.Home/card"; void Card;`],
  [route, `import { Card } from "../Index.Home/card"; void Card;`],
  [route, `import { startSandbox } from "@storefront/sandbox/start"; void startSandbox;`],
  ["app/routes/Index/parts/*.tsx", `export { Card } from "../../Index.Home/card";`],
  ["app/components/*.tsx", `import { env } from "~server/env"; void env;`],
  ["app/components/*.tsx", `import { env } from "../../../server/env"; void env;`],
  ["app/components/*.tsx", `void import("~server/env");`],
  ["app/components/*.tsx", `import { env, type Env } from "~server/env"; export type { Env }; void env;`],
  ["app/components/*.tsx", `import "~server/env";`],
  ["app/components/*.tsx", `export type A = import("~/routes/Index/route").Props;`],
  ["app/components/*.tsx", `import { loader } from "~/routes/Index/route"; void loader;`],
  ["app/i18n/*.tsx", `import { Sheet } from "~/components/sheet"; void Sheet;`],
  ["app/root.tsx", `import { Card } from "~/routes/Index.Home/card"; void Card;`],
  ["server/*.ts", `import { Icon } from "~/components/layout/Icon"; void Icon;`],
  ["server/*.ts", `import type { IconName } from "~/components/layout/Icon"; export type { IconName };`],
  ["server/*.ts", `import { startSandbox } from "@storefront/sandbox/start"; void startSandbox;`],
  ...inFile(
    "server/upstream/*.ts",
    `import { readSession } from "~server/session/session"; void readSession;`,
    `import { LOCALES } from "~server/i18n/locale"; void LOCALES;`,
    `import { store } from "../store/shared"; void store;`,
    `import { openStoreFile } from "@storefront/store/file"; void openStoreFile;`,
  ),
  ["server/*.ts", `import { freshFolder } from "@storefront/test-support/fresh-folder"; void freshFolder;`],
  ["app/routes/Login.($account)/*.tsx", `import { hasRedis } from "@storefront/test-support/redis"; void hasRedis;`],
  [route, `import { createImageProxy } from "@storefront/image-proxy/image-proxy"; void createImageProxy;`],
  ["app/*.tsx", `import { createImageProxy } from "@storefront/image-proxy/image-proxy"; void createImageProxy;`],
  ["packages/image-proxy/*.ts", `import { imageProxy } from "~server/pictures/image-proxy"; void imageProxy;`],
  ["packages/store/*.ts", `import { freshFolder } from "@storefront/test-support/fresh-folder"; void freshFolder;`],
  [
    "packages/upstream-client/*.ts",
    `import { READ_DEADLINE_MS } from "~server/upstream/constants"; void READ_DEADLINE_MS;`,
  ],
  ["packages/upstream-client/*.ts", `import { memoryStore } from "@storefront/store/memory"; void memoryStore;`],
  ["packages/resilience/*.ts", `import { memoryStore } from "@storefront/store/memory"; void memoryStore;`],
  ...inFile(
    "packages/sandbox/*.ts",
    `import { kv } from "~server/upstream/site"; void kv;`,
    `import type { Product } from "../upstream/catalogue"; export type { Product };`,
    `import { sessionCookie } from "~server/session/session"; void sessionCookie;`,
    `import { quote } from "~server/purchase/quote"; void quote;`,
    `import { env } from "~server/env"; void env;`,
  ),
];

test("an import against the direction of the layers is refused", async () => {
  const found = await lint(AGAINST);
  expect(AGAINST.filter((_, at) => !found[at]?.includes(oneWay))).toEqual([]);
});

const ALONG: Sample[] = [
  [route, `import { Fields } from "./fields"; import { Sheet } from "~/components/sheet"; void [Fields, Sheet];`],
  [
    route,
    `import { getText } from "~server/texts/text"; import { logIn } from "~server/upstream/sign-in"; void [getText, logIn];`,
  ],
  [route, `import { useState } from "react"; void useState;`],
  ["app/routes/Index/parts/*.tsx", `import { links } from "../links"; void links;`],
  ["app/components/*.tsx", `import type { Product } from "~server/upstream/catalogue"; export type { Product };`],
  ["app/components/*.tsx", `import { type Product } from "~server/upstream/catalogue"; export type { Product };`],
  ["server/upstream/*.ts", `import { env } from "~server/env"; import { call } from "./client"; void [env, call];`],
  ["server/upstream/*.ts", `import { CODE_LENGTH } from "~server/specification"; void CODE_LENGTH;`],
  ["server/i18n/*.ts", `import { LANGUAGES } from "~/i18n/locales"; void LANGUAGES;`],
  ["server/upstream/*.ts", `import type { Locale } from "~server/i18n/locale"; export type { Locale };`],
  ["tools/demo/demo.ts", `import { startSandbox } from "@storefront/sandbox/start"; void startSandbox;`],
  ["server/upstream/*.ts", `import { isObject } from "@storefront/upstream-client/json"; void isObject;`],
  ["packages/upstream-client/*.ts", `import { backoff } from "@storefront/resilience/backoff"; void backoff;`],
  ["server/*.ts", `import { createImageProxy } from "@storefront/image-proxy/image-proxy"; void createImageProxy;`],
  ["packages/store/*.ts", `import { backoff } from "@storefront/resilience/backoff"; void backoff;`],
  [
    "packages/store/*.test.ts",
    `import { freshFolder } from "@storefront/test-support/fresh-folder"; void freshFolder;`,
  ],
];

test("an import along the direction of the layers passes", async () => {
  expect(await lint(ALONG)).toEqual(ALONG.map(() => []));
});

test("a circle of imports is refused, whatever its length, also one of types", async () => {
  const files: Sample[] = [
    ["server/no/a.ts", `import { b } from "./b"; export const a = b;`],
    ["server/no/b.ts", `export const b = 1;`],
    ["server/short/a.ts", `import { b } from "./b"; export const a = () => b;`],
    ["server/short/b.ts", `import { a } from "./a"; export const b = () => a;`],
    ["server/long/a.ts", `import { b } from "./b"; export const a = () => b;`],
    ["server/long/b.ts", `import { c } from "~server/long/c"; export const b = () => c;`],
    ["server/long/c.ts", `export { a as c } from "./a";`],
    ["server/types/a.ts", `import { b } from "./b"; export const a = () => b;`],
    ["server/types/b.ts", `import { type a } from "./a"; export const b = (x: typeof a) => x;`],
  ];
  const circle = ["import(no-cycle)"];
  const none: string[] = [];
  expect(await lint(files)).toEqual([...[none, none, circle, circle, circle, circle, circle, circle, circle]]);
});

const RESTRICTED: [Sample, rule: string, elsewhere: string][] = [
  [["server/*.ts", `export const port = process.env.PORT;`], "no-restricted-properties", "server/env.ts"],
  [[route, `const { env } = process; void env;`], "no-restricted-properties", "server/env.ts"],
  [["server/*.ts", `import { env } from "node:process"; void env;`], "no-restricted-imports", "tools/demo/dev.ts"],
  [["server/upstream/*.ts", `void fetch("http://127.0.0.1/");`], "no-restricted-globals", CONNECTION],
  [["app/components/*.tsx", `void globalThis.fetch("/");`], "no-restricted-properties", CONNECTION],
  [["server/env.ts", `const { fetch: call } = window; void call;`], "no-restricted-properties", CONNECTION],
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

test("only server/env.ts reads process.env, and only the connection of the transport calls fetch", async () => {
  expect(await lint(RESTRICTED.map(([sample]) => sample))).toEqual(RESTRICTED.map(([, rule]) => [`eslint(${rule})`]));
  const exceptions = [...new Set(RESTRICTED.map(([, , path]) => path))];
  const codeOf = (path: string) => RESTRICTED.filter(([, , other]) => other === path).map(([[, code]]) => code);
  expect(await lint(exceptions.map((path) => [path, codeOf(path).join("\n")]))).toEqual(exceptions.map(() => []));
});

test("the lint knows the types", async () => {
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

test("code takes no any, and no comment switches a rule off", async () => {
  const directive = "-disable-next-line\n";
  const files: Sample[] = [
    ["server/a.ts", `export const x: any = 1;`],
    ["server/b.ts", `// eslint${directive}console.log(1);`],
    ["server/c.ts", `// oxlint${directive}console.log(1);`],
  ];
  // The linter cannot ignore comments addressed to it by name: no file may have one.
  expect(await lint(files)).toEqual([["typescript(no-explicit-any)"], ["eslint(no-console)"], []]);
  const holding = sourceFiles().filter(({ text }) => /\b(?:ox|es)lint-(?:dis|en)able/.test(text));
  expect(holding.map(({ path }) => path)).toEqual([]);
});
