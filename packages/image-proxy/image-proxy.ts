import type { IncomingHttpHeaders } from "node:http";
import type { Exchange, Next } from "@storefront/http-server/exchange";
import { sendInTurn } from "@storefront/http-server/send-turns";
import { isFresh } from "@storefront/http-server/static-files";
import { limitUnread } from "@storefront/http-server/unread-responses";
import { BROWSER_FRESH_S, BROWSER_STALE_S } from "./constants";
import type { ImageProxyOptions } from "./options";
import type { Rendition } from "./rendition-file";
import { createRenditions, type Accepted } from "./renditions";
import { createSignedUrls } from "./signed-url";
import { ImageUnavailable } from "./source";

const STATUS = { absent: 404, failed: 502, busy: 503 } as const;

/** An image may change under its address, so it is not immutable. */
const CACHE_CONTROL = `public, max-age=${BROWSER_FRESH_S}, stale-while-revalidate=${BROWSER_STALE_S}`;

/** Makes an image proxy. All image proxies share the process that resizes. */
export function createImageProxy(options: ImageProxyOptions) {
  const { prefix, folder, cacheLimits, trustedOrigins } = options;
  const urls = createSignedUrls(options);
  let current: { at: string; renditions: ReturnType<typeof createRenditions> } | undefined;
  const renditions = () => {
    const at = folder();
    if (current?.at !== at) current = { at, renditions: createRenditions({ folder: at, cacheLimits, trustedOrigins }) };
    return current.renditions;
  };

  /** Responds to a request for an image. Never rejects for an unavailable image. */
  async function respond(
    path: string,
    headers: Pick<IncomingHttpHeaders, "accept" | "if-none-match">,
  ): Promise<{ status: number; headers: Record<string, string>; body?: Buffer }> {
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
  }

  return {
    ...urls,
    respond,
    /** Responds to every request below the prefix. */
    serve: async (exchange: Exchange, next: Next): Promise<void> => {
      const { req, res, target } = exchange;
      if (req.method === "POST" || !target?.pathname.startsWith(prefix)) return next(exchange);
      const { status, headers, body } = await respond(req.url ?? "", req.headers);
      if (!body && status !== 304) headers["Content-Length"] = "0";
      await sendInTurn(res, () => {
        res.writeHead(status, headers).end(req.method === "HEAD" ? undefined : body);
        limitUnread(res, body);
      });
    },
    settled: async () => current?.renditions.settled(),
  };
}

/** Browsers without AVIF or WebP send `*` too, so `*` does not count. */
function acceptedBy(accept = ""): Accepted {
  const names = accept.toLowerCase().split(",");
  const has = (type: string) =>
    names.some((name) => name.trim().startsWith(type) && !/;\s*q=0(?:\.0*)?\s*$/.test(name));
  return { avif: has("image/avif"), webp: has("image/webp") };
}
