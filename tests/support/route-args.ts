import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/node";
import type { FlowSession } from "~server/session/flow-session";
import { formToken } from "~server/session/csrf";
import { requestContextOf, type RequestContext } from "~server/session/request-context";

/**
 * Makes the load context that the HTTP server gives to every loader and action of one request. Tests get it only from
 * here.
 *
 * @param clientAddress the visitor's address; undefined if the server finds none
 */
export function loadContext(clientAddress?: string): AppLoadContext {
  return clientAddress === undefined ? {} : { clientAddress };
}

/** Returns the arguments that Remix passes to a route's loader or action. */
export function routeArgs(
  request: Request,
  { params = {}, clientAddress }: { params?: Record<string, string>; clientAddress?: string } = {},
): ActionFunctionArgs {
  return { request, params, context: loadContext(clientAddress) };
}

/** Returns the context of a request, as its loaders and actions share it. */
export function requestContextOn(request: Request): Promise<RequestContext> {
  return requestContextOf(routeArgs(request));
}

/** Returns the token of a form on the page that a request opens. */
export async function formTokenFor(request: Request, purpose: string): Promise<string> {
  return formToken(await requestContextOn(request), purpose);
}

/** Returns the flow in a request's cookie, or a new empty one. */
export async function readFlow(request: Request): Promise<FlowSession> {
  return (await requestContextOn(request)).flowSession();
}

let addresses = 0;

/** Returns an IP address that no other test visitor has, so that tests do not use up each other's limits. */
export function newAddress(): string {
  addresses += 1;
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
}
