import { z } from "zod";
import { CODE_LENGTH, EMAIL_MAX_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "~server/constants";

/** Letters and digits only, at least one of each (spec section 5; rulings, "Registration password"). */
const PASSWORD = new RegExp(`^(?=.*[A-Za-z])(?=.*\\d)[A-Za-z\\d]{${PASSWORD_MIN_LENGTH},${PASSWORD_MAX_LENGTH}}$`);
/** As the platform's own codes are spelt. */
const INVITE_CODE = /^[A-Za-z0-9][\w.:@-]{0,63}$/;

const required = (message: string) =>
  z.string({ required_error: message }).refine((text) => text.trim() !== "", message);

/**
 * The registration form (spec sections 3 and 5). Everything that is wrong with it is said at once.
 *
 * @param form what was posted: the repetition is compared with the password of the same form
 */
export function registrationSchema(form: FormData) {
  return z.object({
    email: z
      .string({ required_error: "errors.emailRequired" })
      .trim()
      .min(1, "errors.emailRequired")
      .max(EMAIL_MAX_LENGTH, "errors.emailInvalid")
      .email("errors.emailInvalid"),
    pwd: required("errors.passwordRequired").refine((text) => PASSWORD.test(text), "errors.passwordRule"),
    confirmPwd: required("errors.confirmRequired").refine(
      (text) => text === form.get("pwd"),
      "errors.passwordMismatch",
    ),
    inCode: z.string().trim().regex(INVITE_CODE, "Register.inviteCodeInvalid").or(z.literal("")).optional(),
    agreement: z.literal("on", { errorMap: () => ({ message: "errors.agreement" }) }),
  });
}

/** The e-mail code: six characters (spec section 5). */
export const codeSchema = z.object({
  emailCode: z
    .string({ required_error: "errors.codeRequired" })
    .trim()
    .min(1, "errors.codeRequired")
    .regex(new RegExp(`^[!-~]{${CODE_LENGTH}}$`), "errors.codeCharacters"),
});

/** The invitation code of a link, if it can be one. */
export function invitedBy(query: URLSearchParams): string | undefined {
  const code = query.get("inviteCode")?.trim() ?? "";
  return INVITE_CODE.test(code) ? code : undefined;
}
