import { load, type Cheerio, type CheerioAPI } from "cheerio";

type AnyNode = ReturnType<CheerioAPI["root"]>[number]["children"][number];

/**
 * Functions that find elements in markup, parsed as in a browser without scripts, where `<noscript>` has content. Each
 * function takes markup as text, or the result of an earlier function.
 */
export type Found = Cheerio<AnyNode>;

/** The last documents, because most tests read one page, or a few, several times in a row. */
const recent = new Map<string, Found>();
const RECENT_MAX = 6;

/** Parses the markup of a page or of a part; `.find(selector)` returns elements. */
export function documentOf(html: string): Found {
  const document = recent.get(html) ?? load(html, { scriptingEnabled: false }).root();
  recent.delete(html);
  recent.set(html, document);
  for (const oldest of recent.keys()) {
    if (recent.size <= RECENT_MAX) break;
    recent.delete(oldest);
  }
  return document;
}

const found = (markup: Found | string): Found => (typeof markup === "string" ? documentOf(markup) : markup);

/** Returns the elements that a selector finds, in document order. */
export function all(markup: Found | string, selector: string): Found[] {
  const elements: Found = found(markup).find(selector);
  return elements.toArray().map((_, index) => elements.eq(index));
}

/** Returns the only element that a selector finds. @throws Error unless exactly one element matches */
export function only(markup: Found | string, selector: string): Found {
  const [element, ...more] = all(markup, selector);
  if (!element || more.length > 0) throw new Error(`${element ? more.length + 1 : 0} elements are ${selector}`);
  return element;
}

/**
 * Returns the source of the only element that a selector finds, including its tags.
 *
 * @throws Error unless exactly one element matches
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

/** Returns true for a sentence that protects its figures from translators, as `NoTranslate` renders it. */
export const isSentence = ({ children }: { children: AnyNode[] }): boolean =>
  children.every((child) => "name" in child && child.name === "span") &&
  children.some((child) => "attribs" in child && child.attribs.translate === "no");

/** Returns markup as one line of text without scripts and styles; tags outside a sentence become spaces. */
export function textOf(markup: Found | string): string {
  return found(markup).toArray().map(words).join(" ").replace(/\s+/g, " ").trim();
}

/** Returns the text of each element that a selector finds. */
export function textsOf(markup: Found | string, selector: string): string[] {
  return all(markup, selector).map(textOf);
}

/** Returns an attribute of each element that a selector finds; undefined for an element without it. */
export function attributesOf(markup: Found | string, selector: string, name: string): (string | undefined)[] {
  return all(markup, selector).map((element) => element.attr(name));
}

/** Returns the address and text of each link. */
export function linksOf(markup: Found | string): { href: string; text: string }[] {
  return all(markup, "a[href]").map((link) => ({ href: link.attr("href") ?? "", text: textOf(link) }));
}

/** Returns the options of the select with that name, in order; undefined if there is none. */
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

/** A form as a browser would send it. */
export interface Form {
  method: "GET" | "POST";
  /** The address; undefined if the form posts to its own page. */
  action: string | undefined;
  /** The fields that are sent without a button. A repeated name has its last value. */
  fields: Record<string, string>;
  /** The buttons, with the field that each adds. */
  buttons: { name: string; value: string; text: string }[];
}

/**
 * Returns the first form that a selector finds, or the form around the element that it finds.
 *
 * @param selector such as `[name=googleCode]`; by default the first form below the header
 * @throws Error if there is none
 */
export function formOf(markup: Found | string, selector = "form"): Form {
  const form = found(markup).find(selector).not("header *").first().closest("form");
  if (form.length === 0) throw new Error(`The page has no form with ${selector}`);
  const fields = Object.fromEntries(form.serializeArray().map(({ name, value }) => [name, value]));
  // cheerio ignores a selected option in a group if an option precedes the groups.
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

/** Returns the value of the first field with that name below the header; undefined if there is none. */
export function fieldOf(markup: Found | string, name: string): string | undefined {
  const value = found(markup).find(`[name="${name}"]`).not("header *").first().val();
  return Array.isArray(value) ? value[0] : value;
}

/** Returns the value that the element with that id shows or sends; undefined if there is none. */
export function valueOf(markup: Found | string, id: string): string | undefined {
  return found(markup).find(`#${id}`).attr("value");
}

/** Returns the text of the element with that id including all spaces, as it is copied; undefined if there is none. */
export function exactOf(markup: Found | string, id: string): string | undefined {
  const element = found(markup).find(`#${id}`);
  return element.length ? element.text() : undefined;
}

/** Returns a page's title. @throws Error if the page has no title */
export const titleOf = (markup: Found | string): string => textOf(only(markup, "head > title"));
