import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import tls from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { refuseSlowCiphers } from "./fast-ciphers";

/** Numbers of cipher suites: `DHE-RSA-AES128-GCM-SHA256` and `ECDHE-RSA-AES128-GCM-SHA256`. */
const [SLOW, FAST] = [0x009e, 0xc02f];

/** Returns the numbers of the cipher suites that a connection offers, from its `ClientHello`. */
async function offered(): Promise<number[]> {
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
  const suites = session + 1 + hello.readUInt8(session);
  const count = hello.readUInt16BE(suites) / 2;
  return Array.from({ length: count }, (_, at) => hello.readUInt16BE(suites + 2 + 2 * at));
}

test("no connection offers a key exchange whose size the server chooses", async () => {
  const { DEFAULT_CIPHERS } = tls;
  onTestFinished(() => void (tls.DEFAULT_CIPHERS = DEFAULT_CIPHERS));
  expect(await offered()).toEqual(expect.arrayContaining([SLOW, FAST]));
  refuseSlowCiphers();
  const after = await offered();
  expect(after).toContain(FAST);
  expect(after).not.toContain(SLOW);
});
