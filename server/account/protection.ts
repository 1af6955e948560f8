import { SESSION_AGE_MS } from "~server/session/headers";
import type { Session } from "~server/session/session";
import type { UserInfo } from "~server/upstream/user";
import { accountCache } from "./account-cache";

export type Protection = Partial<Pick<UserInfo, "authLevel" | "googleBound">>;

/** States that will not change, by session, for pages that do not read the user. */
const settled = accountCache<Protection>(SESSION_AGE_MS);

export const settledProtection = ({ id }: Pick<Session, "id">): Protection => settled.get(id) ?? {};

/** Remembers that the account is verified or has an authenticator; other states may change soon. */
export function noteProtection({ id }: Pick<Session, "id">, { authLevel, googleBound }: UserInfo): void {
  settled.set(id, {
    ...(authLevel === "verified" ? { authLevel } : {}),
    ...(googleBound ? { googleBound } : {}),
  });
}
