import { parseOrders, OWN_ORDERS } from "~server/purchase/own-orders";
import { SAVED_IDENTITY } from "~server/identity/saved";
import type { Session } from "~server/session/session";
import { store } from "~server/store/shared";
import { DEPOSIT_WATCH } from "~server/deposits/watch";
import { ownerKey, type Owner } from "~server/session/owner";
import { ownerOf } from "./owner-of";
import { shownSignIns, SIGN_INS, type ShownSignIn } from "./sign-ins";
import { ANTI_PHISHING_CODE, openAntiPhishingCode, type AntiPhishingCode } from "./anti-phishing-code";

export interface AccountData {
  signIns: ShownSignIn[];
  word: AntiPhishingCode;
  orders: number;
  identity: boolean;
}

const KINDS = [SIGN_INS.name, ANTI_PHISHING_CODE.name, OWN_ORDERS, SAVED_IDENTITY.name, DEPOSIT_WATCH];
const keysOf = (owner: Owner) => KINDS.map((kind) => ownerKey(kind, owner));

/** Reads the records in one transaction. Skips those of an earlier version that may belong to another account. */
export async function readAccountData(session: Session): Promise<AccountData> {
  const owner = await ownerOf(session);
  const [signIns, word, orders, identity] = await store().getAll(keysOf(owner));
  return {
    signIns: await shownSignIns(owner, session, signIns),
    word: await openAntiPhishingCode(owner, word),
    orders: parseOrders(orders).length,
    identity: Boolean(identity),
  };
}

export async function deleteAccountData(session: Session): Promise<void> {
  const owner = await ownerOf(session);
  await store().commit({ write: Object.fromEntries(keysOf(owner).map((key) => [key, null])) });
}
