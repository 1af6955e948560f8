import { closest, isElement, isHidden, lineage, oneLine, textOf, type Document, type Element } from "./elements";

/** The role and the name of an element as a screen reader gets them, by the part of accname that this site needs. */

const INPUT_ROLES: Readonly<Record<string, string>> = {
  checkbox: "checkbox",
  radio: "radio",
  search: "searchbox",
  submit: "button",
  button: "button",
  number: "spinbutton",
};
const ROLES: Readonly<Record<string, string>> = {
  button: "button",
  select: "combobox",
  textarea: "textbox",
  option: "option",
  output: "status",
  main: "main",
  nav: "navigation",
  article: "article",
  fieldset: "group",
  details: "group",
  dialog: "dialog",
  ul: "list",
  ol: "list",
  li: "listitem",
  table: "table",
  form: "form",
  hr: "separator",
  h1: "heading",
  h2: "heading",
  h3: "heading",
  h4: "heading",
  h5: "heading",
  h6: "heading",
};

/** The role of an element; undefined for one that has none. */
export function roleOf(element: Element): string | undefined {
  const { name, attribs } = element;
  if (attribs.role) return attribs.role;
  if (name === "a") return "href" in attribs ? "link" : undefined;
  if (name === "img") return attribs.alt === "" ? undefined : "img";
  if (name === "input") {
    const type = attribs.type ?? "text";
    return type === "hidden" || type === "password" || type === "file" ? undefined : (INPUT_ROLES[type] ?? "textbox");
  }
  return ROLES[name];
}

export const levelOf = ({ name, attribs }: Element): number =>
  Number(attribs["aria-level"] ?? /^h([1-6])$/.exec(name)?.[1] ?? 0);

/** Whether an element is exposed to assistive technology. */
export const isExposed = (element: Element): boolean =>
  !isHidden(element) && !lineage(element).some(({ attribs }) => attribs["aria-hidden"] === "true");

/** The labels of a control: those that name it by its id, and the one around it. */
export function labelsOf($: Document, control: Element): Element[] {
  const { id } = control.attribs;
  const named =
    id === undefined
      ? []
      : $("label")
          .toArray()
          .filter(({ attribs }) => attribs.for === id);
  const around = closest(control, "label");
  return around && !named.includes(around) ? [...named, around] : named;
}

const FROM_CONTENT = new Set(["link", "button", "heading", "option", "checkbox", "radio", "listitem", "tab", "status"]);
const INLINE = new Set(
  "a abbr b bdi bdo cite code em i kbd mark q s small span strong sub sup time u var wbr data dfn ruby".split(" "),
);

/** The words that an element's content gives to a name. */
function contentOf($: Document, element: Element): string {
  return element.children
    .map((child) => {
      if (child.type === "text") return child.data;
      if (!isElement(child) || child.attribs["aria-hidden"] === "true") return "";
      // Elements in a closed <details> have the name that they have once it is open.
      if (isHidden(child) && !isHidden(element)) return "";
      const words = child.attribs["aria-label"] ?? child.attribs.alt ?? contentOf($, child);
      return INLINE.has(child.name) ? words : ` ${words} `;
    })
    .join("");
}

const byIds = ($: Document, ids: string): string =>
  oneLine(
    ids
      .split(/\s+/)
      .map((id) => {
        const [other] = $(`[id="${id}"]`).toArray();
        return other ? contentOf($, other) : "";
      })
      .join(" "),
  );

/** The accessible name of an element; empty when it has none. */
export function nameOf($: Document, element: Element): string {
  const { attribs } = element;
  if (attribs["aria-labelledby"]) return byIds($, attribs["aria-labelledby"]);
  if (attribs["aria-label"]) return oneLine(attribs["aria-label"]);
  const labels = ["input", "select", "textarea"].includes(element.name) ? labelsOf($, element) : [];
  if (labels.length > 0) return oneLine(labels.map((label) => contentOf($, label)).join(" "));
  if (attribs.alt !== undefined) return oneLine(attribs.alt);
  if (element.name === "fieldset") {
    const legend = element.children.find((child) => isElement(child) && child.name === "legend");
    return legend ? textOf(legend) : "";
  }
  const content = FROM_CONTENT.has(roleOf(element) ?? "") || element.name === "summary" ? contentOf($, element) : "";
  return oneLine(content) || oneLine(attribs.title ?? "");
}

/** The accessible description: what `aria-describedby` names. */
export const descriptionOf = ($: Document, { attribs }: Element): string =>
  attribs["aria-describedby"] ? byIds($, attribs["aria-describedby"]) : "";
