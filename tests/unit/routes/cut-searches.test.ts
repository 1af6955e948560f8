import { expect, test } from "vitest";
import { getText } from "~server/texts/text";
import * as identity from "~/routes/RealNameSelect/route";
import { browserAt } from "../../support/documents";
import { fieldOf, sourceOf, textOf, textsOf } from "../../support/html";
import { pages } from "../../support/pages";
import { applicant } from "../../support/identity";
import { useUpstream } from "../../support/upstream";

/** A query that is too long is shortened, and the page says so. The market's own test covers the market. */

const sandbox = await useUpstream();

const PAGES = [
  ["/Notice", 100],
  ["/Help", 100],
  ["/CountrySelect", 60],
] as const;

test.each(PAGES)("%s says where a search was cut", async (path, max) => {
  const { visitor } = await applicant(sandbox, identity);
  const open = async (q: string) =>
    (await browserAt(pages, "en_US", visitor.cookies).open(`${path}?${new URLSearchParams({ q })}`)).html;
  const note = getText("en_US")("MarketSearch.cut", { max });
  const cut = await open("x".repeat(max + 1));
  expect(textsOf(cut, "main .note")).toEqual([note]);
  expect(fieldOf(cut, "q")).toBe("x".repeat(max));
  expect(textOf(await open(` ${"x".repeat(max)} `))).not.toContain(note);
});

test("the orders page says that it ignored a search too long for a number", async () => {
  const { visitor } = await applicant(sandbox, identity);
  const { html } = await browserAt(pages, "en_US", visitor.cookies).open(`/MyOrder?q=${"1".repeat(129)}`);
  const t = getText("en_US");
  expect(textOf(html)).toContain(t("MyOrder.ignored", { names: t("MyOrder.ignored-q") }));
});

test("an invalid invitation code in a link is ignored, and the page says so", async () => {
  const note = getText("en_US")("Register.inviteLinkInvalid");
  const open = async (code: string) =>
    sourceOf((await browserAt(pages, "en_US").open(`/Register?inviteCode=${code}`)).html, "main");
  for (const code of ["x".repeat(65), "a%00b"]) {
    const page = await open(code);
    expect(textOf(page)).toContain(note);
    expect(fieldOf(page, "inCode")).toBe("");
  }
  for (const code of ["DEMO2026", "x".repeat(64), "", "%20"]) expect(textOf(await open(code))).not.toContain(note);
});
