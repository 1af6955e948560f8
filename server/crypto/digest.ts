import { createHash } from "node:crypto";

/** 132 bits: no two texts that anybody can find have the same digest. */
const SHORT_LENGTH = 22;
/** All of SHA-256. */
export const FULL_LENGTH = 43;

/**
 * Replaces a text that must not be readable: in a key of the store, a cookie or a form. Unlike `sign` it uses no key:
 * whoever can guess the text can compute it. Stored keys and cookies contain digests, so the result for a text must
 * never change: that would sign every visitor out.
 *
 * @param names the purpose: the digests of one text for two purposes differ
 * @param length how many of the 43 base64url characters
 */
export function digest(what: string, text: string, length = SHORT_LENGTH): string {
  return createHash("sha256").update(`${what}:${text}`).digest("base64url").slice(0, length);
}
