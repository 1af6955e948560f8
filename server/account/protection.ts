import { LRUCache } from "lru-cache";
import { SESSION_AGE_MS } from "~server/session/headers";
import type { Session } from "~server/session/session";
import type { UserInfo } from "~server/upstream/user";

export type Protection = Partial<Pick<UserInfo, "authLevel" | "googleBound">>;

/** By session: what was read once and stays, so that pages that do not read the user can show it. */
const settled = new LRUCache<string, Protection>({ max: 30_000, ttl: SESSION_AGE_MS });

export const settledProtection = ({ id }: Pick<Session, "id">): Protection => settled.get(id) ?? {};

/** Keeps that the account is verified and has an authenticator. Whatever may change soon is not kept. */
export function noteProtection({ id }: Pick<Session, "id">, { authLevel, googleBound }: UserInfo): void {
  settled.set(id, {
    ...(authLevel === "verified" ? { authLevel } : {}),
    ...(googleBound ? { googleBound } : {}),
  });
}
