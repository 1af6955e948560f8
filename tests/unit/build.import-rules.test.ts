import { ESLint } from "eslint";
import tseslint from "typescript-eslint";
import { expect, test } from "vitest";

/**
 * The project's lint rules: one that no longer reported anything would go unnoticed. The type-aware rules need a file
 * on disk, so they are off here.
 */
const eslint = new ESLint({
  overrideConfig: [
    {
      languageOptions: { parserOptions: { projectService: false } },
      rules: tseslint.configs.disableTypeChecked.rules ?? {},
    },
  ],
});

/** The rules that this code breaks at that path. */
async function broken(filePath: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath });
  return (result?.messages ?? []).map((message) => message.ruleId ?? message.message);
}

const route = "app/routes/Login.($account)/route.tsx";
const oneWay = "house/imports-one-way";

test.each([
  [route, `import { Card } from "~/routes/Index.Home/card"; void Card;`],
  [route, `import { Card } from "../Index.Home/card"; void Card;`],
  [route, `import { startSandbox } from "~server/sandbox/start"; void startSandbox;`],
  ["app/routes/Index/parts/menu.tsx", `export { Card } from "../../Index.Home/card";`],
  ["app/components/sheet.tsx", `import { env } from "~server/env"; void env;`],
  ["app/components/sheet.tsx", `import { env } from "../../server/env"; void env;`],
  ["app/components/sheet.tsx", `void import("~server/env");`],
  ["app/components/sheet.tsx", `import { env, type Env } from "~server/env"; export type { Env }; void env;`],
  ["app/components/sheet.tsx", `import "~server/env";`],
  ["app/components/sheet.tsx", `export type A = import("~/routes/Index/route").Props;`],
  ["app/components/sheet.tsx", `import { loader } from "~/routes/Index/route"; void loader;`],
  ["app/i18n/text.tsx", `import { Sheet } from "~/components/sheet"; void Sheet;`],
  ["app/root.tsx", `import { Card } from "~/routes/Index.Home/card"; void Card;`],
  ["server/action.ts", `import { getText } from "~/i18n/text.server"; void getText;`],
  ["server/action.ts", `import type { Text } from "~/i18n/text.server"; export type { Text };`],
  ["server/action.ts", `import { startSandbox } from "~server/sandbox/start"; void startSandbox;`],
  ["server/upstream/user.ts", `import { readSession } from "~server/session/session"; void readSession;`],
  ["server/upstream/user.ts", `import { LOCALES } from "~server/locale"; void LOCALES;`],
  ["server/upstream/user.ts", `import { store } from "../store/shared"; void store;`],
  ["server/sandbox/start.ts", `import { kv } from "~server/upstream/site"; void kv;`],
  ["server/sandbox/start.ts", `import type { Product } from "../upstream/catalogue"; export type { Product };`],
  ["server/sandbox/start.ts", `import { sessionCookie } from "~server/session/session"; void sessionCookie;`],
  ["server/sandbox/start.ts", `import { quote } from "~server/purchase/quote"; void quote;`],
  ["server/sandbox/start.ts", `import { env } from "~server/env"; void env;`],
])("an import against the direction of the house is refused: %s: %s", async (filePath, code) => {
  expect(await broken(filePath, code)).toContain(oneWay);
});

test.each([
  [route, `import { Fields } from "./fields"; import { Sheet } from "~/components/sheet"; void [Fields, Sheet];`],
  [
    route,
    `import { getText } from "~/i18n/text.server"; import { logIn } from "~server/upstream/sign-in"; void [getText, logIn];`,
  ],
  [route, `import { useState } from "react"; void useState;`],
  ["app/routes/Index/parts/menu.tsx", `import { links } from "../links"; void links;`],
  ["app/components/sheet.tsx", `import type { Product } from "~server/upstream/catalogue"; export type { Product };`],
  ["app/components/sheet.tsx", `import { type Product } from "~server/upstream/catalogue"; export type { Product };`],
  [
    "server/upstream/user.ts",
    `import { env } from "~server/env"; import { Refused } from "./transport"; void [env, Refused];`,
  ],
  ["server/upstream/user.ts", `import type { Locale } from "~server/locale"; export type { Locale };`],
  ["server/demo.ts", `import { startSandbox } from "./sandbox/start"; void startSandbox;`],
])("an import along the direction of the house passes: %s: %s", async (filePath, code) => {
  expect(await broken(filePath, code)).toEqual([]);
});

test("a circle of imports is refused, whatever its length; types are not counted", async () => {
  const circle = "import-x/no-cycle";
  expect(await broken("server/env.ts", `import { log } from "~server/log"; void log;`)).toContain(circle);
  expect(await broken("server/env.ts", `import { store } from "./store/shared"; void store;`)).toContain(circle);
  expect(await broken("server/env.ts", `import type { Store } from "./store/store"; export type { Store };`)).toEqual(
    [],
  );
  expect(await broken("server/log.ts", `import { env } from "~server/env"; void env;`)).toEqual([]);
});

test.each([
  ["server/action.ts", `export const port = process.env.PORT;`, "no-restricted-properties"],
  [route, `const { env } = process; void env;`, "no-restricted-properties"],
  ["server/action.ts", `import { env } from "node:process"; void env;`, "no-restricted-imports"],
])("only server/env.ts reads process.env: %s: %s", async (filePath, code, rule) => {
  expect(await broken(filePath, code)).toContain(rule);
  expect(await broken("server/env.ts", code)).not.toContain("no-restricted-properties");
});

test.each([
  ["server/upstream/user.ts", `void fetch("http://127.0.0.1/");`, "no-restricted-globals"],
  ["app/components/sheet.tsx", `void globalThis.fetch("/");`, "no-restricted-syntax"],
  ["server/action.ts", `import { request } from "undici"; void request;`, "no-restricted-imports"],
])("only the connection of the transport calls fetch: %s: %s", async (filePath, code, rule) => {
  expect(await broken(filePath, code)).toContain(rule);
  expect(await broken("server/upstream/connection.ts", code)).not.toContain(rule);
});

test("code takes no any, writes to no console, and no comment switches a rule off", async () => {
  expect(await broken("server/action.ts", `export const x: any = 1;`)).toContain("@typescript-eslint/no-explicit-any");
  expect(await broken("server/action.ts", `console.log(1);`)).toContain("no-console");
  expect(await broken("server/action.ts", `// eslint-disable-next-line no-console\nconsole.log(1);`)).toContain(
    "no-console",
  );
  expect(await broken("server/sandbox/main.ts", `console.log(1);`)).toEqual([]);
});
