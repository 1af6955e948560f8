import { createHash } from "node:crypto";

/** 132 bits: no two texts that anybody can find have the same digest. */
const SHORT_LENGTH = 22;
/** All of SHA-256. */
export const FULL_LENGTH = 43;

/**
 * Stands for a text where the text itself must not be read: in a key of the store, a cookie or a form. A digest needs
 * no key, unlike `sign`: who can guess the text can make it. Stored keys and cookies hold digests, so the outcome for a
 * text must never change: it would sign every visitor out.
 *
 * @param what is stood for: the digests of one text for two purposes differ
 * @param length how many of the 43 base64url characters
 */
export function digest(what: string, text: string, length = SHORT_LENGTH): string {
  return createHash("sha256").update(`${what}:${text}`).digest("base64url").slice(0, length);
}
