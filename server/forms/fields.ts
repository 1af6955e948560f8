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

/** Fields that nobody typed: the pressed button, the return target of the language switch, the page's captcha. */
const NOT_TYPED = ["intent", "redirectTo", "verificationType"];

export const SECURITY_INFO_FIELD = "securityInfo";
const SECURITY_INFO_MAX_LENGTH = 4 * 1024;
/** The longest text in a flow. A question of 1000 characters is sent with two for each of its line breaks. */
const DRAFT_VALUE_MAX_LENGTH = 2_048;

/** The names that a response omits, the form's own secrets included. */
export function hiddenFields(secrets: readonly string[]): string[] {
  return [...ALWAYS_HIDDEN, ...secrets];
}

/** The typed values for a draft: no secrets, no buttons, nothing longer than a form allows. */
export function draftValues(form: FormData, secrets: readonly string[]): Record<string, string> {
  const hidden = new Set([...hiddenFields(secrets), ...NOT_TYPED]);
  const values: Record<string, string> = {};
  for (const [name, value] of form) {
    if (!hidden.has(name) && typeof value === "string" && value !== "" && value.length <= DRAFT_VALUE_MAX_LENGTH) {
      values[name] = value;
    }
  }
  return values;
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
