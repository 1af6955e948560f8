import { randomBytes } from "node:crypto";
import { controlsOf, isChosen, isDisabled, textOf, valueOf, type Document, type Element } from "./elements";

/** A file that a visitor has picked. */
export interface Picked {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** The file of each field, which no attribute can store. */
export const pickedFiles = new WeakMap<Element, Picked>();

/** Returns the entries of a form in document order: the standard's "entry list". */
function entriesOf($: Document, form: Element, submitter: Element | undefined): [string, string | File][] {
  return controlsOf($, form).flatMap((control): [string, string | File][] => {
    const { name, type = "" } = control.attribs;
    const isButton = control.name === "button" || ["submit", "button", "reset", "image"].includes(type);
    if (!name || isDisabled(control) || (isButton && control !== submitter)) return [];
    if (/^(checkbox|radio)$/.test(type) && control.attribs.checked === undefined) return [];
    if (type === "file") {
      const file = pickedFiles.get(control) ?? {
        buffer: Buffer.alloc(0),
        name: "",
        mimeType: "application/octet-stream",
      };
      return [[name, new File([new Uint8Array(file.buffer)], file.name, { type: file.mimeType })]];
    }
    if (control.name === "select") {
      const chosen = $(control)
        .find("option")
        .toArray()
        .filter((option) => isChosen($, option) && !isDisabled(option));
      return chosen.map((option) => [name, option.attribs.value ?? textOf(option)]);
    }
    // The standard requires that lines end with CRLF.
    return [[name, isButton ? (control.attribs.value ?? "") : valueOf($, control).replace(/\r\n|\r|\n/g, "\r\n")]];
  });
}

/** Encodes names and values as a form without files sends them. */
export const urlencoded = (pairs: [string, string][]) => ({
  body: Buffer.from(new URLSearchParams(pairs).toString()),
  type: "application/x-www-form-urlencoded",
});

/** Returns the request that a form sends, with or without a button. */
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
    return { method: "POST" as const, url, ...urlencoded(pairs) };
  }
  const boundary = `----scriptless${randomBytes(12).toString("hex")}`;
  const body = await multipartOf(entries, boundary);
  return { method: "POST" as const, url, body, type: `multipart/form-data; boundary=${boundary}` };
}

/** Encodes entries as browsers do, because Node's own encoder omits the name of a field without a file. */
async function multipartOf(entries: readonly [string, string | File][], boundary: string): Promise<Buffer> {
  const quoted = (text: string) => text.replace(/"/g, "%22").replace(/\r?\n/g, "%0D%0A");
  const parts: (string | Buffer)[] = [];
  for (const [name, value] of entries) {
    parts.push(`--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`);
    if (typeof value === "string") parts.push(`\r\n\r\n${value}\r\n`);
    else {
      parts.push(`; filename="${quoted(value.name)}"\r\nContent-Type: ${value.type}\r\n\r\n`);
      parts.push(Buffer.from(await value.arrayBuffer()), "\r\n");
    }
  }
  parts.push(`--${boundary}--\r\n`);
  return Buffer.concat(parts.map((part) => Buffer.from(part)));
}
