import { parseObject } from "~server/forms/constants";
import { FORM_TOKEN_FIELD } from "~server/session/csrf";

/** Fields that no response repeats and no draft stores, in any form: secrets and proofs. */
const ALWAYS_HIDDEN = [
  FORM_TOKEN_FIELD,
  "loginPword",
  "loginPwd",
  "pwd",
  "confirmPwd",
  "googleCode",
  "smsCode",
  "emailCode",
  "securityInfo",
  "csessionid",
  "sig",
  "token",
  "scene",
  "geetest_challenge",
  "geetest_validate",
  "geetest_seccode",
];

export const SECURITY_INFO_FIELD = "securityInfo";
const SECURITY_INFO_MAX_LENGTH = 4 * 1024;

/** The names that a response omits, the form's own secrets included. */
export function hiddenFields(secrets: readonly string[]): string[] {
  return [...ALWAYS_HIDDEN, ...secrets];
}

/**
 * The fields of a form that its draft preserves, and the most characters (UTF-16) of each. Never a password or a code.
 * A value is longer as it was typed than its rule allows: with blanks, or two characters for a line break.
 */
export type DraftFields = Readonly<Record<string, number>>;

/** The typed values for a draft: of declared fields alone, each cut to its own maximum. */
export function draftValues(form: FormData, fields: DraftFields): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, maxLength] of Object.entries(fields)) {
    const value = form.getAll(name).at(-1);
    if (typeof value === "string" && value !== "") values[name] = cutTo(value, maxLength);
  }
  return values;
}

/** The beginning of a text; no character is cut in two. */
export function cutTo(text: string, maxLength: number): string {
  return text.length > maxLength ? text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, "") : text;
}

/**
 * The browser's security information (behaviour 3.17, 10.28): the text of a JSON object of at most 4 kB.
 *
 * @returns undefined for anything else; a form without it is valid too
 */
export function securityInfo(form: FormData): string | undefined {
  const text = form.get(SECURITY_INFO_FIELD);
  const fits = typeof text === "string" && text.length <= SECURITY_INFO_MAX_LENGTH;
  return fits && parseObject(text) ? text : undefined;
}
