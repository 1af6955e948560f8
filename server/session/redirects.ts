import { env } from "~server/env";
import { flashCookie, type Flash } from "~server/session/flash";

/** Longer than any URL of this site to which we redirect. */
const TARGET_MAX_LENGTH = 2048;
/** Control characters and backslashes, plain or percent-encoded, or a second slash at the start. */
const UNSAFE = /[^\u0020-\uffff]|[\u007f\\]|%(?:[01][0-9a-f]|7f|5c)|^\/(?:\/|%2f)/i;
const ANY_HOST = "http://host.invalid";

/** Returns a path of this site in normal form, without host, scheme or control characters; else the fallback. */
export function safePath(target: unknown, fallback: string): string {
  if (typeof target !== "string" || target.length > TARGET_MAX_LENGTH) return fallback;
  if (!target.startsWith("/") || UNSAFE.test(target)) return fallback;
  if (!URL.canParse(target, ANY_HOST)) return fallback;
  const url = new URL(target, ANY_HOST);
  // The parser reads "/.//host" as a path, but the next parser would take "//host" for a host.
  if (url.origin !== ANY_HOST || url.pathname.startsWith("//")) return fallback;
  const path = url.pathname + url.search + url.hash;
  return path.length > TARGET_MAX_LENGTH ? fallback : path;
}

/** Targets up to this length fit `safePath` even if they are percent-encoded in another URL. */
const RETURN_TO_MAX_LENGTH = 500;
/** These pages redirect signed-in visitors. Paths match in any case. */
const ENTRANCE = /^\/(?:login|register)(?:\/|$)/i;

/** Returns the untrusted `redirectTo` of a URL if it is a path of this site, except sign-in and registration. */
export function returnToOf(query: URLSearchParams): string | undefined {
  const returnTo = safePath(query.get("redirectTo"), "");
  if (returnTo === "" || returnTo.length > RETURN_TO_MAX_LENGTH) return undefined;
  // The router reads `/%4cogin` as `/Login`.
  const { pathname } = new URL(returnTo, ANY_HOST);
  return ENTRANCE.test(decoded(pathname) ?? pathname) ? undefined : returnTo;
}

/** Returns undefined if percent-encoding is broken. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return undefined;
  }
}

/** Adds a return target. A URL preserves it across reload, Back and a second tab, and leaves nothing behind. */
export function withReturnTo(path: string, returnTo: string | undefined): string {
  if (!returnTo) return path;
  return `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ redirectTo: returnTo }).toString()}`;
}

export function signInPath(returnTo: string | undefined): string {
  return withReturnTo("/Login", returnTo);
}

/** Target of a sign-in control; the app with `WEB_LOGIN=app-only`. */
export const signInLink = (returnTo: string | undefined): string =>
  env().WEB_LOGIN === "app-only" ? "/AppDownload" : signInPath(returnTo);

/** Redirects a browser that sent no cookies via a page that explains them, because it may refuse cookies. */
export function viaCookieCheck({ headers }: Request, response: Response): Response {
  const to = response.headers.get("Location");
  if (headers.has("cookie") || to === null || !response.headers.has("Set-Cookie")) return response;
  response.headers.set("Location", withReturnTo("/Language", to));
  return response;
}

export interface SeeOtherOptions {
  cookies?: readonly string[];
  toast?: Flash | undefined;
  /** True if a scripted post must load the target as a document: targets without scripts, and around sign-in. */
  document?: boolean;
}

export function seeOther(target: string, { cookies = [], toast, document = false }: SeeOtherOptions = {}): Response {
  const headers = new Headers({ Location: safePath(target, "/"), "Cache-Control": "no-store" });
  if (document) headers.set("X-Remix-Reload-Document", "true");
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  if (toast) headers.append("Set-Cookie", flashCookie(toast));
  return new Response(null, { status: 303, headers });
}
