import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { buildBoundedConnector, HANDSHAKE_MAX_BYTES, HandshakeTooLong, OVERHEAD_MAX_BYTES } from "./handshake";
import { fetchSource } from "./source";

/** TLS that needs no certificates. */
const ANONYMOUS = { ciphers: "AECDH-AES256-SHA:@SECLEVEL=0", maxVersion: "TLSv1.2" } as const;

async function portOf(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return String((server.address() as AddressInfo).port);
}

const connect = (port: string, timeout = 2_000): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const dial = buildBoundedConnector({ timeout, ...ANONYMOUS, rejectUnauthorized: false });
    const place = { hostname: "127.0.0.1", servername: "localhost", protocol: "https:", port };
    dial(place, (...[error, socket]) => (error ? reject(error) : resolve(socket)));
  });

test("bytes pass in both directions after the handshake, however many", async () => {
  const large = Buffer.alloc(4 * HANDSHAKE_MAX_BYTES, "a");
  const socket = await connect(await portOf(createTlsServer(ANONYMOUS, (served) => void served.pipe(served))));
  const pieces: Buffer[] = [];
  socket.on("data", (piece: Buffer) => pieces.push(piece)).end(large);
  await once(socket, "close");
  expect(Buffer.concat(pieces).equals(large)).toBe(true);
});

test("a host that sends too much before its certificate is accepted is given up, and its connection closed", async () => {
  // The beginning of a `ServerHello` of 20 kB.
  const begun = Buffer.from([22, 3, 3, 0x40, 0, 2, 0, 0x4e, 0x20, 3, 3]);
  let closed: Promise<unknown> | undefined;
  const server = createServer((socket) => {
    closed = once(
      socket.on("error", () => undefined),
      "close",
    );
    socket.once("data", () => void socket.write(Buffer.concat([begun, Buffer.alloc(HANDSHAKE_MAX_BYTES)])));
  });
  const origin = `https://127.0.0.1:${await portOf(server)}`;
  const fetched = fetchSource(new URL("/a.png", origin), { trustedOrigins: [origin] });
  await expect(fetched).rejects.toThrow(HandshakeTooLong.name);
  await closed;
});

test("a host that sends little but overhead after the handshake is given up", async () => {
  let sent = 0;
  const server = createTlsServer(ANONYMOUS, (served) => {
    const write = () => {
      sent += 1;
      if (served.writable) served.write("a", write);
    };
    served.on("error", () => undefined).once("data", write);
  });
  const socket = await connect(await portOf(server));
  const failed = once(socket, "error");
  socket.resume().write("GET");
  expect((await failed)[0]).toBeInstanceOf(HandshakeTooLong);
  const RECORD_BYTES = 30;
  expect(sent).toBeGreaterThan(OVERHEAD_MAX_BYTES / (4 * RECORD_BYTES));
});

test("a host that never ends its handshake is given up at the deadline, and its connection closed", async () => {
  let closed: Promise<unknown> | undefined;
  const server = createServer((socket) => {
    closed = once(socket.on("error", () => undefined).resume(), "close");
  });
  await expect(connect(await portOf(server), 100)).rejects.toThrow("Connect Timeout");
  await closed;
});

test("a host that cannot be reached fails as without TLS", async () => {
  const server = createServer();
  const port = await portOf(server);
  server.close();
  await once(server, "close");
  await expect(connect(port)).rejects.toMatchObject({ code: "ECONNREFUSED" });
});
