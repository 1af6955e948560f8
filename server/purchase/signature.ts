import { logProgramError } from "@storefront/observability/log";
import { jwtVerify, SignJWT, type JWTPayload } from "jose";
import { digest, FULL_LENGTH } from "~server/crypto/digest";
import { keysOf } from "~server/crypto/keys";

/** What a signature is for: a quote never passes as a receipt. */
type Purpose = "quote" | "receipt";

const ISSUER = "purchase";

/** The session's id itself stays out of forms and cookies that anybody can decode. */
const bindingOf = (sessionId: string) => digest(ISSUER, sessionId, FULL_LENGTH);

/**
 * Signs claims for one session (JWT, HS256, by a key of its own derived from the first secret of SESSION_SECRET). The
 * claims are readable with the token, but nobody can change them, or use them in another session.
 *
 * @param expiresMs the time it expires, milliseconds since 1970; cut to whole seconds
 */
export async function signClaims(
  purpose: Purpose,
  sessionId: string,
  claims: Record<string, unknown>,
  expiresMs: number,
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256" })
    .setIssuer(ISSUER)
    .setAudience(purpose)
    .setSubject(bindingOf(sessionId))
    .setExpirationTime(Math.floor(expiresMs / 1000))
    .sign(keysOf(purpose)[0]);
}

/**
 * Reads what `signClaims` made for this session under any of the secrets. Does not check the expiry: an expired quote
 * may have been paid, so its reader decides.
 *
 * @returns the claims and the expiry in milliseconds since 1970; null for any token without a valid signature. Never
 *   throws on a token.
 */
export async function readClaims(
  purpose: Purpose,
  sessionId: string,
  token: string,
): Promise<{ claims: JWTPayload; expiresMs: number } | null> {
  for (const key of keysOf(purpose)) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ["HS256"],
        issuer: ISSUER,
        audience: purpose,
        subject: bindingOf(sessionId),
        requiredClaims: ["exp"],
        currentDate: new Date(0),
      });
      return { claims: payload, expiresMs: (payload.exp ?? 0) * 1000 };
    } catch (error) {
      logProgramError(error);
      // Invalid, or signed with another secret: the next one may match.
    }
  }
  return null;
}
