import type { IncomingHttpHeaders } from "node:http";
import { mediaType } from "@storefront/http-server/guards";
import { guarded } from "@storefront/resilience/guarded";
import { Client, limitInterim, readBody } from "@storefront/upstream-client/http-client";
import { CONNECT_DEADLINE_MS, FETCH_DEADLINE_MS, SOURCE_MAX_BYTES } from "./constants";
import { buildBoundedConnector } from "./handshake";
import { isPrivateLiteral, lookupInTurn, publicLookup, type Resolve } from "./public-address";

/** There is no image: the source has none (`absent`) or an unusable one (`failed`), or too many wait (`busy`). */
export class ImageUnavailable extends Error {
  override name = "ImageUnavailable";
  constructor(
    readonly kind: "absent" | "failed" | "busy",
    reason: string,
  ) {
    super(reason);
  }
}

const failed = (reason: string) => new ImageUnavailable("failed", reason);
const ignore = guarded(() => undefined);

const HEADERS = {
  accept: "image/avif,image/webp,image/png,image/jpeg,image/*;q=0.8",
  // A compressed response could be larger than its declared length.
  "accept-encoding": "identity",
  "user-agent": "storefront-pictures",
};

/** Some storage services send images with these types; the bytes are checked in any case. */
const GENERIC_TYPE = /^(?:application|binary)\/octet-stream$/;

interface FetchOptions {
  trustedOrigins: readonly string[];
  resolve?: Resolve | undefined;
  deadlineMs?: number | undefined;
}

/**
 * Fetches an image: one GET without cookies or a referrer, over https and from public addresses, unless its origin is
 * trusted; no redirects; limited in bytes and time. If the host of an http address is also trusted for https, https is
 * tried first.
 *
 * @throws ImageUnavailable
 */
export async function fetchSource(url: URL, options: FetchOptions): Promise<Buffer> {
  const signal = AbortSignal.timeout(options.deadlineMs ?? FETCH_DEADLINE_MS);
  const secure = new URL(url.href.replace(/^http:/, "https:"));
  if (secure.href === url.href || !options.trustedOrigins.includes(secure.origin))
    return fetchOnce(url, options, signal);
  try {
    return await fetchOnce(secure, options, signal);
  } catch (error) {
    if (!(error instanceof ImageUnavailable)) throw error;
    return await fetchOnce(url, options, signal);
  }
}

async function fetchOnce(url: URL, options: FetchOptions, signal: AbortSignal): Promise<Buffer> {
  const isTrusted = options.trustedOrigins.includes(url.origin);
  if (!isTrusted && (url.protocol !== "https:" || isPrivateLiteral(url.hostname))) throw failed("not public");
  const lookup = isTrusted ? lookupInTurn : publicLookup(options.resolve);
  const connect = buildBoundedConnector({ timeout: CONNECT_DEADLINE_MS, lookup });
  const client = new Client(url.origin, { connect, pipelining: 1, maxResponseSize: SOURCE_MAX_BYTES });
  try {
    const path = url.pathname + url.search;
    const onInfo = limitInterim();
    const { statusCode, headers, body } = await client.request({
      method: "GET",
      path,
      headers: HEADERS,
      signal,
      onInfo,
    });
    // Without a listener, a failure of the body that we no longer read would end the process.
    body.on("error", ignore);
    if (statusCode === 404 || statusCode === 410) throw new ImageUnavailable("absent", `status ${statusCode}`);
    if (statusCode !== 200) throw failed(`status ${statusCode}`);
    const type = typeOf(headers);
    const bytes = await readBody(body, { sizeHintBytes: Number(headers["content-length"] ?? 0) });
    if (!isImage(bytes, type)) throw failed("no picture");
    return bytes;
  } catch (error) {
    throw error instanceof ImageUnavailable ? error : failed(nameOf(error));
  } finally {
    void client.destroy();
  }
}

function typeOf(headers: IncomingHttpHeaders): string {
  const type = mediaType(headers["content-type"]);
  if (!type.startsWith("image/") && !GENERIC_TYPE.test(type)) throw failed("content type");
  if ((headers["content-encoding"] ?? "identity") !== "identity") throw failed("content encoding");
  if (Number(headers["content-length"] ?? 0) > SOURCE_MAX_BYTES) throw failed("too large");
  return type;
}

/** Patterns for the first bytes of JPEG, PNG, GIF, WebP, AVIF, ICO. */
const MAGIC = [
  /^\xff\xd8\xff/,
  /^\x89PNG\r\n\x1a\n/,
  /^GIF8[79]a/,
  /^RIFF[^]{4}WEBP/,
  /^[^]{4}ftyp(?:avif|avis|mif1)/,
  /^\0\0\x01\0[^]\0/,
];
const SVG_TYPE = "image/svg+xml";
const SVG_START = /^(?:\xef\xbb\xbf)?\s*<(?:svg[\s>]|\?xml\s|!--|!doctype\s+svg)/i;

export const isDrawing = (bytes: Buffer): boolean => SVG_START.test(bytes.toString("latin1", 0, 100));

/** An SVG is text, like an HTML page, so it must have its own content type. */
function isImage(bytes: Buffer, type: string): boolean {
  const start = bytes.toString("latin1", 0, 100);
  return MAGIC.some((magic) => magic.test(start)) || (type === SVG_TYPE && isDrawing(bytes));
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error.name === "ResponseExceededMaxSizeError") return "too large";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
