import { controlsOf, isChosen, isDisabled, textOf, valueOf, type Document, type Element } from "./dom";

/** A file that a visitor has picked. */
export interface Picked {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** The files of each field, which no attribute can hold. */
export const pickedFiles = new WeakMap<Element, Picked[]>();

/** What a form sends: its entries in the order of the document, as the standard's "entry list". */
export function entriesOf($: Document, form: Element, submitter: Element | undefined): [string, string | File][] {
  return controlsOf($, form).flatMap((control): [string, string | File][] => {
    const { name, type = "" } = control.attribs;
    const isButton = control.name === "button" || ["submit", "button", "reset", "image"].includes(type);
    if (!name || isDisabled(control) || (isButton && control !== submitter)) return [];
    if (/^(checkbox|radio)$/.test(type) && control.attribs.checked === undefined) return [];
    if (type === "file") {
      const files = pickedFiles.get(control) ?? [];
      if (files.length === 0) return [[name, new File([], "", { type: "application/octet-stream" })]];
      return files.map((file) => [name, new File([new Uint8Array(file.buffer)], file.name, { type: file.mimeType })]);
    }
    if (control.name === "select") {
      const chosen = $(control)
        .find("option")
        .toArray()
        .filter((option) => isChosen($, option) && !isDisabled(option));
      return chosen.map((option) => [name, option.attribs.value ?? textOf(option)]);
    }
    // Lines end as HTTP's do.
    return [[name, isButton ? (control.attribs.value ?? "") : valueOf($, control).replace(/\r\n|\r|\n/g, "\r\n")]];
  });
}

/** The request of a form that is sent by a button, or by none. */
export async function submissionOf($: Document, form: Element, submitter: Element | undefined, page: URL) {
  const entries = entriesOf($, form, submitter);
  const url = new URL(form.attribs.action ?? "", page);
  if (!form.attribs.action) url.hash = "";
  const pairs = entries.map(([name, value]): [string, string] => [
    name,
    typeof value === "string" ? value : value.name,
  ]);
  if (form.attribs.method?.toLowerCase() !== "post") {
    url.search = new URLSearchParams(pairs).toString();
    return { method: "GET" as const, url };
  }
  if (form.attribs.enctype !== "multipart/form-data") {
    const body = Buffer.from(new URLSearchParams(pairs).toString());
    return { method: "POST" as const, url, body, type: "application/x-www-form-urlencoded" };
  }
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  const encoded = new Response(data);
  const type = encoded.headers.get("Content-Type") ?? "";
  return { method: "POST" as const, url, body: Buffer.from(await encoded.arrayBuffer()), type };
}
