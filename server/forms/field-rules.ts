import { domainToASCII } from "node:url";
import { plainDigits } from "~/i18n/digits";
import { z } from "zod";
import { CODE_LENGTH } from "~server/specification";
import { messageKey } from "~server/i18n/message";
import type { TextKey } from "~server/texts/catalogue";
import { normalized } from "~server/normalized";
import { trimmed } from "~server/search-words";

export const EMAIL_MAX_LENGTH = 254;

const SECRET_MAX_LENGTH = 256;

/** Longer than any e-mail address or telephone number. */
export const ACCOUNT_MAX_LENGTH = 128;

/** Format of a code; `least` and `most` do not count spaces. */
export interface CodeShape {
  least: number;
  /** Longer codes are cut to this length; undefined if the upstream sets no maximum. */
  most?: number | undefined;
  digits?: boolean | undefined;
  /** Length of the field, including spaces. */
  maxLength: number;
}

const SIX = { least: CODE_LENGTH, most: CODE_LENGTH, maxLength: SECRET_MAX_LENGTH };

/** SMS and e-mail codes at sign-in have no fixed format. */
export const CODE_SHAPES = {
  authenticator: { ...SIX, digits: true },
  registration: SIX,
  signInEmail: { ...SIX, least: 1 },
  signInSms: { least: 1, maxLength: SECRET_MAX_LENGTH },
} as const satisfies Record<string, CodeShape>;

const AUTHENTICATOR_CODE = new RegExp(`^\\d{${CODE_LENGTH}}$`);
const REGISTRATION_CODE = new RegExp(`^[!-~]{${CODE_LENGTH}}$`);
/** Includes invisible characters copied from messages; U+2800 is a Braille pattern without dots. */
const BLANKS = /[\s\p{Cc}\p{Cf}\p{DI}\u2800]/gu;
/** A text without visible characters is empty. */
export const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{DI}\u2800]/u;

/** Makes full-width characters plain and removes spaces and invisible characters. */
export function withoutBlanks(typed: string): string {
  return plainDigits(normalized(typed, "NFKC")).replace(BLANKS, "");
}

/** Characters other than letters and digits, after NFKC. Avoids `\p`, which the oldest supported browsers lack. */
const NO_PART_OF_A_CODE = /[\s!-/:-@[-`{-\u00bf\u2000-\u206f\u3000-\u303f\ufeff]/g;

/** Extracts the code from `238-271` or `G-238271`, cut to size. If it is too long, its digits alone may fit. */
function plainCode(typed: string, { most = Infinity, digits }: CodeShape): string {
  const typedCode = plainDigits(normalized(typed, "NFKC")).replace(digits ? /\D/g : NO_PART_OF_A_CODE, "");
  // iOS fills some codes from messages in twice.
  const once = typedCode.slice(0, CODE_LENGTH);
  const code = AUTHENTICATOR_CODE.test(once) && typedCode === once + once ? once : typedCode;
  if (code.length <= most) return code;
  const figures = code.replace(/\D/g, "");
  return figures.length === most ? figures : code.slice(0, most);
}

/** The addresses that browsers accept in an e-mail field, if the domain has a top-level one; Zod's rule rejects some. */
const EMAIL = /^[a-z\d.!#$%&'*+/=?^_`{|}~-]+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/i;

export const isEmailAddress = (text: string): boolean => text.length <= EMAIL_MAX_LENGTH && EMAIL.test(text);

/** Removes spaces and full-width characters, and writes a domain such as `例子.中国` in ASCII, as most browsers do. */
function plainEmail(typed: string): string {
  const plain = withoutBlanks(typed).replaceAll("。", ".");
  const [account = "", domain = ""] = plain.split("@");
  if (plain.length > EMAIL_MAX_LENGTH || /^[ -~]*$/.test(domain)) return plain;
  return plain === `${account}@${domain}` ? `${account}@${domainToASCII(domain) || domain}` : plain;
}

export function emailAddress(wrong: TextKey) {
  const sent = z.string({ required_error: messageKey("errors.emailRequired") });
  // A `max` would cut a pasted address before spaces are removed from it.
  return sent.transform(plainEmail).pipe(sent.refine(isEmailAddress, wrong));
}

const account = z.string({ required_error: messageKey("errors.accountRequired") });

/** Characters that contacts and autofill put between the digits of a telephone number. */
export const BETWEEN_DIGITS = /[().\-\u2010-\u2015\u2212/]+/g;

/** Accepts an e-mail address, or a telephone number as people type it or contacts write it. */
export const accountName = account
  .transform((typed) => {
    const plain = plainEmail(typed);
    const phone = plain.replace(BETWEEN_DIGITS, "");
    if (/^\+?\d*$/.test(phone)) return phone;
    return plain.includes("@") ? plain : trimmed(typed);
  })
  .pipe(
    account
      .min(1, messageKey("errors.accountRequired"))
      .refine((named) => named.length <= ACCOUNT_MAX_LENGTH, messageKey("errors.invalid")),
  );

function codeField(shape: CodeShape, wrong: TextKey, pattern = /./) {
  return z
    .string({ required_error: messageKey("errors.codeRequired") })
    .max(shape.maxLength, wrong)
    .refine((typed) => withoutBlanks(typed) !== "", messageKey("errors.codeRequired"))
    .transform((typed) => plainCode(typed, shape))
    .refine((code) => pattern.test(code), wrong);
}

export const authenticatorCode = codeField(CODE_SHAPES.authenticator, "errors.codeLength", AUTHENTICATOR_CODE);

export const registrationCode = codeField(CODE_SHAPES.registration, "errors.codeCharacters", REGISTRATION_CODE);

export const signInEmailCode = codeField(CODE_SHAPES.signInEmail, "errors.invalid");
export const signInSmsCode = codeField(CODE_SHAPES.signInSms, "errors.invalid");

export function password(missing: TextKey, long: TextKey) {
  return z
    .string({ required_error: missing })
    .max(SECRET_MAX_LENGTH, long)
    .refine((typed) => typed.trim() !== "", missing);
}

/** The password is not trimmed or checked by the registration's rule, because it may be older than that rule. */
export const accountPassword = password("errors.passwordRequired", "errors.invalid");
