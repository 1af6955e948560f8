import { isElement, type Document, type Element } from "./scriptless/elements";

/** Fields that Back never fills in again: nobody types into them, or browsers restore none of their kind. */
const NEVER = new Set(["hidden", "password", "file", "submit"]);
/** Boxes of plans to compare, which belong to the browser. */
const OF_THE_BROWSER = "ids";
/** A choice in a form of this method is in the address as soon as it is made. */
const isApplied = ({ name, attribs }: Element, form: Element): boolean =>
  form.attribs.method === "get" && (name === "select" || /radio|checkbox/.test(attribs.type ?? ""));

const isTypedAgain = (field: Element, form: Element): boolean =>
  field.attribs.name !== OF_THE_BROWSER &&
  !("readonly" in field.attribs) &&
  !NEVER.has(field.attribs.type ?? "") &&
  !/^(?:off|one-time-code)$/.test(field.attribs.autocomplete ?? form.attribs.autocomplete ?? "") &&
  !isApplied(field, form);

/**
 * The fields of a signed-in visitor's page that Back would fill in for the next visitor too: neither they nor their
 * form forbid it, and no mark of the visitor comes first in it (behaviour 10.50).
 */
export function typedAgainForOthersOf(document: Document): string[] {
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
