import { createRequire } from "node:module";
import type { Socket } from "node:net";
import { expect, test, vi, type TestContext } from "vitest";
import { redisStore } from "./redis";
import { connectRedis } from "./redis-connection";
import { ReplyMeter } from "./redis-replies";
import type { Store } from "./store";
import { bulk, fakeRedis, type FakeRedis } from "./test/fake-redis";
import { LONG_WAIT } from "@storefront/test-support/endless-wait";

/** Starts a fake Redis and its clients. Tests run concurrently, so everything ends with its own test. */
async function stage(onTestFinished: TestContext["onTestFinished"]) {
  const open = async () => {
    const opened = await fakeRedis();
    onTestFinished(opened.close);
    return opened;
  };
  const fake = await open();
  /** Opens a store at an address, and records the reasons why its connections broke. */
  const connect = (url = `redis://127.0.0.1:${fake.port}`) => {
    const reasons: string[] = [];
    const connection = connectRedis(url, (reason) => reasons.push(reason));
    onTestFinished(() => connection.disconnect());
    return { store: redisStore(connection), reasons };
  };
  /** Starts a Sentinel with this reply, and opens a store that asks it for the primary. */
  const watched = async (reply: FakeRedis["replies"][string]) => {
    const sentinel = await open();
    sentinel.replies.sentinel = reply;
    return { sentinel, ...connect(`redis-sentinel://127.0.0.1:${sentinel.port}/shop`) };
  };
  return { fake, open, connect, watched };
}

const failure = (error: unknown) => (error as Error).message;
const works = (store: Store) =>
  vi.waitUntil(async () => (await store.get("a:1").catch(failure)) === "value", LONG_WAIT);

/** Sends data until the client closes the connection. */
const flood = (head: string, more: string) => (socket: Socket) => {
  const block = more.repeat(Math.ceil(65_536 / more.length));
  const send = () => {
    while (!socket.destroyed && socket.write(block)) continue;
  };
  socket.write(head);
  socket.on("drain", send);
  send();
};

const HUGE = "reply too large";
const NONE = "unexpected reply";

test.concurrent.for<[string, FakeRedis["replies"][string], string]>([
  ["a text of 512 MB", flood("$536870912\r\n", "x"), HUGE],
  ["an endless line", flood("+", "x"), HUGE],
  ["an endless error", flood("-", "x"), HUGE],
  ["an endless number", flood(":", "1"), HUGE],
  ["an endless length", flood("$", "1"), HUGE],
  ["an endless list", flood("*10000\r\n", bulk("x".repeat(1_000))), HUGE],
  ["a list of a billion", "*1000000000\r\n", HUGE],
  ["a list of 32 million, for which memory would be reserved", "*33554432\r\n".repeat(20), HUGE],
  ["lists in lists", "*1\r\n".repeat(100_000), HUGE],
  ["lists of many small elements", "*9999\r\n" + "*9999\r\n".repeat(9), HUGE],
  ["a push", ">2\r\n$7\r\nmessage\r\n$1\r\nx\r\n", NONE],
  ["a push of nothing", ">1\r\n_\r\n", NONE],
  ["a push of millions", ">33554432\r\n", NONE],
  ["a map", "%16777216\r\n", NONE],
  ["a set", "~33554432\r\n", NONE],
  ["null of the newer protocol", "_\r\n", NONE],
  ["a length of minus five", "$-5\r\n", NONE],
  ["no length", "$\r\n", NONE],
  ["nothing but a line end", "\r\n", NONE],
  ["another protocol", "HTTP/1.1 400 Bad Request\r\n\r\n", NONE],
  ["random bytes", Buffer.from("8f00ff13c2", "hex").toString("latin1"), NONE],
  ["two replies to one command", `${bulk("value")}$-1\r\n`, NONE],
  ["replies endlessly", flood("", "$-1\r\n"), NONE],
])(
  "%s: the connection closes with a reason, and the next one is used",
  async ([, hostile, reason], { onTestFinished }) => {
    const { fake, connect } = await stage(onTestFinished);
    const { store, reasons } = connect();
    await works(store);
    // The first connection may have been slow because other tests were running.
    reasons.length = 0;
    const connection = fake.connections.at(-1);
    const sentBefore = fake.sentBytes();
    const honest = fake.replies.get;
    fake.replies.get = hostile;
    await store.get("a:1").catch(failure);
    await vi.waitUntil(() => reasons.length > 0, LONG_WAIT);
    expect(reasons[0]).toBe(reason);
    expect(await store.get("a:1").catch(failure)).toBe(`not connected: ${reason}`);
    await vi.waitUntil(() => connection?.destroyed, LONG_WAIT);
    // Only the buffers of both ends of the connection may be full.
    expect(fake.sentBytes() - sentBefore).toBeLessThan(32 * 1024 * 1024);
    if (honest !== undefined) fake.replies.get = honest;
    await works(store);
  },
);

test.concurrent.for(["$-1\r\n", "+OK\r\n", "-ERR no\r\n", "*1\r\n$-1\r\n", ">1\r\n_\r\n"])(
  "%j without a command: the connection closes with a reason, and the next one is used",
  async (reply, { onTestFinished }) => {
    const { fake, connect } = await stage(onTestFinished);
    const { store, reasons } = connect();
    await works(store);
    reasons.length = 0;
    fake.connections.at(-1)?.write(reply);
    await vi.waitUntil(() => reasons.length > 0, LONG_WAIT);
    expect(reasons[0]).toBe(NONE);
    await works(store);
  },
);

test.concurrent("a waiting command fails with the reason", async ({ onTestFinished }) => {
  const { fake, connect } = await stage(onTestFinished);
  const { store } = connect();
  await works(store);
  fake.replies.get = flood("$536870912\r\n", "x");
  expect(await store.get("a:1").catch(failure)).toBe(HUGE);
});

const addressOf = (port: number | string) => `*2\r\n${bulk("127.0.0.1")}${bulk(String(port))}`;

test.concurrent.for<[string, FakeRedis["replies"][string]]>([
  ["floods", flood("$536870912\r\n", "x")],
  ["announces millions", "*33554432\r\n"],
  ["pushes nothing", ">1\r\n_\r\n"],
  ["replies twice", "$-1\r\n$-1\r\n"],
  ["names nothing", "$-1\r\n"],
  ["names nulls", "*2\r\n$-1\r\n$-1\r\n"],
  ["names no port", addressOf("none")],
  ["names an invalid port", addressOf(99_999)],
])("a Sentinel that %s at first, then names the primary", async ([, hostile], { onTestFinished }) => {
  const { fake, watched } = await stage(onTestFinished);
  const { sentinel, store, reasons } = await watched(hostile);
  await vi.waitUntil(() => reasons.length > 0, LONG_WAIT);
  expect(sentinel.sentBytes()).toBeLessThan(32 * 1024 * 1024);
  sentinel.replies.sentinel = addressOf(fake.port);
  await works(store);
});

test.concurrent("a primary behind Sentinels whose INFO is null at first, then a text", async ({ onTestFinished }) => {
  const { fake, watched } = await stage(onTestFinished);
  const { info = "" } = fake.replies;
  fake.replies.info = "$-1\r\n";
  const { store } = await watched(addressOf(fake.port));
  await vi.waitUntil(() => fake.connections.length > 1, LONG_WAIT);
  fake.replies.info = info;
  await works(store);
});

test.concurrent("a megabyte of INFO is not split into lines: the next connection is used", async ({
  onTestFinished,
}) => {
  const { fake, connect } = await stage(onTestFinished);
  const { info = "" } = fake.replies;
  fake.replies.info = bulk("a:1\r\n".repeat(200_000));
  const { store, reasons } = connect();
  await vi.waitUntil(() => reasons.length > 0, LONG_WAIT);
  expect(reasons[0]).toBe(HUGE);
  fake.replies.info = info;
  await works(store);
});

test.concurrent("a Redis that loads its data without an end in sight is not asked all the time", async ({
  onTestFinished,
}) => {
  const { fake, connect } = await stage(onTestFinished);
  const { info = "" } = fake.replies;
  let asked = 0;
  fake.replies.info = (socket) => {
    asked += 1;
    socket.write(bulk("loading:1\r\nloading_eta_seconds:soon\r\n"));
  };
  const { store } = connect();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(asked).toBeGreaterThan(1);
  expect(asked).toBeLessThan(10);
  fake.replies.info = info;
  await works(store);
});

test.concurrent("a Sentinel that names others without end: only a hundred are remembered", async ({
  onTestFinished,
}) => {
  const { fake, open } = await stage(onTestFinished);
  const sentinel = await open();
  let named = 0;
  let asked = 0;
  const other = () => `*4\r\n${["ip", "127.0.0.2", "port", String((named += 1))].map(bulk).join("")}`;
  sentinel.replies.sentinel = (socket) => {
    asked += 1;
    socket.write(asked % 2 ? addressOf(fake.port) : `*150\r\n${Array.from({ length: 150 }, other).join("")}`);
  };
  const connection = connectRedis(`redis-sentinel://127.0.0.1:${sentinel.port}/shop`, () => undefined);
  onTestFinished(() => connection.disconnect());
  await works(redisStore(connection));
  const { connector } = connection as unknown as { connector: { sentinelIterator: { sentinels: unknown[] } } };
  expect(connector.sentinelIterator.sentinels).toHaveLength(100);
});

/** This is the client's own parser. */
const { Decoder } = createRequire(import.meta.url)("ioredis/built/resp/decoder") as {
  Decoder: new (on: object) => { write: (piece: Buffer) => void };
};

const REPLIES = ["+OK\r\n", "-ERR no\r\n", ":-12\r\n", bulk("值\r\n*"), bulk(""), "$-1\r\n", "*-1\r\n", "*0\r\n"];
const NESTED = `*3\r\n*2\r\n${bulk("a")}*1\r\n:1\r\n*0\r\n$-1\r\n`;

test("the meter counts replies like the client's parser, wherever they are split", () => {
  const bytes = Buffer.from([...REPLIES, NESTED, ...REPLIES].join(""));
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    let parsed = 0;
    const onReply = () => (parsed += 1);
    const decoder = new Decoder({ onReply, onErrorReply: onReply, onPush: onReply, getTypeMapping: () => ({}) });
    const meter = new ReplyMeter();
    let ended = 0;
    for (const piece of [bytes.subarray(0, cut), bytes.subarray(cut)].filter(({ length }) => length > 0)) {
      const before = parsed;
      const seen = meter.read(piece);
      decoder.write(piece);
      // The meter may be one ahead, because it counts a reply when it begins and the parser when it ends.
      expect(seen - (parsed - before), `cut at ${cut}`).toBeOneOf([0, 1]);
      ended += parsed - before;
    }
    expect(ended).toBe(2 * REPLIES.length + 1);
  }
});

test("a reply in single bytes stays within its cost limit", () => {
  const meter = new ReplyMeter();
  expect(meter.read(Buffer.from("$500000\r\n"))).toBe(1);
  const byte = Buffer.from("x");
  const pieces = () => {
    for (let n = 0; n < 2_000; n += 1) meter.read(byte);
  };
  expect(pieces).toThrow(HUGE);
});

const [ONE, LIST] = [":1\r\n", `*1\r\n${bulk("x")}`];

test.concurrent.for<[string, string, string, (store: Store) => Promise<unknown>]>([
  ["a number for a text", "get", ONE, (store) => store.get("a:1")],
  ["a list for a text", "get", LIST, (store) => store.get("a:1")],
  ["a text for texts", "mget", bulk("x"), (store) => store.getAll(["a:1"])],
  ["too few texts", "mget", LIST, (store) => store.getAll(["a:1", "a:2"])],
  ["a number among texts", "mget", `*1\r\n${ONE}`, (store) => store.getAll(["a:1"])],
  ["nothing for an epoch", "eval", "$-1\r\n", (store) => store.epoch()],
  ["a number for an epoch", "eval", `*1\r\n${ONE}`, (store) => store.epoch()],
  ["nothing for a change", "eval", "*0\r\n", (store) => store.commit({ write: { "a:1": null } })],
  ["no time", "time", `*2\r\n${bulk("x")}${bulk("1")}`, (store) => store.nowMs()],
  ["a time that no date has", "time", `*2\r\n${bulk("1e300")}${bulk("1")}`, (store) => store.nowMs()],
])("a reply that its command cannot have is refused: %s", async ([, command, reply, ask], { onTestFinished }) => {
  const { fake, connect } = await stage(onTestFinished);
  const { store } = connect();
  await works(store);
  fake.replies[command] = reply;
  expect(await ask(store).catch(failure)).toBe(NONE);
});
