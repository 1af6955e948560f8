import { NOT_LOGGED_IN, type Flash } from "~server/session/flash";
import { flowCookie, withDraft, type Draft } from "~server/session/flow-session";
import { safePath, seeOther, signInPath } from "~server/session/redirects";
import { evictSecurityInfo } from "~server/session/security-info";
import { clearSessionCookie, hasSessionCookie, type Session } from "~server/session/session";
import type { RequestContext } from "~server/session/request-context";

/** Queries that may name a person; they never travel on in `redirectTo`. */
const PERSONAL_QUERIES = ["select", "bundle"];
/** The query that Remix adds to its own requests. */
const REMIX_QUERIES = ["_data", "index"];

/** The path and query of the page that a request is about, fit for `redirectTo`. */
export function pagePath(request: Request): string {
  const url = new URL(request.url);
  for (const name of [...PERSONAL_QUERIES, ...REMIX_QUERIES]) url.searchParams.delete(name);
  const query = url.searchParams.toString();
  return safePath(query ? `${url.pathname}?${query}` : url.pathname, safePath(url.pathname, "/"));
}

/**
 * The session that a page needs (behaviour 6.2). Every protected loader and action begins with it.
 *
 * @param page the page to return to after the sign-in, where that is not the one of the request
 * @throws Response 303 to `/Login?redirectTo=…` with the toast `errors.notLoggedIn` when there is none
 */
export async function requireSession(requestContext: RequestContext, page?: string): Promise<Session> {
  const session = await requestContext.session();
  if (!session) throw await demandSession(requestContext, { page });
  return session;
}

/** The response to a request that needs a session and has none; a form's draft is preserved. */
export async function demandSession(
  requestContext: RequestContext,
  { draft, page = pagePath(requestContext.request) }: { draft?: Draft | undefined; page?: string | undefined } = {},
): Promise<Response> {
  const cookies = hasSessionCookie(requestContext.request) ? [clearSessionCookie()] : [];
  if (draft) cookies.push(await flowCookie(withDraft(await requestContext.flowSession(), draft)));
  return seeOther(signInPath(page), { cookies, toast: NOT_LOGGED_IN, document: true });
}

/**
 * The response when the upstream reports an expired session (behaviour 8.3): signs out here, 303 to `/` with
 * `errors.sessionExpired`. A form's draft is preserved for 15 minutes (behaviour 10.31).
 *
 * @param options.note a second sentence, where more is known
 * @param options.page where the next sign-in leads to, if it is not the page of the form
 */
export async function expireSession(
  requestContext: RequestContext,
  { draft, note, page }: { draft?: Draft | undefined; page?: string } & Pick<Flash, "note"> = {},
): Promise<Response> {
  const session = await requestContext.session();
  if (session) evictSecurityInfo(session);
  const cookies = [clearSessionCookie()];
  if (draft) {
    const returnTo = page ?? pagePath(requestContext.request);
    cookies.push(await flowCookie({ ...withDraft(await requestContext.flowSession(), draft), returnTo }));
  }
  return seeOther("/", { cookies, toast: { key: "errors.sessionExpired", kind: "alert", note }, document: true });
}
