import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";

export type Reply =
  | {
      status?: number;
      headers?: Record<string, string>;
      body: string | Buffer;
      /** The size of the body's chunks. */
      pieceBytes?: number;
    }
  /** Accepts the request and never responds. */
  | "hang"
  /** Sends the beginning of a response and never the rest. */
  | "stall"
  /** Drops the connection after the request. */
  | "reset";

export interface PeerRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** The number of the connection, from 1. */
  connection: number;
}

export interface Peer {
  url: string;
  requests: PeerRequest[];
  reply: (request: PeerRequest) => Reply | Promise<Reply>;
  close(): Promise<void>;
}

/** Starts a peer whose responses are empty by default. */
export async function startPeer(): Promise<Peer> {
  const connections = new Map<unknown, number>();
  const peer: Omit<Peer, "url" | "close"> = { requests: [], reply: () => ({ body: "" }) };
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const { socket } = incoming;
      if (!connections.has(socket)) connections.set(socket, connections.size + 1);
      const request: PeerRequest = {
        path: incoming.url ?? "",
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString("utf8"),
        connection: connections.get(socket) ?? 0,
      };
      peer.requests.push(request);
      void Promise.resolve(peer.reply(request)).then((reply) => {
        if (reply === "hang") return;
        if (reply === "reset") return void socket.destroy();
        if (reply === "stall") return void outgoing.write('{"data":');
        outgoing.writeHead(reply.status ?? 200, { "content-type": "application/json", ...reply.headers });
        const { pieceBytes = Infinity } = reply;
        const bytes = Buffer.from(reply.body);
        let sent = 0;
        for (; bytes.length - sent > pieceBytes; sent += pieceBytes)
          outgoing.write(bytes.subarray(sent, sent + pieceBytes));
        outgoing.end(bytes.subarray(sent));
      });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("No free port");
  return Object.assign(peer, {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}
