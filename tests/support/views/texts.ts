import type { Page } from "@playwright/test";
import { catalogues } from "~server/texts/catalogue";
import { textOf } from "../html";
import { nameOf } from "../scriptless/accessible-names";
import { isControl, isHidden, parse, type Document } from "../scriptless/elements";
import { expect } from "../scriptless/expectations";

/** Matches the key of a text, which must not be shown instead of the text. */
const KEY = new RegExp(`\\b(${Object.keys(catalogues.en_US).join("|")})\\.[a-z]\\w+`, "g");
const LANGUAGES = { el_GR: "zh-Hant", en_US: "en" } as const;

/** The controls of a page that have no name. */
function namelessOf(document: Document): string[] {
  const controls = document(
    "a[href], button, input, select, textarea, summary, [role=dialog], img:not([alt])",
  ).toArray();
  return controls
    .filter((one) => !(isControl(one) && isHidden(one)) && one.attribs["aria-hidden"] !== "true")
    .filter((one) => nameOf(document, one) === "")
    .map((one) => document.html(one));
}

/**
 * Expects a title, one heading, a name for each control, texts instead of keys, in this language, and no switch of it
 * in a sheet.
 */
export async function expectTexts(page: Page, here: string, locale: keyof typeof LANGUAGES): Promise<void> {
  const html = await page.content();
  await expect.soft(page.locator("html"), here).toHaveAttribute("lang", LANGUAGES[locale]);
  await expect.soft(page.locator("h1"), `${here}: one h1`).toHaveCount(1);
  await expect.soft(page, `${here}: a title`).toHaveTitle(/\S/);
  expect.soft(namelessOf(parse(html)), `${here}: names`).toEqual([]);
  expect.soft(textOf(html).match(KEY), `${here}: texts`).toBeNull();
  await expect.soft(page.locator("[role=dialog] [name=locale]"), `${here}: language in a sheet`).toHaveCount(0);
}
