import { z } from "zod";
import { EMAIL_MAX_LENGTH, emailAddress, VISIBLE } from "~server/forms/field-rules";
import { SOCIAL_TYPES } from "~server/specification";
import { isAreaCode, readAreaCode } from "~server/contact/area-codes";
import { isPhone, plainPhone } from "~server/contact/phone";
import type { Locale } from "~server/i18n/locale";
import { message, messageKey, type Message } from "~server/i18n/message";
import type { TextKey } from "~server/texts/catalogue";
import { normalized } from "~server/normalized";
import { trimmed } from "~server/search-words";

const ENQUIRY_NAME_MAX_LENGTH = 60;
const ENQUIRY_PHONE_MAX_LENGTH = 32;
const ENQUIRY_HANDLE_MAX_LENGTH = 64;
const ENQUIRY_MESSAGE_MAX_LENGTH = 1_000;

/** The lengths of a draft's fields: two UTF-16 units per character, for rare characters and line breaks as sent. */
export const ENQUIRY_DRAFT = {
  name: 2 * ENQUIRY_NAME_MAX_LENGTH,
  areaCode: 16,
  tel: 2 * ENQUIRY_PHONE_MAX_LENGTH,
  email: EMAIL_MAX_LENGTH,
  socialType: 16,
  socialAccount: 2 * ENQUIRY_HANDLE_MAX_LENGTH,
  message: 2 * ENQUIRY_MESSAGE_MAX_LENGTH,
} as const satisfies Record<EnquiryField, number>;

/** Matches control characters, and marks that change the direction of the text after them. */
const CONTROLS = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;

export const clean = (typed: string) => normalized(typed.replace(/\r\n?/g, "\n").replace(CONTROLS, ""), "NFC").trim();
const inOneLine = (typed: string) => trimmed(clean(typed)).replace(/\s+/gu, " ");

/** conform turns an empty text into undefined, so this message also applies to an empty field. */
const sent = (missing: TextKey) => z.string({ required_error: missing });

/** Counts characters as people do: a surrogate pair in UTF-16 is one character. */
function text(
  read: (typed: string) => string,
  most: number,
  missing: TextKey,
  long: Message = message("errors.tooLong", { max: most }),
) {
  const fits = (typed: string) => Array.from(typed).length <= most;
  return sent(missing).transform(read).pipe(sent(missing).regex(VISIBLE, missing).refine(fits, long));
}

/** Returns the schema of the contact form, whose area code decides which telephone numbers are valid. */
export function enquirySchema(form: FormData, locale: Locale) {
  const code = readAreaCode(form.get("areaCode"));
  return z.object({
    name: text(inOneLine, ENQUIRY_NAME_MAX_LENGTH, "LeavingMessage.nameRequired"),
    areaCode: sent("LeavingMessage.areaCodeRequired")
      .refine((chosen) => isAreaCode(locale, chosen), messageKey("LeavingMessage.areaCodeRequired"))
      .transform(() => code ?? ""),
    tel: text(
      (typed) => plainPhone(typed, code),
      ENQUIRY_PHONE_MAX_LENGTH,
      "LeavingMessage.telRequired",
      "errors.phoneInvalid",
    ).refine((phone) => code === undefined || isPhone(code, phone), messageKey("errors.phoneInvalid")),
    email: emailAddress("errors.contactEmailInvalid"),
    socialType: z.enum(SOCIAL_TYPES, {
      errorMap: () => ({ message: messageKey("LeavingMessage.socialTypeRequired") }),
    }),
    socialAccount: text(inOneLine, ENQUIRY_HANDLE_MAX_LENGTH, "LeavingMessage.socialAccountRequired"),
    message: text(
      clean,
      ENQUIRY_MESSAGE_MAX_LENGTH,
      "LeavingMessage.messageRequired",
      message("LeavingMessage.messageLong", { max: ENQUIRY_MESSAGE_MAX_LENGTH }),
    ),
    /** This field is invisible to people, so only a bot fills it in. */
    subject: z.string().optional(),
  });
}

export type EnquiryField = Exclude<keyof z.infer<ReturnType<typeof enquirySchema>>, "subject">;
