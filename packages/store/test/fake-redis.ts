import { once } from "node:events";
import { createServer, type Socket } from "node:net";

const OK = "+OK\r\n";

/** Returns a text in the form in which Redis sends it. */
export const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;

/** A server that stands in for a Redis or a Sentinel, with the replies that a test wants. */
export interface FakeRedis {
  port: number;
  /** The reply to each command, by name in lower case; `+OK` by default. */
  replies: Record<string, string | ((socket: Socket) => void)>;
  connections: Socket[];
  sentBytes: () => number;
  close: () => void;
}

/** Starts a fake Redis on a loopback port. It is a ready primary until its replies are changed. */
export async function fakeRedis(): Promise<FakeRedis> {
  const connections: Socket[] = [];
  const server = createServer((socket) => {
    connections.push(socket);
    socket.on("error", () => socket.destroy());
    socket.on("data", (data) => {
      for (const [, name = ""] of data.toString("latin1").matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) {
        const reply = fake.replies[name.toLowerCase()] ?? OK;
        if (socket.destroyed) return;
        if (typeof reply === "string") socket.write(reply);
        else reply(socket);
      }
    });
  });
  const fake: FakeRedis = {
    port: 0,
    replies: { info: bulk("role:master\r\nloading:0\r\n"), get: bulk("value") },
    connections,
    sentBytes: () => connections.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
    close: () => {
      server.close();
      for (const socket of connections) socket.destroy();
    },
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("No free port");
  fake.port = address.port;
  return fake;
}
