import { isbot } from "isbot";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Middleware } from "@storefront/http-server/exchange";
import { isPreload, readTarget, sendNothing } from "@storefront/http-server/guards";
import type { Env } from "~server/env";
import { isDesktop } from "~server/device/device";
import { valuesInHeader, type CookieName } from "~server/session/cookies";

/** On the first navigation a desktop visit goes to the main site (behaviour 1.12). */

const MARKER = "seen" satisfies CookieName;

/** The parts of the environment that decide. */
type Settings = Pick<Env, "PUBLIC_ORIGIN" | "DESKTOP_REDIRECT"> & Partial<Pick<Env, "MAIN_SITE_ORIGIN">>;

/** The parts of a request that decide. */
export type Visit = Pick<IncomingMessage, "method" | "url" | "headers">;

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
 * @returns a function of a request: null when nothing is to be done (redirects are off, not a navigation, not the
 *   first, a bot), else the marker to set and, for a desktop browser, where to send it with 302
 */
export function firstVisitReader(settings: Settings): (visit: Visit) => FirstVisit | null {
  const location = mainSite(settings);
  const secure = settings.PUBLIC_ORIGIN.startsWith("https:") ? "; Secure" : "";
  const cookie = `${MARKER}=1; Path=/; HttpOnly; SameSite=Lax${secure}`;
  return (visit) => {
    if (location === null || !isNavigation(visit) || isMarked(visit)) return null;
    const userAgent = visit.headers["user-agent"];
    if (userAgent && isbot(userAgent)) return null;
    // The marker is for phones too: they may request the desktop version later.
    return isDesktop(userAgent) ? { cookie, location } : { cookie };
  };
}

function isNavigation({ method, url, headers }: Visit): boolean {
  if (method !== "GET" || new URLSearchParams(readTarget(url)?.search).has("_data")) return false;
  const destination = headers["sec-fetch-dest"];
  return destination === undefined ? (headers.accept?.includes("text/html") ?? false) : destination === "document";
}

const isMarked = ({ headers }: Visit) => valuesInHeader(headers.cookie, MARKER).length > 0;

/** A step that marks a first navigation, and sends a desktop's to the main site. */
export function redirectDesktop(firstVisit: (visit: Visit) => FirstVisit | null): Middleware {
  return (exchange, next) => {
    const { req, res } = exchange;
    const visit = firstVisit(req);
    if (visit && isPreload(req)) return sendNothing(res);
    if (visit) res.setHeader("Set-Cookie", visit.cookie);
    if (visit?.location === undefined) return next(exchange);
    res.writeHead(302, { Location: visit.location, "Cache-Control": "no-store", "Content-Length": 0 }).end();
  };
}
