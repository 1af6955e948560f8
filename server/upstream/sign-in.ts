import { z } from "zod";
import { isObject } from "@storefront/upstream-client/json";
import { env } from "~server/env";
import { proofFields, type CaptchaProof } from "./captcha";
import { rawStatus, token, type Read } from "./parsers";
import { fields, isAbsent, optionalOnError, required, unpackedList, WHOLE } from "./schemas";
import { call, EXCHANGE, write, type UpstreamContext } from "./client";

const SECOND_STEPS: ReadonlyMap<string, "google" | "sms" | "email"> = new Map([
  ["1", "google"],
  ["2", "sms"],
  ["3", "email"],
]);

/** The numbers of a list: `"1,3"`, `[1, 3]`, or one number; none where nothing was sent. */
function numbersOf(sent: unknown): readonly unknown[] {
  if (isAbsent(sent)) return [];
  return unpackedList(sent) ?? (typeof sent === "string" ? sent.split(",") : [sent]);
}

/**
 * The first second step that is known: `typeList` is read where `type` is missing or a list itself, `googleAuth`
 * (`"1"` is the authenticator) where both are missing.
 */
const secondStep: Read<"google" | "sms" | "email"> = (value) => {
  const { type, typeList, googleAuth } = value as Record<string, unknown>;
  const own = numbersOf(type);
  const sent = own.length === 1 ? own : [...numbersOf(typeList), ...own];
  if (sent.length === 0) return rawStatus(googleAuth) === "1" ? "google" : undefined;
  for (const number of sent) {
    const step = SECOND_STEPS.get(rawStatus(number) ?? "");
    if (step) return step;
  }
  return undefined;
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

/** Nothing of it is needed: the sign-in has succeeded. */
const confirmResponse = z.preprocess(
  (data) => (isObject(data) ? data : {}),
  fields({ token: optionalOnError(token), quicktoken: optionalOnError(token) }),
);

/**
 * user/confirm_login (behaviour 7.31): the code of the second step. The codes that the step does not need are sent as
 * empty texts (behaviour 7.13).
 *
 * @returns the token of the session: the first one, unless `SESSION_TOKEN` is `confirmed` and the response has one
 * @throws UpstreamRejected (`errors.code` for a wrong code); SessionExpired when the sign-in waited too long;
 *   UpstreamUnavailable
 */
export async function confirmLogin(
  upstreamContext: UpstreamContext,
  input: { token: string; googleCode?: string; smsCode?: string; emailCode?: string },
): Promise<string> {
  const { token: first, googleCode = "", smsCode = "", emailCode = "" } = input;
  const path = `${EXCHANGE}/user/confirm_login`;
  const body = { googleCode, token: first, smsCode, emailCode };
  const confirmed = await call(upstreamContext, { kind: "write", path, body, schema: confirmResponse });
  return env().SESSION_TOKEN === "confirmed" ? (confirmed.token ?? confirmed.quicktoken ?? first) : first;
}

/**
 * user/login_out (behaviour 7.41): ends the session at the upstream.
 *
 * @throws UpstreamRejected, SessionExpired, UpstreamUnavailable
 */
export function logOut(upstreamContext: UpstreamContext): Promise<void> {
  return write(upstreamContext, `${EXCHANGE}/user/login_out`);
}
