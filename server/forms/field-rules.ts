import { plainDigits } from "~/i18n/digits";
import { z } from "zod";
import { CODE_LENGTH } from "~server/specification";
import { messageKey, type MessageKey } from "~server/i18n/message";
import { normalized } from "~server/normalized";

/** Rules of fields that several forms have (behaviour 5). */

export const EMAIL_MAX_LENGTH = 254;

/** Longer than any password or code that somebody typed. */
const SECRET_MAX_LENGTH = 256;

/** Longer than any e-mail address or telephone number with an account here. */
export const ACCOUNT_MAX_LENGTH = 128;

/** The format of a code, for the page that asks for it. */
export interface CodeShape {
  /** The fewest characters, blanks not counted, that can be one. */
  least: number;
  /** Typed codes are cut to this many characters, blanks not counted; missing where the upstream sets no length. */
  most?: number | undefined;
  /** Whether it has digits only. */
  digits?: boolean | undefined;
  /** The maximum length of its field, blanks included. */
  maxLength: number;
}

const SIX = { least: CODE_LENGTH, most: CODE_LENGTH, maxLength: SECRET_MAX_LENGTH };

/** The codes of the forms (behaviour 5.2, 5.3, 5.4). A sign-in's code by SMS or e-mail has no fixed format. */
export const CODE_SHAPES = {
  authenticator: { ...SIX, digits: true },
  registration: SIX,
  signInEmail: { ...SIX, least: 1 },
  signInSms: { least: 1, maxLength: SECRET_MAX_LENGTH },
} as const satisfies Record<string, CodeShape>;

const AUTHENTICATOR_CODE = new RegExp(`^\\d{${CODE_LENGTH}}$`);
const REGISTRATION_CODE = new RegExp(`^[!-~]{${CODE_LENGTH}}$`);
/** Blanks of every kind, and invisible characters that are copied from a message; U+2800 is Braille without a dot. */
const BLANKS = /[\s\p{Cc}\p{Cf}\p{DI}\u2800]/gu;
/** A character that people see. Without one a text is empty, whatever stands in it. */
export const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{DI}\u2800]/u;

/** A text typed as one word: plain characters for full-width ones, and no blank or invisible one. */
export function withoutBlanks(typed: string): string {
  return plainDigits(normalized(typed, "NFKC")).replace(BLANKS, "");
}

/** All that is neither a letter nor a digit, in NFKC. Without `\p`, which browsers that run scripts need not know. */
const NO_PART_OF_A_CODE = /[\s!-/:-@[-`{-\u00bf\u2000-\u206f\u3000-\u303f\ufeff]/g;

/**
 * The code in a typed or pasted text, such as `238-271` or `G-238271`: its letters and digits, or its digits alone, cut
 * to size. Where the text is too long, its digits alone count if they have the size.
 */
function plainCode(typed: string, { most = Infinity, digits }: CodeShape): string {
  const code = plainDigits(normalized(typed, "NFKC")).replace(digits ? /\D/g : NO_PART_OF_A_CODE, "");
  if (code.length <= most) return code;
  const figures = code.replace(/\D/g, "");
  return figures.length === most ? figures : code.slice(0, most);
}

/** An e-mail address, without blanks and with plain characters for full-width ones (behaviour 5.32). */
export function emailAddress(wrong: MessageKey) {
  const sent = z.string({ required_error: messageKey("errors.emailRequired") });
  // A `max` would cut a pasted address before it is cleaned.
  const fits = (address: string) => address.length <= EMAIL_MAX_LENGTH;
  return sent
    .transform((typed) => withoutBlanks(typed).replaceAll("。", "."))
    .pipe(sent.email(wrong).refine(fits, wrong));
}

const account = z.string({ required_error: messageKey("errors.accountRequired") });

/** The account of a sign-in; an e-mail address or a telephone number is read as people type it (behaviour 5.32). */
export const accountName = account
  .transform((typed) => {
    const plain = withoutBlanks(typed).replaceAll("。", ".");
    return /@|^\+?[\d().-]+$|^$/.test(plain) ? plain : typed.trim();
  })
  .pipe(
    account
      .min(1, messageKey("errors.accountRequired"))
      .refine((named) => named.length <= ACCOUNT_MAX_LENGTH, messageKey("errors.invalid")),
  );

/** A text that must be there; blanks around it, and what nobody sees, do not count. */
export function filled(missing: MessageKey) {
  return z.string({ required_error: missing }).trim().regex(VISIBLE, missing);
}

function codeField(shape: CodeShape, wrong: MessageKey, pattern = /./) {
  return z
    .string({ required_error: messageKey("errors.codeRequired") })
    .max(shape.maxLength, wrong)
    .refine((typed) => withoutBlanks(typed) !== "", messageKey("errors.codeRequired"))
    .transform((typed) => plainCode(typed, shape))
    .refine((code) => pattern.test(code), wrong);
}

/** A code of the authenticator: six digits. */
export const authenticatorCode = codeField(CODE_SHAPES.authenticator, "errors.codeLength", AUTHENTICATOR_CODE);

/** The e-mail code of a registration: six characters. */
export const registrationCode = codeField(CODE_SHAPES.registration, "errors.codeCharacters", REGISTRATION_CODE);

/** The codes that a sign-in sends: anything that is not empty. */
export const signInEmailCode = codeField(CODE_SHAPES.signInEmail, "errors.invalid");
export const signInSmsCode = codeField(CODE_SHAPES.signInSms, "errors.invalid");

/** A password that must be there; its blanks count. */
export function password(missing: MessageKey, long: MessageKey) {
  return z
    .string({ required_error: missing })
    .max(SECRET_MAX_LENGTH, long)
    .refine((typed) => typed.trim() !== "", missing);
}

/** The password of an account: never trimmed or checked against registration's rule, which may be younger than it. */
export const accountPassword = password("errors.passwordRequired", "errors.invalid");
