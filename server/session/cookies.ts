import { env } from "~server/env";

/** All cookies that this site sets; the privacy policy lists them. */
export const COOKIES = [
  "utoken",
  "ulan",
  "scripts",
  "flow",
  "flash",
  "assets",
  "steps",
  "read",
  "saved",
  "compare",
  "receipt",
  "styles",
  "seen",
] as const;
export type CookieName = (typeof COOKIES)[number];

/** Browsers silently drop a longer cookie. */
const COOKIE_MAX_BYTES = 4096;
/** Node rejects longer headers anyway, but a test or another server may not. */
const HEADER_MAX_BYTES = 32 * 1024;
/** Maximum number of cookies with one name, because other paths and subdomains may set the same name. */
const SAME_NAME_MAX = 4;

function isSecureSite(): boolean {
  return env().PUBLIC_ORIGIN.startsWith("https:");
}

/** Adds `__Host-`, which prevents other hosts of the domain from setting our cookies; browsers require https for it. */
export function sealedName(name: CookieName): `__Host-${CookieName}` | CookieName {
  return isSecureSite() ? `__Host-${name}` : name;
}

export function cookieValues(request: Request, name: string): string[] {
  return valuesInHeader(request.headers.get("cookie"), name);
}

/**
 * Reads the last valid value of a cookie: another host of the domain may have set the same name. `read` returns
 * undefined for a value that this site does not write.
 */
export function readCookie<T>(
  header: string | null | undefined,
  name: CookieName,
  read: (value: string) => T | undefined,
): T | undefined {
  return valuesInHeader(header, name).reduce<T | undefined>((last, value) => read(value) ?? last, undefined);
}

export function valuesInHeader(header: string | null | undefined, name: string): string[] {
  if (!header || header.length > HEADER_MAX_BYTES || !header.includes(name)) return [];
  const values: string[] = [];
  for (let from = 0, to = 0; from < header.length; from = to + 1) {
    to = header.indexOf(";", from);
    if (to < 0) to = header.length;
    const pair = header.slice(from, to);
    const at = pair.indexOf("=");
    if (at < 0 || pair.slice(0, at).trim() !== name) continue;
    const value = pair.slice(at + 1).trim();
    if (value && value.length <= COOKIE_MAX_BYTES) values.push(value);
    if (values.length === SAME_NAME_MAX) break;
  }
  return values;
}

/**
 * Makes a Set-Cookie value for the whole site, of letters, digits and `-_.`; `ageMs` 0 deletes the cookie.
 *
 * @throws RangeError if browsers would drop the cookie for its length, or the value has other characters
 */
export function setCookie(
  name: ReturnType<typeof sealedName>,
  value: string,
  ageMs: number,
  { httpOnly = true } = {},
): string {
  if (!/^[A-Za-z0-9._-]*$/.test(value)) throw new RangeError(`The cookie ${name} has characters that need encoding.`);
  if (name.length + value.length > COOKIE_MAX_BYTES) throw new RangeError(`The cookie ${name} is too long.`);
  const parts = [`${name}=${value}`, "Path=/", `Max-Age=${Math.floor(ageMs / 1000)}`];
  if (ageMs === 0) parts.push("Expires=Thu, 01 Jan 1970 00:00:00 GMT");
  if (httpOnly) parts.push("HttpOnly");
  if (isSecureSite()) parts.push("Secure");
  parts.push("SameSite=Lax");
  return parts.join("; ");
}

export function clearCookie(name: ReturnType<typeof sealedName>): string {
  return setCookie(name, "", 0);
}
