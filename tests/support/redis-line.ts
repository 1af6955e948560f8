import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** Forwards connections to a server, like a proxy in front of a Redis. */
export interface Line {
  port: number;
  /** The target of new connections. Open connections retain theirs. */
  to: number;
  /** The delay in milliseconds of each piece to the server, which gets it even if the client has given up. */
  waitMs: number;
  /** Called with each piece before it waits. */
  sees?: (piece: Buffer) => void;
  /** The number of connections so far. */
  connections: number;
  close: () => void;
}

/** Forwards a loopback port to another. */
export async function openLine(to: number): Promise<Line> {
  const sockets = new Set<Socket>();
  const line: Line = { port: 0, to, waitMs: 0, connections: 0, close: () => {} };
  const server = createServer((near) => {
    line.connections += 1;
    const far = connect({ port: line.to, host: "127.0.0.1" });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
    }
    far.on("close", () => near.destroy());
    near.on("close", () => void before.then(() => far.end()));
    // The order is preserved if the delay changes, because only the order assigns responses to commands.
    let before = Promise.resolve();
    near.on("data", (piece) => {
      line.sees?.(piece);
      const waited = new Promise((resume) => setTimeout(resume, line.waitMs));
      before = Promise.all([before, waited]).then(() => void (far.writable && far.write(piece)));
    });
    far.on("data", (piece) => void (near.writable && near.write(piece)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("No free port");
  line.port = address.port;
  line.close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return line;
}
