import { NOT_LOGGED_IN, type Flash } from "~server/session/flash";
import { flowCookie, withDraft, type Draft } from "~server/session/flow-session";
import { safePath, seeOther, signInPath } from "~server/session/redirects";
import { securityInfos } from "~server/session/security-info";
import { clearSessionCookie, hasSessionCookie, type Session } from "~server/session/session";
import type { RequestContext } from "~server/session/request-context";

/** Parameters that may name a person, so `redirectTo` never contains them. */
const PERSONAL_QUERIES = ["select", "bundle"];
/** Parameters that Remix adds to its own requests. */
const REMIX_QUERIES = ["_data", "index"];

export function pagePath(request: Request): string {
  const url = new URL(request.url);
  for (const name of [...PERSONAL_QUERIES, ...REMIX_QUERIES]) url.searchParams.delete(name);
  const query = url.searchParams.toString();
  return safePath(query ? `${url.pathname}?${query}` : url.pathname, safePath(url.pathname, "/"));
}

/** Returns the session, or throws 303 to the sign-in, which returns to `page`, if not to the requested one. */
export async function requireSession(requestContext: RequestContext, page?: string): Promise<Session> {
  const session = await requestContext.session();
  if (!session) throw await demandSession(requestContext, { page });
  return session;
}

export async function demandSession(
  requestContext: RequestContext,
  { draft, page = pagePath(requestContext.request) }: { draft?: Draft | undefined; page?: string | undefined } = {},
): Promise<Response> {
  const cookies = hasSessionCookie(requestContext.request) ? [clearSessionCookie()] : [];
  if (draft) cookies.push(await flowCookie(withDraft(await requestContext.flowSession(), draft)));
  return seeOther(signInPath(page), { cookies, toast: NOT_LOGGED_IN, document: true });
}

/**
 * Signs the visitor out when the upstream reports an expired session; preserves a form's draft. `options.note` is a
 * second sentence of the toast, `options.page` the page after the next sign-in.
 */
export async function expireSession(
  requestContext: RequestContext,
  { draft, note, page }: { draft?: Draft | undefined; page?: string } & Pick<Flash, "note"> = {},
): Promise<Response> {
  const session = await requestContext.session();
  if (session) securityInfos.delete(session.id);
  const cookies = [clearSessionCookie()];
  if (draft) {
    const returnTo = page ?? pagePath(requestContext.request);
    cookies.push(await flowCookie({ ...withDraft(await requestContext.flowSession(), draft), returnTo }));
  }
  return seeOther("/", { cookies, toast: { key: "errors.sessionExpired", kind: "alert", note }, document: true });
}
