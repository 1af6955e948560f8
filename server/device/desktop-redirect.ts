import { isbot } from "isbot";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Middleware } from "@storefront/http-server/exchange";
import { isPreload, readTarget, sendNothing } from "@storefront/http-server/guards";
import type { Env } from "~server/env";
import { isDesktop } from "~server/device/device";
import { valuesInHeader, type CookieName } from "~server/session/cookies";

/** Marks browsers that have been here before. A desktop's first navigation is redirected to the main site. */

const MARKER = "seen" satisfies CookieName;

type Settings = Pick<Env, "PUBLIC_ORIGIN" | "DESKTOP_REDIRECT"> & Partial<Pick<Env, "MAIN_SITE_ORIGIN">>;

export type Visit = Pick<IncomingMessage, "method" | "url" | "headers">;

export interface FirstVisit {
  cookie: string;
  location?: string;
}

/**
 * Returns MAIN_SITE_ORIGIN; else, if enabled, `www.` and the last two labels of PUBLIC_ORIGIN's host. Null for an IP
 * address, a single-label host, or this site itself.
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

/** Returns a function that yields null unless the redirect is enabled and this is a browser's first navigation. */
export function firstVisitReader(settings: Settings): (visit: Visit) => FirstVisit | null {
  const location = mainSite(settings);
  const secure = settings.PUBLIC_ORIGIN.startsWith("https:") ? "; Secure" : "";
  const cookie = `${MARKER}=1; Path=/; HttpOnly; SameSite=Lax${secure}`;
  return (visit) => {
    if (location === null || !isNavigation(visit) || isMarked(visit)) return null;
    const userAgent = visit.headers["user-agent"];
    if (userAgent && isbot(userAgent)) return null;
    // Phones get the cookie too, because they may request the desktop version later.
    return isDesktop(userAgent) ? { cookie, location } : { cookie };
  };
}

function isNavigation({ method, url, headers }: Visit): boolean {
  if (method !== "GET" || new URLSearchParams(readTarget(url)?.search).has("_data")) return false;
  const destination = headers["sec-fetch-dest"];
  return destination === undefined ? (headers.accept?.includes("text/html") ?? false) : destination === "document";
}

const isMarked = ({ headers }: Visit) => valuesInHeader(headers.cookie, MARKER).length > 0;

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
