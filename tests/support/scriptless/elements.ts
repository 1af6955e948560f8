import { load, type CheerioAPI } from "cheerio";

/**
 * A parsed document, whose elements behave as in a browser without scripts. The visitor's changes (a value, a tick, an
 * open list) are stored in the elements' attributes.
 */
export type Document = CheerioAPI;
export type Element = Extract<ReturnType<CheerioAPI>[number], { attribs: object }>;
type Node = Element["children"][number];

export const parse = (html: string): Document => load(html, { scriptingEnabled: false });

export const isElement = (node: Node | Element["parent"] | undefined): node is Element =>
  node !== null && node !== undefined && "attribs" in node;

/** Returns an element and its ancestors, from the inside out. */
function lineage(element: Element): Element[] {
  const line: Element[] = [];
  for (let at: Element["parent"] | Element = element; isElement(at); at = at.parent) line.push(at);
  return line;
}

export const closest = (element: Element, ...names: string[]): Element | undefined =>
  lineage(element).find(({ name }) => names.includes(name));

const UNREAD = new Set(["script", "style", "head", "template"]);

/** Returns a text with each run of white space replaced by one space. */
export const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Returns the text of an element with each run of white space replaced by one space. */
export const textOf = (node: Node): string => oneLine(rawText(node));

function rawText(node: Node): string {
  if (node.type === "text") return node.data;
  if (!("children" in node) || (isElement(node) && UNREAD.has(node.name))) return "";
  return node.children.map(rawText).join("");
}

const has = (element: Element, attribute: string): boolean => attribute in element.attribs;

/** Returns true if the markup alone hides an element; style is ignored. */
export function isHidden(element: Element): boolean {
  return lineage(element).some((part, index, line) => {
    if (UNREAD.has(part.name) || has(part, "hidden") || (part.name === "input" && part.attribs.type === "hidden"))
      return true;
    if (part.name === "option" || part.name === "datalist") return false;
    // A closed <details> shows its summary.
    const child = line[index - 1];
    return part.name === "details" && !has(part, "open") && child !== undefined && child.name !== "summary";
  });
}

/** Returns true if a control is disabled, by itself or by its group. */
export function isDisabled(element: Element): boolean {
  if (!["input", "select", "textarea", "button", "option"].includes(element.name)) return false;
  return has(element, "disabled") || lineage(element).some((part) => part.name === "fieldset" && has(part, "disabled"));
}

/** Returns true for the option that its list shows as chosen. */
export function isChosen($: Document, option: Element): boolean {
  const select = closest(option, "select");
  if (!select || has(select, "multiple")) return has(option, "selected");
  const options = $(select).find("option").toArray();
  const chosen = options.filter((one) => has(one, "selected")).pop() ?? options.find((one) => !has(one, "disabled"));
  return option === chosen;
}

/** Returns the value of a field as its form would send it. */
export function valueOf($: Document, field: Element): string {
  if (field.name === "select") {
    const chosen = $(field)
      .find("option")
      .toArray()
      .find((option) => isChosen($, option));
    return chosen ? (chosen.attribs.value ?? textOf(chosen)) : "";
  }
  // The parser drops the line break that HTML allows after the tag.
  if (field.name === "textarea") return $(field).text();
  return field.attribs.value ?? (/^(checkbox|radio)$/.test(field.attribs.type ?? "") ? "on" : "");
}

/** Returns the form that a control belongs to. */
export function formOf($: Document, control: Element): Element | undefined {
  const { form } = control.attribs;
  return form === undefined ? closest(control, "form") : $(`form#${form}`).get(0);
}

/** Returns the controls of a form, in document order. */
export const controlsOf = ($: Document, form: Element): Element[] =>
  $("input, select, textarea, button")
    .toArray()
    .filter((control) => formOf($, control) === form);
