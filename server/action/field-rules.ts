import { z } from "zod";
import { CODE_LENGTH } from "~server/constants";
import { says, type MessageKey } from "~server/message";

/** Rules of fields that several forms have (behaviour 5). */

/** Longer than any password or code that somebody typed. */
const SECRET_MAX_LENGTH = 256;

/** How a code is typed: what the page that asks for it needs to know of its rule. */
export interface CodeShape {
  /** The fewest characters, blanks not counted, that can be one. */
  least: number;
  /** What is typed is cut to this many characters, blanks not counted; missing where the platform sets no length. */
  most?: number;
  /** The most characters that its field takes, blanks included. */
  maxLength: number;
}

const SIX: CodeShape = { least: CODE_LENGTH, most: CODE_LENGTH, maxLength: SECRET_MAX_LENGTH };

/** The codes of the forms (behaviour 5.2, 5.3, 5.4). What a sign-in sends by SMS or e-mail has no form of its own. */
export const CODE_SHAPES = {
  authenticator: SIX,
  registration: SIX,
  signInEmail: { ...SIX, least: 1 },
  signInSms: { least: 1, maxLength: SECRET_MAX_LENGTH },
} as const satisfies Record<string, CodeShape>;

const AUTHENTICATOR_CODE = new RegExp(`^\\d{${CODE_LENGTH}}$`);
const REGISTRATION_CODE = new RegExp(`^[!-~]{${CODE_LENGTH}}$`);
/** Blanks of every kind, and the invisible characters that come along when a code is copied from a message. */
const BLANKS = /[\s\u200b-\u200f\u2060]/g;

/** What was typed as a code, without blanks, with plain characters for full-width ones, cut to size (behaviour 5.5). */
function plainCode(typed: string, { most }: CodeShape): string {
  return typed.normalize("NFKC").replace(BLANKS, "").slice(0, most);
}

/** A text that must be there; blanks around it do not count. */
export function filled(missing: MessageKey) {
  return z.string({ required_error: missing }).trim().min(1, missing);
}

function codeField(shape: CodeShape, wrong: MessageKey, pattern = /^/) {
  return z
    .string({ required_error: says("errors.codeRequired") })
    .max(shape.maxLength, wrong)
    .transform((typed) => plainCode(typed, shape))
    .superRefine((code, context) => {
      if (code === "") context.addIssue({ code: "custom", message: says("errors.codeRequired") });
      else if (!pattern.test(code)) context.addIssue({ code: "custom", message: wrong });
    });
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
