import { z } from "zod";
import { EMAIL_OPERATION_TYPE_LOGIN, EMAIL_OPERATION_TYPE_REGISTER, SMS_OPERATION_TYPE } from "~server/constants";
import { anonymousCall, type PublicCaller } from "./public-cache";
import { id, isOne, line, opaque, rawStatus, word, type Read } from "./readers";
import { fields, lenient, optional, required } from "./shapes";
import { call, EXCHANGE, type Caller } from "./transport";

/** An answer of which only the code counts. */
const nothing = z.unknown().transform(() => undefined);

const token = opaque(2048);

/** The kinds of captcha (behaviour 4.1); any other is not available on the web. */
export type CaptchaKind = "none" | "slider" | "challenge" | "unsupported";
const CAPTCHA_KINDS: ReadonlyMap<string, CaptchaKind> = new Map([
  ["0", "none"],
  ["1", "slider"],
  ["2", "challenge"],
]);

/** The kind that a sign-in or registration answers to: by its name, or by the platform's number as text. */
export type VerificationType = Exclude<CaptchaKind, "unsupported"> | "0" | "1" | "2";
const VERIFICATION_TYPES: Readonly<Record<VerificationType, number>> = {
  none: 0,
  slider: 1,
  challenge: 2,
  "0": 0,
  "1": 1,
  "2": 2,
};

const captchaKind: Read<CaptchaKind> = (value) => {
  const raw = rawStatus(value);
  return raw === undefined ? undefined : (CAPTCHA_KINDS.get(raw) ?? "unsupported");
};
const slider = fields(
  {
    appKey: required((value) => (typeof value === "string" && /^[\w-]{1,128}$/.test(value) ? value : undefined)),
    lang: lenient((value) => (typeof value === "string" && /^[\w-]{2,16}$/.test(value) ? value : undefined)),
  },
  { appKey: "nc_appkey", lang: "nc_lang" },
).transform(({ appKey, lang = "en" }) => ({ appKey, lang }));

const publicInfoAnswer = fields(
  {
    verification: fields({ type: required(captchaKind) }, { type: "verificationType" }),
    slider: slider.optional().catch(undefined),
  },
  { verification: "switch", slider: "nc" },
).transform((sent) => ({ verificationType: sent.verification.type, slider: sent.slider }));

/** Which captcha a sign-in needs, and what the slider widget needs; `slider` is missing when the platform did not send it. */
export type PublicInfo = z.output<typeof publicInfoAnswer>;

/**
 * common/public_info_v5 (behaviour 7.27): the kind of captcha. Never cached: a sign-in with the wrong kind is refused.
 *
 * @throws Refused, Unavailable
 */
export function publicInfo(caller: PublicCaller): Promise<PublicInfo> {
  return anonymousCall(caller, { path: `${EXCHANGE}/common/public_info_v5`, schema: publicInfoAnswer });
}

const captchaAnswer = fields({
  captcha: fields({ challenge: required(opaque(256)), gt: required(opaque(256)), success: required(isOne) }),
}).transform(({ captcha }) => captcha);

/** What the challenge widget starts with; `success` false means its offline mode (behaviour 4.1). */
export type CaptchaStart = z.output<typeof captchaAnswer>;

/**
 * common/tartCaptcha (behaviour 7.29): starts a challenge, one for each visitor.
 *
 * @throws Refused, Unavailable
 */
export function startCaptcha(caller: PublicCaller): Promise<CaptchaStart> {
  return anonymousCall(caller, { path: `${EXCHANGE}/common/tartCaptcha`, schema: captchaAnswer });
}

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

/** What a captcha widget gave: `csessionid, sig, token, scene` or the three `geetest_…` fields. */
type CaptchaFields = Readonly<Record<string, string>>;

/**
 * user/login_in (behaviour 7.12, 7.30): account and password.
 *
 * @throws Refused; Unavailable, also for a second step of an unknown type
 */
export function logIn(
  caller: Caller,
  input: { mobileNumber: string; loginPword: string; verificationType: VerificationType; captcha?: CaptchaFields },
): Promise<Login> {
  return call(caller, {
    kind: "write",
    path: `${EXCHANGE}/user/login_in`,
    body: {
      ...input.captcha,
      mobileNumber: input.mobileNumber,
      loginPword: input.loginPword,
      verificationType: VERIFICATION_TYPES[input.verificationType],
    },
    schema: loginAnswer,
  });
}

/**
 * user/confirm_login (behaviour 7.31): the code of the second step. After it the token is a session. The codes that the step does not ask
 * for are sent as empty texts (behaviour 7.13).
 *
 * @throws Refused (`errors.code` for a wrong code); Expired when the sign-in waited too long; Unavailable
 */
export function confirmLogin(
  caller: Caller,
  input: { token: string; googleCode?: string; smsCode?: string; emailCode?: string },
): Promise<void> {
  const { token, googleCode = "", smsCode = "", emailCode = "" } = input;
  return call(caller, {
    kind: "write",
    path: `${EXCHANGE}/user/confirm_login`,
    body: { googleCode, token, smsCode, emailCode },
    schema: nothing,
  });
}

/**
 * v4/common/smsValidCode (behaviour 7.32, 9.3): sends a code by SMS.
 *
 * @throws Refused, Expired, Unavailable
 */
export function sendSmsCode(caller: Caller, { token }: { token: string }): Promise<void> {
  return call(caller, {
    kind: "write",
    path: `${EXCHANGE}/v4/common/smsValidCode`,
    body: { operationType: SMS_OPERATION_TYPE, token },
    schema: nothing,
  });
}

/**
 * v4/common/emailValidCode (behaviour 7.33, 9.3): sends a code by e-mail.
 *
 * @throws Refused, Expired, Unavailable
 */
export function sendEmailCode(
  caller: Caller,
  { token, purpose }: { token: string; purpose: "login" | "register" },
): Promise<void> {
  const operationType = purpose === "login" ? EMAIL_OPERATION_TYPE_LOGIN : EMAIL_OPERATION_TYPE_REGISTER;
  return call(caller, {
    kind: "write",
    path: `${EXCHANGE}/v4/common/emailValidCode`,
    body: { operationType, token },
    schema: nothing,
  });
}

const checkAnswer = fields({ token: optional(token) });

/**
 * user/reg_email_chk_info (behaviour 7.34): checks a registration; the password goes as `loginPword`, its repetition as
 * `newPassword` (behaviour 7.14).
 *
 * @returns the token of the e-mail step, where sent
 * @throws Refused, Unavailable
 */
export function checkRegistration(
  caller: Caller,
  input: {
    email: string;
    invitedCode?: string | undefined;
    loginPword: string;
    newPassword: string;
    verificationType: VerificationType;
    captcha?: CaptchaFields;
  },
): Promise<z.output<typeof checkAnswer>> {
  return call(caller, {
    kind: "write",
    path: `${EXCHANGE}/user/reg_email_chk_info`,
    body: {
      ...input.captcha,
      email: input.email,
      invitedCode: input.invitedCode,
      loginPword: input.loginPword,
      newPassword: input.newPassword,
      verificationType: VERIFICATION_TYPES[input.verificationType],
    },
    schema: checkAnswer,
  });
}

/** Success alone may mean that there is an account now: no data, or a number that cannot be read, is the same as no number. */
const confirmAnswer = z.preprocess((data) => data ?? {}, fields({ uid: lenient(id), token: optional(token) }));

/**
 * user/reg_email_confirm (behaviour 7.35): the e-mail code creates the account.
 *
 * @returns the account's number and its session token, each where sent
 * @throws Refused, Expired; Unavailable: with `sent` true there may be an account now
 */
export function confirmRegistration(
  caller: Caller,
  { emailCode, token }: { emailCode: string; token: string },
): Promise<z.output<typeof confirmAnswer>> {
  return call(caller, {
    kind: "write",
    path: `${EXCHANGE}/user/reg_email_confirm`,
    body: { emailCode, token },
    schema: confirmAnswer,
  });
}

const AUTH_LEVELS: ReadonlyMap<string, "verified" | "review"> = new Map([
  ["1", "verified"],
  ["0", "review"],
]);
const REJECTED = "2";

const userAnswer = fields(
  {
    userAccount: required(word(128)),
    id: required(id),
    authLevel: required((value) => AUTH_LEVELS.get(rawStatus(value) ?? "") ?? "unverified"),
    rawAuthLevel: lenient(rawStatus),
    rejectedReason: lenient(line(500)),
    googleBound: required(isOne),
    inviteCode: lenient(id),
  },
  { rawAuthLevel: "authLevel", rejectedReason: "notPassReason", googleBound: "googleStatus" },
).transform(({ rawAuthLevel, rejectedReason, ...user }) => ({
  ...user,
  ...(rawAuthLevel === REJECTED && rejectedReason ? { rejectedReason } : {}),
}));

/** The signed-in user. */
export type UserInfo = z.output<typeof userAnswer>;

/**
 * common/user_info (behaviour 7.40): the signed-in user. `authLevel` other than 1 and 0 is unverified, `googleStatus` other than 1
 * not bound; `rejectedReason` says why a review ended in rejection (behaviour 4.9).
 *
 * @throws Refused, Expired, Unavailable
 */
export function userInfo(caller: Caller): Promise<UserInfo> {
  return call(caller, { kind: "read", path: `${EXCHANGE}/common/user_info`, schema: userAnswer });
}

/**
 * user/login_out (behaviour 7.41): ends the session at the platform.
 *
 * @throws Refused, Expired, Unavailable
 */
export function logOut(caller: Caller): Promise<void> {
  return call(caller, { kind: "write", path: `${EXCHANGE}/user/login_out`, schema: nothing });
}
