import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { bytesUnread } from "@storefront/http-server/unread-responses";
import { LONG_WAIT } from "@storefront/test-support/endless-wait";
import { SharedText } from "@storefront/http-server/encoding";
import { DocumentResponse, type App } from "@storefront/remix-runtime/app-handler";
import { StreamedResponse } from "@storefront/remix-runtime/streamed-response";
import { ask, HOST, openStorefront, openWire, post } from "../../support/test-storefront";

const PAGE = "<!DOCTYPE html><p>" + "computing power ".repeat(500);

const page = (text: string, init: ResponseInit = {}): App => {
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    Vary: "Cookie, Save-Data",
    ...(init.headers as object),
  };
  return () => Promise.resolve(new Response(text, { ...init, headers }));
};

const accepting = (encoding: string) => ({ headers: { "Accept-Encoding": encoding } });

test("a page is compressed as a whole with brotli or gzip, as the browser accepts", async () => {
  const { port } = await openStorefront({ app: page(PAGE) });
  const br = await ask(port, "/", accepting("gzip, deflate, br"));
  expect(br.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(br.body).toString()).toBe(PAGE);
  const gz = await ask(port, "/", accepting("gzip, deflate"));
  expect(gz.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(gz.body).toString()).toBe(PAGE);
  const plain = await ask(port, "/");
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(plain.body.toString()).toBe(PAGE);
  for (const response of [br, gz, plain]) {
    expect(response.headers.vary).toBe("Cookie, Save-Data, Accept-Encoding");
    expect(response.headers["content-length"]).toBe(String(response.body.byteLength));
  }
});

test("a page with a shared style is gzip, or what the browser accepts instead; its bytes are the same", async () => {
  const pieces = () => ["<!DOCTYPE html>", new SharedText("<style>a{color:red}</style>"), PAGE];
  const init = { headers: { "Content-Type": "text/html; charset=utf-8" } };
  const { port } = await openStorefront({ app: () => Promise.resolve(new DocumentResponse(pieces(), init)) });
  for (const [accepted, encoding, unpack] of [
    ["gzip, deflate, br, zstd", "gzip", gunzipSync],
    ["br", "br", brotliDecompressSync],
    ["identity", undefined, (body: Buffer) => body],
  ] as const) {
    const response = await ask(port, "/", accepting(accepted));
    expect(response.headers["content-encoding"]).toBe(encoding);
    expect(unpack(response.body).toString()).toBe(pieces().join(""));
    expect(response.headers["content-length"]).toBe(String(response.body.byteLength));
  }
});

test("binary, short and compressed responses are unchanged", async () => {
  const left: [text: string, headers: Record<string, string>][] = [
    [PAGE, { "Content-Type": "image/png" }],
    ["short", {}],
    [PAGE, { "Content-Encoding": "identity" }],
  ];
  for (const [text, headers] of left) {
    const { port } = await openStorefront({ app: page(text, { headers }) });
    const response = await ask(port, "/", accepting("br"));
    expect([response.headers["content-encoding"] ?? "identity", response.body.toString()]).toEqual(["identity", text]);
  }
});

test("HEAD gets headers without a body; a redirect has its target and one line per cookie", async () => {
  const { port } = await openStorefront({ app: page(PAGE) });
  const head = await ask(port, "/", { method: "HEAD", ...accepting("br") });
  expect([head.status, head.body.byteLength, head.headers["content-type"]]).toEqual([
    200,
    0,
    "text/html; charset=utf-8",
  ]);
  const headers = new Headers({ Location: "/next" });
  headers.append("Set-Cookie", "a=1");
  headers.append("Set-Cookie", "b=2; Path=/");
  const other = await openStorefront({ app: () => Promise.resolve(new Response(null, { status: 303, headers })) });
  const redirect = await ask(other.port, "/");
  expect(redirect).toMatchObject({ status: 303, headers: { location: "/next", "set-cookie": ["a=1", "b=2; Path=/"] } });
});

test("a request's URL begins with the public origin, whatever its Host and scheme", async () => {
  const app: App = (request) => Promise.resolve(new Response(request.url));
  const { port } = await openStorefront({ app }, { env: { PUBLIC_ORIGIN: `https://${HOST}` } });
  expect((await ask(port, "/x?y=%20z")).body.toString()).toBe(`https://${HOST}/x?y=%20z`);
});

test("the app can read a form's body and every line of a header", async () => {
  const app: App = async (request) =>
    Response.json([
      request.method,
      await request.text(),
      request.headers.get("x-twice"),
      request.headers.get("cookie"),
    ]);
  const { port } = await openStorefront({ app });
  const sent = await post(port, "/", { body: "a=1&b=2", headers: { Cookie: "a=1; b=2" } });
  expect(JSON.parse(sent.body.toString())).toEqual(["POST", "a=1&b=2", null, "a=1; b=2"]);
  const wire = await openWire(port);
  wire.write(`GET / HTTP/1.1\r\nHost: ${HOST}\r\nX-Twice: 1\r\nX-Twice: 2\r\nConnection: close\r\n\r\n`);
  expect(await wire.ended).toContain('"1, 2"');
});

/** An app that streams its response in pieces, and counts them. */
function piecewise(count: number, piece: string, fault?: Error) {
  const made = { pieces: 0, ended: false };
  async function* pieces() {
    try {
      for (; made.pieces < count; made.pieces += 1) yield piece;
      if (fault) throw fault;
    } finally {
      made.ended = true;
    }
  }
  const app: App = ({ url }) =>
    Promise.resolve(
      url.endsWith("/pieces")
        ? new StreamedResponse(pieces(), { headers: { "Content-Type": "text/csv" } })
        : new Response(),
    );
  return { app, made };
}

test("a streamed response has no length, is not compressed, and ends with the final chunk", async () => {
  const { app } = piecewise(3, "piece,".repeat(500));
  const { port } = await openStorefront({ app });
  const response = await ask(port, "/pieces", accepting("br"));
  expect(response.body.toString()).toBe("piece,".repeat(1_500));
  expect(response.headers).toMatchObject({ "transfer-encoding": "chunked", "content-type": "text/csv" });
  expect([response.headers["content-length"], response.headers["content-encoding"]]).toEqual([undefined, undefined]);
});

test("a streamed response that fails sends its earlier chunks, no final chunk, and closes the connection", async () => {
  const { app } = piecewise(3, "piece", new TypeError("canary"));
  const { port, logged } = await openStorefront({ app });
  const wire = await openWire(port);
  wire.write(`GET /pieces HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`);
  const text = await wire.ended;
  expect(text.match(/\r\npiece\r\n/g)).toHaveLength(3);
  expect(text).toMatch(/\r\npiece\r\n$/);
  expect((await logged(1)).join("")).toMatch(/"aborted":true/);
});

test("unread chunks count towards the limit on unread data", async () => {
  const PIECE_BYTES = 8 * 1024 * 1024;
  const { app } = piecewise(3, "x".repeat(PIECE_BYTES));
  const { port } = await openStorefront({ app });
  const wire = await openWire(port);
  wire.pause();
  wire.write(`GET /pieces HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`);
  await vi.waitUntil(() => bytesUnread() === PIECE_BYTES, LONG_WAIT);
  wire.cut();
  await vi.waitUntil(() => bytesUnread() === 0, LONG_WAIT);
});

test("a visitor who does not read pauses the stream, and one who leaves ends it", async () => {
  const { app, made } = piecewise(1_000, "x".repeat(1024 * 1024));
  const { port } = await openStorefront({ app });
  const wire = await openWire(port);
  wire.pause();
  wire.write(`GET /pieces HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`);
  await vi.waitFor(() => expect(made.pieces).toBeGreaterThan(0));
  // Without backpressure, each of these visits would give the stream time for another chunk.
  for (let visit = 0; visit < 100; visit += 1) await ask(port, "/");
  expect(made.pieces, "no more pieces than the socket buffers hold").toBeLessThan(50);
  wire.cut();
  await vi.waitFor(() => expect(made.ended).toBe(true));
  expect(made.pieces).toBeLessThan(50);
});

test("HEAD of a streamed response produces no chunks", async () => {
  const { app, made } = piecewise(3, "piece");
  const { port } = await openStorefront({ app });
  const head = await ask(port, "/pieces", { method: "HEAD" });
  expect([head.status, head.headers["content-type"], head.body.byteLength, made.pieces]).toEqual([
    200,
    "text/csv",
    0,
    0,
  ]);
});
