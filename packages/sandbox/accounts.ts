import { randomBytes, randomInt } from "node:crypto";
import { readSetting, writeSetting, type Database } from "./database";
import type { Call, SandboxState } from "./call";
import type { Both, Locale } from "./values";
import { Refusal } from "./refusals";

export type SecondStep = "google" | "sms" | "email";

/** A stored account. The password is plain text because the inbox page shows it to the developer. */
export interface Account {
  id: number;
  email: string;
  password: string;
  phone: string | null;
  second_step: SecondStep;
  google_secret: string | null;
  google_bound: number;
  auth_level: number;
  /** A text, or JSON with one for each language. */
  reject_reason: string | null;
  invite_code: string;
  created_ms: number;
}

export interface NewAccount {
  email: string;
  password: string;
  secondStep: SecondStep;
  phone?: string | undefined;
  googleSecret?: string | undefined;
  googleBound: boolean;
  authLevel?: number | undefined;
  /** The reason why an identity was rejected: one text for both languages, or one for each. */
  rejectReason?: string | Both | undefined;
  inviteCode?: string | undefined;
  invitedBy?: number | null | undefined;
}

/** How long a session lasts after it was last used. */
const SESSION_AGE_MS = 12 * 60 * 60_000;
/** The time for the second step of a sign-in. */
const PENDING_AGE_MS = 10 * 60_000;

/** Makes a token that cannot be guessed. */
export function newToken(): string {
  return randomBytes(24).toString("hex");
}

/** Makes an invitation code of 8 characters that are not easily confused. */
function newInviteCode(): string {
  const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join("");
}

const LAST_BEFORE_RESET = "lastAccountId";

function lastAccountId(database: Database): number {
  const last = database.row<{ id: number | null }>("SELECT max(id) AS id FROM accounts")?.id;
  return last ?? Number(readSetting(database, LAST_BEFORE_RESET) ?? 20260000);
}

/** Empties the database. New accounts get new ids, because clients identify accounts by id. */
export function forgetAccounts(database: Database): void {
  const last = lastAccountId(database);
  database.empty();
  writeSetting(database, LAST_BEFORE_RESET, String(last));
}

/** Returns an e-mail in the spelling that identifies an account. */
export function spelled({ tellsCaseApart }: Pick<SandboxState, "tellsCaseApart">, email: string): string {
  return tellsCaseApart ? email : email.toLowerCase();
}

/**
 * Opens an account; there is one per e-mail.
 *
 * @returns its id
 * @throws Refusal emailRegistered (10023)
 */
export function openAccount(state: SandboxState, account: NewAccount): number {
  const { database, clock } = state;
  const email = spelled(state, account.email);
  if (accountByEmail(state, email)) throw new Refusal("emailRegistered");
  const id = lastAccountId(database) + 1;
  database.run(
    `INSERT INTO accounts (id, email, password, phone, second_step, google_secret, google_bound, auth_level, reject_reason, invite_code, invited_by, created_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    email,
    account.password,
    account.phone ?? null,
    account.secondStep,
    account.googleSecret ?? null,
    account.googleBound ? 1 : 0,
    account.authLevel ?? 3,
    typeof account.rejectReason === "object" ? JSON.stringify(account.rejectReason) : (account.rejectReason ?? null),
    account.inviteCode ?? newInviteCode(),
    account.invitedBy ?? null,
    clock.nowMs(),
  );
  return id;
}

export function accountByEmail(state: SandboxState, email: string): Account | undefined {
  return state.database.row<Account>("SELECT * FROM accounts WHERE email = ?", spelled(state, email));
}

export function accountById(database: Database, id: number): Account | undefined {
  return database.row<Account>("SELECT * FROM accounts WHERE id = ?", id);
}

export function accountByInviteCode(database: Database, inviteCode: string): Account | undefined {
  return database.row<Account>("SELECT * FROM accounts WHERE invite_code = ?", inviteCode.toUpperCase());
}

/** Returns the reason why an account's identity was rejected, in the call's language. */
export function rejectReasonOf({ reject_reason: stored }: Account, locale: Locale): string | undefined {
  return stored?.startsWith("{") ? (JSON.parse(stored) as Both)[locale] : (stored ?? undefined);
}

/** Opens a session. A pending session only serves its second step until it is confirmed. */
export function openSession(state: SandboxState, accountId: number, pending: boolean): string {
  const token = newToken();
  const expiresMs = state.clock.nowMs() + (pending ? PENDING_AGE_MS : SESSION_AGE_MS);
  state.database.run("INSERT INTO sessions VALUES (?, ?, ?, ?)", token, accountId, pending ? 1 : 0, expiresMs);
  return token;
}

/** Turns a pending token into a session, after its second step. */
export function confirmSession(state: SandboxState, token: string): void {
  const expiresMs = state.clock.nowMs() + SESSION_AGE_MS;
  state.database.run("UPDATE sessions SET pending = 0, expires_ms = ? WHERE token = ?", expiresMs, token);
}

/** Returns the account of a live token of the given kind, or undefined. */
export function accountOfToken(state: SandboxState, token: string | undefined, pending: boolean): Account | undefined {
  if (!token) return undefined;
  return state.database.row<Account>(
    `SELECT accounts.* FROM sessions JOIN accounts ON accounts.id = sessions.account_id
     WHERE sessions.token = ? AND sessions.pending = ? AND sessions.expires_ms > ?`,
    token,
    pending ? 1 : 0,
    state.clock.nowMs(),
  );
}

/**
 * Returns the signed-in account of a call, and extends its session.
 *
 * @throws Refusal sessionExpired (10002) if there is no session or it has ended
 */
export function signedIn(call: Call): Account {
  const account = accountOfToken(call.state, call.token, false);
  if (!account || !call.token) throw new Refusal("sessionExpired");
  confirmSession(call.state, call.token);
  return account;
}

/** Ends the sessions of one account (pending ones included), or of everybody. */
export function endSessions(state: SandboxState, accountId?: number): void {
  if (accountId === undefined) state.database.run("DELETE FROM sessions");
  else state.database.run("DELETE FROM sessions WHERE account_id = ?", accountId);
}

export function endSession(state: SandboxState, token: string | undefined): void {
  if (token) state.database.run("DELETE FROM sessions WHERE token = ?", token);
}
