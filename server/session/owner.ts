import { digest } from "~server/crypto/digest";
import { accountKey } from "~server/store/attempt-limit";

export interface SessionAccount {
  /** The account as typed at sign-in. */
  account?: string | undefined;
  id: string;
  /** The upstream's user id. */
  userId?: string | undefined;
}

/** Account that a record in the store belongs to. `ownerOf` finds it. */
export interface Owner {
  userId: string | undefined;
  /** Name of the account in the keys of its records, which have a digest of it. */
  name: string;
  /** The typed account in lower case. */
  typedName: string;
}

export function ownerBy({ account, id, userId }: SessionAccount): Owner {
  const ownName = account === undefined ? `session:${id}` : `typed:${account}`;
  return {
    userId,
    // The prefixes separate the upstream's ids from accounts that are spelled like one.
    name: userId === undefined ? ownName : `id:${userId}`,
    typedName: account?.trim().toLowerCase() ?? id,
  };
}

export function ownerKey(kind: string, { name }: Owner): string {
  return `${kind}:${digest(`${kind}-of`, name)}`;
}

/** Returns the key by which limits count a signed-in visitor. All spellings of a typed account count together. */
export function countedAs({ account, id, userId }: SessionAccount): string {
  // `accountKey` removes spaces, so no account has this form.
  return userId === undefined ? accountKey(account ?? id) : `id ${userId}`;
}

/** Makes a digest of the account as typed for the browser's cookies, because a flow begins before the id is known. */
export function ownerDigest(what: string, { account, id }: SessionAccount): string {
  return digest(what, account ?? id);
}
