import { env } from "~server/env";
import { flashCookie, type Flash } from "~server/session/flash";

/** Redirects: safe targets on this site, the return target (`returnTo`), and redirect responses. */

/** Longer than the URL of any page of this site. */
const TARGET_MAX_LENGTH = 2048;
/** Control characters and backslashes, plain or percent-encoded, and a slash right after the first one. */
const UNSAFE = /[^\u0020-\uffff]|[\u007f\\]|%(?:[01][0-9a-f]|7f|5c)|^\/(?:\/|%2f)/i;
const ANY_HOST = "http://host.invalid";

/**
 * A target on this site, or the fallback: only absolute paths pass (`/Path?query#part`), never another host (`//host`,
 * `/\host`), a scheme, control characters or more than 2 kB. Give it everything that came from a request.
 *
 * @returns the path in normal form: dots resolved, non-ASCII percent-encoded
 */
export function safePath(target: unknown, fallback: string): string {
  if (typeof target !== "string" || target.length > TARGET_MAX_LENGTH) return fallback;
  if (!target.startsWith("/") || UNSAFE.test(target)) return fallback;
  if (!URL.canParse(target, ANY_HOST)) return fallback;
  const url = new URL(target, ANY_HOST);
  // The parser reads "/.//host" as a path, but the next reader would take the resulting "//host" for a host.
  if (url.origin !== ANY_HOST || url.pathname.startsWith("//")) return fallback;
  const path = url.pathname + url.search + url.hash;
  return path.length > TARGET_MAX_LENGTH ? fallback : path;
}

/** Percent-encoded in the query of another URL it still fits a target of `safePath`. */
const RETURN_TO_MAX_LENGTH = 500;
/** Pages that redirect themselves. Paths match in any case. */
const ENTRANCE = /^\/(?:login|register)(?:\/|$)/i;

/**
 * The return target of a visitor (behaviour 2.4): the `redirectTo` of a URL, which is untrusted. Every page that
 * redirects to it reads it here.
 *
 * @returns a path of this site; undefined for none, for one longer than 500 characters, and for sign-in and
 *   registration, which redirect a signed-in visitor away again
 */
export function returnToOf(query: URLSearchParams): string | undefined {
  const returnTo = safePath(query.get("redirectTo"), "");
  if (returnTo === "" || returnTo.length > RETURN_TO_MAX_LENGTH) return undefined;
  // As the router matches it: `/%4cogin` is `/Login`.
  const { pathname } = new URL(returnTo, ANY_HOST);
  return ENTRANCE.test(decoded(pathname) ?? pathname) ? undefined : returnTo;
}

/** What percent-encoding stands for; undefined where it is broken. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return undefined;
  }
}

/**
 * The URL of a page with a return target. The URL carries it, so that it survives reload, Back and a second tab, and an
 * abandoned visit leaves nothing behind.
 */
export function withReturnTo(path: string, returnTo: string | undefined): string {
  if (!returnTo) return path;
  return `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams({ redirectTo: returnTo }).toString()}`;
}

/** The sign-in that redirects to a page of this site afterwards; without one, to Home. */
export function signInPath(returnTo: string | undefined): string {
  return withReturnTo("/Login", returnTo);
}

/** The target of a control that signs in: with `WEB_LOGIN=app-only` the app (behaviour 2.14). */
export const signInLink = (returnTo: string | undefined): string =>
  env().WEB_LOGIN === "app-only" ? "/AppDownload" : signInPath(returnTo);

/**
 * A redirect that stores a cookie. A browser that sent no cookie may store none: it goes by way of a page that says so,
 * or else leads on (behaviour 1.16).
 */
export function viaCookieCheck({ headers }: Request, response: Response): Response {
  const to = response.headers.get("Location");
  if (headers.has("cookie") || to === null || !response.headers.has("Set-Cookie")) return response;
  response.headers.set("Location", withReturnTo("/Language", to));
  return response;
}

export interface SeeOtherOptions {
  /** Set-Cookie values. */
  cookies?: readonly string[];
  /** The message on the next page. */
  toast?: Flash | undefined;
  /** A scripted post loads the target as a document: for targets without scripts, and after sign-in and sign-out. */
  document?: boolean;
}

/** Responds with 303 to a page of this site; a target that `safePath` refuses becomes `/`. Never cached. */
export function seeOther(target: string, { cookies = [], toast, document = false }: SeeOtherOptions = {}): Response {
  const headers = new Headers({ Location: safePath(target, "/"), "Cache-Control": "no-store" });
  if (document) headers.set("X-Remix-Reload-Document", "true");
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  if (toast) headers.append("Set-Cookie", flashCookie(toast));
  return new Response(null, { status: 303, headers });
}
