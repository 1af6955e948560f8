import type { Page } from "@playwright/test";
import { expect, test } from "../support/journey";
import { runTogetherOf, wordlessOf } from "../support/plain-text";
import { ScriptlessContext } from "../support/scriptless/context";
import { parse, type Document, isElement, type Element } from "../support/scriptless/elements";
import { signInThrough } from "../support/signing-in";
import { AUDIENCES } from "../support/views/audiences";
import { expectTexts } from "../support/views/texts";
import { sampledViews } from "../support/views/view";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import postcss from "postcss";
import { routeTable, type RouteEntries } from "@storefront/remix-runtime/route-table";
import { SHARED_FILE } from "@storefront/critical-css/shared-file";
import { CLIENT_BUILD, clientFile, clientManifest, SERVER_BUILD } from "../support/built";
import { all, documentOf } from "../support/html";
import { HtmlValidate, type ConfigData } from "html-validate";

/** The recommended rules, adapted to React's HTML. */
const HTML: ConfigData = {
  extends: ["html-validate:recommended"],
  rules: {
    // Checkboxes of one list share a name.
    "form-dup-name": ["error", { shared: ["radio", "button", "reset", "submit", "checkbox"] }],
    // React closes void elements with a slash, writes `charSet`, and leaves boolean attributes empty.
    "void-style": ["error", { style: "selfclosing" }],
    "attr-case": "off",
    "attribute-boolean-style": ["error", { style: "empty" }],
  },
};

const validator = new HtmlValidate(HTML);

/** The hidden fields for boxes ticked earlier share a name too, but the rule cannot exempt them. */
const TICKED_BEFORE = 'Duplicate form control name "was"';

/** The errors in a page's HTML as the server wrote it. */
async function faultsOf(html: string): Promise<string[]> {
  const report = await validator.validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages
      .filter(({ message }) => message !== TICKED_BEFORE)
      .map(({ line, column, ruleId, message }) => `${line}:${column} ${ruleId}: ${message}`),
  );
}

/** Types that Back never restores: nobody types into them, or browsers do not restore them. */
const NEVER = new Set(["hidden", "password", "file", "submit"]);
/** Checkboxes to compare products, which belong to the browser rather than the visitor. */
const OF_THE_BROWSER = "ids";
/** A choice in a GET form is in the URL as soon as it is made. */
const isApplied = ({ name, attribs }: Element, form: Element): boolean =>
  form.attribs.method === "get" && (name === "select" || /radio|checkbox/.test(attribs.type ?? ""));

const isTypedAgain = (field: Element, form: Element): boolean =>
  field.attribs.name !== OF_THE_BROWSER &&
  !("readonly" in field.attribs) &&
  !NEVER.has(field.attribs.type ?? "") &&
  !/^(?:off|one-time-code)$/.test(field.attribs.autocomplete ?? form.attribs.autocomplete ?? "") &&
  !isApplied(field, form);

/**
 * The fields of a signed-in visitor's page that Back would restore for the next visitor too: neither the field nor its
 * form forbids it, and the form does not begin with a field that marks its visitor.
 */
function typedAgainForOthersOf(document: Document): string[] {
  const visitor = document("body").attr("data-visitor");
  const fields = "input, textarea, select";
  return document("form")
    .toArray()
    .filter((form) => document(form).find(fields).filter("[name]").attr("name") !== visitor)
    .flatMap((form) =>
      document(form)
        .find(fields)
        .toArray()
        .filter((field) => isElement(field) && isTypedAgain(field, form))
        .map((field) => field.attribs.name ?? ""),
    );
}

/** The classes that rules of a style sheet name. */
const classesIn = (css: string) => new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = ""]) => name));

/** The texts of the style sheets of the build that have such a name. */
function sheetsOfBuild(name: RegExp): string[] {
  const names = readdirSync(join(CLIENT_BUILD, "assets")).filter((one) => name.test(one));
  return names.map((one) => clientFile(`assets/${one}`));
}

let styled: Set<string> | undefined;

const classesOfBuild = () => (styled ??= new Set(sheetsOfBuild(/\.css$/).flatMap((css) => [...classesIn(css)])));

/** The style sheets of a URL's routes. */
async function ownSheets(url: string): Promise<string[]> {
  const { routes } = (await import(SERVER_BUILD)) as { routes: RouteEntries };
  const ids = routeTable(routes).idsOf(new URL(url).pathname) ?? ["root"];
  return [...new Set(ids.flatMap((id) => clientManifest().routes[id]?.css ?? []))].map(clientFile);
}

/** The classes in a page that only sheets of other routes style. */
async function unstyledOf(html: string, url: string): Promise<string[]> {
  const here = new Set((await ownSheets(url)).flatMap((css) => [...classesIn(css)]));
  const used = documentOf(html)
    .find("[class]")
    .toArray()
    .flatMap((element) => ("attribs" in element ? (element.attribs["class"] ?? "").split(/\s+/) : []));
  return [...new Set(used)].filter((name) => classesOfBuild().has(name) && !here.has(name));
}

/** The rules of style sheets, each with its declarations and conditions, by selector. */
function rulesOf(sheets: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const css of sheets) {
    postcss.parse(css).walkRules((rule) => {
      const { parent, selectors, nodes } = rule;
      const condition = parent && "params" in parent ? `${parent.name} ${parent.params}` : "";
      if (condition.includes("keyframes")) return;
      for (const selector of selectors) found.set(`${condition} ${selector} ${nodes.join(";")}`, stateless(selector));
    });
  }
  return found;
}

const STATE = /::?(?!not|nth|first|last|root)[\w-]+(?:\([^)]*\))?/g;

/** Removes states, which a parser does not know: elements count in every state. */
const stateless = (selector: string) => selector.replace(STATE, "").replace(/(^|[\s>+~])(?=$|[\s>+~])/g, "$1*");

/** Rules for Home or a product that affect another page, since all share one file. */
async function strangersOf(html: string, url: string): Promise<string[]> {
  const own = rulesOf(await ownSheets(url));
  shared ??= rulesOf(sheetsOfBuild(SHARED_FILE));
  return [...shared].filter(([rule, about]) => !own.has(rule) && all(html, about).length > 0).map(([rule]) => rule);
}

let shared: ReturnType<typeof rulesOf> | undefined;

/** The checks read documents as the server wrote them, because a browser changes them. */

/** An attribute of each element that a selector finds. */
const attributesOf = (document: Document, selector: string, name: string) =>
  document(selector)
    .toArray()
    .map((one) => document(one).attr(name));

/** Articles without a heading, headings that skip a level, and required selects without an initial empty option. */
function unorderedOf(document: Document): string[] {
  const levels = document("h1, h2, h3, h4, h5, h6")
    .toArray()
    .map(({ name }) => Number(name.slice(1)));
  // A sheet comes before the page's own heading.
  const skipping = levels.filter((level, at) => at > 0 && level > Math.max(levels[at - 1] ?? 1, 1) + 1);
  const wrong = document("article:not(:has(h2, h3)), select[required]:not(:has(> option:first-child))").toArray();
  return [...skipping.map((level) => `h${level}`), ...wrong.map(({ name }) => name)];
}

/** A text that is only an amount or quantity, which a translator could change. */
const FIGURE = /^[\d.,–\u200b]+\s(?:USDT|BTC|XCH|FIL|ETH|T)$/;

/** Figures with a coin or T that page translators may change (behaviour 10.49). */
const translatedFiguresOf = (document: Document): string[] =>
  document("body :not(script, style, title, textarea, option, [translate=no], [translate=no] *)")
    .contents()
    .toArray()
    .flatMap((node) => ("data" in node && FIGURE.test(node.data.trim()) ? [node.data] : []));

/** A code field that can be used: otherwise its button is a quiet one. */
const CODE = "[role=dialog] form:has(.button:not(.button-quiet)) [autocomplete=one-time-code]";

/** The element that must have the focus: an error, else the code or heading of a sheet, else none. */
function wantedFocusOf(document: Document): (string | undefined)[] {
  const wanted = ["#summary", "[aria-invalid=true]", CODE, "[role=dialog] h2"];
  const first = wanted.find((selector) => document(selector).length > 0);
  return first ? [document(first).attr("id")] : [];
}

/** Optional fields: the invitation code, the honeypot, products to compare, photos to replace. */
const OPTIONAL = ["[name=inCode]", "[name=subject]", "[name=ids]", "[type=file]"].join();
const UNREQUIRED = `form[method=post] :is(input:not([type=hidden]), select, textarea)[name]:not([required], ${OPTIONAL})`;

for (const { name: audience, account, views } of AUDIENCES) {
  test(`the views of a ${audience} are valid, styled HTML with a title, texts and correct order`, async ({
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
    for (const { view, isChecked } of sampledViews(views, 80)) {
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
        "fields that show a previous visitor's input": document("body").attr("data-visitor")
          ? typedAgainForOthersOf(document)
          : [],
        "headings or lists out of order": unorderedOf(document),
        "figures that translators change": translatedFiguresOf(document),
        "fields without required": attributesOf(document, UNREQUIRED, "name"),
        "icons without a name": wordlessOf(html),
        "classes styled only by another page's sheet": await unstyledOf(html, page.url()),
        "rules that only Home or a product needs": await strangersOf(html, page.url()),
        "words that run together without CSS": runTogetherOf(html),
      };
      for (const [what, faults] of Object.entries(found)) expect.soft(faults, `${here}: ${what}`).toEqual([]);
    }
  });
}
