import { randomBytes } from "node:crypto";
import { z } from "zod";
import { SESSION_AGE_MS } from "~server/session/headers";
import { digest } from "~server/crypto/digest";
import { clearCookie, cookieValues, sealedName, setCookie, valuesInHeader } from "~server/session/cookies";
import { open, seal } from "~server/crypto/keys";
import { hasEnded } from "~server/session/signed-out";

const sessionSchema = z.object({
  /** The upstream's session token. It is sent nowhere else. */
  token: z.string().min(1),
  /** The account as typed at sign-in. */
  account: z.string().optional(),
  /** The upstream's user id, if it sent one at sign-in. */
  userId: z.string().optional(),
  /** Unique even if the upstream returns the same token again. All copies of the cookie share it. */
  signInId: z.string(),
  /** Epochs of the account and the user when the session began. A sign-out everywhere ends sessions of older epochs. */
  epoch: z.string().optional(),
  userEpoch: z.string().optional(),
});

export type Session = z.infer<typeof sessionSchema> & { id: string };

export const sessionCookieName = () => sealedName("utoken");

/** True even if the cookie is invalid. */
export function hasSessionCookie(request: Request): boolean {
  return cookieValues(request, sessionCookieName()).length > 0;
}

/** Yields the sessions of valid cookies, including ended sessions. */
async function* sealedSessions(cookies: string | null | undefined): AsyncGenerator<Session> {
  for (const value of valuesInHeader(cookies, sessionCookieName())) {
    const parsed = sessionSchema.safeParse(await open("session", value));
    if (!parsed.success) continue;
    yield { ...parsed.data, id: sessionId(parsed.data.token) };
  }
}

/** Returns the session of a request; null if there is no valid one. Never rejects. */
export async function readSession(request: Request): Promise<Session | null> {
  for await (const session of sealedSessions(request.headers.get("cookie")))
    if (!(await hasEnded(session))) return session;
  return null;
}

/** Returns the visitor's account even if the session has ended, because it owns a form's values. Never rejects. */
export async function accountOf(request: Request, session: Session | null | undefined): Promise<string | undefined> {
  return (session ?? (await sealedSession(request.headers.get("cookie"))))?.account;
}

/** Returns the session in a Cookie header even if it has ended, to tell visitors from strangers. Never rejects. */
export async function sealedSession(cookies: string | null | undefined): Promise<Session | undefined> {
  for await (const session of sealedSessions(cookies)) return session;
  return undefined;
}

export const sessionId = (token: string): string => digest("session", token);

export const newSignInId = (): string => randomBytes(16).toString("base64url");

export async function sessionCookie({
  signInId = newSignInId(),
  ...session
}: Omit<Session, "id" | "signInId"> & { signInId?: string }): Promise<string> {
  return setCookie(
    sessionCookieName(),
    await seal("session", sessionSchema.parse({ ...session, signInId }), SESSION_AGE_MS),
    SESSION_AGE_MS,
  );
}

export function clearSessionCookie(): string {
  return clearCookie(sessionCookieName());
}
