import { z } from "zod";
import { proofFields, type CaptchaProof } from "./captcha";
import { id, token } from "./parsers";
import { fields, optionalOnError, optional } from "./schemas";
import { call, EXCHANGE, type UpstreamContext } from "./client";

const checkResponse = fields({ token: optional(token) });

/**
 * user/reg_email_chk_info (behaviour 7.34): checks a registration; the password goes as `loginPword`, its repetition as
 * `newPassword` (behaviour 7.14), and an invitation code also when it is empty.
 *
 * @returns the token of the e-mail step, where sent
 * @throws UpstreamRejected, UpstreamUnavailable
 */
export function checkRegistration(
  upstreamContext: UpstreamContext,
  input: CaptchaProof & Record<"email" | "invitedCode" | "loginPword" | "newPassword", string>,
): Promise<z.output<typeof checkResponse>> {
  const { email, invitedCode, loginPword, newPassword, ...proof } = input;
  return call(upstreamContext, {
    kind: "write",
    path: `${EXCHANGE}/user/reg_email_chk_info`,
    body: { ...proofFields(proof), email, invitedCode, loginPword, newPassword },
    schema: checkResponse,
  });
}

/** Success alone may mean that there is an account now: without data, or with an odd number, no number was sent. */
const confirmResponse = z.preprocess(
  (data) => data ?? {},
  fields({ uid: optionalOnError(id), token: optional(token) }),
);

/**
 * user/reg_email_confirm (behaviour 7.35): the e-mail code creates the account.
 *
 * @returns the account's number and its session token, each where sent
 * @throws UpstreamRejected, SessionExpired; UpstreamUnavailable: with `sent` true there may be an account now
 */
export function confirmRegistration(
  upstreamContext: UpstreamContext,
  { emailCode, token }: { emailCode: string; token: string },
): Promise<z.output<typeof confirmResponse>> {
  return call(upstreamContext, {
    kind: "write",
    path: `${EXCHANGE}/user/reg_email_confirm`,
    body: { emailCode, token },
    schema: confirmResponse,
  });
}
