import { parseObject } from "~server/forms/constants";
import { beginningOf } from "~server/search-words";
import { FORM_TOKEN_FIELD } from "~server/session/csrf";

/** Secrets and proofs, which responses never repeat and drafts never store. */
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

export function hiddenFields(secrets: readonly string[]): string[] {
  return [...ALWAYS_HIDDEN, ...secrets];
}

/** Fields that a form's draft preserves, with maximum lengths above those of the rules: a draft still has spaces. */
export type DraftFields = Readonly<Record<string, number>>;

export function draftValues(form: FormData, fields: DraftFields): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, maxLength] of Object.entries(fields)) {
    const value = form.getAll(name).at(-1);
    if (typeof value === "string" && value !== "") values[name] = beginningOf(value, maxLength);
  }
  return values;
}

/** Returns the browser's security information, a JSON object as text; undefined if it is missing or invalid. */
export function securityInfo(form: FormData): string | undefined {
  const text = form.get(SECURITY_INFO_FIELD);
  const fits = typeof text === "string" && text.length <= SECURITY_INFO_MAX_LENGTH;
  return fits && parseObject(text) ? text : undefined;
}
