import { env } from "~server/env";

/** Longer than any address worth showing. */
const ADDRESS_MAX_LENGTH = 2048;

/**
 * Reads an absolute address without a name or password in it.
 *
 * @returns undefined for anything else, relative addresses included: nothing says what they are relative to
 */
export function absoluteUrl(value: unknown): URL | undefined {
  if (typeof value !== "string" || value.length > ADDRESS_MAX_LENGTH) return undefined;
  // The URL parser drops tabs and line ends: an address that holds one is not what it seems.
  const text = value.trim();
  if (/[\p{Cc}\s\\]/u.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.username || url.password ? undefined : url;
}

/**
 * The address of a picture: https, or http where the origin is the platform's, this site's or listed in `IMAGE_HOSTS`. Never a
 * `javascript:` or `data:` address.
 */
export function imageUrl(value: unknown): string | undefined {
  const url = absoluteUrl(value);
  if (!url) return undefined;
  const { UPSTREAM_URL, PUBLIC_ORIGIN, IMAGE_HOSTS } = env();
  const plain = [new URL(UPSTREAM_URL).origin, PUBLIC_ORIGIN, ...IMAGE_HOSTS];
  const safe = url.protocol === "https:" || (url.protocol === "http:" && plain.includes(url.origin));
  return safe ? url.href : undefined;
}
