import { isbot } from "isbot";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Middleware } from "@storefront/http-server/exchange";
import { isPreload, readTarget, sendNothing } from "@storefront/http-server/guards";
import type { Env } from "~server/env";
import { isDesktop } from "~server/device/device";
import type { CookieName } from "~server/session/cookies";

/** On the first navigation a desktop visit goes to the main site (behaviour 1.12). */

const MARKER = "seen" satisfies CookieName;

/** The parts of the environment that decide. */
type Settings = Pick<Env, "PUBLIC_ORIGIN" | "DESKTOP_REDIRECT"> & Partial<Pick<Env, "MAIN_SITE_ORIGIN">>;

/** The parts of a request that decide. */
export interface Visit {
  method: string | undefined;
  /** The query, with its `?`. */
  search: string;
  headers: IncomingHttpHeaders;
}

/** What to do with a first navigation: mark it, and perhaps send it away. */
export interface FirstVisit {
  /** Set-Cookie of the marker, a session cookie. */
  cookie: string;
  /** Where a desktop visit goes. */
  location?: string;
}

/**
 * The main site that desktop visits are sent to.
 *
 * @param settings MAIN_SITE_ORIGIN wins; else, when enabled, `www.` and the last two segments of PUBLIC_ORIGIN's host.
 *   Nothing comes from a request.
 * @returns an absolute address, or null when there is nowhere to go: not configured, or this site is reached by an IP
 *   address, has a single-label host, or is itself the target
 */
export function mainSite(settings: Settings): string | null {
  const here = new URL(settings.PUBLIC_ORIGIN);
  const labels = here.hostname.split(".");
  if (isIP(here.hostname.replace(/^\[|\]$/g, "")) || labels.length < 2) return null;
  const derived = settings.DESKTOP_REDIRECT ? `${here.protocol}//www.${labels.slice(-2).join(".")}` : undefined;
  const origin = settings.MAIN_SITE_ORIGIN ?? derived;
  if (origin === undefined) return null;
  const target = new URL(origin);
  return target.hostname === here.hostname ? null : target.href;
}

/**
 * Builds the rule for this environment.
 *
 * @param settings see `mainSite`
 * @returns a function of a visit: null when nothing is to be done (redirects are off, not a navigation, not the first,
 *   a bot), else the marker to set and, for a desktop browser, where to send it with 302
 */
export function desktopRedirect(settings: Settings): (visit: Visit) => FirstVisit | null {
  const location = mainSite(settings);
  const secure = settings.PUBLIC_ORIGIN.startsWith("https:") ? "; Secure" : "";
  const cookie = `${MARKER}=1; Path=/; HttpOnly; SameSite=Lax${secure}`;
  return (visit) => {
    if (location === null || !isNavigation(visit) || isMarked(visit.headers.cookie)) return null;
    const userAgent = visit.headers["user-agent"];
    if (userAgent && isbot(userAgent)) return null;
    // The marker is for phones too: they may request the desktop version later.
    return isDesktop(userAgent) ? { cookie, location } : { cookie };
  };
}

function isNavigation({ method, search, headers }: Visit): boolean {
  if (method !== "GET" || new URLSearchParams(search).has("_data")) return false;
  const destination = headers["sec-fetch-dest"];
  return destination === undefined ? (headers.accept?.includes("text/html") ?? false) : destination === "document";
}

function isMarked(cookie: string | undefined): boolean {
  return (cookie ?? "").split(";").some((pair) => pair.trim().startsWith(`${MARKER}=`));
}

/** The same rule for a request. */
export function firstVisitReader(settings: Settings): (req: IncomingMessage) => FirstVisit | null {
  if (mainSite(settings) === null) return () => null;
  const firstVisit = desktopRedirect(settings);
  return ({ method, url, headers }) => firstVisit({ method, headers, search: readTarget(url)?.search ?? "" });
}

/** A step that marks a first navigation, and sends a desktop's to the main site. */
export function redirectDesktop(firstVisit: (req: IncomingMessage) => FirstVisit | null): Middleware {
  return (exchange, next) => {
    const { req, res } = exchange;
    const visit = firstVisit(req);
    if (visit && isPreload(req)) return sendNothing(res);
    if (visit) res.setHeader("Set-Cookie", visit.cookie);
    if (visit?.location === undefined) return next(exchange);
    res.writeHead(302, { Location: visit.location, "Cache-Control": "no-store", "Content-Length": 0 }).end();
  };
}
