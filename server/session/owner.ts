import { digest } from "~server/crypto/digest";
import { accountKey } from "~server/store/attempt-limit";

/** What a session says about its account. */
export interface SessionAccount {
  /** The account that the visitor typed to sign in. */
  account?: string | undefined;
  /** Identifies the session. */
  id: string;
  /** The platform's id of the user. */
  userId?: string | undefined;
}

/** The account that a record in the store belongs to. `ownerOf` finds it. */
export interface Owner {
  /** The platform's id of the user; undefined where the platform sends none. */
  userId: string | undefined;
  /** Names the account in the keys of its records. */
  name: string;
  /** What earlier versions named it by: the typed account in lower case. */
  formerName: string;
  /** Whether another account may have had that name too: the platform may tell `A@x` and `a@x` apart. */
  sharesFormerName: boolean;
}

/** The owner by what a session itself says. */
export function ownerBy({ account, id, userId }: SessionAccount): Owner {
  const ownName = account === undefined ? `session:${id}` : `typed:${account}`;
  return {
    userId,
    // The prefixes separate the platform's ids from accounts that are spelled like one.
    name: userId === undefined ? ownName : `id:${userId}`,
    formerName: account?.trim().toLowerCase() ?? id,
    sharesFormerName: account !== undefined && account.toLowerCase() !== account.toUpperCase(),
  };
}

/** The key of an owner's record in the store, which is no former key of anybody. */
export function ownerKey(kind: string, { name }: Owner): string {
  return `${kind}:${digest(`${kind}-of`, name)}`;
}

/** The key under which earlier versions stored such a record. */
export function formerKey(kind: string, { formerName }: Owner): string {
  return `${kind}:${digest(kind, formerName)}`;
}

/** Both: a read looks at both, a write deletes what is under the former key, or leaves it. */
export function ownerKeys(kind: string, owner: Owner): [own: string, former: string] {
  return [ownerKey(kind, owner), formerKey(kind, owner)];
}

/**
 * What limits count a signed-in visitor by: the platform's id, else the typed account, of which all spellings count
 * together.
 */
export function countedAs({ account, id, userId }: SessionAccount): string {
  // No spelling of an account keeps its blanks.
  return userId === undefined ? accountKey(account ?? id) : `id ${userId}`;
}

/**
 * A digest of the account exactly as it was typed, for what the browser's own cookies store: nobody else who signs in
 * on this browser reads it. A flow begins before the platform's id is known.
 *
 * @param names the thing: the digests of one account for two things differ
 */
export function ownerDigest(what: string, { account, id }: SessionAccount): string {
  return digest(what, account ?? id);
}
