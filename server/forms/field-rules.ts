import { plainDigits } from "~/i18n/digits";
import { z } from "zod";
import { CODE_LENGTH } from "~server/specification";
import { messageKey, type MessageKey } from "~server/i18n/message";
import { normalized } from "~server/normalized";

/** Rules of fields that several forms have. */

export const EMAIL_MAX_LENGTH = 254;

/** Longer than any typed password or code. */
const SECRET_MAX_LENGTH = 256;

/** Longer than any e-mail address or telephone number. */
export const ACCOUNT_MAX_LENGTH = 128;

/** The format of a code. Blanks do not count for `least` and `most`. */
export interface CodeShape {
  least: number;
  /** Typed codes are cut to this; missing where the upstream sets no length. */
  most?: number | undefined;
  digits?: boolean | undefined;
  /** The field's, blanks included. */
  maxLength: number;
}

const SIX = { least: CODE_LENGTH, most: CODE_LENGTH, maxLength: SECRET_MAX_LENGTH };

/** A sign-in's code by SMS or e-mail has no fixed format. */
export const CODE_SHAPES = {
  authenticator: { ...SIX, digits: true },
  registration: SIX,
  signInEmail: { ...SIX, least: 1 },
  signInSms: { least: 1, maxLength: SECRET_MAX_LENGTH },
} as const satisfies Record<string, CodeShape>;

const AUTHENTICATOR_CODE = new RegExp(`^\\d{${CODE_LENGTH}}$`);
const REGISTRATION_CODE = new RegExp(`^[!-~]{${CODE_LENGTH}}$`);
/** Also the invisible characters that are copied from a message; U+2800 is Braille without a dot. */
const BLANKS = /[\s\p{Cc}\p{Cf}\p{DI}\u2800]/gu;
/** A text without one is empty. */
export const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{DI}\u2800]/u;

/** Full-width characters become plain ones; blanks and invisible characters go. */
export function withoutBlanks(typed: string): string {
  return plainDigits(normalized(typed, "NFKC")).replace(BLANKS, "");
}

/** Neither a letter nor a digit, in NFKC. Without `\p`, which browsers that run scripts need not know. */
const NO_PART_OF_A_CODE = /[\s!-/:-@[-`{-\u00bf\u2000-\u206f\u3000-\u303f\ufeff]/g;

/** The code in a text such as `238-271` or `G-238271`, cut to size. If it is too long, its digits alone may fit. */
function plainCode(typed: string, { most = Infinity, digits }: CodeShape): string {
  const code = plainDigits(normalized(typed, "NFKC")).replace(digits ? /\D/g : NO_PART_OF_A_CODE, "");
  if (code.length <= most) return code;
  const figures = code.replace(/\D/g, "");
  return figures.length === most ? figures : code.slice(0, most);
}

/** An e-mail address, cleaned of blanks and full-width characters (behaviour 5.32). */
export function emailAddress(wrong: MessageKey) {
  const sent = z.string({ required_error: messageKey("errors.emailRequired") });
  // A `max` would cut a pasted address before it is cleaned.
  const fits = (address: string) => address.length <= EMAIL_MAX_LENGTH;
  return sent
    .transform((typed) => withoutBlanks(typed).replaceAll("。", "."))
    .pipe(sent.email(wrong).refine(fits, wrong));
}

const account = z.string({ required_error: messageKey("errors.accountRequired") });

/** An e-mail address or a telephone number as people type it (behaviour 5.32). */
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

/** A text with a visible character; blanks around it do not count. */
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

export const authenticatorCode = codeField(CODE_SHAPES.authenticator, "errors.codeLength", AUTHENTICATOR_CODE);

export const registrationCode = codeField(CODE_SHAPES.registration, "errors.codeCharacters", REGISTRATION_CODE);

export const signInEmailCode = codeField(CODE_SHAPES.signInEmail, "errors.invalid");
export const signInSmsCode = codeField(CODE_SHAPES.signInSms, "errors.invalid");

/** Blanks in it count. */
export function password(missing: MessageKey, long: MessageKey) {
  return z
    .string({ required_error: missing })
    .max(SECRET_MAX_LENGTH, long)
    .refine((typed) => typed.trim() !== "", missing);
}

/** Never trimmed or checked against the rule of registrations, which may be younger than the password. */
export const accountPassword = password("errors.passwordRequired", "errors.invalid");
