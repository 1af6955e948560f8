import type { IncomingHttpHeaders } from "node:http";
import { PICTURE_CONNECT_DEADLINE_MS, PICTURE_FETCH_DEADLINE_MS, PICTURE_MAX_BYTES } from "~server/constants";
import { buildConnector, Client } from "@storefront/upstream-client/http-client";
import { namedOrigins } from "~server/upstream/links";
import { isPrivateLiteral, publicLookup, type Resolve } from "./public-address";

/**
 * Why there is no picture: its source has none, gives none that can be shown, or there is too much to do right now.
 * Which of the checks it did not pass is for the log alone.
 */
export class NoPicture extends Error {
  override name = "NoPicture";
  constructor(
    readonly kind: "absent" | "failed" | "busy",
    reason: string,
  ) {
    super(reason);
  }
}

const failed = (reason: string) => new NoPicture("failed", reason);

const HEADERS = {
  accept: "image/avif,image/webp,image/png,image/jpeg,image/*;q=0.8",
  // A compressed answer could be larger than it looks.
  "accept-encoding": "identity",
  "user-agent": "storefront-pictures",
};

/** Storages that know no better send pictures as these; what they hold is looked at in either case. */
const UNSPECIFIC = /^(?:application|binary)\/octet-stream$/;

/**
 * Fetches a picture from where it is (decision 0073): one GET without cookies or a referrer, over https and from public
 * addresses, unless the operator has named its origin; no redirects; limited in bytes and in the time for all of it.
 *
 * @param url an address that `readPicturePath` let pass
 * @param options.resolve resolves names; the system's way by default
 * @param options.deadlineMs PICTURE_FETCH_DEADLINE_MS by default
 * @throws NoPicture
 */
export async function fetchPicture(
  url: URL,
  options: { resolve?: Resolve | undefined; deadlineMs?: number | undefined } = {},
): Promise<Buffer> {
  const isNamed = namedOrigins().includes(url.origin);
  if (!isNamed && (url.protocol !== "https:" || isPrivateLiteral(url.hostname))) throw failed("not public");
  const lookup = isNamed ? {} : { lookup: publicLookup(options.resolve) };
  const connect = buildConnector({ timeout: PICTURE_CONNECT_DEADLINE_MS, ...lookup });
  const client = new Client(url.origin, { connect, pipelining: 1 });
  try {
    const signal = AbortSignal.timeout(options.deadlineMs ?? PICTURE_FETCH_DEADLINE_MS);
    const path = url.pathname + url.search;
    const { statusCode, headers, body } = await client.request({ method: "GET", path, headers: HEADERS, signal });
    // An error of what is not read (any more) is nobody's.
    body.on("error", () => undefined);
    if (statusCode === 404 || statusCode === 410) throw new NoPicture("absent", `status ${statusCode}`);
    if (statusCode !== 200) throw failed(`status ${statusCode}`);
    checkHead(headers);
    const bytes = await readAll(body);
    if (!isPicture(bytes, mediaType(headers))) throw failed("no picture");
    return bytes;
  } catch (error) {
    throw error instanceof NoPicture ? error : failed(nameOf(error));
  } finally {
    void client.destroy();
  }
}

const mediaType = (headers: IncomingHttpHeaders) =>
  headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() ?? "";

function checkHead(headers: IncomingHttpHeaders): void {
  const type = mediaType(headers);
  if (!type.startsWith("image/") && !UNSPECIFIC.test(type)) throw failed("content type");
  if ((headers["content-encoding"] ?? "identity") !== "identity") throw failed("content encoding");
  // What says itself that it is too large is not waited for.
  if (Number(headers["content-length"]) > PICTURE_MAX_BYTES) throw failed("too large");
}

/** Leaving the loop closes the connection. */
async function readAll(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > PICTURE_MAX_BYTES) throw failed("too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** How the formats begin that are made small: JPEG, PNG, GIF, WebP, AVIF, ICO. */
const STARTS = [
  /^\xff\xd8\xff/,
  /^\x89PNG\r\n\x1a\n/,
  /^GIF8[79]a/,
  /^RIFF[^]{4}WEBP/,
  /^[^]{4}ftyp(?:avif|avis|mif1)/,
  /^\0\0\x01\0[^]\0/,
];
const SVG_TYPE = "image/svg+xml";
const SVG_START = /^(?:\xef\xbb\xbf)?\s*<(?:svg[\s>]|\?xml\s|!--|!doctype\s+svg)/i;

/** A drawing is a text, which anything may be taken for: it has to be sent as one too. */
function isPicture(bytes: Buffer, type: string): boolean {
  const start = bytes.toString("latin1", 0, 100);
  return STARTS.some((known) => known.test(start)) || (type === SVG_TYPE && SVG_START.test(start));
}

/** The system's or undici's name for a failure, such as `ECONNREFUSED`. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
