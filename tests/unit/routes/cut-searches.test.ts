import { expect, test } from "vitest";
import { getText } from "~server/texts/text";
import * as countries from "~/routes/CountrySelect/route";
import * as help from "~/routes/Help/route";
import * as orders from "~/routes/MyOrder/route";
import * as notices from "~/routes/Notice/route";
import * as identity from "~/routes/RealNameSelect/route";
import * as register from "~/routes/Register/route";
import { LOCALES } from "~server/i18n/locale";
import { browserAt, site } from "../../support/documents";
import { fieldOf, sourceOf, textOf, textsOf } from "../../support/html";
import { applicant } from "../../support/identity";
import { useUpstream } from "../../support/upstream";

/** What an address has too much of is left out, and the page says so; the market has this in its own test. */

const sandbox = await useUpstream();
const serve = site({ CountrySelect: countries, Help: help, MyOrder: orders, Notice: notices, Register: register });

const PAGES = [
  ["/Notice", 100],
  ["/Help", 100],
  ["/CountrySelect", 60],
] as const;

test.each(LOCALES.flatMap((locale) => PAGES.map(([path, max]) => [path, locale, max] as const)))(
  "%s says where a search was cut: %s",
  async (path, locale, max) => {
    const { visitor } = await applicant(sandbox, identity);
    const open = async (q: string) =>
      (await browserAt(serve, locale, visitor.cookies).open(`${path}?${new URLSearchParams({ q })}`)).html;
    const note = getText(locale)("MarketSearch.cut", { max });
    const cut = await open("x".repeat(max + 1));
    expect(textsOf(cut, "main .note")).toEqual([note]);
    expect(fieldOf(cut, "q")).toBe("x".repeat(max));
    expect(textOf(await open(` ${"x".repeat(max)} `))).not.toContain(note);
  },
);

test.each(LOCALES)("the orders say that a search too long for a number was ignored: %s", async (locale) => {
  const { visitor } = await applicant(sandbox, identity);
  const { html } = await browserAt(serve, locale, visitor.cookies).open(`/MyOrder?q=${"1".repeat(129)}`);
  const t = getText(locale);
  expect(textOf(html)).toContain(t("MyOrder.ignored", { names: t("MyOrder.ignored-q") }));
});

test.each(LOCALES)("a link's invitation code that cannot be one is left out, and that is said: %s", async (locale) => {
  const note = getText(locale)("Register.inviteLinkInvalid");
  const open = async (code: string) =>
    sourceOf((await browserAt(serve, locale).open(`/Register?inviteCode=${code}`)).html, "main");
  for (const code of ["x".repeat(65), "a%00b"]) {
    const page = await open(code);
    expect(textOf(page)).toContain(note);
    expect(fieldOf(page, "inCode")).toBe("");
  }
  for (const code of ["DEMO2026", "x".repeat(64), "", "%20"]) expect(textOf(await open(code))).not.toContain(note);
});
