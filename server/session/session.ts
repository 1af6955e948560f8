import { randomBytes } from "node:crypto";
import { z } from "zod";
import { SESSION_AGE_MS } from "~server/session/headers";
import { digest } from "~server/crypto/digest";
import { clearCookie, cookieValues, sealedName, setCookie, valuesInHeader } from "~server/session/cookies";
import { open, seal } from "~server/crypto/keys";
import { hasEnded } from "~server/session/signed-out";

const sessionSchema = z.object({
  /** Sent to the upstream, and nowhere else. */
  token: z.string().min(1),
  /** The account as typed at sign-in. */
  account: z.string().optional(),
  /** The upstream's user id, if it sent one at sign-in. */
  userId: z.string().optional(),
  /** Unique even if the upstream returns the same token again; every copy of the cookie has it. */
  signInId: z.string(),
  /** The epochs of the account and the user when the session began: a sign-out everywhere ends older ones. */
  epoch: z.string().optional(),
  userEpoch: z.string().optional(),
});

export type Session = z.infer<typeof sessionSchema> & { id: string };

export const sessionCookieName = () => sealedName("utoken");

/** True even for an invalid cookie. */
export function hasSessionCookie(request: Request): boolean {
  return cookieValues(request, sessionCookieName()).length > 0;
}

/** The sessions of valid cookies, including ended ones. */
async function* sealedSessions(cookies: string | null | undefined): AsyncGenerator<Session> {
  for (const value of valuesInHeader(cookies, sessionCookieName())) {
    const parsed = sessionSchema.safeParse(await open("session", value));
    if (!parsed.success) continue;
    yield { ...parsed.data, id: sessionId(parsed.data.token) };
  }
}

/** The session of a request; null without a valid one. Never rejects. */
export async function readSession(request: Request): Promise<Session | null> {
  for await (const session of sealedSessions(request.headers.get("cookie")))
    if (!(await hasEnded(session))) return session;
  return null;
}

/** The visitor's account, even if the session has ended: it owns the values typed into a form. Never rejects. */
export async function accountOf(request: Request, session: Session | null | undefined): Promise<string | undefined> {
  return (session ?? (await sealedSession(request.headers.get("cookie"))))?.account;
}

/** The session in a Cookie header, even if it has ended. Tells visitors from strangers. Never rejects. */
export async function sealedSession(cookies: string | null | undefined): Promise<Session | undefined> {
  for await (const session of sealedSessions(cookies)) return session;
  return undefined;
}

export const sessionId = (token: string): string => digest("session", token);

export const newSignInId = (): string => randomBytes(16).toString("base64url");

/** The Set-Cookie value of a session, for `beginSession`. Throws a RangeError for a token too long for a cookie. */
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
