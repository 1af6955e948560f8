import { expect, test } from "vitest";
import { getText } from "~server/texts/text";
import * as identity from "~/routes/RealNameSelect/route";
import { browserAt } from "../../support/documents";
import { attributesOf, fieldOf, sourceOf, textOf, textsOf } from "../../support/html";
import { pages } from "../../support/pages";
import { LOCALES } from "../../support/texts";
import { applicant } from "../../support/identity";
import { useUpstream } from "../../support/upstream";

/** A query that is too long is cut, and the page says so. The market has its own test. */

const sandbox = await useUpstream();

const PAGES = LOCALES.flatMap((locale) =>
  (
    [
      ["/Notice", 100],
      ["/Help", 100],
      ["/CountrySelect", 60],
    ] as const
  ).map((page) => [...page, locale] as const),
);

test.each(PAGES)("%s says where a search was cut after %i characters: %s", async (path, max, locale) => {
  const { visitor } = await applicant(sandbox, identity);
  const open = async (q: string) =>
    (await browserAt(pages, locale, visitor.cookies).open(`${path}?${new URLSearchParams({ q })}`)).html;
  const note = getText(locale)("MarketSearch.cut", { max });
  const cut = await open("x".repeat(max + 1));
  expect(textsOf(cut, "main .note")).toEqual([note]);
  expect(fieldOf(cut, "q")).toBe("x".repeat(max));
  expect(textOf(await open(` ${"x".repeat(max)} `))).not.toContain(note);
});

test.each([...PAGES, ["/Index/Power?q=", 100, "en_US"] as const, ["/Register", 64, "el_GR"] as const])(
  "%s lets pasted text exceed %i characters, so that the page can say that it was cut: %s",
  async (path, max, locale) => {
    const { visitor } = await applicant(sandbox, identity);
    const cookies = path === "/Register" ? undefined : visitor.cookies;
    const { html } = await browserAt(pages, locale, cookies).open(path);
    const [most] = attributesOf(sourceOf(html, "main"), "[name=q], [name=inCode]", "maxlength");
    expect(Number(most ?? Infinity)).toBeGreaterThan(max);
  },
);

test.each(LOCALES)("the shown part of a long input never ends within an emoji: %s", async (locale) => {
  for (const address of [
    `/Estimate?product=1001&quantity=${"x".repeat(31)}😀`,
    `/LeavingMessage?text=${"%20".repeat(9_997)}xx😀`,
  ]) {
    const { html } = await browserAt(pages, locale).open(address);
    expect(html, address).not.toContain("\ufffd");
  }
});

test.each(LOCALES)("the orders page says that it ignored a search too long for a number: %s", async (locale) => {
  const { visitor } = await applicant(sandbox, identity);
  const { html } = await browserAt(pages, locale, visitor.cookies).open(`/MyOrder?q=${"1".repeat(129)}`);
  const t = getText(locale);
  expect(textOf(html)).toContain(t("MyOrder.ignored", { names: t("MyOrder.ignored-q") }));
});

test.each(LOCALES)("an invalid invitation code in a link is ignored, and the page says so: %s", async (locale) => {
  const note = getText(locale)("Register.inviteLinkInvalid");
  const open = async (code: string) =>
    sourceOf((await browserAt(pages, locale).open(`/Register?inviteCode=${code}`)).html, "main");
  for (const code of ["x".repeat(65), "a%00b"]) {
    const page = await open(code);
    expect(textOf(page)).toContain(note);
    expect(fieldOf(page, "inCode")).toBe("");
  }
  for (const code of ["DEMO2026", "x".repeat(64), "", "%20"]) expect(textOf(await open(code))).not.toContain(note);
});

test.each(LOCALES)("text that a messenger took for part of a link is ignored: %s", async (locale) => {
  const open = async (path: string) => await browserAt(pages, locale).open(encodeURI(path));
  for (const behind of ["。", "，快來看", "（分享自 Ming）", "」", ""]) {
    expect(fieldOf((await open(`/Register?inviteCode=DEMO2026${behind}`)).html, "inCode")).toBe("DEMO2026");
    expect((await open(`/NoticeDetail?id=10${behind}`)).status, behind).toBe(200);
  }
  // A code may have any characters.
  expect(fieldOf((await open("/Register?inviteCode=好友。甲")).html, "inCode")).toBe("好友。甲");
});
