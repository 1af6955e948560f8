import { readLocale } from "~server/session/locale";
import type { Session } from "~server/session/session";
import type { Caller } from "~server/upstream/transport";

/**
 * Who asks the platform: the visitor's language and, when signed in, the token (spec section 7).
 *
 * @param securityInfo what the browser gathered, a JSON text; only forms carry it
 */
export function caller(request: Request, session?: Session | null, securityInfo?: string): Caller {
  return {
    locale: readLocale(request),
    ...(session ? { token: session.token } : {}),
    ...(securityInfo ? { securityInfo } : {}),
  };
}
