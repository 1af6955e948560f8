import { isIP } from "node:net";
import { securityInfos } from "~server/session/security-info";
import type { Session } from "~server/session/session";
import type { RequestContext } from "~server/session/request-context";
import type { UpstreamContext } from "~server/upstream/client";

export function upstreamContextOf(
  { locale, address }: Pick<RequestContext, "locale" | "address">,
  session?: Session | null,
  securityInfo?: string,
): UpstreamContext {
  const known = securityInfo ?? (session ? securityInfos.get(session.id) : undefined);
  const firstAddress = address.replace(/\/64$/, "");
  return {
    locale,
    ...(isIP(firstAddress) ? { address: firstAddress } : {}),
    ...(session ? { token: session.token, userId: session.userId, network: address } : {}),
    ...(known ? { securityInfo: known } : {}),
  };
}
