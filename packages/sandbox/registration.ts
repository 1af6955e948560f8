import { accountByEmail, accountByInviteCode, newToken, openAccount, openSession, spelled } from "./accounts";
import { checkCaptcha } from "./captcha";
import { useSentCode } from "./codes";
import { textOf, type Call, type SandboxState, EXCHANGE, type Calls } from "./call";
import { Refusal } from "./refusals";

/** How long a checked registration waits for its e-mail code. */
const REGISTRATION_AGE_MS = 30 * 60_000;

const EMAIL = /^[^\s@<>"]{1,64}@[^\s@<>"]+\.[^\s@<>".]{2,}$/;
const PASSWORD = /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{8,20}$/;

interface Registration {
  token: string;
  email: string;
  password: string;
  invited_by: number | null;
}

/** user/reg_email_chk_info: checks a registration and returns the token of its e-mail step. */
export function checkRegistration(call: Call) {
  const { state, body } = call;
  checkCaptcha(call, "register");
  const email = spelled(state, textOf(body, "email"));
  const password = body.loginPword;
  if (!EMAIL.test(email)) throw new Refusal("emailInvalid");
  if (typeof password !== "string" || !PASSWORD.test(password)) throw new Refusal("passwordRule");
  if (password !== body.newPassword) throw new Refusal("passwordsDiffer");
  if (accountByEmail(state, email)) throw new Refusal("emailRegistered");
  const inviteCode = textOf(body, "invitedCode");
  const inviter = inviteCode ? accountByInviteCode(state.database, inviteCode) : undefined;
  if (inviteCode && !inviter) throw new Refusal("inviteUnknown");
  const token = newToken();
  const expiresMs = state.clock.nowMs() + REGISTRATION_AGE_MS;
  state.database.run(
    "INSERT INTO registrations VALUES (?, ?, ?, ?, ?)",
    token,
    email,
    password,
    inviter?.id ?? null,
    expiresMs,
  );
  return { token };
}

/** user/reg_email_confirm: the e-mail code opens the account and signs it in. */
export function confirmRegistration({ state, body }: Call) {
  const token = textOf(body, "token");
  const registration = registrationOf(state, token);
  if (!registration) throw new Refusal("sessionExpired");
  if (!useSentCode(state, "mail", token, textOf(body, "emailCode"))) throw new Refusal("wrongSentCode");
  return state.database.transaction(() => {
    const uid = openAccount(state, {
      email: registration.email,
      password: registration.password,
      secondStep: "email",
      googleBound: false,
      invitedBy: registration.invited_by,
    });
    state.database.run("DELETE FROM registrations WHERE token = ?", token);
    return { uid, token: openSession(state, uid, false) };
  });
}

/** Returns a checked registration that waits for its code. */
export function registrationOf(state: SandboxState, token: string): Registration | undefined {
  if (!token) return undefined;
  return state.database.row<Registration>(
    "SELECT * FROM registrations WHERE token = ? AND expires_ms > ?",
    token,
    state.clock.nowMs(),
  );
}

export const REGISTRATION_CALLS: Calls = {
  [`${EXCHANGE}/user/reg_email_chk_info`]: checkRegistration,
  [`${EXCHANGE}/user/reg_email_confirm`]: confirmRegistration,
};
