import { load, type Cheerio, type CheerioAPI } from "cheerio";

type AnyNode = ReturnType<CheerioAPI["root"]>[number]["children"][number];

/**
 * Functions that find elements in markup, parsed like in a browser without scripts: `<noscript>` has content. Each
 * function takes markup as text, or the result of an earlier function.
 */
export type Found = Cheerio<AnyNode>;

let last: { html: string; document: Found } | undefined;

/** Parses a page's markup, or a piece of it; `.find(selector)` returns elements. */
export function documentOf(html: string): Found {
  // Caches the last document, because most tests read one page several times in a row.
  if (last?.html !== html) last = { html, document: load(html, { scriptingEnabled: false }).root() };
  return last.document;
}

const found = (markup: Found | string): Found => (typeof markup === "string" ? documentOf(markup) : markup);

/** The elements that a selector finds, in document order. */
export function all(markup: Found | string, selector: string): Found[] {
  const elements: Found = found(markup).find(selector);
  return elements.toArray().map((_, index) => elements.eq(index));
}

/** The one element that a selector finds. @throws Error when there are none or several */
export function only(markup: Found | string, selector: string): Found {
  const [element, ...more] = all(markup, selector);
  if (!element || more.length > 0) throw new Error(`${element ? more.length + 1 : 0} elements are ${selector}`);
  return element;
}

/**
 * The source of the one element that a selector finds, tags included.
 *
 * @throws Error when there are none or several
 */
export function sourceOf(html: string, selector: string): string {
  const placed = load(html, { scriptingEnabled: false, sourceCodeLocationInfo: true }).root();
  const [node] = only(placed, selector).toArray();
  const place = node?.sourceCodeLocation;
  if (!place) throw new Error(`${selector} is not written in the page`);
  return html.slice(place.startOffset, place.endOffset);
}

const UNREAD = new Set(["script", "style", "template"]);

function words(node: AnyNode): string {
  if (node.type === "text") return node.data;
  if (!("children" in node) || ("name" in node && UNREAD.has(node.name))) return "";
  return node.children.map(words).join(isSentence(node) ? "" : " ");
}

/** A sentence whose figures are kept from translators, such as `NoTranslate` renders. */
export const isSentence = ({ children }: { children: AnyNode[] }): boolean =>
  children.every((child) => "name" in child && child.name === "span") &&
  children.some((child) => "attribs" in child && child.attribs.translate === "no");

/** The text of markup in one line, with a blank for each tag except inside a sentence, without scripts and styles. */
export function textOf(markup: Found | string): string {
  return found(markup).toArray().map(words).join(" ").replace(/\s+/g, " ").trim();
}

/** The text of each element that a selector finds. */
export function textsOf(markup: Found | string, selector: string): string[] {
  return all(markup, selector).map(textOf);
}

/** An attribute of each element that a selector finds; undefined where one has none. */
export function attributesOf(markup: Found | string, selector: string, name: string): (string | undefined)[] {
  return all(markup, selector).map((element) => element.attr(name));
}

/** The links: address and text. */
export function linksOf(markup: Found | string): { href: string; text: string }[] {
  return all(markup, "a[href]").map((link) => ({ href: link.attr("href") ?? "", text: textOf(link) }));
}

/** The options of the select of that name, in order; undefined when there is no such select. */
export function optionsOf(
  markup: Found | string,
  name: string,
): { value: string; text: string; chosen: boolean }[] | undefined {
  const [select] = all(markup, `select[name="${name}"]`);
  return (
    select &&
    all(select, "option").map((option) => ({
      value: option.attr("value") ?? textOf(option),
      text: textOf(option),
      chosen: option.attr("selected") !== undefined,
    }))
  );
}

/** A form as it would be sent. */
export interface Form {
  method: "GET" | "POST";
  /** Undefined if the form posts to its own page. */
  action: string | undefined;
  /** The fields that it would send without a button; a repeated name has its last value. */
  fields: Record<string, string>;
  /** The buttons, with the field that each adds. */
  buttons: { name: string; value: string; text: string }[];
}

/**
 * The first form that a selector finds, or the form around the element it finds.
 *
 * @param selector such as `[name=googleCode]`; by default the first form below the header
 * @throws Error when there is none
 */
export function formOf(markup: Found | string, selector = "form"): Form {
  const form = found(markup).find(selector).not("header *").first().closest("form");
  if (form.length === 0) throw new Error(`The page has no form with ${selector}`);
  const fields = Object.fromEntries(form.serializeArray().map(({ name, value }) => [name, value]));
  // cheerio overlooks a chosen option in a group where an option comes before the groups.
  for (const select of all(form, "select[name]:has(optgroup > option[selected])"))
    fields[select.attr("name") ?? ""] = select.find("option[selected]").attr("value") ?? "";
  return {
    method: form.attr("method")?.toUpperCase() === "POST" ? "POST" : "GET",
    action: form.attr("action"),
    fields,
    buttons: all(form, "button:not([type=button]), input[type=submit]").map((button) => ({
      name: button.attr("name") ?? "",
      value: button.attr("value") ?? "",
      text: textOf(button),
    })),
  };
}

/** The value of the first field of that name below the header; undefined when there is no such field. */
export function fieldOf(markup: Found | string, name: string): string | undefined {
  const value = found(markup).find(`[name="${name}"]`).not("header *").first().val();
  return Array.isArray(value) ? value[0] : value;
}

/** The value that the element of that id shows or sends; undefined when there is no such element. */
export function valueOf(markup: Found | string, id: string): string | undefined {
  return found(markup).find(`#${id}`).attr("value");
}

/** The text of the element of that id with all blanks, as it is copied; undefined if there is none. */
export function exactOf(markup: Found | string, id: string): string | undefined {
  const element = found(markup).find(`#${id}`);
  return element.length ? element.text() : undefined;
}

/** A page's title. @throws Error when there is none */
export const titleOf = (markup: Found | string): string => textOf(only(markup, "head > title"));
