import { chunksOf, readMultipart, type FileRules, type FirstField, type SentFiles } from "~server/action/files";
import { TooBusy } from "~server/action/spool";
import { FORM_MAX_BYTES } from "~server/constants";

/** More fields than any form of this site has. */
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
  constructor(readonly status: 400 | 413 | 415 | 503) {
    super(`The form cannot be read (${status}).`);
  }
}

/** A posted form. */
export interface PostedForm {
  /** Its texts. */
  form: FormData;
  /** Its files, where it may carry any. */
  files: SentFiles;
  /** To be called when the form has been answered: its files need not be held any longer. */
  release: () => Promise<void>;
}

/**
 * Reads the body of a posted form of at most 64 kB, not counting the files that it may carry.
 *
 * @param multipart for a form that may carry files: which, and the field that has to come before them; every other form
 *   is urlencoded
 * @returns its fields; names that no form of ours uses are left out
 * @throws UnreadableForm 415 when it is no such form, 413 when it is too large, 400 when it is broken, 503 when this
 *   process holds too many files already
 */
export async function readForm(
  request: Request,
  multipart?: { rules: FileRules; first: FirstField },
): Promise<PostedForm> {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (multipart && type === "multipart/form-data") {
    const { rules, first } = multipart;
    const { fields, files, release } = await readMultipart(request, rules, first).catch((error: unknown) => {
      throw new UnreadableForm(error instanceof TooBusy ? 503 : error instanceof RangeError ? 413 : 400);
    });
    return { form: formOf(fields), files, release };
  }
  if (type !== "application/x-www-form-urlencoded") throw new UnreadableForm(415);
  const fields = [...new URLSearchParams(await readText(request))];
  if (fields.length > FIELDS_MAX) throw new UnreadableForm(400);
  return { form: formOf(fields), files: {}, release: async () => undefined };
}

function formOf(fields: readonly (readonly [string, string])[]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) {
    if ((FIELD_NAME.test(name) && !INHERITED.has(name)) || name === QUESTION_FIELD) form.append(name, value);
  }
  return form;
}

async function readText(request: Request): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let bytes = 0;
  try {
    for await (const chunk of chunksOf(request.body)) {
      bytes += chunk.byteLength;
      if (bytes > FORM_MAX_BYTES) throw new UnreadableForm(413);
      text += decoder.decode(chunk, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    throw error instanceof UnreadableForm ? error : new UnreadableForm(400);
  }
}
