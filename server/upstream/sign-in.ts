import type { z } from "zod";
import { proofFields, type CaptchaProof } from "./captcha";
import { rawStatus, token } from "./readers";
import { fields, required } from "./shapes";
import { call, EXCHANGE, write, type Caller } from "./transport";

const SECOND_STEPS: ReadonlyMap<string, "google" | "sms" | "email"> = new Map([
  ["1", "google"],
  ["2", "sms"],
  ["3", "email"],
]);

const loginAnswer = fields(
  { token: required(token), secondStep: required((value) => SECOND_STEPS.get(rawStatus(value) ?? "")) },
  { secondStep: "type" },
);

/** The token that becomes the session once the second step is confirmed, and which step that is. */
export type Login = z.output<typeof loginAnswer>;

/**
 * user/login_in (behaviour 7.12, 7.30): account and password.
 *
 * @throws Refused; Unavailable, also for a second step of an unknown type
 */
export function logIn(
  caller: Caller,
  { mobileNumber, loginPword, ...proof }: CaptchaProof & Record<"mobileNumber" | "loginPword", string>,
): Promise<Login> {
  const body = { ...proofFields(proof), mobileNumber, loginPword };
  return call(caller, { kind: "write", path: `${EXCHANGE}/user/login_in`, body, schema: loginAnswer });
}

/**
 * user/confirm_login (behaviour 7.31): the code of the second step. After it the token is a session. The codes that the
 * step does not ask for are sent as empty texts (behaviour 7.13).
 *
 * @throws Refused (`errors.code` for a wrong code); Expired when the sign-in waited too long; Unavailable
 */
export function confirmLogin(
  caller: Caller,
  input: { token: string; googleCode?: string; smsCode?: string; emailCode?: string },
): Promise<void> {
  const { token, googleCode = "", smsCode = "", emailCode = "" } = input;
  return write(caller, `${EXCHANGE}/user/confirm_login`, { googleCode, token, smsCode, emailCode });
}

/**
 * user/login_out (behaviour 7.41): ends the session at the platform.
 *
 * @throws Refused, Expired, Unavailable
 */
export function logOut(caller: Caller): Promise<void> {
  return write(caller, `${EXCHANGE}/user/login_out`);
}
