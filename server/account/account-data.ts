import { ownOrdersIn, ownOrdersKey } from "~server/purchase/own-orders";
import { SAVED_IDENTITY } from "~server/identity/saved";
import type { Session } from "~server/session/session";
import { store } from "~server/store/shared";
import { recordKey } from "./sealed-record";
import { shownSignIns, SIGN_INS, type ShownSignIn } from "./sign-ins";
import { ANTI_PHISHING_CODE, antiPhishingCodeOf, type AntiPhishingCode } from "./anti-phishing-code";

type Whose = Pick<Session, "account" | "id" | "signInId">;

/** What this shop keeps of an account (behaviour 2.113). */
export interface AccountData {
  signIns: ShownSignIn[];
  word: AntiPhishingCode;
  /** How many orders were made here, of those that this shop remembers. */
  orders: number;
  /** Whether details of an identity wait to be sent. */
  identity: boolean;
}

const keysOf = (whose: Whose) => [
  recordKey(SIGN_INS, whose),
  recordKey(ANTI_PHISHING_CODE, whose),
  ownOrdersKey(whose),
  recordKey(SAVED_IDENTITY, whose),
];

/**
 * Reads all of it at once.
 *
 * @throws what the store throws
 */
export async function readAccountData(whose: Whose): Promise<AccountData> {
  const [signIns, word, orders, identity] = await store().getAll(keysOf(whose));
  return {
    signIns: await shownSignIns(whose, signIns),
    word: await antiPhishingCodeOf(whose, word),
    orders: ownOrdersIn(orders).length,
    identity: Boolean(identity),
  };
}

/**
 * Deletes all of it, whole or not at all. What keeps a payment from being made twice, and what ended a session, stays
 * until its time is over (decision 0106).
 *
 * @throws what the store throws
 */
export async function deleteAccountData(whose: Whose): Promise<void> {
  await store().commit({ write: Object.fromEntries(keysOf(whose).map((key) => [key, null])) });
}
