import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pageAt, PAGES, ROWS, type Page } from "~/pages";
import { getText } from "~/i18n/text.server";
import { routeFolders } from "../support/route-folders";

/** The table of the pages (`app/pages.ts`): whatever has to know of a page derives from it, or is asked for here. */

const folders = routeFolders();
const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const screens = ROWS.filter(({ file }) => !file);

test("every route has a row, and every row a route", () => {
  expect(ROWS.map(({ path }) => path).sort()).toEqual([...folders.keys()].sort());
});

test("a page is for who is signed in if its loader asks for the session", () => {
  const declared = ROWS.filter(({ session }) => session).map(({ path }) => path);
  const asks = ROWS.filter(({ path }) => folders.get(path)?.source.includes("privateLoader(")).map(({ path }) => path);
  expect(declared).toEqual(asks);
});

test("a page whose row has no title gives one in its loader", () => {
  const shown = screens.filter(({ title, wayBack }) => !title && wayBack !== "none");
  expect(
    shown.filter(({ path }) => !/\btitle\b/.test(folders.get(path)?.source ?? "")).map(({ path }) => path),
  ).toEqual([]);
});

test("every page is among the views that are checked and pictured", () => {
  const folder = new URL("../support/views/", import.meta.url);
  const views = readdirSync(folder)
    .map((file) => readFileSync(new URL(file, folder), "utf8"))
    .join("\n");
  const shown = screens.filter(({ wayBack, path }) => wayBack !== "none" || path === "/LeavingMessage");
  const isViewed = (path: string) => new RegExp(`["\`]${path.replace(/\/?:.*/, "")}(?:[/?"\`]|$)`, "m").test(views);
  expect(shown.map(({ path }) => path).filter((path) => !isViewed(path))).toEqual([]);
});

test("the calls of the pages are those of the table of calls", () => {
  const calls = textOf("docs/behaviour/07-calls.md").matchAll(/\*\*7\.\d+\*\* +\| `\/[\w/{}-]*\/(\w+)`/g);
  const known = new Set([...calls].map(([, call = ""]) => call));
  const named = new Set(ROWS.flatMap(({ calls: own = [] }) => own));
  expect([...named].sort()).toEqual([...known].sort());
});

test.each([
  ["/Index/Home", "/Index/Home"],
  ["/index/HOME/", "/Index/Home"],
  ["/", "/"],
  ["/Login", "/Login/:account?"],
  ["/Login/a%40b.example", "/Login/:account?"],
  ["/PowerProductDetail/1001", "/PowerProductDetail/:id"],
  ["/MyOrder/7", "/MyOrder/:orderNum"],
  ["/MyOrder.csv", "/MyOrder.csv"],
  ["/Recharge", "/Recharge/:coinSymbol?"],
  ["/NoSuchPage", undefined],
  ["/PowerProductDetail/1/2", undefined],
])("%s is the page %s", (pathname, path) => {
  expect(pageAt(pathname)?.path).toBe(path);
});

/** The content of a row, in words. */
function factsOf({ session, tab, inTab, cached, sitemap, offline, wayBack, file }: Page): string {
  const home = tab ? "a tab" : inTab && `in the tab of \`${inTab}\``;
  const facts = [
    session ? "signed in" : cached ? "page cache" : "",
    home ?? "",
    sitemap ? "sitemap" : "",
    offline ? "offline" : "",
    file || wayBack === "none" ? "" : "way back",
  ];
  return facts.filter(Boolean).join(", ");
}

test("docs/screens.md is the table (`npm run test:unit -- pages.test -u` writes it)", async () => {
  const t = getText("en_US");
  const rows = Object.entries(PAGES).map(([path, page]: [string, Page]) => {
    const url = path.replace(/:(\w+\??)/g, "{$1}");
    const calls = page.calls?.map((call) => `\`${call}\``).join(", ");
    const cells = [
      `\`${url}\``,
      page.title ? t(page.title) : "",
      `\`${folders.get(path)?.folder ?? ""}\``,
      factsOf(page),
    ];
    return `| ${[...cells, calls ?? "–"].join(" | ")} |`;
  });
  const text = [
    "# Where each screen lives, and what it calls",
    "",
    "Generated from `app/pages.ts` by `npm run test:unit -- pages.test -u`.",
    "",
    "What a screen shows and does: chapter 2 of `docs/behaviour`; what the calls send and give:",
    "chapter 7. Folders are under `app/routes`. Every page also reads the website configuration",
    "(`kv`); any other address is answered by `$` (404), what cannot be answered by `app/components/feedback/ErrorPage.tsx` and",
    "`server/documents/error-page.ts` (5xx).",
    "",
    "| URL | title | folder | what else knows it | calls |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
  await expect(text).toMatchFileSnapshot("../../docs/screens.md");
});
