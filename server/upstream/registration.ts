import { z } from "zod";
import { proofFields, type CaptchaProof } from "./captcha";
import { id, token } from "./parsers";
import { fields, optionalOnError, optional } from "./schemas";
import { call, EXCHANGE, type UpstreamContext } from "./client";

const checkResponse = z.preprocess((data) => data ?? {}, fields({ token: optional(token) }));

/** Checks a registration, and returns the token of the e-mail step, if sent. An empty invitation code is sent too. */
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

/** If a successful response has no data, or an unreadable number, the account may exist nevertheless. */
const confirmResponse = z.preprocess(
  (data) => data ?? {},
  fields({ uid: optionalOnError(id), token: optional(token) }),
);

/**
 * Creates the account with the e-mail code; returns its number and session token, if they were sent.
 *
 * @throws UpstreamUnavailable; if `sent` is true, the account may exist now
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
