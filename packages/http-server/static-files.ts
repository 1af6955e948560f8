import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { ownTurn } from "@storefront/resilience/shared-turns";
import { sharedWork } from "@storefront/resilience/shared-work";
import { acceptedEncodings, compressHard, type Compression } from "./encoding";
import type { Middleware } from "./exchange";

/** Names below this path contain a digest of their content. */
const FINGERPRINTED = "/assets/";
const IMMUTABLE = "public, max-age=31536000, immutable";
const SHORT = "public, max-age=3600";

const TYPES: Readonly<Record<string, string>> = {
  "/speculation-rules.json": "application/speculationrules+json",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".xml": "application/xml",
  ".avif": "image/avif",
  ".gif": "image/gif",
  ".ico": "image/x-icon",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".png": "image/png",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};
/** Matches the types of texts, which are compressed. */
const TEXT = /^text\/|[/+](?:json|xml)$/;

interface Asset {
  bytes: Buffer;
  type: string;
  text: boolean;
  digest: string;
  cacheControl: string;
  compressed: Map<string, Buffer>;
  compressing: Map<string, Promise<Buffer>>;
}

/**
 * Reads the static files of the build into memory: they are few and do not change. Texts are compressed once, at the
 * highest level. Files and folders that begin with a dot are omitted, except `.well-known`.
 *
 * @returns `serve` responds to GET and HEAD: 200 or 304; 404 for a missing file below `/assets/`, and for a file with a
 *   query
 * @throws Error when the folder cannot be read
 */
export function staticFiles(folder: string): { has: (pathname: string) => boolean; serve: Middleware } {
  const assets = new Map<string, Asset>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const parts = path.relative(folder, file).split(path.sep);
    if (parts.some((part) => part.startsWith(".") && part !== ".well-known")) continue;
    const urlPath = "/" + parts.join("/");
    assets.set(encodeURI(urlPath), readAsset(file, urlPath));
  }
  const has = (pathname: string) => assets.has(pathname) || pathname.startsWith(FINGERPRINTED);
  return {
    has,
    serve(exchange, next) {
      const { req, res, target } = exchange;
      if (!exchange.isRead || !target || !has(target.pathname)) return next(exchange);
      // A query or another spelling would add entries for the same file to every cache. A page of an older build may
      // request a file that no longer exists. Both get a small 404 instead of a rendered page.
      const asset = assets.get(req.url ?? "");
      return asset ? sendAsset(req, res, asset) : exchange.sendError({ status: 404 });
    },
  };
}

function readAsset(file: string, urlPath: string): Asset {
  const bytes = readFileSync(file);
  const type = TYPES[urlPath] ?? TYPES[path.extname(file).toLowerCase()] ?? "application/octet-stream";
  return {
    bytes,
    type,
    text: TEXT.test(type),
    digest: createHash("sha256").update(bytes).digest("base64url").slice(0, 22),
    cacheControl: urlPath.startsWith(FINGERPRINTED) ? IMMUTABLE : SHORT,
    compressed: new Map(),
    compressing: new Map(),
  };
}

async function sendAsset(req: IncomingMessage, res: ServerResponse, asset: Asset): Promise<void> {
  const encoding = asset.text ? acceptedEncodings(req.headers["accept-encoding"])[0] : undefined;
  const packed = encoding && (await compressedBytes(asset, encoding));
  const smaller = packed && packed.byteLength < asset.bytes.byteLength ? packed : undefined;
  const body = smaller ?? asset.bytes;
  const etag = `"${asset.digest}${smaller && encoding ? `-${encoding}` : ""}"`;
  res.setHeader("ETag", etag);
  res.setHeader("Cache-Control", asset.cacheControl);
  if (asset.text) res.setHeader("Vary", "Accept-Encoding");
  if (isFresh(req.headers["if-none-match"], etag)) {
    res.writeHead(304).end();
    return;
  }
  if (smaller && encoding) res.setHeader("Content-Encoding", encoding);
  // An SVG that is opened as a document may use its own styles and nothing else.
  if (asset.type === TYPES[".svg"]) {
    res.setHeader("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
  }
  res.writeHead(200, { "Content-Type": asset.type, "Content-Length": body.byteLength });
  res.end(req.method === "HEAD" ? undefined : body);
}

async function compressedBytes({ bytes, compressed, compressing }: Asset, encoding: Compression): Promise<Buffer> {
  const known = compressed.get(encoding);
  if (known) return known;
  const packed = await sharedWork(compressing, encoding, () => compressHard(bytes, encoding));
  compressed.set(encoding, packed);
  // Thousands may wait for the first compression.
  await ownTurn();
  return packed;
}

/** Browsers send one ETag, but a header has room for 24,000. */
const ETAGS_MAX = 20;

/** Returns true if an `If-None-Match` has this ETag, weak or strong. */
export function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  const wanted = withoutWeakness(etag);
  return (ifNoneMatch ?? "").split(",", ETAGS_MAX).some((entry) => {
    const sent = withoutWeakness(entry.trim());
    return sent === wanted || sent === "*";
  });
}

const withoutWeakness = (etag: string) => etag.replace(/^W\//, "");
