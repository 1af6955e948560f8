import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { readLocale, type Locale } from "~server/i18n/locale";
import { flowLeftBy, newFlowId, storedFlow, type FlowSession } from "~server/session/flow-session";
import { readSession, type Session } from "~server/session/session";

/** State shared by the loaders, action and document of a request, so that each cookie is decrypted once. */
export interface RequestContext {
  readonly request: Request;
  readonly locale: Locale;
  /** An IPv4 address, or the /64 network of an IPv6 one; "unknown" if there is none. */
  readonly address: string;
  /** True if the page is rendered for the page cache, and thus for all signed-out visitors. */
  readonly isSharedRender: boolean;
  /** True if a public form token was posted without proof that it comes from this site. */
  lacksProof: boolean;
  session(): Promise<Session | null>;
  /** Returns the flow in the cookie. Never rejects. */
  storedFlow(): Promise<FlowSession | null>;
  /** Returns the stored flow, or a new empty one, which is stored only when `flowCookie` sends it. */
  flowSession(): Promise<FlowSession>;
  /** Uses the flow from a refused action's response, because the page's loaders run in the same request. */
  follow(response: Response): Promise<void>;
}

declare module "@remix-run/node" {
  interface AppLoadContext {
    clientAddress?: string;
    isSharedRender?: boolean;
    requestContext?: Promise<RequestContext>;
  }
}

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
