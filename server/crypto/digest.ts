import { createHash } from "node:crypto";

/** 22 characters are 132 bits, enough to rule out collisions. */
const SHORT_LENGTH = 22;
export const FULL_LENGTH = 43;

/**
 * Replaces a text that must not be readable in a store key, cookie or form. Anyone who can guess the text can compute
 * it. Changing the algorithm would sign every visitor out.
 *
 * @param what the purpose; digests of one text for two purposes differ
 * @param length in base64url characters, up to 43
 */
export function digest(what: string, text: string, length = SHORT_LENGTH): string {
  return createHash("sha256").update(`${what}:${text}`).digest("base64url").slice(0, length);
}
