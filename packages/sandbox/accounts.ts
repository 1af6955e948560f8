import { randomBytes, randomInt } from "node:crypto";
import { readSetting, writeSetting, type Database } from "./database";
import type { Call, SandboxState } from "./call";
import type { Both, Locale } from "./values";
import { Refusal } from "./refusals";

export type SecondStep = "google" | "sms" | "email";

/** A stored account. Passwords are readable, because the inbox page shows them to the developer. */
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
  /** Why an identity was turned down: one text for both languages, or one for each. */
  rejectReason?: string | Both | undefined;
  inviteCode?: string | undefined;
  invitedBy?: number | null | undefined;
}

/** How long a session lasts after it was last used. */
const SESSION_AGE_MS = 12 * 60 * 60_000;
/** How long the second step of a sign-in may take. */
const PENDING_AGE_MS = 10 * 60_000;

/** A token that cannot be guessed. */
export function newToken(): string {
  return randomBytes(24).toString("hex");
}

/** An invitation code: 8 characters that are not mistaken for one another. */
function newInviteCode(): string {
  const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
  return Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join("");
}

const LAST_BEFORE_RESET = "lastAccountId";

function lastAccountId(database: Database): number {
  const last = database.row<{ id: number | null }>("SELECT max(id) AS id FROM accounts")?.id;
  return last ?? Number(readSetting(database, LAST_BEFORE_RESET) ?? 20260000);
}

/** Empties the database, but uses no account's id again: clients know accounts by their ids. */
export function forgetAccounts(database: Database): void {
  const last = lastAccountId(database);
  database.empty();
  writeSetting(database, LAST_BEFORE_RESET, String(last));
}

/** An e-mail as it names an account. */
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

/** Why the identity of an account was turned down, in the language of a call. */
export function rejectReasonOf({ reject_reason: stored }: Account, locale: Locale): string | undefined {
  return stored?.startsWith("{") ? (JSON.parse(stored) as Both)[locale] : (stored ?? undefined);
}

/** Opens a session. A pending one serves only its second step, until it is confirmed. */
export function openSession(state: SandboxState, accountId: number, pending: boolean): string {
  const token = newToken();
  const expiresMs = state.clock.nowMs() + (pending ? PENDING_AGE_MS : SESSION_AGE_MS);
  state.database.run("INSERT INTO sessions VALUES (?, ?, ?, ?)", token, accountId, pending ? 1 : 0, expiresMs);
  return token;
}

/** The second step was passed: from now on the token is a session. */
export function confirmSession(state: SandboxState, token: string): void {
  const expiresMs = state.clock.nowMs() + SESSION_AGE_MS;
  state.database.run("UPDATE sessions SET pending = 0, expires_ms = ? WHERE token = ?", expiresMs, token);
}

/** The account of a live token of the given kind, or undefined. */
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
 * The signed-in account of a call; using a session extends it.
 *
 * @throws Refusal sessionExpired (10002) without a session or with one that ended
 */
export function signedIn(call: Call): Account {
  const account = accountOfToken(call.state, call.token, false);
  if (!account || !call.token) throw new Refusal("sessionExpired");
  confirmSession(call.state, call.token);
  return account;
}

/** Ends the sessions of one account, second steps in progress included, or of everybody. */
export function endSessions(state: SandboxState, accountId?: number): void {
  if (accountId === undefined) state.database.run("DELETE FROM sessions");
  else state.database.run("DELETE FROM sessions WHERE account_id = ?", accountId);
}

/** Ends one session. */
export function endSession(state: SandboxState, token: string | undefined): void {
  if (token) state.database.run("DELETE FROM sessions WHERE token = ?", token);
}
