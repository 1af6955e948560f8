import { cachedSecurityInfo } from "~server/session/security-info";
import type { Session } from "~server/session/session";
import type { RequestContext } from "~server/session/visitor";
import type { UpstreamContext } from "~server/upstream/client";

/**
 * Who asks the platform: the visitor's language and, when signed in, the token (behaviour 7.2).
 *
 * @param securityInfo what the browser gathered, a JSON text; only forms carry it. Else what a form of the session
 *   brought last
 */
export function upstreamContextOf(
  { locale }: Pick<RequestContext, "locale">,
  session?: Session | null,
  securityInfo?: string,
): UpstreamContext {
  const known = securityInfo ?? (session ? cachedSecurityInfo(session) : undefined);
  return {
    locale,
    ...(session ? { token: session.token } : {}),
    ...(known ? { securityInfo: known } : {}),
  };
}
