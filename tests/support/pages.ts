import { fileURLToPath } from "node:url";
import type { Sandbox } from "@storefront/sandbox/start";
import { browserAt, site } from "./documents";
import { routeFolders } from "./route-folders";
import { signedIn } from "./signed-in";

const ROUTES = fileURLToPath(new URL("../../app/routes/", import.meta.url));

type NewAccount = Parameters<Sandbox["createAccount"]>[0];

const modules = await Promise.all(
  [...routeFolders()].map(async ([path, { file }]) => {
    const module: unknown = await import(/* @vite-ignore */ ROUTES + file);
    return [path.slice(1), module] as const;
  }),
);

/** The modules of all routes, for a `site` with additional ones. */
export const routes = { ...Object.fromEntries(modules), "*": await import("~/routes/$/route") };

/** The documents of all routes, rendered by `site`. */
export const pages = site(routes);

/** Signs in a new account with a browser without scripts; other options are those of `createAccount`. */
export async function memberOf(
  sandbox: Sandbox,
  { locale = "en_US", ...options }: NewAccount & { locale?: string } = {},
) {
  const visitor = await signedIn(sandbox, options);
  const browser = browserAt(pages, locale, visitor.cookies);
  return { ...visitor, browser, open: (path: string) => browser.open(path) };
}
