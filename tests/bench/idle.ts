import { connect, type Socket } from "node:net";
import { responseReader } from "./responses";
import { respondToParent } from "./children";

/** Connections that stay open and idle. */
export interface IdleJob {
  port: number;
  /** The bytes of a request, for one response on each connection. */
  head: string;
  /** The new number of connections; earlier ones are closed. */
  connections: number;
}

/** Connections opened at once: a server accepts one per turn of its event loop. */
const AT_A_TIME = 64;
const DEADLINE_MS = 60_000;

let open: Socket[] = [];

function openOne({ port, head }: IdleJob): Promise<Socket> {
  return new Promise((done, fail) => {
    const reader = responseReader();
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    socket.setTimeout(DEADLINE_MS, () => socket.destroy(new Error("no response in time")));
    socket.on("connect", () => socket.write(head));
    socket.on("data", (bytes) => reader.take(bytes) !== undefined && done(socket.setTimeout(0)));
    socket.on("error", fail);
    socket.on("end", () => fail(new Error("The server closed a connection")));
  });
}

/** The process that holds idle connections, so that neither the load generator nor the prober pays for them. */
async function hold(job: IdleJob): Promise<{ open: number }> {
  for (const socket of open) socket.destroy();
  open = [];
  while (open.length < job.connections) {
    const missing = Math.min(AT_A_TIME, job.connections - open.length);
    open.push(...(await Promise.all(Array.from({ length: missing }, () => openOne(job)))));
  }
  return { open: open.filter((socket) => !socket.destroyed).length };
}

respondToParent(hold);
