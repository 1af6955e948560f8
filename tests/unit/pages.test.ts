import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pageAt, PAGES, ROWS, type Page } from "~server/pages";
import { getText } from "~server/texts/text";
import { routeFolders } from "../support/route-folders";

/** The table of pages (`server/pages.ts`): the code derives from it, and these tests check the rest. */

const folders = routeFolders();
const screens = ROWS.filter(({ file }) => !file);

test("every route has a row, and every row a route", () => {
  expect(ROWS.map(({ path }) => path).sort()).toEqual([...folders.keys()].sort());
});

test("a page requires sign-in exactly if its loader requires the session", () => {
  const declared = ROWS.filter(({ session }) => session).map(({ path }) => path);
  const asks = ROWS.filter(({ path }) => folders.get(path)?.source.includes("privateLoader(")).map(({ path }) => path);
  expect(declared).toEqual(asks);
});

test("a page without a title in its row has one from its loader", () => {
  const shown = screens.filter(({ title, wayBack }) => !title && wayBack !== "none");
  expect(
    shown.filter(({ path }) => !/\btitle\b/.test(folders.get(path)?.source ?? "")).map(({ path }) => path),
  ).toEqual([]);
});

test("parameters added by WeChat, Baidu and advertisements do not change the cached page", () => {
  const named = ROWS.flatMap(({ path, cached }) =>
    [...Object.keys(cached?.query ?? {}), ...(cached?.rendered ?? []), ...(cached?.search ?? [])].map((name) => ({
      path,
      name,
    })),
  );
  expect(
    named.filter(({ name }) => /^(?:from|scene|source|ref|spm|nsukey|isappinstalled|utm_.*|.*clid)$/.test(name)),
  ).toEqual([]);
});

test("every page has a view in the checks and screenshots", () => {
  const folder = new URL("../support/views/", import.meta.url);
  const views = readdirSync(folder)
    .map((file) => readFileSync(new URL(file, folder), "utf8"))
    .join("\n");
  const shown = screens.filter(({ wayBack, path }) => wayBack !== "none" || path === "/LeavingMessage");
  const isViewed = (path: string) => new RegExp(`["\`]${path.replace(/\/?:.*/, "")}(?:[/?"\`]|$)`, "m").test(views);
  expect(shown.map(({ path }) => path).filter((path) => !isViewed(path))).toEqual([]);
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
function factsOf({ session, tab, parent, cached, sitemap, offline, wayBack, file }: Page): string {
  const facts = [
    session ? "signed in" : cached ? `cached ${cached.freshMs / 1000} s` : "",
    tab ? "tab" : parent ? `below \`${parent}\`` : "",
    sitemap ? "sitemap" : "",
    offline ? "offline" : "",
    !file && wayBack === "none" ? "no return link" : "",
  ];
  return facts.filter(Boolean).join(", ");
}

test("docs/change/screens.md is the table (`npm run test:unit -- pages.test -u` writes it)", async () => {
  const t = getText("en_US");
  const rows = Object.entries(PAGES).map(([path, page]: [string, Page]) => {
    const url = path.replace(/:(\w+\??)/g, "{$1}");
    const cells = [
      `\`${url}\``,
      page.title ? t(page.title) : "",
      `\`${folders.get(path)?.folder ?? ""}\``,
      factsOf(page),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  const text = [
    "# Screens",
    "",
    "Generated from `server/pages.ts` by `npm run test:unit -- pages.test -u`. Folders are under `app/routes`; `$` answers any",
    "other address with 404. What a screen does: [chapter 2](../behaviour/02-screens.md).",
    "",
    "| URL | title | folder | facts |",
    "| --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
  await expect(text).toMatchFileSnapshot("../../docs/change/screens.md");
});
