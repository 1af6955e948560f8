import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import { PUBLIC_FRESH_MS } from "~server/constants";
import { bytesOf, type App } from "~server/http/app";
import { isFresh } from "~server/http/assets";
import { acceptedEncoding } from "~server/http/encoding";
import { isPreload } from "~server/http/guards";
import { unsaid } from "~server/http/security-headers";
import { describeError } from "~server/log";
import { hasStyles, stylesCookie, type StyleSheets } from "~server/http/style-sheets";
import { newRequestId, withRequestId } from "~server/request-id";
import { noticeReadCookie } from "~server/session/read-notices";
import { countLimitHit, pageAnswers, type PageSource } from "~server/tallies";
import { createPages } from "./cache";
import { NOWHERE, type DeclaredPage } from "./declared";
import type { Encoding, Entry, Rendered } from "./entry";
import { namesListedProduct, namesProduct, type Lookups } from "./lookups";
import { planner, type Plan, type Planned } from "./plan";
import { headersOf, savesDataIn, variantOf, varyOf } from "./variant";

/** Different texts of `Accept-Encoding` whose meaning is remembered. */
const ENCODINGS_REMEMBERED = 200;
/** What a page's own answer says and a kept one says otherwise. */
const REPLACED = new Set(["set-cookie", "cache-control", "vary"]);
/** Browsers ask each time whether the page is still the same, and show it at once on the way back. */
const ASK_AGAIN = "private, no-cache";

/** A browser that knows them fetches the public page behind a link as it is pressed (behaviour 14.10). */
const SPECULATION_RULES = ["speculation-rules", '"/speculation-rules.json"'] as const;

/** A page that is ready to be sent. */
export interface Ready {
  shape: string;
  /** What it comes from, for the operator. */
  source: PageSource;
  status: number;
  /** Names and values in turn; the last value is the id of the request. */
  head: string[];
  /** Undefined for 304. */
  body: Buffer | undefined;
  /** Set-Cookie values of this visitor's, which the kept page has not. */
  cookies: readonly string[];
}

/** Public pages as signed-out visitors see them, in front of the app (behaviour 14). */
export interface PageCache {
  /** What is kept of the page that a GET or HEAD asks for; undefined when there is nothing, or it is no such page. */
  kept(req: IncomingMessage): Ready | undefined;
  /**
   * The same, rendered where it is not kept and then kept.
   *
   * @param lookups what counts the visitor's looking in vain
   * @returns "limited" where too much was looked for, null when the app is to answer
   */
  made(req: IncomingMessage, lookups: Lookups): Promise<Ready | "limited" | null>;
  /** Counts what the app has answered with 404, where looking for such things is limited. */
  missed(req: IncomingMessage, lookups: Lookups): Promise<void>;
  close: () => void;
}

export interface PageCacheOptions {
  /** As `declaredPages` gives them. */
  declared: ReadonlyMap<string, DeclaredPage>;
  /** As `shapeReader` makes it. */
  shapeOf: (pathname: string) => string;
  /** Whether a pathname is that of a static file. */
  isFile: (pathname: string) => boolean;
  /** The app. */
  render: App;
  /** Those of the build, where the app writes them into a first page. */
  styles?: StyleSheets | undefined;
  publicOrigin: string;
  /** Of every answer (`securityHeaders`). */
  headers: ReadonlyArray<readonly [string, string]>;
  log: Logger;
}

/** Makes the page cache of a process. */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { publicOrigin, headers, styles, log } = options;
  const planOf = planner(options);
  const offer = styles && { ...styles, cookie: stylesCookie(styles) };
  const pages = createPages((error) => log.error({ error: describeError(error) }, "a page could not be renewed"));
  const encodings = new Map<string, Encoding>();

  /** The page that a request asks for, if everybody who is signed out is shown the same. */
  function planFor(req: IncomingMessage): Plan | "search" | "lookup" | "personal" | null {
    if (req.method !== "GET" && req.method !== "HEAD") return null;
    const planned = planOf(req.url ?? "");
    if (typeof planned === "string") return planned === "other" ? null : planned;
    const { cookie } = req.headers;
    if (cookie === undefined || !planned.personal.some((name) => cookie.includes(name))) return planned;
    return planned.isLookup ? "lookup" : "personal";
  }

  const keyOf = ({ path }: Plan, variant: number) => `${path} ${variant}`;

  function renderer({ page, path }: Plan, variant: number): () => Promise<Rendered> {
    return async () => {
      const request = new Request(publicOrigin + path, { headers: headersOf(variant, styles) });
      const answer = await options.render(request, { isForEverybody: true, styles });
      const setsCookie = answer.headers.has("Set-Cookie");
      if (setsCookie) log.error({ path: page.shape }, "a page for everybody would set a cookie");
      const isKept = answer.status === (page === NOWHERE ? 404 : 200) && !setsCookie;
      return {
        status: answer.status,
        isKept,
        // It is also sent as it is, past what completes the answers of the app.
        headers: [
          ...headers,
          ...unsaid((name) => name === "Cache-Control" || answer.headers.has(name)),
          ...headersFor(page, answer.headers, isKept),
          ...(page.file || savesDataIn(variant) ? [] : [SPECULATION_RULES]),
        ],
        body: (await bytesOf(answer)) ?? Buffer.alloc(0),
      };
    };
  }

  function encodingFor(req: IncomingMessage): Encoding {
    const accepted = req.headers["accept-encoding"] ?? "";
    let encoding = encodings.get(accepted);
    if (encoding === undefined) {
      encoding = acceptedEncoding(accepted) ?? "identity";
      if (encodings.size < ENCODINGS_REMEMBERED && accepted.length < 100) encodings.set(accepted, encoding);
    }
    return encoding;
  }

  /** What goes with a page, and is the visitor's own. */
  function cookiesFor({ page, id }: Plan, entry: Entry, cookies: string | undefined): string[] {
    const offered = offer && !page.file && !hasStyles(cookies, offer) ? [offer.cookie] : [];
    return page.marksRead && entry.isKept ? [...offered, noticeReadCookie(cookies, id)] : offered;
  }

  function ready(req: IncomingMessage, plan: Plan, entry: Entry, source: PageSource): Ready {
    const { page } = plan;
    const { cookie: cookies, "if-none-match": known, "sec-purpose": purpose } = req.headers;
    const isUnchanged = known !== undefined && isFresh(known, entry.etag);
    const packed = isUnchanged ? undefined : entry.packed(encodingFor(req));
    return {
      shape: page.shape,
      source,
      status: isUnchanged ? 304 : entry.status,
      head: packed?.head ?? entry.unchangedHead,
      body: packed?.body,
      // What a browser fetches in advance nobody has opened.
      cookies: purpose === undefined ? cookiesFor(plan, entry, cookies) : [],
    };
  }

  function held(req: IncomingMessage, plan: Planned | ReturnType<typeof planFor>): Ready | undefined {
    if (plan === null || typeof plan === "string") return undefined;
    const variant = variantOf(plan.page, req.headers, styles);
    const renew = () => withRequestId(newRequestId(), renderer(plan, variant));
    const entry = pages.get(keyOf(plan, variant), renew);
    return entry && ready(req, plan, entry, isFreshEntry(entry) ? "fresh" : "stale");
  }

  return {
    kept: (req) => held(req, planFor(req)),
    async made(req, lookups) {
      const plan = planFor(req);
      if (plan === null) return null;
      const kept = held(req, plan);
      if (kept) return kept;
      if (plan === "personal") {
        pageAnswers.counts.bypass += 1;
        return null;
      }
      const isRendered = typeof plan === "string";
      const isKnown = plan !== "search" && namesProduct(req.url);
      const isLimited = (isRendered || plan.isLookup) && !isKnown;
      if (isLimited && (await lookups.areTooMany()) && (plan === "search" || !(await namesListedProduct(req.url)))) {
        countLimitHit("lookups");
        // What everybody is shown may be there all the same.
        return held(req, planOf(req.url ?? "")) ?? "limited";
      }
      if (isRendered) {
        pageAnswers.counts.bypass += 1;
        // Who asks twice searches once.
        if (plan === "search" && !isPreload(req)) await lookups.count();
        return null;
      }
      const variant = variantOf(plan.page, req.headers, styles);
      const entry = await pages.fill(keyOf(plan, variant), renderer(plan, variant));
      if (plan.isLookup && !isKnown && !entry.isKept && entry.status < 500) await lookups.count();
      return ready(req, plan, entry, "rendered");
    },
    async missed(req, lookups) {
      if (planFor(req) === "lookup") await lookups.count();
    },
    close: pages.close,
  };
}

const isFreshEntry = ({ renderedAtMs }: Entry) => Date.now() - renderedAtMs < PUBLIC_FRESH_MS;

function headersFor(page: DeclaredPage, own: Headers, isKept: boolean): Rendered["headers"] {
  const said = [...own].filter(([name]) => !REPLACED.has(name) && !name.startsWith("x-remix-"));
  const control = page.file ? own.get("Cache-Control") : isKept ? ASK_AGAIN : null;
  return [...said, ["cache-control", control ?? "no-store"], ["vary", varyOf(page)]];
}
