import { logProgramError } from "@storefront/observability/log";
import { jwtVerify, SignJWT, type JWTPayload } from "jose";
import { digest, FULL_LENGTH } from "~server/crypto/digest";
import { keysOf } from "~server/crypto/keys";
import { ownerBy, type SessionAccount } from "~server/session/owner";

/** A quote never passes as a receipt. */
type Purpose = "quote" | "receipt";

const ISSUER = "purchase";

/** An account: after another sign-in its quotes and receipts still tell what was paid. */
export const payerOf = (session: SessionAccount): string => ownerBy(session).name;

/** Hides the payer in forms and cookies, which anybody can decode. */
const bindingOf = (payer: string) => digest(ISSUER, payer, FULL_LENGTH);

/** Signs claims for one payer (JWT, HS256). They are readable, but cannot be changed or used by another one. */
export async function signClaims(
  purpose: Purpose,
  payer: string,
  claims: Record<string, unknown>,
  expiresMs: number,
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256" })
    .setIssuer(ISSUER)
    .setAudience(purpose)
    .setSubject(bindingOf(payer))
    .setExpirationTime(Math.floor(expiresMs / 1000))
    .sign(keysOf(purpose)[0]);
}

/**
 * Reads what `signClaims` made for this payer under any of the secrets, or null. Ignores the expiry: an expired quote
 * may have been paid, so the reader decides.
 */
export async function readClaims(
  purpose: Purpose,
  payer: string,
  token: string,
): Promise<{ claims: JWTPayload; expiresMs: number } | null> {
  for (const key of keysOf(purpose)) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ["HS256"],
        issuer: ISSUER,
        audience: purpose,
        subject: bindingOf(payer),
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
