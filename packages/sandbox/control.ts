import { randomBytes } from "node:crypto";
import { generateSecret } from "otplib";
import Big from "big.js";
import {
  accountByEmail,
  endSessions,
  forgetAccounts,
  openAccount,
  spelled,
  type Account,
  type SecondStep,
} from "./accounts";
import { setCaptchaKind } from "./captcha";
import { changeProduct } from "./catalogue";
import { freshGoogleCode, googleSecretOf, lastSentCode } from "./codes";
import { CALL_NAMES } from "./calls";
import type { Fault, FaultOptions, Faults } from "./faults";
import { credit, setHolding } from "./finance";
import type { Journal, RecordedRequest } from "./journal";
import type { SandboxState } from "./call";
import type { Body } from "./values";
import { seed } from "./seed";

export interface NewTestAccount {
  email?: string | undefined;
  password?: string | undefined;
  secondStep?: SecondStep | undefined;
  googleBound?: boolean | undefined;
  /** Decimal text by coin. */
  balances?: Record<string, string> | undefined;
  authLevel?: 0 | 1 | 2 | 3 | undefined;
  /** The reason why an identity (`authLevel` 2) was rejected. */
  rejectReason?: string | undefined;
}

/**
 * The ways in which a test or a developer can change the sandbox other than through its calls. `call` is the last
 * segment of a call's path.
 */
export interface Control {
  /** Opens an account that is ready to buy: verified, with an authenticator and 1000000 USDT by default. */
  createAccount(account?: NewTestAccount): Promise<{ email: string; password: string; id: number }>;
  /**
   * Returns a code that will be accepted: an unused one of the authenticator, or the last one sent. Throws if there is
   * none.
   */
  code(account: string, kind: "google" | "sms" | "email"): Promise<string>;
  fail(call: string, fault: Fault, options?: FaultOptions): Promise<void>;
  heal(call?: string): Promise<void>;
  /** Returns how often a call arrived, including those with a fault. */
  calls(call: string): Promise<number>;
  /** Returns the last 200 requests of a call, as they arrived. */
  requests(call: string): Promise<RecordedRequest[]>;
  /** Changes `stock`, `title` or any other field by its name. */
  setProduct(productId: string, patch: Body): Promise<void>;
  /** Completes a deposit; `amount` is decimal text. */
  credit(account: string, symbol: string, amount: string): Promise<void>;
  expireSessions(account?: string): Promise<void>;
  setCaptchaKind(kind: number): Promise<void>;
  /** Moves the sandbox's clock. */
  advance(ms: number): Promise<void>;
  /** Restores the seed's data, and resets clock, faults and counts. */
  reset(): Promise<void>;
}

/** A control call named something that does not exist. */
export class ControlError extends Error {
  override name = "ControlError";
}

function accountNamed(state: SandboxState, email: string): Account {
  const account = accountByEmail(state, email);
  if (!account) throw new ControlError(`There is no account ${email}.`);
  return account;
}

function knownCall(call: string): string {
  if (!CALL_NAMES.includes(call)) throw new ControlError(`There is no call ${call}.`);
  return call;
}

function codeFor(state: SandboxState, email: string, kind: "google" | "sms" | "email"): string {
  if (kind === "google") {
    const account = accountNamed(state, email);
    const secret = googleSecretOf(state, account);
    if (!secret) throw new ControlError(`${email} has no authenticator.`);
    return freshGoogleCode(state, account.id, secret);
  }
  const code = lastSentCode(state, kind === "sms" ? "sms" : "mail", email);
  if (!code) throw new ControlError(`No code was sent to ${email}.`);
  return code;
}

/** Makes the control of a running sandbox. */
export function createControl(state: SandboxState, faults: Faults, journal: Journal): Control {
  const { database, clock } = state;
  return {
    async createAccount(account = {}) {
      const email = spelled(state, account.email ?? `test-${randomBytes(5).toString("hex")}@example.com`);
      const password = account.password ?? "Test12345";
      const googleBound = account.googleBound ?? true;
      const secondStep = account.secondStep ?? "google";
      const id = database.transaction(() => {
        const opened = openAccount(state, {
          email,
          password,
          secondStep,
          googleBound,
          phone: "+886 912 345 678",
          googleSecret: googleBound || secondStep === "google" ? generateSecret() : undefined,
          authLevel: account.authLevel ?? 1,
          rejectReason: account.rejectReason,
        });
        for (const [symbol, available] of Object.entries(account.balances ?? { [state.platform.money]: "1000000" })) {
          setHolding(database, opened, symbol, { available: new Big(available), frozen: new Big(0) });
        }
        return opened;
      });
      return { email, password, id };
    },
    code: async (account, kind) => codeFor(state, account, kind),
    fail: async (call, fault, options) => faults.add(knownCall(call), fault, options),
    heal: async (call) => faults.heal(call),
    calls: async (call) => journal.count(knownCall(call)),
    requests: async (call) => journal.requests(knownCall(call)),
    setProduct: async (productId, patch) => changeProduct(database, productId, patch),
    credit: async (account, symbol, amount) => credit(state, accountNamed(state, account).id, symbol, amount),
    expireSessions: async (account) =>
      endSessions(state, account === undefined ? undefined : accountNamed(state, account).id),
    setCaptchaKind: async (kind) => setCaptchaKind(state, kind),
    advance: async (ms) => clock.advance(ms),
    async reset() {
      faults.heal();
      journal.clear();
      forgetAccounts(database);
      clock.reset();
      seed(state);
    },
  };
}
