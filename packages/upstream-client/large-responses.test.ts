import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import { gzipSync } from "node:zlib";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { ByteCollector } from "@storefront/resilience/byte-collector";
import { LARGE_BYTES, LARGE_OF_A_KIND, TURNS_BEFORE_LARGE } from "./connection";
import { buildConnector, TICKETS_MAX } from "./http-client";
import type { Kind } from "./request";
import { useUpstream } from "./test/upstream";

/** These tests send many simultaneous responses, each of which takes much memory or parsing time. */

const upstream = await useUpstream();
const bodyOf = (characters: number) => Buffer.from(`{"data":"${"x".repeat(characters)}"}`);
const SMALL = bodyOf(10);
const LARGE = bodyOf(2 * LARGE_BYTES);

/** Functions that complete the held responses. */
let held: (() => void)[] = [];
const holdLastByte = (res: ServerResponse, body: Buffer) => {
  res.write(body.subarray(0, -1));
  held.push(() => res.end(body.subarray(-1)));
};
/** Sends informational (1xx) responses for as long as the client reads. */
function announceEndlessly({ socket }: ServerResponse): void {
  const announce = () => {
    while (socket?.write("HTTP/1.1 102 \r\n\r\n".repeat(1_000)));
  };
  socket?.on("drain", announce);
  announce();
}
const REPLIES: Record<string, (res: ServerResponse) => void> = {
  "/small": (res) => res.end(SMALL),
  "/large": (res) => res.end(LARGE),
  "/gzip": (res) => res.setHeader("content-encoding", "gzip").end(gzipSync(LARGE)),
  "/held": (res) => holdLastByte(res, LARGE),
  "/announced": announceEndlessly,
  "/pieces": ({ socket }) =>
    void socket?.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${"1\r\nx\r\n".repeat(20_000)}`),
};
const server = createServer((req, res) => void req.resume().on("end", () => REPLIES[req.url ?? ""]?.(res)));
await once(server.listen(0, "127.0.0.1"), "listening");
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The current turn of the event loop, and the turn in which the last response arrived. */
let turn = 0;
let receivedAt = 0;

beforeEach(() =>
  upstream.begin({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    onResponse: () => void (receivedAt = turn),
  }),
);

/** Counts turns until the returned function is called. */
function countTurns(): () => void {
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  return () => void (isOver = true);
}

function call(kind: Kind, path: string): Promise<unknown> {
  return upstream.client.call({ locale: "en_US" }, { kind, path, schema: z.unknown() });
}

test("only a few large or compressed responses are read simultaneously; small ones and other kinds do not wait", async () => {
  held = [];
  const ended: string[] = [];
  const note = async (kind: Kind, path: string) => {
    await call(kind, path);
    ended.push(`${kind} ${path}`);
  };
  const holding = Array.from({ length: LARGE_OF_A_KIND }, () => note("read", "/held"));
  await expect.poll(() => held).toHaveLength(LARGE_OF_A_KIND);
  const waiting = ["/large", "/gzip"].map((path) => note("read", path));
  for (let count = 0; count < 10; count += 1) await note("read", "/small");
  for (const path of ["/large", "/gzip"]) await note("purchase", path);
  expect(new Set(ended)).toEqual(new Set(["read /small", "purchase /large", "purchase /gzip"]));
  for (const end of held) end();
  await Promise.all([...holding, ...waiting]);
});

test("a response with endless informational (1xx) headers is abandoned", async () => {
  await expect(call("write", "/announced")).rejects.toThrow("too many informational responses");
});

test("a response in tiny pieces is read only up to the first one too many", async () => {
  const append = vi.spyOn(ByteCollector.prototype, "append");
  await expect(call("write", "/pieces")).rejects.toThrow("response in pieces too small");
  expect(append.mock.results.filter(({ type }) => type === "throw")).toHaveLength(1);
});

test("each JSON text is parsed in its own turn of the event loop, large ones a few turns apart", async () => {
  held = [];
  const calls = Array.from({ length: LARGE_OF_A_KIND }, () => call("read", "/held"));
  await expect.poll(() => held).toHaveLength(LARGE_OF_A_KIND);
  const stop = countTurns();
  for (const end of held) end();
  const turns = await Promise.all(calls.map((one) => one.then(() => turn)));
  stop();
  for (const [at, parsed] of turns.sort((a, b) => a - b).entries()) {
    if (at > 0) expect(parsed - (turns[at - 1] ?? 0)).toBeGreaterThanOrEqual(TURNS_BEFORE_LARGE - 1);
  }
});

test("the data of a large response is read in a later turn than its text is parsed", async () => {
  const stop = countTurns();
  const schema = z.unknown().transform(() => turn - receivedAt);
  const laterBy = async (path: string) =>
    await upstream.client.call({ locale: "en_US" }, { kind: "read", path, schema });
  expect(await laterBy("/small")).toBe(0);
  expect(await laterBy("/large")).toBeGreaterThan(0);
  stop();
});

test("a connection with too many session tickets is closed", async () => {
  const { hostname, port, protocol } = new URL(upstream.peer.url);
  const connect = buildConnector({});
  const socket = await new Promise<Socket>((resolve, reject) =>
    connect({ hostname, port, protocol }, (...[error, made]) => (error ? reject(error) : resolve(made))),
  );
  for (let count = 0; count < TICKETS_MAX; count += 1) socket.emit("session", Buffer.alloc(0));
  expect(socket.destroyed).toBe(false);
  socket.emit("session", Buffer.alloc(0));
  expect(socket.destroyed).toBe(true);
});

test("a TLS server may not begin another handshake", async () => {
  const anonymous = { ciphers: "AECDH-AES256-SHA:@SECLEVEL=0", maxVersion: "TLSv1.2" } as const;
  const server = createTlsServer(anonymous).listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = String((server.address() as AddressInfo).port);
  const connect = buildConnector({ ...anonymous, rejectUnauthorized: false });
  const connected = new Promise<Socket>((resolve, reject) =>
    connect({ hostname: "127.0.0.1", servername: "localhost", protocol: "https:", port }, (...[error, made]) =>
      error ? reject(error) : resolve(made),
    ),
  );
  const [socket, [served]] = await Promise.all([connected, once(server, "secureConnection") as Promise<[TLSSocket]>]);
  socket.on("error", () => undefined);
  const refused = once(served, "error");
  served.renegotiate({}, () => undefined);
  expect(await refused).toMatchObject([{ code: "ERR_SSL_NO_RENEGOTIATION" }]);
  socket.destroy();
  server.close();
});
