import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { readLocale, type Locale } from "~server/i18n/locale";
import { flowLeftBy, newFlowId, storedFlow, type FlowSession } from "~server/session/flow-session";
import { readSession, type Session } from "~server/session/session";

/**
 * The context of a request. Its loaders, action and document share it, so that each cookie is opened once (house 4).
 */
export interface RequestContext {
  readonly request: Request;
  readonly locale: Locale;
  /** As limits count it: an IPv4 address, or the /64 network of an IPv6 one; "unknown" when there is none. */
  readonly address: string;
  /** Whether the page is rendered for all signed-out visitors, and so for the page cache. */
  readonly isSharedRender: boolean;
  /** Set where a public form token was posted without proof that it comes from this site. */
  lacksProof: boolean;
  /** The visitor's session, or null. Never throws. */
  session(): Promise<Session | null>;
  /** The flow in the cookie, or null. Never throws. */
  storedFlow(): Promise<FlowSession | null>;
  /** The flow in the cookie, or a new empty one, which exists only once `flowCookie` sends it. */
  flowSession(): Promise<FlowSession>;
  /** Takes over the flow of a response's cookie: after a refused action the page's loaders run in the same request. */
  follow(response: Response): Promise<void>;
}

declare module "@remix-run/node" {
  interface AppLoadContext {
    /** The address that the HTTP server found. */
    clientAddress?: string;
    /** Set where a page is rendered for the page cache. */
    isSharedRender?: boolean;
    /** Set by `requestContextOf`. */
    requestContext?: Promise<RequestContext>;
  }
}

/** The request context of a loader or an action, the same for all that share its load context. */
export function requestContextOf({
  request,
  context,
}: Pick<LoaderFunctionArgs, "request" | "context">): Promise<RequestContext> {
  return (context.requestContext ??= makeRequestContext(request, context));
}

async function makeRequestContext(request: Request, context: AppLoadContext): Promise<RequestContext> {
  let session: Promise<Session | null> | undefined;
  let stored: Promise<FlowSession | null> | undefined;
  let flowSession: Promise<FlowSession> | undefined;
  const requestContext: RequestContext = {
    request,
    address: context.clientAddress ?? "unknown",
    isSharedRender: context.isSharedRender ?? false,
    lacksProof: false,
    locale: await readLocale(request),
    session: () => (session ??= readSession(request)),
    storedFlow: () => (stored ??= storedFlow(request)),
    flowSession: () =>
      (flowSession ??= requestContext.storedFlow().then((found) => found ?? { id: newFlowId(requestContext.address) })),
    async follow(response) {
      const left = await flowLeftBy(response);
      if (!left) return;
      stored = Promise.resolve(left);
      flowSession = undefined;
    },
  };
  return requestContext;
}
