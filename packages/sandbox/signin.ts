import {
  accountByEmail,
  accountById,
  accountOfToken,
  confirmSession,
  endSession,
  newToken,
  openSession,
  rejectReasonOf,
  signedIn,
} from "./accounts";
import { checkCaptcha } from "./captcha";
import { sendCode, useGoogleCode, useSentCode } from "./codes";
import { settleIdentity } from "./identity";
import { textOf, type Call, EXCHANGE, type Calls } from "./call";
import { Refusal } from "./refusals";
import { registrationOf } from "./registration";

/** The response type of login_in selects the second step. */
const STEP_TYPE = { google: "1", sms: "2", email: "3" } as const;

/** user/login_in: checks account and password. The token serves only the second step until it is confirmed. */
export function logIn(call: Call) {
  const { state, body } = call;
  checkCaptcha(call, "login");
  const account = accountByEmail(state, textOf(body, "mobileNumber"));
  const password = body.loginPword;
  if (!account || typeof password !== "string" || account.password !== password) throw new Refusal("wrongLogin");
  return {
    token: openSession(state, account.id, true),
    type: STEP_TYPE[account.second_step],
    googleAuth: account.google_bound,
  };
}

/**
 * user/confirm_login: checks the code of the second step. The session is the token of login_in, or on some platforms a
 * new one.
 *
 * @throws Refusal wrongGoogleCode (10022), wrongSentCode (10010), sessionExpired (10002) if the token does not wait for
 *   a code
 */
export function confirmLogin({ state, body }: Call) {
  const token = textOf(body, "token");
  const account = accountOfToken(state, token, true);
  if (!account) throw new Refusal("sessionExpired");
  if (account.second_step === "google") {
    const right =
      account.google_secret && useGoogleCode(state, account.id, account.google_secret, textOf(body, "googleCode"));
    if (!right) throw new Refusal("wrongGoogleCode");
  } else {
    const [kind, field] =
      account.second_step === "sms" ? (["sms", "smsCode"] as const) : (["mail", "emailCode"] as const);
    if (!useSentCode(state, kind, token, textOf(body, field))) throw new Refusal("wrongSentCode");
  }
  if (state.platform.sessionToken === "first") {
    confirmSession(state, token);
    return null;
  }
  endSession(state, token);
  return { token: openSession(state, account.id, false), quicktoken: newToken() };
}

/** v4/common/smsValidCode: sends a code to the phone of the account that is signing in. */
function sendSms(call: Call) {
  const { state, body, locale } = call;
  if (textOf(body, "operationType") !== "25") throw new Refusal("badRequest");
  const token = textOf(body, "token");
  const account = accountOfToken(state, token, true);
  if (!account) throw new Refusal("sessionExpired");
  if (!account.phone) throw new Refusal("noPhone");
  sendCode(state, { kind: "sms", account: account.email, recipient: account.phone, token, locale });
  return null;
}

/** v4/common/emailValidCode: sends a code; operation 4 is for sign-in, 1 for registration. */
function sendMail({ state, body, locale }: Call) {
  const token = textOf(body, "token");
  const operation = textOf(body, "operationType");
  if (operation !== "1" && operation !== "4") throw new Refusal("badRequest");
  const email = operation === "1" ? registrationOf(state, token)?.email : accountOfToken(state, token, true)?.email;
  if (!email) throw new Refusal("sessionExpired");
  sendCode(state, { kind: "mail", account: email, recipient: email, token, locale });
  return null;
}

export function userInfo(call: Call) {
  const before = signedIn(call);
  settleIdentity(call.state, before.id);
  const account = accountById(call.state.database, before.id) ?? before;
  const reason = rejectReasonOf(account, call.locale);
  return {
    id: account.id,
    userAccount: account.email,
    authLevel: account.auth_level,
    googleStatus: String(account.google_bound),
    inviteCode: account.invite_code,
    ...(account.auth_level === 2 && reason ? { notPassReason: reason } : {}),
  };
}

/** user/login_out: ends the session. Also succeeds if the session has already ended. */
export function logOut(call: Call) {
  endSession(call.state, call.token);
  return null;
}

export const SIGN_IN_CALLS: Calls = {
  [`${EXCHANGE}/user/login_in`]: logIn,
  [`${EXCHANGE}/user/confirm_login`]: confirmLogin,
  [`${EXCHANGE}/v4/common/smsValidCode`]: sendSms,
  [`${EXCHANGE}/v4/common/emailValidCode`]: sendMail,
  [`${EXCHANGE}/common/user_info`]: userInfo,
  [`${EXCHANGE}/user/login_out`]: logOut,
};
