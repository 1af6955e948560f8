import { logProgramError } from "@storefront/observability/log";
import { jwtVerify, SignJWT, type JWTPayload } from "jose";
import { digest, FULL_LENGTH } from "~server/crypto/digest";
import { keysOf } from "~server/crypto/keys";
import { ownerBy, type SessionAccount } from "~server/session/owner";

/** The purpose prevents a quote from passing as a receipt. */
type Purpose = "quote" | "receipt";

const ISSUER = "purchase";

/** The payer is an account, so that after another sign-in its quotes and receipts still prove payments. */
export const payerOf = (session: SessionAccount): string => ownerBy(session).name;

/** Hides the payer in forms and cookies, which anybody can decode. */
const bindingOf = (payer: string) => digest(ISSUER, payer, FULL_LENGTH);

/** Signs claims for one payer (JWT, HS256). Others can read them, but neither change nor use them. */
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
 * Reads claims that `signClaims` made for this payer with any of the secrets; null for anything else. Ignores the
 * expiry, because an expired quote may have been paid.
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
