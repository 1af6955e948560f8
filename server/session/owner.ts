import { digest } from "~server/crypto/digest";
import { accountKey } from "~server/store/attempt-limit";

export interface SessionAccount {
  /** As typed at the sign-in. */
  account?: string | undefined;
  id: string;
  /** The upstream's. */
  userId?: string | undefined;
}

/** The account that a record in the store belongs to; `ownerOf` finds it. */
export interface Owner {
  userId: string | undefined;
  /** In the keys of its records. */
  name: string;
  /** In keys of earlier versions: the typed account in lower case. */
  formerName: string;
  /** Another account may have had that name: the upstream may distinguish `A@x` and `a@x`. */
  sharesFormerName: boolean;
}

export function ownerBy({ account, id, userId }: SessionAccount): Owner {
  const ownName = account === undefined ? `session:${id}` : `typed:${account}`;
  return {
    userId,
    // The prefixes separate the upstream's ids from accounts that are spelled like one.
    name: userId === undefined ? ownName : `id:${userId}`,
    formerName: account?.trim().toLowerCase() ?? id,
    sharesFormerName: account !== undefined && account.toLowerCase() !== account.toUpperCase(),
  };
}

export function ownerKey(kind: string, { name }: Owner): string {
  return `${kind}:${digest(`${kind}-of`, name)}`;
}

/** Its key in earlier versions. */
export function formerKey(kind: string, { formerName }: Owner): string {
  return `${kind}:${digest(kind, formerName)}`;
}

/** Reads look at both; writes delete the former one, or leave it. */
export function ownerKeys(kind: string, owner: Owner): [own: string, former: string] {
  return [ownerKey(kind, owner), formerKey(kind, owner)];
}

/** How limits count a signed-in visitor. All spellings of a typed account count together. */
export function countedAs({ account, id, userId }: SessionAccount): string {
  // No spelling of an account keeps its blanks.
  return userId === undefined ? accountKey(account ?? id) : `id ${userId}`;
}

/** For the browser's own cookies: a digest of the account as typed, because a flow begins before the id is known. */
export function ownerDigest(what: string, { account, id }: SessionAccount): string {
  return digest(what, account ?? id);
}
