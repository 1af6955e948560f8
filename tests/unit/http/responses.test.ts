import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { RequestHandler } from "express";
import { expect, test } from "vitest";
import { acceptedEncodings } from "@storefront/http-server/encoding";
import { ask, openStorefront } from "../../support/test-storefront";

const PAGE = "<!DOCTYPE html><p>" + "computing power ".repeat(500);

/** Responds as the Remix adapter does: appends headers and writes the whole body. */
const page: RequestHandler = (_req, res) => {
  res.append("Content-Type", "text/html; charset=utf-8");
  res.append("Content-Security-Policy", "default-src 'none'; script-src 'none'; style-src 'self'");
  res.append("Vary", "Cookie, Save-Data");
  res.append("Set-Cookie", "flash=; Max-Age=0");
  res.end(PAGE);
};
const redirect: RequestHandler = (_req, res) => void res.status(303).append("Location", "/").end();

const FILES = {
  "assets/app-1a2b.js": "export const text = 'hashrate';\n".repeat(300),
  "assets/dot-3c4d.css": "a{}",
  "assets/pixel-5e6f.png": Buffer.from("89504e470d0a1a0a", "hex"),
  "drawing.svg": "<svg xmlns='http://www.w3.org/2000/svg'><style>path{fill:red}</style></svg>",
  "robots.txt": "User-agent: *\nAllow: /\n".repeat(40),
  ".vite/manifest.json": "{}",
  ".well-known/security.txt": "Contact: mailto:security@example.com\n",
  "my file.txt": "named with a space",
};

test.for([
  ["a document", "/", 200],
  ["a static file", "/robots.txt", 200],
  ["a missing file", "/assets/gone-0000.js", 404],
  ["a health check", "/healthz", 200],
  ["a refusal", "/Login/%", 400],
] as const)("%s carries the security headers once each", async ([, target, status]) => {
  const { port } = await openStorefront(page, { files: FILES });
  const { headers, status: sent } = await ask(port, target);
  expect(sent).toBe(status);
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
  });
  expect(headers["permissions-policy"]).toContain("camera=()");
  expect(headers["strict-transport-security"]).toBeUndefined();
  expect(headers["x-powered-by"]).toBeUndefined();
});

test("HSTS is sent when the public origin is https", async () => {
  const { port } = await openStorefront(page, { env: { PUBLIC_ORIGIN: "https://shop.example.com" } });
  expect((await ask(port, "/")).headers["strict-transport-security"]).toBe("max-age=31536000");
});

test("a document has only its own policy; all other responses get the strictest one", async () => {
  const documents = await openStorefront(page);
  expect((await ask(documents.port, "/")).headers["content-security-policy"]).toBe(
    "default-src 'none'; script-src 'none'; style-src 'self'",
  );
  const others = await openStorefront(redirect, { files: FILES });
  for (const target of ["/", "/robots.txt", "/healthz", "/%"]) {
    expect((await ask(others.port, target)).headers["content-security-policy"]).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
  }
  expect((await ask(others.port, "/drawing.svg")).headers["content-security-policy"]).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  );
});

test.for([
  [undefined, undefined],
  ["", undefined],
  ["identity", undefined],
  ["gzip", "gzip"],
  ["gzip, deflate, br, zstd", "br"],
  ["GZIP;q=0.5, BR;q=0.1", "br"],
  ["gzip, br;q=0", "gzip"],
  ["br;q=0.0, gzip; q=0", undefined],
] as const)("Accept-Encoding '%s' gives %s", ([header, choice]) => {
  expect(acceptedEncodings(header)[0]).toBe(choice);
});

test("a fingerprinted file is immutable for a year, other public files are cached for an hour", async () => {
  const { port } = await openStorefront(page, { files: FILES });
  const script = await ask(port, "/assets/app-1a2b.js");
  expect(script.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(script.headers["content-type"]).toBe("text/javascript; charset=utf-8");
  const robots = await ask(port, "/robots.txt");
  expect(robots.headers["cache-control"]).toBe("public, max-age=3600");
  expect(robots.body.toString()).toBe(FILES["robots.txt"]);
});

test("a static file is compressed if that is smaller, with a separate ETag per encoding", async () => {
  const { port } = await openStorefront(page, { files: FILES });
  const get = (target: string, encoding: string) => ask(port, target, { headers: { "Accept-Encoding": encoding } });
  const br = await get("/assets/app-1a2b.js", "br, gzip");
  expect(br.headers["content-encoding"]).toBe("br");
  expect(Number(br.headers["content-length"])).toBe(br.body.byteLength);
  expect(brotliDecompressSync(br.body).toString()).toBe(FILES["assets/app-1a2b.js"]);
  const gz = await get("/assets/app-1a2b.js", "gzip");
  expect(gunzipSync(gz.body).toString()).toBe(FILES["assets/app-1a2b.js"]);
  const plain = await get("/assets/app-1a2b.js", "identity");
  expect(new Set([br.headers.etag, gz.headers.etag, plain.headers.etag]).size).toBe(3);
  for (const response of [br, gz, plain]) expect(response.headers.vary).toBe("Accept-Encoding");
  const tiny = await get("/assets/dot-3c4d.css", "br");
  expect(tiny.headers["content-encoding"]).toBeUndefined();
  expect(tiny.body.toString()).toBe("a{}");
  const picture = await get("/assets/pixel-5e6f.png", "br");
  expect(picture.headers["content-encoding"]).toBeUndefined();
  expect(picture.body).toEqual(FILES["assets/pixel-5e6f.png"]);
});

test("a static file that the browser already has gets 304 without a body", async () => {
  const { port } = await openStorefront(page, { files: FILES });
  const first = await ask(port, "/robots.txt", { headers: { "Accept-Encoding": "gzip" } });
  const etag = first.headers.etag ?? "";
  const again = await ask(port, "/robots.txt", {
    headers: { "Accept-Encoding": "gzip", "If-None-Match": `W/"x", ${etag}` },
  });
  expect(again.status).toBe(304);
  expect(again.body.byteLength).toBe(0);
  expect(again.headers.etag).toBe(etag);
  const other = await ask(port, "/robots.txt", { headers: { "Accept-Encoding": "gzip", "If-None-Match": '"x"' } });
  expect(other.status).toBe(200);
});

test("hidden files are not served, .well-known is, and a name may be percent-encoded", async () => {
  const { port } = await openStorefront((_req, res) => void res.status(404).send("the app"), { files: FILES });
  expect((await ask(port, "/.vite/manifest.json")).body.toString()).toBe("the app");
  expect((await ask(port, "/.well-known/security.txt")).status).toBe(200);
  expect((await ask(port, "/my%20file.txt")).body.toString()).toBe("named with a space");
});

test("a missing file below /assets/ is an uncached 404, without reaching the app", async () => {
  const { port } = await openStorefront((_req, res) => void res.send("the app"));
  const response = await ask(port, "/assets/gone-0000.js");
  expect(response.status).toBe(404);
  expect(response.headers["cache-control"]).toContain("no-store");
  expect(response.body.toString()).not.toContain("the app");
});

test("a static file has one URL: another spelling or a query is an uncached 404", async () => {
  const { port } = await openStorefront((_req, res) => void res.status(404).send("the app"), { files: FILES });
  const paths = ["/assets/app-1a2b.js", "/robots.txt", "/.well-known/security.txt", "/my%20file.txt"];
  for (const path of paths) {
    expect((await ask(port, path)).status).toBe(200);
    const last = path.slice(0, -1) + `%${path.slice(-1).charCodeAt(0).toString(16)}`;
    for (const other of [last, `${path}?`, `${path}?v=1`, path.replace("%20", "+"), `${path}#x`]) {
      if (other === path) continue;
      const { status, headers } = await ask(port, other);
      expect([status, headers["cache-control"]?.includes("public") ?? false], other).toEqual([404, false]);
    }
  }
});
