import { z } from "zod";
import { EMAIL_MAX_LENGTH, emailAddress, password, registrationCode } from "~server/forms/field-rules";
import { maxLengths } from "~server/forms/max-lengths";
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "~server/specification";
import { messageKey } from "~server/i18n/message";
import { codeOfLink } from "~server/invitation/invitation";
import { trimmed } from "~server/search-words";
import { printed } from "~server/upstream/parsers";
import { INVITE_CODE_MAX_LENGTH } from "~server/upstream/user";

const PASSWORD = new RegExp(`^(?=.*[A-Za-z])(?=.*\\d)[A-Za-z\\d]{${PASSWORD_MIN_LENGTH},${PASSWORD_MAX_LENGTH}}$`);
/** An invitation code may have any printable characters, and the upstream gets it back unchanged. */
const inviteCode = printed(INVITE_CODE_MAX_LENGTH);
const FIELD_MAX_LENGTH = 2 * INVITE_CODE_MAX_LENGTH;

/** Returns the schema of the registration form, whose password the repetition must equal. */
export function registrationSchema(form: FormData) {
  return z.object({
    email: emailAddress("errors.emailInvalid"),
    pwd: password("errors.passwordRequired", "errors.passwordRule").refine(
      (typed) => PASSWORD.test(typed),
      messageKey("errors.passwordRule"),
    ),
    confirmPwd: password("errors.confirmRequired", "errors.passwordRule").refine(
      (typed) => typed === form.get("pwd"),
      messageKey("errors.passwordMismatch"),
    ),
    inCode: z
      .string()
      .trim()
      // The field is longer than a code, because a browser does not say when it shortens a pasted one.
      .max(FIELD_MAX_LENGTH, messageKey("Register.inviteCodeInvalid"))
      .transform(trimmed)
      .refine((typed) => typed === "" || inviteCode(typed) === typed, messageKey("Register.inviteCodeInvalid"))
      .optional(),
    agreement: z.literal("on", { errorMap: () => ({ message: messageKey("errors.agreement") }) }),
  });
}

export const REGISTRATION_LENGTHS = maxLengths(registrationSchema(new FormData()));

/** The fields that a draft preserves; `invited` is the code of the link that opened the form. */
export const REGISTRATION_DRAFT = {
  email: EMAIL_MAX_LENGTH,
  inCode: FIELD_MAX_LENGTH,
  invited: INVITE_CODE_MAX_LENGTH,
  agreement: "on".length,
} as const;

export const codeSchema = z.object({ emailCode: registrationCode });

export function invitedBy(query: URLSearchParams): { invited: string | undefined; isInvalid: boolean } {
  const sent = codeOfLink(query);
  const invited = inviteCode(sent);
  return { invited, isInvalid: invited === undefined && sent !== "" };
}
