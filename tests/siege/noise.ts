import { setTimeout as wait } from "node:timers/promises";
import { attack, type Attack, type Target } from "./attack";
import { ask, attackerAddress, carryTo, formHeaders, headOf, openSockets, postOf, repeat } from "./wires";
import { unanswered, visitorOf, writeAll } from "./wires";

/** Attacks with requests that no browser makes, and with readers that stop reading. */

const READERS = 50;
/** The system's buffers fill first, then the storefront waits for 30 s. */
const READER_DEADLINE_MS = 45_000;

async function vitals(target: Target): Promise<string[]> {
  const bodies = ["page=/%25", "page=/%2525", "page=/%25%", "page=/%C0%80", "page=/%25&LCP=1", "page=%2F%25%ff"];
  const statuses = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      ask(target, postOf(target, "/vitals", bodies[index % bodies.length] ?? ""), index + 1, 5_000),
    ),
  );
  return unanswered("reports", statuses);
}

/** Pages without an action, files, and addresses that do not exist. */
const PATHS = [
  ...["/Index/Home", "/Index/Power", "/Help", "/Genuine", "/PrivacyAgreement", "/Offline", "/Successpay", "/Estimate"],
  ...["/MyOrder.csv", "/sitemap.xml", "/robots.txt", "/sw.js", "/manifest.webmanifest", "/", "/Index", "/nowhere"],
  ...["/MyOrder/1", "/Notice.atom", "/InvitationCode/qr.png", "/pictures/a/b/c", "/assets/x.js", "/NoticeDetail?id=1"],
];

async function postEverywhere(target: Target): Promise<string[]> {
  const carries = Array.from({ length: 4 }, (_, index) => carryTo(target, attackerAddress(index + 1)));
  let failed = 0;
  await repeat({ atATime: 16, forMs: 12_000, times: 10_000 }, async (number) => {
    const url = new URL(PATHS[number % PATHS.length] ?? "/", target.origin);
    if (number % 3 === 0) url.search = `?_data=routes%2F${number}`;
    const request = { method: "POST" as const, url, headers: formHeaders(target), body: Buffer.from("a=1") };
    await carries[number % carries.length]?.(request).catch(() => (failed += 1));
  });
  return failed > 10 ? [`${failed} posts got no response`] : [];
}

/** Requests more pages than fit into the system's buffers, without reading them. */
async function stopReading(target: Target): Promise<string[]> {
  const sockets = await openSockets(target, READERS);
  const requests = Buffer.from(headOf(target, "GET /Index/Home").repeat(500));
  for (const socket of sockets) {
    socket.pause();
    void writeAll(socket, requests, READER_DEADLINE_MS);
  }
  await wait(READER_DEADLINE_MS);
  // A client that does not read notices a closed connection only when it writes.
  for (const socket of sockets) socket.write("\r\n");
  await wait(1_000);
  for (const socket of sockets) socket.write("\r\n");
  await wait(500);
  const open = sockets.filter((socket) => !socket.destroyed).length;
  for (const socket of sockets) socket.destroy();
  return open > 0 ? [`${open} of ${sockets.length} connections are still open`] : [];
}

const PRODUCTS = ["1002", "1003", "1004", "1005", "2001", "2002"];
/** The most expensive Markdown of 20,000 characters, different each time because parsed texts are cached. */
const COSTLY = ["+ a\n*_", "+ b\n*_", "* c\n_*", "- d\n**_", "+ e\n~~*", "1. f\n*_"];
const introduced = (piece = "") => ({ productMinerIntroduce: piece.repeat(19_900).slice(0, 19_900) });

async function readProducts(target: Target): Promise<void> {
  await Promise.all(
    PRODUCTS.map((id, index) =>
      visitorOf(target, "ulan=en_US", attackerAddress(index + 1))
        .open(`/${id.startsWith("1") ? "Power" : "Miner"}ProductDetail/${id}`)
        .catch((error: unknown) => error),
    ),
  );
}

export const NOISE: readonly Attack[] = [
  attack("10", "vitals-percent", "24 × POST /vitals with `page=/%25` and the like", {
    mustLogNoError: true,
    prepare: (target) => () => vitals(target),
  }),
  attack("11", "markdown", "six products are introduced by 20 kB of costly markdown", {
    products: Object.fromEntries(PRODUCTS.map((id, index) => [id, introduced(COSTLY[index])])),
    prepare: (target) => () => readProducts(target),
  }),
  attack("11", "posts-without-action", "10,000 POSTs (at most 12 s) to pages without an action, files and nowhere", {
    mustLogNoError: true,
    prepare: (target) => () => postEverywhere(target),
  }),
  attack("11", "stopped-readers", "50 connections that ask for 500 pages each and do not read for 45 s", {
    suits: ({ front }) => front === "direct",
    prepare: (target) => () => stopReading(target),
  }),
];
