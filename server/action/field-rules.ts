import { z } from "zod";
import { CODE_LENGTH } from "~server/constants";
import type { MessageKey } from "~server/message";

/** Rules of fields that several forms have (behaviour 5). */

/** Longer than any password or code that somebody typed. */
const SECRET_MAX_LENGTH = 256;

/** A code of the authenticator. */
export const SIX_DIGITS = new RegExp(`^\\d{${CODE_LENGTH}}$`);

/** A text that must be there; blanks around it do not count. */
export function filled(missing: MessageKey) {
  return z.string({ required_error: missing }).trim().min(1, missing);
}

/** A code, without blanks around it. */
export function codeField(pattern: RegExp, wrong: MessageKey) {
  return filled("errors.codeRequired").max(CODE_LENGTH, wrong).regex(pattern, wrong);
}

/** Six digits: a code of the authenticator, of an SMS or of an e-mail at the sign-in. */
export const sixDigits = codeField(SIX_DIGITS, "errors.codeLength");

/** A password that must be there; its blanks count. */
export function password(missing: MessageKey, long: MessageKey) {
  return z
    .string({ required_error: missing })
    .max(SECRET_MAX_LENGTH, long)
    .refine((typed) => typed.trim() !== "", missing);
}

/** The password of an account: never trimmed or checked against registration's rule, which may be younger than it. */
export const accountPassword = password("errors.passwordRequired", "errors.invalid");
