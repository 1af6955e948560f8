import { setTimeout as wait } from "node:timers/promises";
import { attack, type Attack, type Target } from "./attack";
import { heldTooMuch, largestFile } from "./waiting";
import { headOf, holdAndCut, openSockets, postOf, statusOf, writeAll } from "./wires";

/** Attacks with many requests on one connection, whose responses nobody reads. */

const HOLD_MS = 8_000;

const pipelined = (
  name: string,
  what: string,
  [connections, requests]: readonly [number, number],
  request: (target: Target) => string | Buffer,
) =>
  attack("4", name, `${connections} connections with ${requests.toLocaleString("en")} ${what} each, never read`, {
    prepare: (target) => async () => {
      const sockets = await openSockets(target, connections);
      const bytes = Buffer.from(String(request(target)).repeat(requests));
      for (const socket of sockets) {
        socket.pause();
        void writeAll(socket, bytes, HOLD_MS);
      }
      await holdAndCut(sockets, HOLD_MS);
    },
  });

/** Returns a sign-in without a token. */
const loginForm = (target: Target) => postOf(target, "/Login", "a=1");
/** Returns as many header lines as fit into the head that node:http reads. Each becomes two strings. */
const manyLines = (target: Target) => `${headOf(target, "GET /Login").trimEnd()}\r\n${"a:\r\n".repeat(7_000)}\r\n`;

const AFTER_LAST = 60_000;

/** Goes on to send requests after the last response of a connection: after a 400, or after a 408. */
async function sendAfterLast(target: Target, first: string, waitMs: number): Promise<void> {
  const sockets = await openSockets(target, 4);
  for (const socket of sockets) socket.write(first);
  await wait(waitMs);
  const bytes = Buffer.from(`\r\n\r\n${headOf(target, "GET /Index/Home").repeat(AFTER_LAST)}`);
  for (const socket of sockets) void writeAll(socket, bytes, HOLD_MS);
  await holdAndCut(sockets, HOLD_MS);
}

const SENDERS = 60;
const UPLOADS = 3;
const UPLOAD_BYTES = 12 * 1024 * 1024;
const REQUESTS = 40;
const SENT_BYTES = 40 * 1024 * 1024;

/** Uploads, so that the system buffers more of a connection. Then requests files, reads none, and goes on to send. */
async function sendUnread(target: Target): Promise<string[]> {
  const sockets = await openSockets(target, SENDERS);
  const type = { "Content-Type": "multipart/form-data; boundary=x" };
  const upload = postOf(target, "/UploadImage", Buffer.alloc(UPLOAD_BYTES), type);
  for (let count = 0; count < UPLOADS; count += 1) {
    for (const socket of sockets) {
      const status = statusOf(socket, HOLD_MS);
      socket.write(upload);
      await status;
    }
  }
  const request = headOf(target, `GET ${largestFile()}`);
  for (const socket of sockets) socket.pause();
  for (let count = 0; count < REQUESTS; count += 1) {
    for (const socket of sockets) if (!socket.writableNeedDrain) socket.write(request);
    await wait(50);
  }
  for (const socket of sockets) void writeAll(socket, Buffer.alloc(SENT_BYTES), HOLD_MS);
  await wait(1_000);
  const complaints = heldTooMuch(target);
  await holdAndCut(sockets, 0);
  return complaints;
}

export const PIPELINING: readonly Attack[] = [
  pipelined("pipelined-posts", "POST /Login", [4, 5_000], loginForm),
  pipelined("pipelined-posts-wide", "POST /Login", [400, 50], loginForm),
  pipelined("pipelined-pages", "GET /Login", [4, 5_000], (target) => headOf(target, "GET /Login")),
  pipelined("pipelined-cached-pages", "GET /Index/Home", [40, 500], (target) => headOf(target, "GET /Index/Home")),
  attack("13", "requests-after-400", `4 connections that send ${AFTER_LAST} requests after a 400`, {
    prepare: (target) => () => sendAfterLast(target, headOf(target, "GET //"), 500),
  }),
  attack("13", "requests-after-408", `4 connections that send ${AFTER_LAST} requests after a 408`, {
    prepare: (target) => () => sendAfterLast(target, headOf(target, "GET /healthz").trimEnd(), 12_000),
  }),
  attack("13", "sent-unread", "60 connections that upload, read no response, and send 40 MB each", {
    suits: ({ front }) => front === "direct",
    prepare: (target) => () => sendUnread(target),
  }),
  pipelined("pipelined-heads", "GET /Login of 7,000 header lines", [400, 5], manyLines),
];
