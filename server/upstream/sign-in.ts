import type { z } from "zod";
import { proofFields, type CaptchaProof } from "./captcha";
import { rawStatus, token, type Read } from "./parsers";
import { fields, isAbsent, required, WHOLE } from "./schemas";
import { call, EXCHANGE, write, type UpstreamContext } from "./client";

const SECOND_STEPS: ReadonlyMap<string, "google" | "sms" | "email"> = new Map([
  ["1", "google"],
  ["2", "sms"],
  ["3", "email"],
]);

/** `googleAuth` counts only where `type` is missing: "1" is the authenticator. */
const secondStep: Read<"google" | "sms" | "email"> = (value) => {
  const { type, googleAuth } = value as Record<string, unknown>;
  if (!isAbsent(type)) return SECOND_STEPS.get(rawStatus(type) ?? "");
  return rawStatus(googleAuth) === "1" ? "google" : undefined;
};

const loginResponse = fields({ token: required(token), secondStep: required(secondStep) }, { secondStep: WHOLE });

/** The token that becomes the session once the second step is confirmed, and which step that is. */
export type Login = z.output<typeof loginResponse>;

/**
 * user/login_in (behaviour 7.12, 7.30): account and password.
 *
 * @throws UpstreamRejected; UpstreamUnavailable, also for a second step of an unknown type
 */
export function logIn(
  upstreamContext: UpstreamContext,
  { mobileNumber, loginPword, ...proof }: CaptchaProof & Record<"mobileNumber" | "loginPword", string>,
): Promise<Login> {
  const body = { ...proofFields(proof), mobileNumber, loginPword };
  return call(upstreamContext, { kind: "write", path: `${EXCHANGE}/user/login_in`, body, schema: loginResponse });
}

/**
 * user/confirm_login (behaviour 7.31): the code of the second step. After it the token is a session. The codes that the
 * step does not need are sent as empty texts (behaviour 7.13).
 *
 * @throws UpstreamRejected (`errors.code` for a wrong code); SessionExpired when the sign-in waited too long;
 *   UpstreamUnavailable
 */
export function confirmLogin(
  upstreamContext: UpstreamContext,
  input: { token: string; googleCode?: string; smsCode?: string; emailCode?: string },
): Promise<void> {
  const { token, googleCode = "", smsCode = "", emailCode = "" } = input;
  return write(upstreamContext, `${EXCHANGE}/user/confirm_login`, { googleCode, token, smsCode, emailCode });
}

/**
 * user/login_out (behaviour 7.41): ends the session at the upstream.
 *
 * @throws UpstreamRejected, SessionExpired, UpstreamUnavailable
 */
export function logOut(upstreamContext: UpstreamContext): Promise<void> {
  return write(upstreamContext, `${EXCHANGE}/user/login_out`);
}
