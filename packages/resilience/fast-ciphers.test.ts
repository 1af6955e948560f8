import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import tls from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { refuseSlowCiphers } from "./fast-ciphers";

/** Numbers of cipher suites: `DHE-RSA-AES128-GCM-SHA256` and `ECDHE-RSA-AES128-GCM-SHA256`. */
const [SLOW, FAST] = [0x009e, 0xc02f];

/** The numbers of the group `ffdhe8192` and of `x25519`. */
const [SLOW_GROUP, FAST_GROUP] = [0x0104, 0x001d];
const SUPPORTED_GROUPS = 10;

/** Returns the numbers of the cipher suites and groups that a connection offers, from its `ClientHello`. */
async function offered(): Promise<{ suites: number[]; groups: number[] }> {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const socket = tls.connect({ host: "127.0.0.1", port }).on("error", () => undefined);
  const [peer] = (await once(server, "connection")) as [Socket];
  const [hello] = (await once(peer, "data")) as [Buffer];
  socket.destroy();
  peer.destroy();
  const session = 43;
  /** Reads a list that follows its length in bytes. */
  const numbersAt = (at: number) =>
    Array.from({ length: hello.readUInt16BE(at) / 2 }, (_, index) => hello.readUInt16BE(at + 2 + 2 * index));
  const suitesAt = session + 1 + hello.readUInt8(session);
  const suites = numbersAt(suitesAt);
  const compression = suitesAt + 2 + 2 * suites.length;
  let extension = compression + 1 + hello.readUInt8(compression) + 2;
  while (hello.readUInt16BE(extension) !== SUPPORTED_GROUPS) extension += 4 + hello.readUInt16BE(extension + 2);
  return { suites, groups: numbersAt(extension + 4) };
}

test("no connection offers a key exchange that takes long if the server chooses it", async () => {
  const { DEFAULT_CIPHERS, DEFAULT_ECDH_CURVE } = tls;
  onTestFinished(() => void Object.assign(tls, { DEFAULT_CIPHERS, DEFAULT_ECDH_CURVE }));
  const before = await offered();
  expect(before.suites).toEqual(expect.arrayContaining([SLOW, FAST]));
  expect(before.groups).toEqual(expect.arrayContaining([SLOW_GROUP, FAST_GROUP]));
  refuseSlowCiphers();
  const after = await offered();
  expect(after.suites).toContain(FAST);
  expect(after.suites).not.toContain(SLOW);
  expect(after.groups).toContain(FAST_GROUP);
  expect(after.groups).not.toContain(SLOW_GROUP);
});
