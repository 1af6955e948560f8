import { logProgramError } from "@storefront/observability/log";
import { jwtVerify, SignJWT, type JWTPayload } from "jose";
import { digest, FULL_LENGTH } from "~server/crypto/digest";
import { keysOf } from "~server/crypto/keys";

/** A quote never passes as a receipt. */
type Purpose = "quote" | "receipt";

const ISSUER = "purchase";

/** Hides the session's id in forms and cookies, which anybody can decode. */
const bindingOf = (sessionId: string) => digest(ISSUER, sessionId, FULL_LENGTH);

/** Signs claims for one session (JWT, HS256). They are readable, but cannot be changed or used in another session. */
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
 * Reads what `signClaims` made for this session under any of the secrets, or null. Ignores the expiry: an expired quote
 * may have been paid, so the reader decides.
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
    }
  }
  return null;
}
