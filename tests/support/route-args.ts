import type { ActionFunctionArgs, AppLoadContext } from "@remix-run/node";

/**
 * What the HTTP server hands to every loader and action of one request. No test builds it elsewhere.
 *
 * @param request the one that is being answered
 * @param clientAddress the visitor's; a server that finds none names none
 */
export function loadContext(request: Request, clientAddress?: string): AppLoadContext {
  void request;
  return clientAddress === undefined ? {} : { clientAddress };
}

/** The arguments with which Remix calls a route's loader or action. */
export function routeArgs(
  request: Request,
  { params = {}, clientAddress }: { params?: Record<string, string>; clientAddress?: string } = {},
): ActionFunctionArgs {
  return { request, params, context: loadContext(request, clientAddress) };
}

let addresses = 0;

/** An address that no other visitor of the tests has, so that nobody uses up another's limits. */
export function newAddress(): string {
  addresses += 1;
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
}
