import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey";
import { strangersOf, unstyledOf } from "../support/page-styles";
import { runTogetherOf, wordlessOf } from "../support/plain-text";
import { ScriptlessContext } from "../support/scriptless/context";
import { parse, type Document } from "../support/scriptless/elements";
import { signInThrough } from "../support/signing-in";
import { typedAgainForOthersOf } from "../support/typed-again";
import { faultsOf } from "../support/valid-html";
import { AUDIENCES } from "../support/views/audiences";
import { expectTexts } from "../support/views/texts";
import { sampledViews } from "../support/views/view";

/** The documents as the server wrote them: a browser would change them. */

/** An attribute of each element that a selector finds. */
const attributesOf = (document: Document, selector: string, name: string) =>
  document(selector)
    .toArray()
    .map((one) => document(one).attr(name));

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
const UNREQUIRED = `form[method=post] :is(input:not([type=hidden]), select, textarea)[name]:not([required], ${OPTIONAL})`;

for (const { name: audience, account, views } of AUDIENCES) {
  test(`the views of a ${audience} are valid HTML, with a title and texts, in order, and styled`, async ({
    sandbox,
    baseURL,
    extraHTTPHeaders,
    noUpstreamEnvironment: outage,
  }) => {
    test.setTimeout(120_000);
    const context = new ScriptlessContext(baseURL ?? "", { headers: extraHTTPHeaders ?? {} });
    context.jar.set("ulan", "el_GR");
    const page = (await context.newPage()) as unknown as Page;
    const who = await account(sandbox);
    const isOutage = audience === "signedOutOnOutage";
    if (audience !== "visitor" && !isOutage) await signInThrough(page, sandbox, who);
    for (const { view, isChecked } of sampledViews(views, 20)) {
      await view.open({ page, sandbox, account: who, origin: isOutage ? outage.storefront.url : "" });
      if (!isChecked) continue;
      const here = `${view.name} (${page.url()})`;
      const html = await page.content();
      expectTexts(html, here, "el_GR");
      const document = parse(html);
      const focused = attributesOf(document, "[autofocus]", "id");
      expect.soft(focused, `${here}: what has the focus first`).toEqual(wantedFocusOf(document));
      const found = {
        HTML: await faultsOf(html),
        "fields of the visitor before": document("body").attr("data-visitor") ? typedAgainForOthersOf(document) : [],
        "headings and lists out of order": unorderedOf(document),
        "fields that are not required": attributesOf(document, UNREQUIRED, "name"),
        "icons without words": wordlessOf(html),
        "classes whose style is in a sheet of another page": await unstyledOf(html, page.url()),
        "rules of Home or of a product": await strangersOf(html, page.url()),
        "words that run together without style": runTogetherOf(html),
      };
      for (const [what, faults] of Object.entries(found)) expect.soft(faults, `${here}: ${what}`).toEqual([]);
    }
  });
}
