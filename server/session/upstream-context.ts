import { cachedSecurityInfo } from "~server/session/security-info";
import type { Session } from "~server/session/session";
import type { RequestContext } from "~server/session/request-context";
import type { UpstreamContext } from "~server/upstream/client";

/**
 * The upstream context of a visitor: the language and, when signed in, the token (behaviour 7.2) and the network.
 *
 * @param securityInfo gathered by the browser, a JSON text; only forms carry it. By default the one that a form of the
 *   session sent last
 */
export function upstreamContextOf(
  { locale, address }: Pick<RequestContext, "locale" | "address">,
  session?: Session | null,
  securityInfo?: string,
): UpstreamContext {
  const known = securityInfo ?? (session ? cachedSecurityInfo(session) : undefined);
  return {
    locale,
    ...(session ? { token: session.token, network: address } : {}),
    ...(known ? { securityInfo: known } : {}),
  };
}
