import { randomInt } from "node:crypto";
import { generateSync } from "otplib";
import { spelled, type Account } from "./accounts";
import type { SandboxState } from "./call";
import type { Both, Locale } from "./values";

/** The duration of one step of a time-based authenticator code. */
const STEP_MS = 30_000;
/** How long a code sent by mail or SMS is valid. */
const SENT_CODE_AGE_MS = 10 * 60_000;

/** Returns the six-digit authenticator code of one time step. */
function codeOfStep(secret: string, step: number): string {
  return generateSync({ secret, epoch: (step * STEP_MS) / 1000, period: STEP_MS / 1000 });
}

function isUsed(state: SandboxState, accountId: number, step: number): boolean {
  return (
    state.database.row("SELECT 1 FROM used_steps WHERE account_id = ? AND step = ?", accountId, step) !== undefined
  );
}

/**
 * Checks an authenticator code against the current step and its two neighbours, and marks it as used.
 *
 * @returns true if the code was right and unused
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
 * Returns an authenticator's display: the current code and the next one, each with its used state, and the time left.
 */
export function googleDisplay(state: SandboxState, accountId: number, secret: string) {
  const nowMs = state.clock.nowMs();
  const now = Math.floor(nowMs / STEP_MS);
  const shown = (step: number) => ({ code: codeOfStep(secret, step), used: isUsed(state, accountId, step) });
  return { current: shown(now), next: shown(now + 1), secondsLeft: Math.ceil(((now + 1) * STEP_MS - nowMs) / 1000) };
}

/**
 * Returns a code that will be accepted: the current one or the next. If both are used, it moves the sandbox's clock on
 * by one step, so that no test waits for the next half minute.
 */
export function freshGoogleCode(state: SandboxState, accountId: number, secret: string): string {
  const { current, next } = googleDisplay(state, accountId, secret);
  if (!current.used) return current.code;
  if (!next.used) return next.code;
  state.clock.advance(STEP_MS);
  return freshGoogleCode(state, accountId, secret);
}

/** Returns the secret that an account's authenticator shows: the bound one, or the latest offered one. */
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
    "Your verification code is {code}. It is valid for 10 minutes. Don’t share it with anyone: our staff will never ask for it.",
};

export interface SentCode {
  kind: "sms" | "mail";
  /** The account's e-mail. The account may not exist yet. */
  account: string;
  /** The phone number or e-mail address that the code is sent to. */
  recipient: string;
  /** The token of the sign-in or registration that the code belongs to. */
  token: string;
  locale: Locale;
}

/** Sends a six-digit code to the inbox, and invalidates an earlier code of the same token. */
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

/** Checks the last code sent for a token and marks it as used. */
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

export function lastSentCode(state: SandboxState, kind: "sms" | "mail", account: string): string | undefined {
  return state.database.row<{ code: string }>(
    "SELECT code FROM messages WHERE kind = ? AND account = ? ORDER BY id DESC LIMIT 1",
    kind,
    spelled(state, account),
  )?.code;
}
