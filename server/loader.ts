import { json, type LoaderFunctionArgs, type TypedResponse } from "@remix-run/node";
import { expireSession, requireSession } from "~server/session/guard";
import { caller } from "~server/session/caller";
import { PRIVATE_HEADERS, RETRY_HEADERS } from "~server/session/headers";
import type { Locale } from "~server/locale";
import type { Session } from "~server/session/session";
import { visitorOf, type Visitor } from "~server/session/visitor";
import { Expired, Refused, Unavailable, type Caller } from "~server/upstream/transport";

/** What the loader of a public page is given. */
export interface Visit {
  visitor: Visitor;
  locale: Locale;
  request: Request;
  params: LoaderFunctionArgs["params"];
  /** What the address asks for, so anything. */
  query: URLSearchParams;
}

/** What the loader of a private page is given. */
export interface PrivateVisit extends Visit {
  session: Session;
  /** Carries the session's token. */
  caller: Caller;
}

/**
 * The loader of a page that anybody may open (house 4). What depends on who is signed in asks `visitor.session()`.
 *
 * @param read gives the page's data with `answer`, or throws a Response
 * @returns a loader. It throws 303 to `/` when the platform says that the session has expired, and 503 for `Refused`
 *   and `Unavailable`
 */
export function publicLoader<Answer extends Response>(
  read: (visit: Visit) => Promise<Answer>,
): (args: LoaderFunctionArgs) => Promise<Answer> {
  return async (args) => {
    const visitor = await visitorOf(args);
    return answered(visitor, () => read(visitOf(args, visitor)));
  };
}

/**
 * The loader of a page that needs a session (behaviour 6.2): the session first, then the page; no cache keeps it.
 *
 * @param page where to come back to after the sign-in, for what is no page itself
 * @returns a loader. Beside what `publicLoader` throws: 303 to the sign-in when there is no session
 */
export function privateLoader<Answer extends Response>(
  read: (visit: PrivateVisit) => Promise<Answer>,
  { page }: { page?: (args: LoaderFunctionArgs) => string } = {},
): (args: LoaderFunctionArgs) => Promise<Answer> {
  return async (args) => {
    const visitor = await visitorOf(args);
    const session = await requireSession(visitor, page?.(args));
    const visit = { ...visitOf(args, visitor), session, caller: caller(visitor, session) };
    const answer = await answered(visitor, () => read(visit));
    for (const [name, value] of Object.entries(PRIVATE_HEADERS)) answer.headers.set(name, value);
    return answer;
  };
}

function visitOf({ request, params }: LoaderFunctionArgs, visitor: Visitor): Visit {
  return { visitor, locale: visitor.locale, request, params, query: new URL(request.url).searchParams };
}

async function answered<Answer extends Response>(visitor: Visitor, read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Expired) throw await expireSession(visitor);
    if (error instanceof Refused || error instanceof Unavailable) throw unavailableNow();
    throw error;
  }
}

/** The answer to a page that cannot be made now; the root's boundary shows it. */
export function unavailableNow(): Response {
  return new Response(null, { status: 503, headers: { ...PRIVATE_HEADERS, ...RETRY_HEADERS } });
}

/**
 * The data of a page.
 *
 * @param options.complete false when what the page is there for cannot be read now: 503, and machines need not ask
 *   again at once
 * @param options.status where it is another one than 200 or 503
 * @param options.cookies Set-Cookie values
 */
export function answer<Data>(
  data: Data,
  {
    complete = true,
    status = complete ? 200 : 503,
    cookies = [],
  }: {
    complete?: boolean;
    status?: number;
    cookies?: readonly string[];
  } = {},
): TypedResponse<Data> {
  const headers = new Headers(status === 503 ? RETRY_HEADERS : {});
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return json(data, { status, headers });
}
