import type { IncomingMessage, ServerResponse } from "node:http";
import sharp from "sharp";
import { drawImage } from "./gallery";

const AGE_SECONDS = 24 * 60 * 60;
const drawn = new Map<string, Buffer>();

/** Serves /images/<name>.svg, and the same picture as .png for clients without SVG. Any page may show them. */
export async function respondWithImage(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, name = "", ending = ""] = /^\/images\/([a-z0-9-]{1,40})\.(svg|png)$/.exec(path) ?? [];
  const bytes = drawn.get(path) ?? (await draw(name, ending));
  if (!bytes || (request.method !== "GET" && request.method !== "HEAD")) {
    response.writeHead(bytes ? 405 : 404, { "content-type": "text/plain" }).end();
    return;
  }
  drawn.set(path, bytes);
  response.writeHead(200, {
    "content-type": ending === "svg" ? "image/svg+xml" : "image/png",
    "content-length": bytes.length,
    "cache-control": `public, max-age=${AGE_SECONDS}`,
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
  });
  response.end(request.method === "HEAD" ? undefined : bytes);
}

async function draw(name: string, ending: string): Promise<Buffer | undefined> {
  const svg = drawImage(name);
  if (svg === undefined) return undefined;
  return ending === "svg" ? Buffer.from(svg) : sharp(Buffer.from(svg)).png().toBuffer();
}
