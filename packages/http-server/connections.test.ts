import { once } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test, vi } from "vitest";
import { createLog } from "@storefront/observability/log";
import { connectionsMax, createConnections } from "./connections";
import type { Middleware } from "./exchange";
import * as heldBySystem from "./held-by-system";
import { createHttpServer } from "./http-server";
import { NEWEST, RESUMED_PER_TURN, TURN_MAX_MS } from "./read-turns";
import { ignoreRest } from "./stop-parsing";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** The timeout is long because other tests may occupy the processor. */
const until = (isSo: () => boolean | undefined) => vi.waitUntil(isSo, { timeout: 20_000 });

/** The tests attack over raw sockets. */

const REQUEST = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`;

/** Responds to `/cached` before requests are tracked. */
const cached: Middleware = (exchange, next) =>
  exchange.req.url === "/cached" ? void exchange.res.end("<cached>") : next(exchange);

/** Runs a server with this last step until the test ends. */
async function open(
  step: Middleware,
  options: { unreadMs?: number; keepAliveMs?: number; headersMs?: number } & Parameters<
    typeof createConnections
  >[0] = {},
) {
  const connections = createConnections({ ...options, max: options.max ?? 100 });
  const lines: string[] = [];
  const server = createHttpServer({
    pipeline: [cached, connections.track, step],
    connections,
    errorPage: (status) => ({ headers: { "Content-Length": "4" }, body: Buffer.from(`${status}\n`) }),
    headers: [],
    headersMs: options.headersMs ?? 10_000,
    requestMs: 30_000,
    keepAliveMs: options.keepAliveMs,
    unreadMs: options.unreadMs,
    log: createLog("info", { write: (line) => void lines.push(line) }),
  });
  const { port } = await server.listen(0, "127.0.0.1");
  onTestFinished(async () => void (await server.drain(0)));
  return { server, connections, lines, visit: () => visit(port, server.server) };
}

/** Opens a connection; returns both ends. */
async function visit(port: number, server: Server) {
  const accepted = once(server, "connection") as Promise<[Socket]>;
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  const [side] = await accepted;
  let text = "";
  socket.on("data", (data) => (text += data.toString("latin1")));
  const received = (part: string) => until(() => text.includes(part)).then(() => text);
  return { socket, side, received, closed: new Promise<void>((resolve) => side.once("close", () => resolve())) };
}

/** Makes a step that responds when the test says so. */
function withheld() {
  const begun: { url: string; res: ServerResponse }[] = [];
  const step: Middleware = ({ req, res }) => void begun.push({ url: req.url ?? "", res });
  return { begun, step, arrived: (count: number) => until(() => begun.length >= count) };
}

test("pipelined requests are handled in order, each after the response to the one before it", async () => {
  const { begun, step, arrived } = withheld();
  const { socket, received } = await (await open(step)).visit();
  socket.write(["/1", "/2", "/3"].map(REQUEST).join(""));
  for (let count = 1; count <= 3; count += 1) {
    await arrived(count);
    expect(begun.map(({ url }) => url)).toEqual(["/1", "/2", "/3"].slice(0, count));
    begun.at(-1)?.res.end(`<${count}>`);
    await received(`<${count}>`);
  }
});

test("a connection that pipelines many requests is closed, and only the first is handled", async () => {
  const { begun, step } = withheld();
  const { visit } = await open(step);
  const { socket, closed } = await visit();
  socket.write(REQUEST("/").repeat(1_000));
  await closed;
  expect(begun).toHaveLength(1);
  // The closed connections have freed their places.
  const next = await visit();
  next.socket.write(["/a", "/b"].map(REQUEST).join(""));
  await until(() => begun.length === 2);
  begun[1]?.res.end();
  await until(() => begun.length === 3);
});

test("the total of waiting requests is bounded, whatever the number of connections", async () => {
  const { begun, step, arrived } = withheld();
  const { visit } = await open(step, { max: 1_000 });
  const visits: Awaited<ReturnType<typeof visit>>[] = [];
  for (let n = 0; n < 51; n += 1) visits.push(await visit());
  for (const { socket } of visits) socket.write(REQUEST("/").repeat(5));
  await arrived(51);
  await until(() => visits.filter(({ side }) => side.destroyed).length === 1);
  expect(begun).toHaveLength(51);
});

test("a pipelined request has the usual timeout, even after a response that is read slowly", async () => {
  const { begun, step, arrived } = withheld();
  const { server, visit } = await open(step, { unreadMs: 20_000 });
  const { socket, side } = await visit();
  socket.write(["/1", "/2"].map(REQUEST).join(""));
  await arrived(1);
  side.setTimeout(20_000);
  begun[0]?.res.end();
  await arrived(2);
  expect(side.timeout).toBe(server.server.timeout);
});

test("a drain finishes the request under way and ignores pipelined ones", async () => {
  const { begun, step, arrived } = withheld();
  const { server, visit } = await open(step);
  const { socket, closed, received } = await visit();
  socket.write(["/1", "/2"].map(REQUEST).join(""));
  await arrived(1);
  const drained = server.drain(10_000);
  begun[0]?.res.setHeader("Connection", "close").end("<1>");
  await received("<1>");
  await closed;
  expect(await drained).toBe(true);
  expect(begun).toHaveLength(1);
});

test("a drain responds on connections that are read in a later turn, and closes those that sent nothing", async () => {
  const { connections, server, visit } = await open(
    ({ res }) => void res.setHeader("Connection", "close").end("<page>"),
    { max: 3 * RESUMED_PER_TURN },
  );
  const visitors: Awaited<ReturnType<typeof visit>>[] = [];
  while (visitors.length < 2 * RESUMED_PER_TURN) visitors.push(await visit());
  const unused = await visit();
  const untilMs = performance.now() + TURN_MAX_MS;
  connections.onRead(unused.side);
  while (performance.now() < untilMs);
  connections.onRead(unused.side);
  for (const { socket } of visitors) socket.write(REQUEST("/"));
  const drained = server.drain(10_000);
  for (const { received } of visitors) await received("<page>");
  await unused.closed;
  expect(await drained).toBe(true);
});

test("an idle connection stays open for the configured time, even beyond the request timeout", async () => {
  const { visit } = await open(({ res }) => void res.end("<page>"), { keepAliveMs: 620_000 });
  const { socket, side, received } = await visit();
  socket.write(REQUEST("/"));
  expect(await received("<page>")).toContain("Keep-Alive: timeout=620");
  await until(() => (side.timeout ?? 0) >= 620_000);
});

const LARGE = Buffer.alloc(16 * 1024 * 1024);

test.for<[string, Middleware]>([
  ["at once", ({ res }) => void res.end(LARGE)],
  ["later", ({ res }) => Promise.resolve().then(() => void res.end(LARGE))],
])("a connection whose visitor does not read the response is closed: written %s", async ([, step]) => {
  const { socket, closed } = await (await open(step, { unreadMs: 30 })).visit();
  socket.pause();
  socket.write(REQUEST("/"));
  await closed;
});

test("a visitor who reads a response late gets all of it; then the usual timeout applies again", async () => {
  const { socket, side } = await (await open(({ res }) => void res.end(LARGE), { unreadMs: 20_000 })).visit();
  let bytes = 0;
  socket.on("data", (data) => (bytes += data.byteLength));
  socket.pause();
  socket.write(REQUEST("/"));
  await until(() => side.timeout === 20_000);
  socket.resume();
  await until(() => bytes > LARGE.byteLength);
  await until(() => side.timeout !== 20_000);
  expect(side.destroyed).toBe(false);
});

test("at the limit, a new connection replaces the oldest idle one", async () => {
  const { begun, step, arrived } = withheld();
  const { visit } = await open(step, { max: 3 });
  const busy = await visit();
  busy.socket.write(REQUEST("/busy"));
  await arrived(1);
  const slow = await visit();
  slow.socket.write("GET / HTTP/1.1\r\nHo");
  const idle = await visit();
  const fourth = await visit();
  await slow.closed;
  const fifth = await visit();
  await idle.closed;
  expect([busy.side.destroyed, fourth.side.destroyed, fifth.side.destroyed]).toEqual([false, false, false]);
  begun[0]?.res.end("<served>");
  await busy.received("<served>");
});

test("at the limit, a connection that has just requested a cached page is not the oldest one", async () => {
  const { visit } = await open(withheld().step, { max: 2 });
  const [reader, idle] = [await visit(), await visit()];
  reader.socket.write(REQUEST("/cached"));
  await reader.received("<cached>");
  await visit();
  expect([reader, idle].map(({ side }) => side.destroyed)).toEqual([false, true]);
});

test("at the limit, a new connection replaces the oldest one if all have a request in progress", async () => {
  const { step, arrived } = withheld();
  const { visit } = await open(step, { max: 2 });
  const visits: Awaited<ReturnType<typeof visit>>[] = [];
  for (let count = 1; count <= 4; count += 1) {
    visits.push(await visit());
    visits.at(-1)?.socket.write(REQUEST("/"));
    await arrived(count);
  }
  expect(visits.map(({ side }) => side.destroyed)).toEqual([true, true, false, false]);
});

test("of connections with a request in progress, the one whose request began first is replaced", async () => {
  const { step, arrived } = withheld();
  const { visit } = await open(step, { max: 2 });
  const [older, younger] = [await visit(), await visit()];
  younger.socket.write(REQUEST("/"));
  await arrived(1);
  older.socket.write(REQUEST("/"));
  await arrived(2);
  await visit();
  expect([older, younger].map(({ side }) => side.destroyed)).toEqual([false, true]);
});

test.for<[string, string]>([
  ["an upgrade to a web socket", "GET / HTTP/1.1\r\nHost: shop\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"],
  [
    "an upgrade to HTTP/2",
    "GET / HTTP/1.1\r\nHost: shop\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n",
  ],
])("%s is an ordinary request", async ([, request]) => {
  const { socket, received } = await (await open(({ res }) => void res.end("<page>"))).visit();
  socket.write(request);
  expect(await received("<page>")).toMatch(/^HTTP\/1.1 200 /);
});

test.for<[string, string]>([
  ["CONNECT", "CONNECT shop:443 HTTP/1.1\r\nHost: shop\r\n\r\n"],
  ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
])("%s ends the connection before any step", async ([, request]) => {
  const { begun, step } = withheld();
  const { socket, closed } = await (await open(step)).visit();
  socket.write(request);
  await closed;
  expect(begun).toEqual([]);
});

test("thousands of connections that fail at the same moment each get a response, a few per turn", async () => {
  const connections = createConnections();
  const { visit } = await open(withheld().step);
  const sides = [await visit(), await visit(), await visit()].map(({ side }) => side);
  const handled: string[] = [];
  /** Keeps the processor busy for a whole turn. */
  const handle = (name: string) => () => {
    handled.push(name);
    const untilMs = performance.now() + TURN_MAX_MS;
    while (performance.now() < untilMs);
  };
  sides.forEach((side, at) => connections.onFailed(side, handle(`${at}`)));
  for (const side of sides.slice(0, 1)) connections.onFailed(side, handle("again"));
  sides[2]?.destroy();
  expect(handled).toEqual([]);
  await nextTurn();
  expect(handled).toEqual(["0"]);
  await nextTurn();
  await nextTurn();
  expect(handled).toEqual(["0", "1"]);
});

test("chunk extensions and trailers beyond their limit close the connection", async () => {
  const chunked = "POST / HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (const excess of [`1;${"x".repeat(20_000)}`, `1\r\na\r\n0\r\n${"T: x\r\n".repeat(20_000)}\r\n`]) {
    const { begun, step } = withheld();
    const { socket, closed } = await (await open(step)).visit();
    socket.write(chunked + excess);
    await closed;
    expect(begun.length).toBeLessThanOrEqual(1);
  }
});

test("once the visitor closes their side, the connection closes", async () => {
  const { step } = withheld();
  const { socket, closed } = await (await open(step)).visit();
  socket.end(REQUEST("/"));
  await closed;
});

test("each of many new connections is read as soon as it is accepted", async () => {
  // On a fake clock the connections arrive at the same time, however busy this machine is.
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { begun, step } = withheld();
  const { server } = await open(step);
  const { port } = server.server.address() as AddressInfo;
  const unread: number[] = [];
  let accepted = 0;
  server.server.on("connection", () => unread.push((accepted += 1) - begun.length));
  for (let count = 0; count < 50; count += 1) {
    const socket = connect({ port, host: "127.0.0.1" });
    onTestFinished(() => void socket.destroy());
    socket.write(REQUEST("/"));
  }
  await until(() => begun.length === 50);
  expect(Math.max(...unread)).toBeLessThanOrEqual(NEWEST);
});

test("beyond the memory limit of unfinished heads, the longest close; complete requests stay", async () => {
  const { begun, step, arrived } = withheld();
  const { visit } = await open(step, { lookedAtFrom: 5, unfinishedMaxBytes: 30_000 });
  const [busy, done, short, long, longest] = [
    await visit(),
    await visit(),
    await visit(),
    await visit(),
    await visit(),
  ];
  busy.socket.write(REQUEST(`/${"a".repeat(20_000)}`));
  done.socket.write(`POST /done HTTP/1.1\r\nHost: shop\r\nContent-Length: 20000\r\n\r\n${"a".repeat(20_000)}`);
  await arrived(2);
  begun.find(({ url }) => url === "/done")?.res.end("done");
  await done.received("done");
  const head = (length: number) => `GET / HTTP/1.1\r\nHost: shop\r\nX: ${"a".repeat(length)}`;
  short.socket.write(head(1_000));
  long.socket.write(head(16_000));
  longest.socket.write(head(20_000));
  await longest.closed;
  expect([busy, done, short, long].map(({ side }) => side.destroyed)).toEqual([false, false, false, false]);
  long.socket.write("\r\n\r\n");
  await arrived(3);
});

test("beyond the memory limit of heads of requests in progress, the longest close", async () => {
  const { begun, step, arrived } = withheld();
  const { visit } = await open(step, { lookedAtFrom: 3, headsMaxBytes: 30_000 });
  const [short, long, longest] = [await visit(), await visit(), await visit()];
  const request = (length: number) => `GET / HTTP/1.1\r\nHost: shop\r\nX: ${"a".repeat(length)}\r\n\r\n`;
  long.socket.write(request(16_000));
  await arrived(1);
  begun[0]?.res.end();
  await long.received("200");
  longest.socket.write(request(20_000));
  short.socket.write(request(1_000));
  await arrived(3);
  long.socket.write(request(16_000));
  await longest.closed;
  expect([short, long].map(({ side }) => side.destroyed)).toEqual([false, false]);
});

test.for(["together with a complete request", "while a response is awaited"])(
  "an unfinished head counts even if it comes %s",
  async (when) => {
    const { begun, step, arrived } = withheld();
    const { visit } = await open(step, { lookedAtFrom: 2, unfinishedMaxBytes: 15_000 });
    const [steady, long] = [await visit(), await visit()];
    steady.socket.write(REQUEST("/") + REQUEST("/").slice(0, -2));
    const head = `GET / HTTP/1.1\r\nHost: shop\r\nX: ${"a".repeat(20_000)}`;
    if (when === "while a response is awaited") {
      long.socket.write(REQUEST("/"));
      await arrived(2);
      long.socket.write(head);
    } else {
      long.socket.write(REQUEST("/long") + head);
      await arrived(2);
      begun.find(({ url }) => url === "/long")?.res.end();
    }
    await long.closed;
    expect(steady.side.destroyed).toBe(false);
  },
);

test.for(["a next head", "trailers"])(
  "beyond a chunked body, %s without an end counts, the body and its trailers do not",
  async (what) => {
    const { begun, step, arrived } = withheld();
    const { visit } = await open(step, { lookedAtFrom: 2, unfinishedMaxBytes: 15_000, headersMs: 60_000 });
    const [steady, long] = [await visit(), await visit()];
    const post = (url: string, chunks: number) =>
      `POST ${url} HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding: chunked\r\n\r\n${`400\r\n${"a".repeat(1_024)}\r\n`.repeat(chunks)}0\r\n`;
    steady.socket.write(`${post("/steady", 30)}Y: ${"b".repeat(16_000)}\r\n\r\n`);
    long.socket.write(
      `${post("/long", 1)}${what === "trailers" ? "" : "\r\nGET / HTTP/1.1\r\n"}X: ${"a".repeat(16_000)}`,
    );
    await arrived(2);
    for (const { res } of begun) res.req.resume();
    begun.find(({ url }) => url === "/long")?.res.end();
    await long.closed;
    expect(steady.side.destroyed).toBe(false);
  },
);

test("beyond the limit of what the system buffers, the connection with the most unread bytes is reset", async () => {
  const { visit } = await open(({ res }) => void res.end(`${"a".repeat(1_000_000)}<end>`), {
    lookedAtFrom: 4,
    heldMaxBytes: 2_500_000,
  });
  const [reader, short, long, busy] = [await visit(), await visit(), await visit(), await visit()];
  for (const { socket } of [short, long]) socket.pause();
  for (let count = 1; count <= 4; count += 1) {
    reader.socket.write(REQUEST("/"));
    await until(() => reader.socket.bytesRead > count * 1_000_000);
  }
  short.socket.write(REQUEST("/"));
  for (let count = 1; count <= 2; count += 1) {
    long.socket.write(REQUEST("/"));
    await until(() => long.side.bytesWritten > count * 1_000_000 || long.side.destroyed);
  }
  await long.closed;
  expect([reader, short, busy].map(({ side }) => side.destroyed)).toEqual([false, false, false]);
});

test("beyond the limit of what the system buffers, a connection whose body nobody reads is reset", async () => {
  const { step, arrived } = withheld();
  const { visit } = await open(step, { lookedAtFrom: 2, heldMaxBytes: 30_000 });
  const [sender, idle] = [await visit(), await visit()];
  sender.socket.write("POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 900000\r\n\r\n");
  await arrived(1);
  sender.socket.write(Buffer.alloc(900_000));
  await sender.closed;
  expect(idle.side.destroyed).toBe(false);
});

test("a connection that had its last response stays until the visitor has read it and closes", async () => {
  const { server, visit } = await open(
    ({ res }) => void res.setHeader("Connection", "close").end("a".repeat(1_000_000)),
  );
  const [patient, stuck] = [await visit(), await visit()];
  for (const { socket } of [patient, stuck]) {
    socket.pause();
    socket.write(REQUEST("/"));
  }
  await until(() => patient.side.writableFinished && stuck.side.writableFinished);
  expect([patient, stuck].map(({ side }) => side.destroyed)).toEqual([false, false]);
  expect(stuck.side.timeout).toBeGreaterThan(0);
  patient.socket.resume();
  await patient.closed;
  expect(patient.socket.bytesRead).toBeGreaterThan(1_000_000);
  server.server.emit("timeout", stuck.side);
  await stuck.closed;
});

test("requests after the last response of a connection are ignored, and the next connection is read normally", async () => {
  const { connections, visit } = await open(({ res }) => void res.setHeader("Connection", "close").end("<last>"));
  const begin = vi.spyOn(connections, "begin");
  for (let count = 1; count <= 3; count += 1) {
    const { socket, side, received, closed } = await visit();
    socket.allowHalfOpen = true;
    socket.write(REQUEST("/"));
    await received("<last>");
    await until(() => side.writableFinished);
    socket.write(REQUEST("/more").repeat(1_000));
    await until(() => side.bytesRead > 10_000);
    expect(side.destroyed).toBe(false);
    expect(begin.mock.calls.length).toBe(count);
    socket.end();
    await closed;
  }
});

test("a request whose body never ends does not stay in memory after the last response", async () => {
  const requests: WeakRef<IncomingMessage>[] = [];
  const { visit } = await open(({ req, res }) => {
    requests.push(new WeakRef(req));
    res.setHeader("Connection", "close").end("<last>");
  });
  const { socket, side, received } = await visit();
  socket.allowHalfOpen = true;
  socket.write("POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 9\r\n\r\n");
  await received("<last>");
  await until(() => side.writableFinished);
  await until(() => {
    collectGarbage();
    return requests[0]?.deref() === undefined;
  });
  expect(side.destroyed).toBe(false);
});

test("after a head that took too long, further requests are ignored", async () => {
  const { connections, visit } = await open(withheld().step, { headersMs: 100 });
  const begin = vi.spyOn(connections, "begin");
  const { socket, side, received, closed } = await visit();
  socket.allowHalfOpen = true;
  socket.write("GET / HTTP/1.1\r\nHost: shop\r\n");
  await received("408");
  await until(() => side.writableFinished);
  socket.write(`\r\n${REQUEST("/more").repeat(1_000)}`);
  await until(() => side.bytesRead > 10_000);
  expect(begin.mock.calls.length).toBe(0);
  socket.end();
  await closed;
});

test("the rest of a head that is too long does not delay or reset the connection's end", async () => {
  const { visit } = await open(withheld().step);
  const { socket, side, received, closed } = await visit();
  socket.allowHalfOpen = true;
  socket.write(`GET / HTTP/1.1\r\nCookie: ${"a".repeat(40_000)}`);
  await received("431");
  await until(() => side.writableFinished);
  const refresh = vi.spyOn(side as Socket & { _unrefTimer: () => void }, "_unrefTimer");
  socket.write(`${"a".repeat(40_000)}\r\n\r\n`);
  await until(() => side.bytesRead > 80_000);
  await nextTurn();
  await nextTurn();
  expect(side.destroyed).toBe(false);
  expect(refresh).not.toHaveBeenCalled();
  socket.end();
  await closed;
});

test("what arrives after the last response is reported, so that it is read in turns", async () => {
  const { visit } = await open(withheld().step);
  const { socket, side } = await visit();
  const onBytes = vi.fn();
  ignoreRest(side, onBytes);
  socket.write(REQUEST("/"));
  await until(() => onBytes.mock.calls.length === 1);
});

test("a parser is usable again after a connection whose rest was ignored twice", async () => {
  const { begun, step, arrived } = withheld();
  const { visit } = await open(step);
  const { socket, side, closed } = await visit();
  socket.write(REQUEST("/"));
  await arrived(1);
  ignoreRest(side);
  ignoreRest(side);
  socket.destroy();
  await closed;
  (await visit()).socket.write(REQUEST("/next"));
  await arrived(2);
  expect(begun.at(-1)?.url).toBe("/next");
});

test("a drain waits for no connection that had its last response", async () => {
  const { server, visit } = await open(({ res }) => void res.setHeader("Connection", "close").end("<last>"));
  const { socket, side, received } = await visit();
  socket.allowHalfOpen = true;
  socket.write("POST / HTTP/1.1\r\nHost: shop\r\nContent-Length: 9\r\n\r\n");
  await received("<last>");
  await until(() => side.writableFinished);
  expect(await server.drain(10_000)).toBe(true);
});

test("a drain waits for an unfinished head no longer than for others", async () => {
  const { server, visit } = await open(withheld().step, { headersMs: 100 });
  const { socket, side } = await visit();
  socket.write("GET / HTTP/1.1\r\n");
  await until(() => side.bytesRead > 0);
  expect(await server.drain(5_000)).toBe(true);
});

test("a connection that is reset right after its end was sent is closed", async () => {
  const { visit } = await open(withheld().step);
  const { side, closed } = await visit();
  side.end();
  expect(side.writableFinished).toBe(false);
  side.resetAndDestroy();
  await closed;
});

test("in a drain a connection closes after its last response, whatever its visitor has read", async () => {
  const { connections, visit } = await open(({ res }) => {
    connections.startDraining();
    res.setHeader("Connection", "close").end("a".repeat(1_000_000));
  });
  const { socket, side } = await visit();
  socket.pause();
  socket.write(REQUEST("/"));
  await until(() => side.destroyed);
  socket.resume();
  await once(socket, "close");
  expect(socket.bytesRead).toBeGreaterThan(1_000_000);
});

test("if the system does not say what it buffers, the oldest idle connections beyond an estimate are reset", async () => {
  vi.spyOn(heldBySystem, "heldBySystem").mockResolvedValue(undefined);
  const { step, begun, arrived } = withheld();
  const { visit } = await open(step, { lookedAtFrom: 4, heldMaxBytes: 130_000 });
  const [busy, first, second, third] = [await visit(), await visit(), await visit(), await visit()];
  const resets: string[] = [];
  first.socket.on("error", ({ code }: NodeJS.ErrnoException) => resets.push(code ?? ""));
  busy.socket.write(REQUEST("/busy"));
  await arrived(1);
  for (const { socket, received } of [first, second, third]) {
    const count = begun.length + 1;
    socket.write(REQUEST("/"));
    await arrived(count);
    begun.at(-1)?.res.end(`${"a".repeat(60_000)}<end>`);
    await received("<end>");
  }
  await first.closed;
  await until(() => resets.length > 0);
  expect(resets).toEqual(["ECONNRESET"]);
  expect([busy, second, third].map(({ side }) => side.destroyed)).toEqual([false, false, false]);
});

test.each([
  ["1024                 524288", 524],
  ["4096                 4096", 3_596],
  ["600                  600", 300],
  ["65536                65536", 6_000],
  ["unlimited            unlimited", 6_000],
])("with %s open files allowed, some are reserved for work other than connections", (files, connections) => {
  const table = "Limit                     Soft Limit           Hard Limit           Units     \n";
  expect(connectionsMax(`${table}Max open files            ${files}               files     \n`)).toBe(connections);
});

test("if the system reports no limit on open files, the default limit of connections applies", () => {
  expect(connectionsMax("")).toBe(6_000);
});
