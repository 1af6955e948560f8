import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { measuredMessage } from "./measured-message";

const HEAD = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
const piecesOf = (text: string, count: number) => `${text.length.toString(16)}\r\n${text}\r\n`.repeat(count);

/** Sends a body. Returns the bytes that the server has received when the connection is closed or idle. */
async function send(body: string, treat: (req: IncomingMessage) => void) {
  const requests: IncomingMessage[] = [];
  let pieces = 0;
  const server = createServer({ IncomingMessage: measuredMessage(() => (pieces += 1)) }, (req) => {
    req.on("error", () => undefined);
    requests.push(req);
    treat(req);
  });
  onTestFinished(() => void server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined).resume();
  socket.write(HEAD + body);
  await Promise.race([
    new Promise((resolve) => socket.once("close", resolve)),
    new Promise((resolve) => setTimeout(resolve, 300)),
  ]);
  return { isCut: socket.closed, keptBytes: requests[0]?.readableLength ?? NaN, pieces };
}

test("an unread body in tiny pieces takes little memory, and its connection is cut", async () => {
  const { isCut, keptBytes } = await send(piecesOf("x", 10_000), () => undefined);
  expect(isCut).toBe(true);
  expect(keptBytes).toBeLessThanOrEqual(101);
});

test("the rest of a packet of tiny pieces is not parsed, and the next connection is read normally", async () => {
  for (let count = 0; count < 3; count += 1) {
    const { isCut, pieces } = await send(piecesOf("x", 10_000), (req) => req.resume());
    expect(isCut).toBe(true);
    expect(pieces).toBeLessThanOrEqual(101);
    expect(await send(piecesOf("x".repeat(80), 200), (req) => req.resume())).toMatchObject({
      isCut: false,
      pieces: 200,
    });
  }
});

test("a few tiny pieces, or many larger ones, do not close the connection", async () => {
  expect((await send(piecesOf("x", 90), () => undefined)).isCut).toBe(false);
  expect((await send(piecesOf("x".repeat(80), 2_000), (req) => req.resume())).isCut).toBe(false);
  expect((await send(piecesOf("x".repeat(80), 200), () => undefined)).isCut).toBe(false);
});
