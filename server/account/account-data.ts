import { ownOrdersIn, ownOrdersKey } from "~server/purchase/own-orders";
import { SAVED_IDENTITY } from "~server/identity/saved";
import type { Session } from "~server/session/session";
import { store } from "~server/store/shared";
import { depositWatchKey } from "~server/deposits/watch";
import { recordKey } from "./sealed-record";
import { shownSignIns, SIGN_INS, type ShownSignIn } from "./sign-ins";
import { ANTI_PHISHING_CODE, antiPhishingCodeOf, type AntiPhishingCode } from "./anti-phishing-code";

type Owner = Pick<Session, "account" | "id" | "signInId">;

/** The data that this shop stores about an account. */
export interface AccountData {
  signIns: ShownSignIn[];
  word: AntiPhishingCode;
  /** The number of orders made here that this shop has recorded. */
  orders: number;
  /** Whether details of an identity wait to be sent. */
  identity: boolean;
}

const keysOf = (owner: Owner) => [
  recordKey(SIGN_INS, owner),
  recordKey(ANTI_PHISHING_CODE, owner),
  ownOrdersKey(owner),
  recordKey(SAVED_IDENTITY, owner),
  depositWatchKey(owner),
];

/**
 * Reads all of it in one transaction.
 *
 * @throws what the store throws
 */
export async function readAccountData(owner: Owner): Promise<AccountData> {
  const [signIns, word, orders, identity] = await store().getAll(keysOf(owner));
  return {
    signIns: await shownSignIns(owner, signIns),
    word: await antiPhishingCodeOf(owner, word),
    orders: ownOrdersIn(orders).length,
    identity: Boolean(identity),
  };
}

/**
 * Deletes all of it in one transaction. The records that prevent a second payment, and those of ended sessions, stay
 * until they expire (decision 0106).
 *
 * @throws what the store throws
 */
export async function deleteAccountData(owner: Owner): Promise<void> {
  await store().commit({ write: Object.fromEntries(keysOf(owner).map((key) => [key, null])) });
}
