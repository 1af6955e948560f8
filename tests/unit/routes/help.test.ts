import { expect, test } from "vitest";
import { helpOf } from "~server/content/help";
import { HELP_GROUPS } from "~server/content/help";
import { getText } from "~server/texts/text";
import { LOCALES, type Locale } from "~server/i18n/locale";
import { browserAt } from "../../support/documents";
import { all, attributesOf, fieldOf, sourceOf, textOf, textsOf } from "../../support/html";
import { pages } from "../../support/pages";
import { useUpstream } from "../../support/upstream";

const sandbox = await useUpstream();

async function open(search?: string, locale: Locale = "en_US") {
  const query = search === undefined ? "" : `?${new URLSearchParams({ q: search })}`;
  const page = await browserAt(pages, locale).open(`/Help${query}`);
  return { ...page, main: sourceOf(page.html, "main"), text: textOf(sourceOf(page.html, "main")) };
}

const answersOf = (html: string) => attributesOf(html, "details > summary ~ [id]", "id");
const EVERY: readonly string[] = Object.values(HELP_GROUPS).flat();

test.each(LOCALES)("every question has a collapsed answer with its own anchor: %s", async (locale) => {
  const { status, html, main, headers } = await open(undefined, locale);
  expect(status).toBe(200);
  expect(answersOf(main)).toEqual(EVERY);
  expect(all(main, "details[open]")).toEqual([]);
  const questions = helpOf(locale).flatMap(({ entries }) => entries.map(({ question }) => question));
  expect(textsOf(main, "details > summary > h3")).toEqual(questions);
  expect(attributesOf(html, "link[rel=canonical]", "href")[0]).toMatch(/\/Help$/);
  expect(headers.get("content-security-policy")).toContain("script-src 'none'");
  expect(await sandbox.calls("project_sku")).toBe(0);
});

test.each([
  ["memo tag", ["memo"]],
  ["ＭＥＭＯ  Tag", ["memo"]],
  ["T+n", ["settlement"]],
  ["t＋N", ["settlement"]],
  ["working day", ["review"]],
])("a search finds answers with all its words, in any case and width: %s", async (search, found) => {
  const { main, text } = await open(search);
  expect(answersOf(main)).toEqual(found);
  expect(attributesOf(main, "details[open] > summary ~ [id]", "id"), "matching answers are open").toEqual(found);
  expect(fieldOf(main, "q")).toBe(search);
  expect(text).toContain(getText("en_US")("Help.found", { count: found.length, search: search.replace(/\s+/g, " ") }));
});

test("a Chinese search finds part of a sentence, and is not shown to others", async () => {
  const { main, html, headers } = await open("工作天", "el_GR");
  expect(answersOf(main)).toEqual(["review"]);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(all(html, "meta[name=robots]")).toHaveLength(1);
});

test.each(["nosuchword", "memo nosuchword", "<script>alert(1)</script>", "x".repeat(10_000), "1e308", "NaN", "\u0000"])(
  "without results the page says so and shows all answers: %.20j",
  async (search) => {
    const { status, main, html, text } = await open(search);
    expect(status).toBe(200);
    expect(answersOf(main)).toEqual(EVERY);
    expect(text).toContain("No results for");
    expect(all(main, "details[open]")).toEqual([]);
    expect(all(main, "script")).toEqual([]);
    expect(html.length).toBeLessThan(60_000);
  },
);

test.each(LOCALES)("the answers promise nothing, and use the pages' terms: %s", (locale) => {
  const words = JSON.stringify(helpOf(locale));
  expect(words).not.toMatch(/profit|payback|break[- ]?even|guarantee|回本|保證|保本|獲利|利潤|\b(?:19|20)\d\d\b/i);
  expect(words).not.toMatch(/電子郵件|郵箱|實名|身份|充值|批量|賬|短信|登錄|默認|信息|網絡|視頻|軟件|用戶/);
  const t = getText(locale);
  const statuses = ["MyOrder.paid", "MyOrder.pending", "DepositRecord.completed", "UserCenter.review"] as const;
  for (const key of statuses) expect(words.toLowerCase()).toContain(t(key).toLowerCase());
});
