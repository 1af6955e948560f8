import { randomInt } from "node:crypto";
import { generateSync } from "otplib";
import { spelled, type Account } from "./accounts";
import type { SandboxState } from "./call";
import type { Both, Locale } from "./values";

/** One step of a time-based authenticator code. */
const STEP_MS = 30_000;
/** How long a code sent by mail or SMS is valid. */
const SENT_CODE_AGE_MS = 10 * 60_000;

/** The authenticator code of one time step, six digits. */
function codeOfStep(secret: string, step: number): string {
  return generateSync({ secret, epoch: (step * STEP_MS) / 1000, period: STEP_MS / 1000 });
}

function isUsed(state: SandboxState, accountId: number, step: number): boolean {
  return (
    state.database.row("SELECT 1 FROM used_steps WHERE account_id = ? AND step = ?", accountId, step) !== undefined
  );
}

/**
 * Checks an authenticator code against the present step and the one on either side. A code is valid once per account:
 * it is used up here.
 *
 * @returns whether the code was right and unused
 */
export function useGoogleCode(state: SandboxState, accountId: number, secret: string, code: string): boolean {
  const now = Math.floor(state.clock.nowMs() / STEP_MS);
  for (const step of [now, now + 1, now - 1]) {
    if (codeOfStep(secret, step) !== code || isUsed(state, accountId, step)) continue;
    state.database.run("INSERT INTO used_steps VALUES (?, ?)", accountId, step);
    return true;
  }
  return false;
}

/**
 * An authenticator's display: the code now and the next one, whether each is used up, and the time left on the first.
 */
export function googleDisplay(state: SandboxState, accountId: number, secret: string) {
  const nowMs = state.clock.nowMs();
  const now = Math.floor(nowMs / STEP_MS);
  const shown = (step: number) => ({ code: codeOfStep(secret, step), used: isUsed(state, accountId, step) });
  return { current: shown(now), next: shown(now + 1), secondsLeft: Math.ceil(((now + 1) * STEP_MS - nowMs) / 1000) };
}

/**
 * A code that will be accepted: the present one, or the next. When both are used up, the sandbox's clock moves on by
 * one step, so that a test never has to wait for the next half minute.
 */
export function freshGoogleCode(state: SandboxState, accountId: number, secret: string): string {
  const { current, next } = googleDisplay(state, accountId, secret);
  if (!current.used) return current.code;
  if (!next.used) return next.code;
  state.clock.advance(STEP_MS);
  return freshGoogleCode(state, accountId, secret);
}

/** The secret that an account's authenticator shows: the bound one, or the latest that it was offered. */
export function googleSecretOf(state: SandboxState, account: Account): string | undefined {
  if (account.google_secret) return account.google_secret;
  return state.database.row<{ secret: string }>(
    "SELECT secret FROM google_keys WHERE account_id = ? ORDER BY created_ms DESC, rowid DESC LIMIT 1",
    account.id,
  )?.secret;
}

const SUBJECT: Both = { el_GR: "您的驗證碼", en_US: "Your verification code" };
const TEXT: Both = {
  el_GR: "您的驗證碼為 {code}，10 分鐘內有效。請勿告知他人，本公司人員不會向您索取。",
  en_US:
    "Your verification code is {code}. It is valid for 10 minutes. Don't share it with anyone: our staff will never ask for it.",
};

export interface SentCode {
  kind: "sms" | "mail";
  /** The e-mail of the account, which may not be opened yet. */
  account: string;
  /** The destination: a phone number or an e-mail address. */
  recipient: string;
  /** The token of the sign-in or registration that it belongs to. */
  token: string;
  locale: Locale;
}

/** Sends a six-digit code to the inbox. An earlier one for the same token is no longer valid. */
export function sendCode(state: SandboxState, sent: SentCode): void {
  const nowMs = state.clock.nowMs();
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  state.database.run(
    `INSERT INTO messages (kind, account, recipient, subject, text, token, code, used, sent_ms, expires_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?)`,
    sent.kind,
    sent.account,
    sent.recipient,
    SUBJECT[sent.locale],
    TEXT[sent.locale].replace("{code}", code),
    sent.token,
    code,
    nowMs,
    nowMs + SENT_CODE_AGE_MS,
  );
}

/** Checks and uses up the last code sent for a token. */
export function useSentCode(state: SandboxState, kind: "sms" | "mail", token: string, code: string): boolean {
  const last = state.database.row<{ id: number; code: string; used: number; expires_ms: number }>(
    "SELECT id, code, used, expires_ms FROM messages WHERE kind = ? AND token = ? ORDER BY id DESC LIMIT 1",
    kind,
    token,
  );
  if (!last || last.used || last.expires_ms <= state.clock.nowMs() || last.code !== code) return false;
  state.database.run("UPDATE messages SET used = 1 WHERE id = ?", last.id);
  return true;
}

/** The last code sent to an account by SMS or mail, or undefined when none was. */
export function lastSentCode(state: SandboxState, kind: "sms" | "mail", account: string): string | undefined {
  return state.database.row<{ code: string }>(
    "SELECT code FROM messages WHERE kind = ? AND account = ? ORDER BY id DESC LIMIT 1",
    kind,
    spelled(state, account),
  )?.code;
}
