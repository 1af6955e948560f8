import { FORM_MAX_BYTES } from "~server/constants";

/** No form of this site comes near it. */
const FIELDS_MAX = 200;
/** Flat names only: conform would read dots and brackets as paths, and an index such as `[999999999]` as an order. */
const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
/** The form library's own question ("would this be valid?"). */
export const QUESTION_FIELD = "__intent__";
/** Names that every object has already. */
const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Why a body cannot be read, as an HTTP status. */
export class UnreadableForm extends Error {
  override name = "UnreadableForm";
  constructor(readonly status: 400 | 413 | 415) {
    super(`The form cannot be read (${status}).`);
  }
}

/**
 * Reads the body of a posted form of at most 64 kB.
 *
 * @returns its fields (texts); names that no form of ours uses are left out
 * @throws UnreadableForm 415 when it is no urlencoded form, 413 when it is too large, 400 when it is broken
 */
export async function readForm(request: Request): Promise<FormData> {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") throw new UnreadableForm(415);
  const fields = [...new URLSearchParams(await readText(request))];
  if (fields.length > FIELDS_MAX) throw new UnreadableForm(400);
  const form = new FormData();
  for (const [name, value] of fields) {
    if ((FIELD_NAME.test(name) && !INHERITED.has(name)) || name === QUESTION_FIELD) form.append(name, value);
  }
  return form;
}

async function readText(request: Request): Promise<string> {
  if (!request.body) return "";
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const reader = request.body.getReader();
  let text = "";
  let bytes = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      bytes += next.value.byteLength;
      if (bytes > FORM_MAX_BYTES) throw new UnreadableForm(413);
      text += decoder.decode(next.value, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    // The rest of the body is nobody's: stop receiving it. Its sender may be gone, which is no news.
    await reader.cancel().catch(() => undefined);
    throw error instanceof UnreadableForm ? error : new UnreadableForm(400);
  }
}
