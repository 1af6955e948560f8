import { randomBytes } from "node:crypto";
import { z } from "zod";
import { SESSION_AGE_MS } from "~server/session/headers";
import { digest } from "~server/crypto/digest";
import { clearCookie, cookieValues, sealedName, setCookie, valuesInHeader } from "~server/session/cookies";
import { open, seal } from "~server/crypto/keys";
import { hasEnded } from "~server/session/signed-out";

const sessionSchema = z.object({
  /** The upstream's token: sent to the upstream and nowhere else. */
  token: z.string().min(1),
  /** What the visitor signed in with. */
  account: z.string().optional(),
  /** The platform's id of the user, where it sent one at the sign-in (`ownerOf`). */
  userId: z.string().optional(),
  /**
   * Identifies this sign-in: every copy of its cookie has it, and no later sign-in does, even where the upstream
   * returns the same token again. A sign-out ends it.
   */
  signInId: z.string().optional(),
  /**
   * The epochs when the session began: of the typed account, and of the user. The session is over when the owner has
   * signed out everywhere since (`signed-out.ts`).
   */
  epoch: z.string().optional(),
  userEpoch: z.string().optional(),
});

/** A signed-in visitor. */
export type Session = z.infer<typeof sessionSchema> & {
  /** Identifies the session here: the same for the same token, without revealing it. */
  id: string;
  signInId: string;
};

/** The name of the cookie. */
export const sessionCookieName = () => sealedName("utoken");

/** Whether a request carries a session cookie, valid or not. */
export function hasSessionCookie(request: Request): boolean {
  return cookieValues(request, sessionCookieName()).length > 0;
}

/** The sessions of valid cookies that are not too old, including sessions that have ended since. */
async function* sealedSessions(cookies: string | null | undefined): AsyncGenerator<Session> {
  for (const value of valuesInHeader(cookies, sessionCookieName())) {
    const parsed = sessionSchema.safeParse(await open("session", value));
    if (!parsed.success) continue;
    const id = sessionId(parsed.data.token);
    // Old cookies without a `signInId` use the id of their token.
    const { signInId = id } = parsed.data;
    yield { ...parsed.data, id, signInId };
  }
}

/**
 * The session of a request, or null: no cookie, an invalid or expired one, or signed out (a copied cookie). Never
 * throws.
 */
export async function readSession(request: Request): Promise<Session | null> {
  for await (const session of sealedSessions(request.headers.get("cookie")))
    if (!(await hasEnded(session))) return session;
  return null;
}

/**
 * What a visitor has signed in with, even where that session has ended: the owner of the values typed into its form.
 * Never throws.
 *
 * @param session the request's session, where it was read and has not ended
 */
export async function accountOf(request: Request, session: Session | null | undefined): Promise<string | undefined> {
  if (session) return session.account;
  for await (const { account } of sealedSessions(request.headers.get("cookie"))) return account;
  return undefined;
}

/**
 * The session in a Cookie header, even where it has ended: it tells a visitor who has signed in from a stranger, by the
 * cookie alone. Never throws.
 */
export async function sealedSession(cookies: string | undefined): Promise<Session | undefined> {
  for await (const session of sealedSessions(cookies)) return session;
  return undefined;
}

/** The id of a session here: the same for the same token of the upstream. */
export const sessionId = (token: string): string => digest("session", token);

/** The id of a new sign-in. */
export const newSignInId = (): string => randomBytes(16).toString("base64url");

/**
 * The Set-Cookie value of a session (behaviour 3.26). To sign a visitor in use `beginSession`, which records it too.
 *
 * @throws RangeError when the upstream's token is too long for a cookie
 */
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

/** The Set-Cookie value that signs a visitor out of this site. */
export function clearSessionCookie(): string {
  return clearCookie(sessionCookieName());
}
