import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { setImmediate as nextTurn } from "node:timers/promises";
import { heldBySystem } from "./held-by-system";

test.each(["127.0.0.1", "::1", "::ffff:127.0.0.1"])(
  "the unread bytes of a connection over %s are known",
  async (host) => {
    const server = createServer().listen(0, host.startsWith("::") ? "::" : host);
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const visitor = connect({ port, host: host.replace("::ffff:", "") });
    onTestFinished(() => void visitor.destroy());
    visitor.pause();
    const [side] = (await once(server, "connection")) as [Socket];
    onTestFinished(() => void side.destroy());
    side.pause();
    expect((await heldBySystem())?.(side)).toBe(0);
    side.write(Buffer.alloc(4_000_000));
    await vi.waitUntil(async () => ((await heldBySystem())?.(side) ?? 0) > 100_000, { timeout: 20_000 });
    const before = (await heldBySystem())?.(side) ?? 0;
    visitor.write(Buffer.alloc(4_000_000));
    await vi.waitUntil(async () => ((await heldBySystem())?.(side) ?? 0) >= before + 10_000, { timeout: 20_000 });
  },
);

test("the answer takes few turns of the event loop, however many connections there are", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.on("connection", (side) => onTestFinished(() => void side.destroy()));
  for (let count = 0; count < 500; count += 1) {
    const visitor = connect({ port, host: "127.0.0.1" });
    onTestFinished(() => void visitor.destroy());
    await once(visitor, "connect");
  }
  let turns = 0;
  const answer = heldBySystem().then(() => (turns = Infinity));
  for (; turns < 20; turns += 1) await nextTurn();
  expect(turns).toBe(Infinity);
  await answer;
});
