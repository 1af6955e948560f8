import type { IncomingHttpHeaders } from "node:http";
import type { Middleware } from "@storefront/http-server/exchange";
import { isFresh } from "@storefront/http-server/static-files";
import { limitUnread } from "@storefront/http-server/unread-responses";
import { BROWSER_FRESH_S, BROWSER_STALE_S } from "./constants";
import type { ImageProxyOptions } from "./options";
import type { Rendition } from "./rendition-file";
import { createRenditions, type Accepted, type Renditions } from "./renditions";
import { createSignedUrls, type SignedUrls } from "./signed-url";
import { ImageUnavailable } from "./source";

/** A response with an image, or a status alone. */
export interface ImageResponse {
  status: 200 | 304 | 404 | 502 | 503;
  headers: Record<string, string>;
  body?: Buffer;
}

export interface ImageProxy extends SignedUrls {
  /**
   * Responds to a request for an image.
   *
   * @param path with the query, if there is one
   * @param headers those of the request
   * @returns never rejects for an image that cannot be had
   */
  respond: (path: string, headers: Pick<IncomingHttpHeaders, "accept" | "if-none-match">) => Promise<ImageResponse>;
  /** A step of the pipeline that responds to every read below the prefix. */
  serve: Middleware;
  /** Settles when nothing is done in the background any more. */
  settled: () => Promise<void>;
}

const STATUS = { absent: 404, failed: 502, busy: 503 } as const;

/**
 * An image may change under its address, so that it is not immutable. A day is long enough that no visit loads one
 * twice; after it the browser shows what it has while it revalidates.
 */
const CACHE_CONTROL = `public, max-age=${BROWSER_FRESH_S}, stale-while-revalidate=${BROWSER_STALE_S}`;

/** Makes an image proxy. The process that resizes is one for all of them. */
export function createImageProxy(options: ImageProxyOptions): ImageProxy {
  const { prefix, folder, cacheLimits, trustedOrigins } = options;
  const urls = createSignedUrls(options);
  let current: { at: string; renditions: Renditions } | undefined;
  const renditions = () => {
    const at = folder();
    if (current?.at !== at) current = { at, renditions: createRenditions({ folder: at, cacheLimits, trustedOrigins }) };
    return current.renditions;
  };

  const respond: ImageProxy["respond"] = async (path, headers) => {
    const variant = urls.readPath(path);
    if (!variant) return { status: 404, headers: {} };
    let rendition: Rendition;
    try {
      rendition = await renditions().get(variant, acceptedBy(headers.accept));
    } catch (error) {
      if (!(error instanceof ImageUnavailable)) throw error;
      const later: Record<string, string> = error.kind === "busy" ? { "Retry-After": "5" } : {};
      return { status: STATUS[error.kind], headers: later };
    }
    const { bytes, format, digest } = rendition;
    const etag = `"${digest}"`;
    const lasting = { "Cache-Control": CACHE_CONTROL, ETag: etag, Vary: "Accept" };
    if (isFresh(headers["if-none-match"], etag)) return { status: 304, headers: lasting };
    const described = { "Content-Type": `image/${format}`, "Content-Length": String(bytes.length) };
    return { status: 200, headers: { ...lasting, ...described }, body: bytes };
  };

  return {
    ...urls,
    respond,
    async serve(exchange, next) {
      const { req, res, target } = exchange;
      if (req.method === "POST" || !target?.pathname.startsWith(prefix)) return next(exchange);
      const { status, headers, body } = await respond(req.url ?? "", req.headers);
      if (!body && status !== 304) headers["Content-Length"] = "0";
      res.writeHead(status, headers).end(req.method === "HEAD" ? undefined : body);
      limitUnread(res, body);
    },
    settled: async () => current?.renditions.settled(),
  };
}

/** A browser that understands AVIF or WebP names it: `*` is sent by those that do not, too. */
function acceptedBy(accept = ""): Accepted {
  const names = accept.toLowerCase().split(",");
  const has = (type: string) =>
    names.some((name) => name.trim().startsWith(type) && !/;\s*q=0(?:\.0*)?\s*$/.test(name));
  return { avif: has("image/avif"), webp: has("image/webp") };
}
