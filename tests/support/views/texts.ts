import { expect } from "@playwright/test";
import { catalogues } from "~server/texts/catalogue";
import { all, only, textOf, titleOf } from "../html";

/** Matches the key of a text, which must not be shown instead of the text. */
const KEY = new RegExp(`\\b(${Object.keys(catalogues.en_US).join("|")})\\.[a-z]\\w+`, "g");
const LANGUAGES = { el_GR: "zh-Hant", en_US: "en" } as const;

/** Expects a title, one heading, texts in this language instead of keys, and no language switch in a sheet. */
export function expectTexts(html: string, here: string, locale: keyof typeof LANGUAGES): void {
  expect.soft(only(html, "html").attr("lang"), here).toBe(LANGUAGES[locale]);
  expect.soft(all(html, "h1").length, `${here}: one h1`).toBe(1);
  expect.soft(titleOf(html), `${here}: a title`).toMatch(/\S/);
  expect.soft(textOf(html).match(KEY), `${here}: texts`).toBeNull();
  expect.soft(translatedFigures(html), `${here}: amounts that a translator may change`).toEqual([]);
  expect.soft(all(html, "[role=dialog] [name=locale]").length, `${here}: language in a sheet`).toBe(0);
}

const FIGURE = /\d\s(?:T|USDT|USDC|BTC|FIL)(?![\w-])/;

/** Returns the texts with an amount that a page translator may change. */
function translatedFigures(html: string): string[] {
  const elements = all(html, "body :not(script, style, noscript, title, option, desc)").filter(
    (element) => element.closest("[translate=no]").length === 0,
  );
  return elements
    .map((element) =>
      element
        .contents()
        .filter((_, node) => node.type === "text")
        .text(),
    )
    .filter((text) => FIGURE.test(text));
}
