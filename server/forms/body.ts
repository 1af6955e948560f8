import { readMultipart, type FileRules, type FirstField, type SentFiles } from "~server/forms/files";
import { TooBusy } from "~server/forms/spool";
import { SECURITY_INFO_FIELD } from "~server/forms/fields";
import { readUrlencoded } from "~server/forms/urlencoded";
import { FORM_READ_MAX_BYTES, UPLOAD_FORM_MAX_BYTES } from "~server/forms/constants";
import type { TextKey } from "~server/texts/catalogue";
import { beginningOf } from "~server/search-words";

const FIELDS_MAX = 200;
/** Longer values are cut before any rule reads them. */
export const VALUE_MAX_LENGTH = 8 * 1024;
/** Flat names only: conform reads dots and brackets as paths, and builds a list as long as an index says. */
const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
/** A field of the form library. It asks for validation only. */
export const QUESTION_FIELD = "__intent__";
const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype));

const UNREADABLE = {
  400: "errors.network",
  408: "errors.tooSlow",
  413: "errors.tooLarge",
  415: "errors.network",
  503: "errors.network",
} as const satisfies Record<number, TextKey>;

export class UnreadableForm extends Error {
  override name = "UnreadableForm";
  readonly messageKey: TextKey;
  constructor(readonly status: keyof typeof UNREADABLE) {
    super(`The form cannot be read (${status}).`);
    this.messageKey = UNREADABLE[status];
  }
}

export interface PostedForm {
  form: FormData;
  /** True if the form or one of its texts was too large. `form` is then incomplete and must be refused. */
  cut: boolean;
  files: SentFiles;
  /** Set if only the beginning arrived. The form must then be refused, but complete files may be stored. */
  interrupted?: UnreadableForm | undefined;
  /** Frees the files; must be called after the response. */
  release: () => Promise<void>;
}

/**
 * Reads at most 64 kB of texts of a posted form. Skips names that no form of ours can have.
 *
 * @param multipart for a form that may carry files; every other form is urlencoded
 * @throws UnreadableForm 415 for another content type, 413 if the body is too large to be read to its end, 408 if it
 * arrives too slowly, 400 if it is malformed, 503 if this process stores too many files already
 */
export async function readForm(
  request: Request,
  multipart?: { rules: FileRules; first: FirstField },
): Promise<PostedForm> {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  const lengthBytes = Number(request.headers.get("content-length") ?? 0);
  try {
    if (multipart && type === "multipart/form-data") {
      if (lengthBytes > UPLOAD_FORM_MAX_BYTES) throw new UnreadableForm(413);
      const { fields, interrupted, ...rest } = await readMultipart(request, multipart.rules, multipart.first);
      return { ...formOf(fields), ...rest, interrupted: interrupted && unreadable(interrupted, true) };
    }
    if (type !== "application/x-www-form-urlencoded") throw new UnreadableForm(415);
    if (lengthBytes > FORM_READ_MAX_BYTES) throw new UnreadableForm(413);
    const { fields, cut } = await readUrlencoded(request, FIELDS_MAX);
    const read = formOf(fields);
    return { form: read.form, cut: cut || read.cut, files: {}, release: async () => undefined };
  } catch (error) {
    throw unreadable(error, type === "multipart/form-data");
  }
}

function unreadable(error: unknown, isMultipart: boolean): UnreadableForm {
  if (error instanceof UnreadableForm) return error;
  if (error instanceof TooBusy) return new UnreadableForm(503);
  if (isMultipart && error instanceof RangeError) return new UnreadableForm(413);
  // The HTTP server's error class is in another bundle, so `instanceof` does not work.
  const { status } = error as { status?: unknown };
  return new UnreadableForm(status === 408 || status === 413 ? status : 400);
}

function formOf(fields: readonly (readonly [string, string])[]): Pick<PostedForm, "form" | "cut"> {
  const form = new FormData();
  let cut = false;
  for (const [name, value] of fields) {
    if ((!FIELD_NAME.test(name) || INHERITED.has(name)) && name !== QUESTION_FIELD) continue;
    const isLong = value.length > VALUE_MAX_LENGTH;
    // Browsers fill in this field; a form without it is valid.
    if (isLong && name === SECURITY_INFO_FIELD) continue;
    cut ||= isLong;
    form.append(name, beginningOf(value, VALUE_MAX_LENGTH));
  }
  return { form, cut };
}
