import { z } from "zod";
import { isObject } from "@storefront/upstream-client/json";
import { env } from "~server/env";
import { proofFields, type CaptchaProof } from "./captcha";
import { isOne, rawStatus, token, type Read } from "./parsers";
import { fields, isAbsent, optionalOnError, required, unpackedList, WHOLE } from "./schemas";
import { call, EXCHANGE, write, type UpstreamContext } from "./client";

const SECOND_STEPS: ReadonlyMap<string, "google" | "sms" | "email"> = new Map([
  ["1", "google"],
  ["2", "sms"],
  ["3", "email"],
]);

/** Reading millions of steps would block the event loop. */
const STEPS_MAX = 100;

/** Reads `"1,3"`, `[1, 3]`, or one number. */
function numbersOf(sent: unknown): readonly unknown[] {
  if (isAbsent(sent)) return [];
  return unpackedList(sent) ?? (typeof sent === "string" ? sent.split(",", STEPS_MAX) : [sent]);
}

/**
 * Reads the first known step: from `type`; from `typeList` if `type` is missing or a list; else from `googleAuth`.
 * "unsupported" if only others were sent, such as `"4"`.
 */
const secondStep: Read<"google" | "sms" | "email" | "unsupported"> = (value) => {
  const { type, typeList, googleAuth } = value as Record<string, unknown>;
  const own = numbersOf(type);
  const sent = own.length === 1 ? own : [...numbersOf(typeList), ...own];
  if (sent.length === 0) return isOne(googleAuth) ? "google" : undefined;
  for (const number of sent) {
    const step = SECOND_STEPS.get(rawStatus(number) ?? "");
    if (step) return step;
  }
  return "unsupported";
};

const loginResponse = fields({ token: required(token), secondStep: required(secondStep, WHOLE) });

/** A sign-in whose token becomes the session once the second step is confirmed. */
export type Login = z.output<typeof loginResponse>;

export function logIn(
  upstreamContext: UpstreamContext,
  { mobileNumber, loginPword, ...proof }: CaptchaProof & Record<"mobileNumber" | "loginPword", string>,
): Promise<Login> {
  const body = { ...proofFields(proof), mobileNumber, loginPword };
  return call(upstreamContext, { kind: "write", path: `${EXCHANGE}/user/login_in`, body, schema: loginResponse });
}

/** All fields are optional, because the sign-in has succeeded when they arrive. */
const confirmResponse = z.preprocess(
  (data) => (isObject(data) ? data : {}),
  fields({ token: optionalOnError(token), quicktoken: optionalOnError(token) }),
);

/**
 * Sends the code of the second step, empty texts for other kinds; returns the session's token, as `SESSION_TOKEN` says.
 *
 * @throws UpstreamRejected (`errors.code` for a wrong code); SessionExpired if the sign-in waited too long
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

export function logOut(upstreamContext: UpstreamContext): Promise<void> {
  return write(upstreamContext, `${EXCHANGE}/user/login_out`);
}
