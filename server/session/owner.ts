import { digest } from "~server/crypto/digest";
import type { Session } from "~server/session/session";

/** Whose something is, by what a session says. */
export type Owner = Pick<Session, "account" | "id">;

/** The signed-in owner: the normalised account, which is the same after signing in again, else the session's id. */
export function ownerName({ account, id }: Owner): string {
  return account?.trim().toLowerCase() ?? id;
}

/**
 * A digest of the owner of something in a flow, so that nobody else who signs in on this browser reads it.
 *
 * @param names the thing: the digests of one owner for two things differ
 */
export function ownerDigest(what: string, session: Owner): string {
  return digest(what, ownerName(session));
}
