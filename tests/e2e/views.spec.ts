import { catalogues } from "~/i18n/text.server";
import { expect, test } from "../support/journey";
import { isControl, isHidden, parse, type Document } from "../support/scriptless/elements";
import { nameOf } from "../support/scriptless/accessible-names";
import { textOf } from "../support/html";
import { unstyledOf } from "../support/page-styles";
import { runTogetherOf, wordlessOf } from "../support/plain-text";
import { signInThrough } from "../support/signing-in";
import { AUDIENCES } from "../support/views/audiences";
import { faultsOf } from "../support/valid-html";

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

/** What a document gives the focus to, by `autofocus`. */
function focusOf(document: Document): (string | undefined)[] {
  return document("[autofocus]")
    .toArray()
    .map((one) => document(one).attr("id"));
}

/** The summary of a refusal, else the code or the heading of a sheet, else nothing (behaviour 10.37, 10.42). */
function wantedFocusOf(document: Document): (string | undefined)[] {
  const wanted = ["#summary", "[role=dialog] [autocomplete=one-time-code]", "[role=dialog] h2"];
  const first = wanted.find((selector) => document(selector).length > 0);
  return first ? [document(first).attr("id")] : [];
}

for (const { name: audience, account, views } of AUDIENCES) {
  for (const locale of ["el_GR", "en_US"] as const) {
    test(`every view of a ${audience} is valid HTML, with a title, texts, and names for its controls: ${locale}`, async ({
      page,
      sandbox,
      setLocale,
      noPlatformStage,
    }) => {
      test.setTimeout(120_000);
      await setLocale(locale);
      const who = await account(sandbox);
      if (audience !== "visitor" && audience !== "stranded") await signInThrough(page, sandbox, who, false);
      const origin = audience === "stranded" ? noPlatformStage.storefront.url : "";
      for (const view of views) {
        await view.open({ page, sandbox, account: who, origin });
        const here = `${view.name} (${page.url()})`;
        const html = await page.content();
        const document = parse(html);
        await expect.soft(page.locator("html"), here).toHaveAttribute("lang", LANGUAGES[locale]);
        await expect.soft(page.locator("h1"), `${here}: one h1`).toHaveCount(1);
        await expect.soft(page, `${here}: a title`).toHaveTitle(/\S/);
        expect.soft(namelessOf(document), `${here}: names`).toEqual([]);
        expect.soft(textOf(html).match(KEY), `${here}: texts`).toBeNull();
        // The structure is the same in both languages.
        if (locale === "el_GR") continue;
        expect.soft(await faultsOf(html), `${here}: HTML`).toEqual([]);
        expect.soft(focusOf(document), `${here}: what has the focus first`).toEqual(wantedFocusOf(document));
        expect.soft(wordlessOf(html), `${here}: words without icons`).toEqual([]);
        expect.soft(unstyledOf(html), `${here}: classes whose style is in a sheet of another page`).toEqual([]);
        expect.soft(runTogetherOf(html), `${here}: words apart without style`).toEqual([]);
      }
    });
  }
}
