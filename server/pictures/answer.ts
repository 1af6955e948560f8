import type { IncomingHttpHeaders } from "node:http";
import type { Middleware } from "@storefront/http-server/exchange";
import { PICTURE_BROWSER_AGE_S, PICTURE_BROWSER_STALE_S } from "~server/constants";
import { env } from "~server/env";
import { isFresh } from "@storefront/http-server/static-files";
import { PICTURES, readPicturePath } from "./address";
import type { Made } from "./kept-file";
import { pictures, type Accepted } from "./pictures";
import { NoPicture } from "./source";

/** An answer with a picture, or with none: nobody reads more than the status then. */
export interface PictureAnswer {
  status: 200 | 304 | 404 | 502 | 503;
  headers: Record<string, string>;
  body?: Buffer;
}

const STATUS = { absent: 404, failed: 502, busy: 503 } as const;

/**
 * A picture may change under its address, so that it is not immutable: a day is long enough for nobody to load one
 * twice in a visit, and after it the browser shows what it has while it asks.
 */
const CACHE_CONTROL = `public, max-age=${PICTURE_BROWSER_AGE_S}, stale-while-revalidate=${PICTURE_BROWSER_STALE_S}`;

/**
 * Answers for a picture (behaviour 3.36).
 *
 * @param headers those of the request
 * @returns never rejects for a picture that cannot be had
 */
export async function pictureAnswer(
  pathname: string,
  headers: Pick<IncomingHttpHeaders, "accept" | "if-none-match">,
): Promise<PictureAnswer> {
  const wanted = env().IMAGE_PROXY ? readPicturePath(pathname) : undefined;
  if (!wanted) return { status: 404, headers: {} };
  let made: Made;
  try {
    made = await pictures().get(wanted, acceptedBy(headers.accept));
  } catch (error) {
    if (!(error instanceof NoPicture)) throw error;
    const later: Record<string, string> = error.kind === "busy" ? { "Retry-After": "5" } : {};
    return { status: STATUS[error.kind], headers: later };
  }
  const { bytes, encoding, digest } = made;
  const etag = `"${digest}"`;
  const lasting = { "Cache-Control": CACHE_CONTROL, ETag: etag, Vary: "Accept" };
  if (isFresh(headers["if-none-match"], etag)) return { status: 304, headers: lasting };
  const described = { "Content-Type": `image/${encoding}`, "Content-Length": String(bytes.length) };
  return { status: 200, headers: { ...lasting, ...described }, body: bytes };
}

/** A step that serves pictures: a page shows many of them, and they are nobody's. */
export const servePictures: Middleware = async (exchange, next) => {
  const { req, res, target } = exchange;
  if (req.method === "POST" || !target?.pathname.startsWith(PICTURES)) return next(exchange);
  const { status, headers, body } = await pictureAnswer(target.pathname, req.headers);
  if (!body && status !== 304) headers["Content-Length"] = "0";
  res.writeHead(status, headers).end(req.method === "HEAD" ? undefined : body);
};

/** A browser that understands AVIF or WebP names it: `*` is said by those that do not, too. */
function acceptedBy(accept = ""): Accepted {
  const names = accept.toLowerCase().split(",");
  const has = (type: string) =>
    names.some((name) => name.trim().startsWith(type) && !/;\s*q=0(?:\.0*)?\s*$/.test(name));
  return { avif: has("image/avif"), webp: has("image/webp") };
}
