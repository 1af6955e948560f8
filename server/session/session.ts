import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { SESSION_AGE_MS } from "~server/constants";
import { clearCookie, cookieValues, sealedName, setCookie } from "~server/session/cookies";
import { flashCookie } from "~server/session/flash";
import { flowCookie, readFlow, withDraft, type Draft } from "~server/session/flow";
import { open, seal } from "~server/session/keys";
import { safePath, seeOther, signInPath } from "~server/session/redirects";
import { isSignedOut } from "~server/session/signed-out";
import { Expired } from "~server/upstream/transport";

/** Queries that may name a person (rulings, "/RealNameInfo, /UploadImage"); they never travel on in `redirectTo`. */
const PERSONAL_QUERIES = ["select", "bundle"];
/** What Remix adds to the address of its own requests. */
const REMIX_QUERIES = ["_data", "index"];

const sessionSchema = z.object({
  token: z.string().min(1),
  account: z.string().optional(),
  signInId: z.string().optional(),
});

/** A signed-in visitor. */
export interface Session {
  /** The platform's token: goes to the platform and nowhere else. */
  token: string;
  /** Stands for the session here: the same for the same token, and not the token. */
  id: string;
  /**
   * Stands for this sign-in: every copy of its cookie has it, and no later sign-in, not even where the platform gives the same
   * token again. A sign-out ends it.
   */
  signInId: string;
  /** What the visitor signed in with. */
  account?: string;
}

const cookieName = () => sealedName("utoken");

/** The session of a request, or null: no cookie, not ours, too old, or signed out (a copied cookie). Never throws. */
export async function readSession(request: Request): Promise<Session | null> {
  for (const value of cookieValues(request, cookieName())) {
    const parsed = sessionSchema.safeParse(await open("session", value));
    if (!parsed.success) continue;
    const id = sessionId(parsed.data.token);
    // Cookies of before there was a sign-in's own id are known by their token.
    const { signInId = id } = parsed.data;
    if (!(await isSignedOut(signInId))) return { ...parsed.data, id, signInId };
  }
  return null;
}

function sessionId(token: string): string {
  return createHash("sha256").update(`session:${token}`).digest("base64url").slice(0, 22);
}

/**
 * The Set-Cookie value that signs a visitor in (rulings, "Where state lives").
 *
 * @throws RangeError when the platform's token is too long for a cookie
 */
export async function sessionCookie({ token, account }: { token: string; account?: string }): Promise<string> {
  const signInId = randomBytes(16).toString("base64url");
  return setCookie(cookieName(), await seal("session", { token, account, signInId }, SESSION_AGE_MS), SESSION_AGE_MS);
}

/** The Set-Cookie value that signs a visitor out of this site. */
export function clearSessionCookie(): string {
  return clearCookie(cookieName());
}

/** The path and query of the page that a request is about, fit for `redirectTo`. */
export function pagePath(request: Request): string {
  const url = new URL(request.url);
  for (const name of [...PERSONAL_QUERIES, ...REMIX_QUERIES]) url.searchParams.delete(name);
  const query = url.searchParams.toString();
  return safePath(query ? `${url.pathname}?${query}` : url.pathname, safePath(url.pathname, "/"));
}

/**
 * The session that a page needs (spec section 6; rulings, "Guard"). Every protected loader and action begins with it.
 *
 * @throws Response 303 to `/Login?redirectTo=…` with the toast `errors.notLoggedIn` when there is none
 */
export async function requireSession(request: Request): Promise<Session> {
  const session = await readSession(request);
  if (!session) throw await demandSession(request);
  return session;
}

/** The answer to a request that needs a session and has none; a form's draft stays for later. */
export async function demandSession(request: Request, { draft }: { draft?: Draft } = {}): Promise<Response> {
  const cookies = [flashCookie({ key: "errors.notLoggedIn", kind: "alert" })];
  if (cookieValues(request, cookieName()).length > 0) cookies.push(clearSessionCookie());
  if (draft) cookies.push(await flowCookie(withDraft(await readFlow(request), draft)));
  return seeOther(signInPath(pagePath(request)), { cookies, document: true });
}

/**
 * The answer when the platform says that a session has expired (spec section 8, 10002): signed out here, 303 to `/` with
 * `errors.sessionExpired`. A form's draft stays for 15 minutes (screens, row 31).
 */
export async function expireSession(request: Request, { draft }: { draft?: Draft } = {}): Promise<Response> {
  const cookies = [clearSessionCookie(), flashCookie({ key: "errors.sessionExpired", kind: "alert" })];
  if (draft) cookies.push(await flowCookie(withDraft(await readFlow(request), draft)));
  return seeOther("/", { cookies, document: true });
}

/**
 * Runs what needs a session; for protected loaders.
 *
 * @returns what `run` gives; `Unavailable` and `Refused` pass through for the route to decide
 * @throws Response 303 to the sign-in when there is no session, to `/` when the platform says it has expired
 */
export async function guarded<T>(request: Request, run: (session: Session) => Promise<T>): Promise<T> {
  const session = await requireSession(request);
  try {
    return await run(session);
  } catch (error) {
    if (error instanceof Expired) throw await expireSession(request);
    throw error;
  }
}
