import { data, json, type LoaderFunctionArgs, type TypedResponse } from "@remix-run/node";
import { StreamedResponse } from "@storefront/remix-runtime/streamed-response";
import { expireSession, requireSession } from "~server/session/guard";
import { upstreamContextOf } from "~server/session/upstream-context";
import { LIMIT_HEADERS, PRIVATE_HEADERS, RETRY_HEADERS } from "~server/session/headers";
import type { Locale } from "~server/i18n/locale";
import type { Message } from "~server/i18n/message";
import type { Session } from "~server/session/session";
import { requestContextOf, type RequestContext } from "~server/session/request-context";
import {
  SessionExpired,
  TooManyLookups,
  type UpstreamContext,
  UpstreamRejected,
  UpstreamUnavailable,
} from "~server/upstream/client";
import { failureMessage } from "~server/loader/reads";

export interface Visit {
  requestContext: RequestContext;
  locale: Locale;
  request: Request;
  params: LoaderFunctionArgs["params"];
  query: URLSearchParams;
}

export interface PrivateVisit extends Visit {
  session: Session;
  upstreamContext: UpstreamContext;
}

export interface LoaderResult<Data> {
  data: Data;
  status: number;
  headers: Headers;
}

type Loader<Given> = (
  args: LoaderFunctionArgs,
) => Promise<TypedResponse<Given extends LoaderResult<infer Data> ? Data : never>>;

/**
 * Creates the loader of a public page. Throws 303 to `/` for an expired session, 503 if the upstream fails, 429 for
 * `TooManyLookups`.
 */
export function publicLoader<Given extends LoaderResult<unknown> | Response>(
  read: (visit: Visit) => Promise<Given>,
): Loader<Given> {
  return async (args) => {
    const requestContext = await requestContextOf(args);
    return handedOn(args, await resultOf(requestContext, () => read(visitOf(args, requestContext))));
  };
}

/** Creates the loader of a page that needs a session. A resource names the `page` to return to after signing in. */
export function privateLoader<Given extends LoaderResult<unknown> | Response>(
  read: (visit: PrivateVisit) => Promise<Given>,
  { page }: { page?: (args: LoaderFunctionArgs) => string } = {},
): Loader<Given> {
  return async (args) => {
    const requestContext = await requestContextOf(args);
    const session = await requireSession(requestContext, page?.(args));
    const visit = {
      ...visitOf(args, requestContext),
      session,
      upstreamContext: upstreamContextOf(requestContext, session),
    };
    const pageData = await resultOf(requestContext, () => read(visit));
    for (const [name, value] of Object.entries(PRIVATE_HEADERS)) pageData.headers.set(name, value);
    return handedOn(args, pageData);
  };
}

/** Returns plain data for a document, else JSON. `pageData` allows only data that JSON preserves. */
function handedOn<Data>(
  { context }: LoaderFunctionArgs,
  response: LoaderResult<unknown> | Response,
): TypedResponse<Data> {
  if (response instanceof StreamedResponse && context.isDocumentHandler) {
    // The router would read the stream to its end and use it as page data.
    context.instead = response;
    return data(null) as unknown as TypedResponse<Data>;
  }
  if (response instanceof Response) return response;
  const { data: shown, ...init } = response;
  return (context.isDocumentHandler ? data(shown, init) : json(shown, init)) as TypedResponse<Data>;
}

function visitOf({ request, params }: LoaderFunctionArgs, requestContext: RequestContext): Visit {
  return { requestContext, locale: requestContext.locale, request, params, query: new URL(request.url).searchParams };
}

async function resultOf<Data>(requestContext: RequestContext, read: () => Promise<Data>): Promise<Data> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof SessionExpired) throw await expireSession(requestContext);
    if (error instanceof UpstreamRejected || error instanceof UpstreamUnavailable)
      throw unavailableNow(failureMessage(error));
    if (error instanceof TooManyLookups) throw new Response(null, { status: 429, headers: LIMIT_HEADERS });
    throw error;
  }
}

/** Makes a 503 whose reason the root's error boundary shows. */
function unavailableNow(failure: Message): Response {
  return json({ failure }, { status: 503, headers: { ...PRIVATE_HEADERS, ...RETRY_HEADERS } });
}

type AsJson<Data> = Data extends string | number | boolean | null | undefined
  ? Data
  : Data extends (...args: never[]) => unknown
    ? never
    : Data extends object
      ? { [Key in keyof Data]: AsJson<Data[Key]> }
      : never;

/** Wraps a page's data. With `complete: false` (the main content cannot be read now) it is a 503 with `Retry-After`. */
export function pageData<Data>(
  data: Data & AsJson<Data>,
  {
    complete = true,
    status = complete ? 200 : 503,
    cookies = [],
  }: {
    complete?: boolean;
    status?: number;
    cookies?: readonly string[];
  } = {},
): LoaderResult<Data> {
  const headers = new Headers(status === 503 ? RETRY_HEADERS : {});
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return { data, status, headers };
}
