import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { bytesUnread, limitUnread } from "./unread-responses";

/** The timeout is long because other tests may occupy the processor. */
const until = (isSo: () => boolean | undefined) => vi.waitUntil(isSo, { timeout: 20_000 });

/** This is larger than the socket buffers of both ends. */
const BODY_BYTES = 16 * 1024 * 1024;
const shared = Buffer.alloc(BODY_BYTES);

/** Runs a server whose responses wait within limits, until the test ends. */
async function open(limits: Parameters<typeof limitUnread>[2], bodyOf: (count: number) => Buffer) {
  const responses: ServerResponse[] = [];
  const server = createServer((_req, res) => {
    responses.push(res);
    const body = bodyOf(responses.length);
    res.end(body);
    limitUnread(res, body, limits);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const visit = async (): Promise<Socket> => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.on("error", () => {});
    onTestFinished(() => void socket.destroy());
    const count = responses.length + 1;
    socket.write("GET / HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n");
    await until(() => responses.length === count);
    return socket;
  };
  return { responses, visit };
}

test.each([
  ["bytes", { bytes: 2 * BODY_BYTES }, () => Buffer.alloc(BODY_BYTES), 2 * BODY_BYTES],
  ["responses", { responses: 2 }, () => Buffer.alloc(BODY_BYTES), 2 * BODY_BYTES],
  ["responses with the same body", { responses: 2, bytes: BODY_BYTES }, () => shared, BODY_BYTES],
])(
  "beyond the limit of %s, the response that waited longest for its reader is dropped",
  async (_, limits, bodyOf, keptBytes) => {
    const { responses, visit } = await open(limits, bodyOf);
    const reading = await visit();
    reading.resume();
    await once(reading, "close");
    expect(bytesUnread(), "read responses no longer count").toBe(0);
    const visits = [await visit(), await visit(), await visit()];
    await until(() => responses[1]?.destroyed);
    expect(responses.map((res) => res.destroyed)).toEqual([true, true, false, false]);
    expect(bytesUnread()).toBe(keptBytes);
    visits[1]?.destroy();
    await until(() => responses[2]?.destroyed);
    expect(bytesUnread()).toBe(BODY_BYTES);
  },
);

test("large bodies beyond the byte limit do not cut a smaller one that has waited longer", async () => {
  const { responses, visit } = await open({ bytes: 3 * BODY_BYTES }, (count) =>
    Buffer.alloc(count === 1 ? BODY_BYTES : 2 * BODY_BYTES),
  );
  for (let count = 0; count < 3; count += 1) await visit();
  await until(() => responses[1]?.destroyed);
  expect(responses.map((res) => res.destroyed)).toEqual([false, true, false]);
  expect(bytesUnread()).toBe(3 * BODY_BYTES);
});

test("an unread chunk of a streamed response counts while its reader is connected", async () => {
  const responses: ServerResponse[] = [];
  const pieces = createServer((_req, res) => void responses.push(res));
  pieces.listen(0, "127.0.0.1");
  await once(pieces, "listening");
  onTestFinished(() => void pieces.close());
  const socket = connect({ port: (pieces.address() as AddressInfo).port, host: "127.0.0.1" });
  onTestFinished(() => void socket.destroy());
  socket.write("GET / HTTP/1.1\r\nHost: shop\r\n\r\n");
  await until(() => responses.length === 1);
  const [res] = responses;
  if (!res) throw new Error("no response");
  const before = res.listenerCount("close");
  for (const bytes of [BODY_BYTES, 2 * BODY_BYTES]) {
    const taken = limitUnread(res, new Uint8Array(bytes));
    expect(bytesUnread()).toBe(bytes);
    taken();
    expect([bytesUnread(), res.listenerCount("close")]).toEqual([0, before]);
  }
  limitUnread(res, new Uint8Array(BODY_BYTES));
  socket.destroy();
  await until(() => bytesUnread() === 0);
});
