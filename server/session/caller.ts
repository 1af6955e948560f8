import type { Session } from "~server/session/session";
import type { Visitor } from "~server/session/visitor";
import type { Caller } from "~server/upstream/transport";

/**
 * Who asks the platform: the visitor's language and, when signed in, the token (behaviour 7.2).
 *
 * @param securityInfo what the browser gathered, a JSON text; only forms carry it
 */
export function caller({ locale }: Pick<Visitor, "locale">, session?: Session | null, securityInfo?: string): Caller {
  return {
    locale,
    ...(session ? { token: session.token } : {}),
    ...(securityInfo ? { securityInfo } : {}),
  };
}
