import { expect, test } from "../support/journey";
import { parse, type Document } from "../support/scriptless/elements";
import { strangersOf, unstyledOf } from "../support/page-styles";
import { runTogetherOf, wordlessOf } from "../support/plain-text";
import { signInThrough } from "../support/signing-in";
import { AUDIENCES } from "../support/views/audiences";
import { expectTexts } from "../support/views/texts";
import { sampledViews } from "../support/views/view";
import { typedAgainForOthersOf } from "../support/typed-again";
import { faultsOf } from "../support/valid-html";

/** The element that gets the focus by `autofocus`. */
function focusOf(document: Document): (string | undefined)[] {
  return document("[autofocus]")
    .toArray()
    .map((one) => document(one).attr("id"));
}

/** Articles without a heading, headings that skip a level, and required selects that do not begin with an option. */
function unorderedOf(document: Document): string[] {
  const levels = document("h1, h2, h3, h4, h5, h6")
    .toArray()
    .map(({ name }) => Number(name.slice(1)));
  // A sheet comes before the page's own heading.
  const skipping = levels.filter((level, at) => at > 0 && level > Math.max(levels[at - 1] ?? 1, 1) + 1);
  const wrong = document("article:not(:has(h2, h3)), select[required]:not(:has(> option:first-child))").toArray();
  return [...skipping.map((level) => `h${level}`), ...wrong.map(({ name }) => name)];
}

/** A code that can be typed: elsewhere its own button is a quiet one. */
const CODE = "[role=dialog] form:has(.button:not(.button-quiet)) [autocomplete=one-time-code]";

/** The first error of a refused form, else the code or heading of a sheet, else nothing. */
function wantedFocusOf(document: Document): (string | undefined)[] {
  const wanted = ["#summary", "[aria-invalid=true]", CODE, "[role=dialog] h2"];
  const first = wanted.find((selector) => document(selector).length > 0);
  return first ? [document(first).attr("id")] : [];
}

/** Optional fields: an invitation, the field for bots, plans to compare, a photo in the place of another. */
const OPTIONAL = ["[name=inCode]", "[name=subject]", "[name=ids]", "[type=file]"].join();

/** Fields of forms that are sent and are not marked as required. */
function unrequiredOf(document: Document): (string | undefined)[] {
  return document("form[method=post] :is(input:not([type=hidden]), select, textarea)[name]:not([required])")
    .not(OPTIONAL)
    .toArray()
    .map((one) => document(one).attr("name"));
}

for (const { name: audience, account, views } of AUDIENCES) {
  test(`the views of a ${audience} are valid HTML, with a title, texts, and names for their controls: el_GR`, async ({
    page,
    sandbox,
    setLocale,
    noUpstreamEnvironment: outage,
  }) => {
    test.setTimeout(120_000);
    await setLocale("el_GR");
    const who = await account(sandbox);
    if (audience !== "visitor" && audience !== "signedOutOnOutage") await signInThrough(page, sandbox, who, false);
    const origin = audience === "signedOutOnOutage" ? outage.storefront.url : "";
    for (const { view, isChecked } of sampledViews(views, 20)) {
      await view.open({ page, sandbox, account: who, origin });
      if (!isChecked) continue;
      const here = `${view.name} (${page.url()})`;
      await expectTexts(page, here, "el_GR");
      const html = await page.content();
      const document = parse(html);
      expect.soft(await faultsOf(html), `${here}: HTML`).toEqual([]);
      expect.soft(focusOf(document), `${here}: what has the focus first`).toEqual(wantedFocusOf(document));
      if (document("body").attr("data-visitor"))
        expect.soft(typedAgainForOthersOf(document), `${here}: fields of the visitor before`).toEqual([]);
      expect.soft(unorderedOf(document), `${here}: headings and lists in order`).toEqual([]);
      expect.soft(unrequiredOf(document), `${here}: fields that are not required`).toEqual([]);
      expect.soft(wordlessOf(html), `${here}: words without icons`).toEqual([]);
      expect
        .soft(await unstyledOf(html, page.url()), `${here}: classes whose style is in a sheet of another page`)
        .toEqual([]);
      expect.soft(await strangersOf(html, page.url()), `${here}: rules of Home or of a product`).toEqual([]);
      expect.soft(runTogetherOf(html), `${here}: words apart without style`).toEqual([]);
    }
  });
}
