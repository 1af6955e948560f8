import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { mediaType } from "@storefront/http-server/guards";
import { ByteCollector } from "@storefront/resilience/byte-collector";
import { guarded } from "@storefront/resilience/guarded";
import { buildConnector, Client } from "@storefront/upstream-client/http-client";
import { CONNECT_DEADLINE_MS, FETCH_DEADLINE_MS, SOURCE_MAX_BYTES } from "./constants";
import { isPrivateLiteral, lookupInTurn, publicLookup, type Resolve } from "./public-address";

/**
 * Why there is no image: its source has none (`absent`), gives none that can be resized (`failed`), or there is too
 * much to do right now (`busy`). The check that it failed is for the log alone.
 */
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

const HEADERS = {
  accept: "image/avif,image/webp,image/png,image/jpeg,image/*;q=0.8",
  // A compressed response could be larger than its length.
  "accept-encoding": "identity",
  "user-agent": "storefront-pictures",
};

/** Some storages send images as these; the bytes are checked in either case. */
const GENERIC_TYPE = /^(?:application|binary)\/octet-stream$/;

interface FetchOptions {
  /** May be http, or on a private network. */
  trustedOrigins: readonly string[];
  /** Resolves names that are not trusted; by the system's name servers by default. */
  resolve?: Resolve | undefined;
  /** FETCH_DEADLINE_MS by default. */
  deadlineMs?: number | undefined;
}

/**
 * Fetches an image from its source (decision 0073): one GET without cookies or a referrer, over https and from public
 * addresses, unless its origin is trusted; no redirects; limited in bytes and in the time for all of it. An address at
 * http whose host is trusted with https as well is fetched over https first.
 *
 * @param url one that a page of this site has signed
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
  const connect = buildConnector({ timeout: CONNECT_DEADLINE_MS, lookup });
  const client = new Client(url.origin, { connect, pipelining: 1, maxResponseSize: SOURCE_MAX_BYTES });
  try {
    const path = url.pathname + url.search;
    const { statusCode, headers, body } = await client.request({ method: "GET", path, headers: HEADERS, signal });
    // The rest of a body that is no longer read may fail.
    body.on(
      "error",
      guarded(() => undefined),
    );
    if (statusCode === 404 || statusCode === 410) throw new ImageUnavailable("absent", `status ${statusCode}`);
    if (statusCode !== 200) throw failed(`status ${statusCode}`);
    const type = typeOf(headers);
    const bytes = await readBody(body, Number(headers["content-length"] ?? 0));
    if (!isImage(bytes, type)) throw failed("no picture");
    return bytes;
  } catch (error) {
    throw error instanceof ImageUnavailable ? error : failed(nameOf(error));
  } finally {
    void client.destroy();
  }
}

/** Reads a body, which `maxResponseSize` limits, into one buffer: undici's own readers keep each of its pieces. */
async function readBody(body: Readable, sizeHintBytes: number): Promise<Buffer> {
  const collector = new ByteCollector(sizeHintBytes);
  body.on(
    "data",
    guarded(
      (piece: Buffer) => collector.append(piece),
      (error) => body.destroy(error),
    ),
  );
  await finished(body);
  return collector.bytes();
}

/** The media type of a response whose head has nothing against it. */
function typeOf(headers: IncomingHttpHeaders): string {
  const type = mediaType(headers["content-type"]);
  if (!type.startsWith("image/") && !GENERIC_TYPE.test(type)) throw failed("content type");
  if ((headers["content-encoding"] ?? "identity") !== "identity") throw failed("content encoding");
  // Not waited for when its own length is too large.
  if (Number(headers["content-length"] ?? 0) > SOURCE_MAX_BYTES) throw failed("too large");
  return type;
}

/** How the formats begin that can be resized: JPEG, PNG, GIF, WebP, AVIF, ICO. */
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

/** Whether the bytes begin as an SVG does. */
export const isDrawing = (bytes: Buffer): boolean => SVG_START.test(bytes.toString("latin1", 0, 100));

/** An SVG is text, as a page is: its content type has to be that of an SVG. */
function isImage(bytes: Buffer, type: string): boolean {
  const start = bytes.toString("latin1", 0, 100);
  return MAGIC.some((magic) => magic.test(start)) || (type === SVG_TYPE && isDrawing(bytes));
}

/** The system's or undici's name for a failure, such as `ECONNREFUSED`. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error.name === "ResponseExceededMaxSizeError") return "too large";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
