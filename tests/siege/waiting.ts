import { readdirSync, readFileSync, statSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { TLSSocket } from "node:tls";
import { ROOT } from "../support/deployed";
import { attack, type Attack, type Target } from "./attack";
import { ask, attackerAddress, headOf, holdAndCut, openSocket, openSockets, postOf, repeat } from "./wires";
import { statusOf, visitMeanwhile, visitorOf, writeAll } from "./wires";

/** Attacks with many waiting requests, which end at the same moment or occupy resources that others need. */

/** The storefront rejects an unfinished head after 10 s, and checks every 2 s. */
const HEAD_TIME_MS = 14_000;

async function unfinishedHeads(target: Target): Promise<void> {
  const sockets = await openSockets(target, target.connectionsMax);
  await Promise.all(sockets.map((socket) => writeAll(socket, "GET / HTTP/1.1\r\nHost: x\r\n", 2_000)));
  await holdAndCut(sockets, HEAD_TIME_MS);
}

/** Almost the maximum length of a head for node:http, and its maximum number of lines. */
export const LONG_LINES = Array.from({ length: 198 }, (_, at) => `x${at}: ${"v".repeat(150)}\r\n`).join("");
/** The storefront reads the rest of a refused request for 2 s. */
const REFUSED_MS = 8_000;
const START = "GET / HTTP/1.1\r\nHost: x\r\n";

/** @param first what is sent in the same packet before the lines */
async function longHeads(target: Target, first = START): Promise<void> {
  const sockets: Socket[] = [];
  // Connections are opened in batches, because only their total memory matters.
  while (sockets.length < 2 * target.connectionsMax) {
    const some = await openSockets(target, 500, 1 + Math.floor(sockets.length / 20));
    if (some.length === 0) break;
    await Promise.all(some.map((socket) => writeAll(socket, first + LONG_LINES, 2_000)));
    sockets.push(...some);
  }
  await holdAndCut(sockets, 2_000);
}

/** Posts without their body, whose heads are long and refused. Reads the responses, but does not close. */
async function refusedHeads(target: Target): Promise<void> {
  const sockets = await openSockets(target, target.connectionsMax);
  const post = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n";
  for (const socket of sockets) {
    socket.allowHalfOpen = true;
    socket.resume().write(`${post}${LONG_LINES}\r\n`);
  }
  await holdAndCut(sockets, REFUSED_MS);
}

const SLOWED = "siege-owner@example.com";
/** 50 wrong passwords slow an account down, and an address may try five. After four more, each try waits 8 s. */
const WRONG = 54;
const WRONG_PER_ADDRESS = 5;
const ADDRESSES = 5;
const POSTS_PER_ADDRESS = 28;
const DEADLINE_MS = 20_000;

/** Opens the sign-in. Each call of the result posts a wrong password. */
async function signInFrom(target: Target, address: number) {
  const visitor = visitorOf(target, "ulan=en_US", attackerAddress(address));
  const page = await visitor.open("/Login");
  return (mobileNumber: string, loginPword: string) => {
    const body = new URLSearchParams({ csrf: page.field("csrf") ?? "", mobileNumber, loginPword }).toString();
    return ask(target, postOf(target, "/Login", body, { Cookie: String(visitor.jar) }), address, DEADLINE_MS);
  };
}

async function prepareSignIns(target: Target) {
  await Promise.all(
    Array.from({ length: Math.ceil(WRONG / WRONG_PER_ADDRESS) }, async (_, address) => {
      const post = await signInFrom(target, 300 + address);
      for (let n = 0; n < WRONG_PER_ADDRESS; n += 1) await post(SLOWED, `wrong-${address}-${n}`);
    }),
  );
  const senders = await Promise.all(Array.from({ length: ADDRESSES }, (_, at) => signInFrom(target, 400 + at)));
  const stranger = await signInFrom(target, 500);
  return async () => {
    const slowed = senders.flatMap((post) => Array.from({ length: POSTS_PER_ADDRESS }, () => post(SLOWED, "wrong")));
    await wait(2_000);
    const status = await stranger("another@example.com", "wrong");
    await Promise.all(slowed);
    return status === 401 ? [] : [`another visitor's sign-in got ${status}`];
  };
}

/** Together these addresses exceed the total of waiting requests, while none exceeds its own limit. */
const TURN_ADDRESSES = 20;
const TURN_CONNECTIONS = 240;
const TURNS_MS = 10_000;

/** Each connection posts a form again as soon as it is rejected, while visitors browse. */
async function fillTurns(target: Target): Promise<string[]> {
  const request = postOf(target, "/Login", "csrf=x&mobileNumber=a&loginPword=b");
  const sockets: Socket[] = [];
  const addresses = Array.from({ length: TURN_ADDRESSES }, (_, index) => attackerAddress(2_000 + index));
  for (let count = 0; count < TURN_CONNECTIONS; count += 1) {
    const some = await Promise.all(addresses.map((from) => openSocket(target, from)));
    sockets.push(...some.filter((socket) => socket !== undefined));
  }
  for (const socket of sockets) {
    socket.on("data", (data) => {
      if (data.toString("latin1").startsWith("HTTP/1.1")) socket.write(request);
    });
    socket.write(request);
  }
  const complaints = await visitMeanwhile(target, TURNS_MS);
  for (const socket of sockets) socket.destroy();
  return complaints;
}

const DRAWINGS = ["/InvitationCode/qr.png", "/InvitationCode/poster.png", "/InvitationCode", "/Recharge/USDT"];

/** One account repeatedly requests pictures that must be drawn. */
async function drawAtOnce(target: Target): Promise<void> {
  for (const path of DRAWINGS) {
    const request = headOf(target, `GET ${path}`, { Cookie: target.accounts[0] ?? "" });
    await repeat({ atATime: 200, forMs: 3_000 }, (number) => ask(target, request, number % 500));
  }
}

const READERS = 2_000;

/** One account requests the maximum number of waiting pages, and leaves before it gets any. */
async function cutReads(target: Target): Promise<void> {
  const request = headOf(target, "GET /MyOrder", { Cookie: target.accounts[0] ?? "" });
  for (let round = 0; round < 4; round += 1) {
    const sockets = await openSockets(target, Math.min(READERS, target.connectionsMax), 600);
    for (const socket of sockets) socket.write(request);
    await wait(300);
    for (const socket of sockets) {
      if (socket instanceof TLSSocket) socket.destroy();
      else socket.resetAndDestroy();
    }
    await wait(1_000);
  }
}

const NETWORKS = 1_100;
const AGAIN_MS = 12_000;
/** The attack takes places, not computing time. */
const AGAIN_AFTER_MS = 300;

/** One account requests pages from many networks, and again after each response, while visitors browse. */
async function readFromEverywhere(target: Target): Promise<string[]> {
  const request = headOf(target, "GET /MyOrder", { Cookie: target.accounts[0] ?? "" });
  const numbers = Array.from({ length: NETWORKS }, (_, at) => 4_000 + at);
  const opened = await Promise.all(numbers.map((number) => openSocket(target, attackerAddress(number))));
  const sockets = opened.filter((socket) => socket !== undefined);
  for (const socket of sockets) {
    socket.on("data", (data) => {
      if (data.toString("latin1").startsWith("HTTP/1.1")) setTimeout(() => socket.write(request), AGAIN_AFTER_MS);
    });
    socket.write(request);
  }
  const complaints = await visitMeanwhile(target, AGAIN_MS, 100, "flow=x");
  await holdAndCut(sockets, 0);
  return complaints;
}

const FILES_MAX = 1_500;

/** Opens twice as many connections as the process may have files and sends nothing, while visitors browse. */
async function useUpFiles(target: Target): Promise<string[]> {
  const sockets = await openSockets(target, 2 * FILES_MAX);
  const complaints = await visitMeanwhile(target, 5_000, 50);
  await holdAndCut(sockets, 0);
  return complaints;
}

const PICTURE_READERS = 400;

/** Requests a picture of 3 MB, which is too large for the cache in memory. */
async function prepareUnreadPictures(target: Target) {
  const [, path = ""] = target.pictures.noise ?? [];
  const request = headOf(target, `GET ${path}`);
  const status = await ask(target, request, 1, DEADLINE_MS);
  if (status !== 200) throw new Error(`The picture cannot be loaded: ${status}`);
  return async () => {
    const sockets = await openSockets(target, PICTURE_READERS);
    for (const socket of sockets) {
      socket.pause();
      socket.write(request);
      await wait(5);
    }
    await holdAndCut(sockets, 5_000);
  };
}

const FILE_READERS = 200;
const FILES_EACH = 40;
/** The storefront allows 140 MB, and looks every 50 ms if it has time. */
const HELD_MAX_MB = 260;

/** Returns the largest file of the build. */
export function largestFile(): string {
  const folder = "build/client/assets";
  const bytesOf = (name: string) => statSync(join(ROOT, folder, name)).size;
  const [largest = ""] = readdirSync(join(ROOT, folder)).sort((one, other) => bytesOf(other) - bytesOf(one));
  return `/assets/${largest}`;
}

/** Returns how much the system buffers of a port: what visitors do not read, and what the storefront does not read. */
function heldMb(port: number): number {
  const own = port.toString(16).toUpperCase().padStart(4, "0");
  const lines = ["tcp", "tcp6"].flatMap((name) => readFileSync(`/proc/self/net/${name}`, "utf8").split("\n"));
  const unread = lines.map((line) => line.trim().split(/\s+/)).filter(([, local]) => local?.endsWith(`:${own}`));
  const queues = unread.flatMap(([, , , , both = ""]) => both.split(":"));
  return queues.reduce((sum, bytes) => sum + parseInt(bytes, 16), 0) / 1024 ** 2;
}

const problemsOf = (mostMb: number): string[] =>
  mostMb > HELD_MAX_MB ? [`the system held ${mostMb.toFixed(0)} MB of responses`] : [];

/** Returns a complaint if the system buffers too much at this moment. */
export const heldTooMuch = ({ port }: Target): string[] => problemsOf(heldMb(port));

/** Requests something on each connection without reading it. Returns what the system buffers a moment later, in MB. */
async function requestUnread(target: Target, sockets: readonly Socket[], request: string): Promise<number> {
  for (const socket of sockets) {
    socket.pause();
    socket.write(request);
  }
  await wait(100);
  return heldMb(target.port);
}

/** Requests one file after the other on each connection, and reads none. */
async function readNoFiles(target: Target): Promise<string[]> {
  const sockets = await openSockets(target, FILE_READERS);
  const request = headOf(target, `GET ${largestFile()}`);
  let mostMb = 0;
  for (let count = 0; count < FILES_EACH; count += 1) {
    mostMb = Math.max(mostMb, await requestUnread(target, sockets, request));
  }
  await holdAndCut(sockets, 0);
  return problemsOf(mostMb);
}

const CLOSED_ROUNDS = 5;
const CLOSED_READERS = 60;
const CLOSED_EACH = 14;

/** Requests files and reads none, a few connections at a time; the last request of each asks for the connection's end. */
async function readNoClosed(target: Target): Promise<string[]> {
  const path = largestFile();
  const all: Socket[] = [];
  let mostMb = 0;
  for (let round = 0; round < CLOSED_ROUNDS; round += 1) {
    const sockets = await openSockets(target, CLOSED_READERS, 1 + 10 * round);
    all.push(...sockets);
    for (let count = 1; count <= CLOSED_EACH; count += 1) {
      const request = headOf(target, `GET ${path}`, count < CLOSED_EACH ? {} : { Connection: "close" });
      mostMb = Math.max(mostMb, await requestUnread(target, sockets, request));
    }
  }
  await holdAndCut(all, 0);
  return problemsOf(mostMb);
}

const PICTURE_VISITORS = 600;

/** Many requests for a picture that is not resized yet get it at the same moment. */
async function awaitPicture(target: Target): Promise<void> {
  const sockets = await openSockets(target, Math.min(PICTURE_VISITORS, target.connectionsMax));
  const [, path = ""] = target.pictures.noise ?? [];
  const request = headOf(target, `GET ${path}`, { Accept: "image/webp" });
  const statuses = sockets.map((socket) => statusOf(socket, DEADLINE_MS));
  for (const socket of sockets) socket.write(request);
  await Promise.all(statuses);
  await holdAndCut(sockets, 0);
}

/** This many drafts of this length fit into the memory of one address. */
const DRAFTS_EACH = 38;
const DRAFTS = 7_000;

/** Returns characters that can hardly be compressed. */
const rare = (length: number) =>
  String.fromCharCode(...Array.from({ length }, () => 0x4e00 + Math.floor(Math.random() * 20_000)));

/** Strangers at many addresses switch the language of a long form; each draft is in memory for a quarter of an hour. */
export async function prepareDrafts(target: Target, forMs = 45_000) {
  const csrf = (await visitorOf(target, "ulan=en_US", attackerAddress(1)).open("/LeavingMessage")).field("csrf") ?? "";
  const padding = Array.from({ length: 6 }, (_, at) => `p${at}=${"x".repeat(8_100)}`).join("&");
  const headers = { "X-Long": "x".repeat(15_000) };
  const post = (number: number) => {
    const draft = { name: rare(120), tel: rare(64), socialAccount: rare(128), message: rare(600) };
    const body = `${new URLSearchParams({ csrf, intent: "language", ...draft }).toString()}&${padding}`;
    const address = 5_000 + Math.floor(number / DRAFTS_EACH);
    return ask(target, postOf(target, "/LeavingMessage", body, headers), address);
  };
  const status = await post(0);
  if (status !== 303) throw new Error(`The draft is not kept: ${status}`);
  return () => repeat({ atATime: 20, forMs, times: DRAFTS }, post);
}

const SAME_FORM = 1_000;

/** Strangers, each at an address of their own, post the same page's form with different values. */
async function prepareSameForm(target: Target) {
  const csrf = (await visitorOf(target, "ulan=en_US", attackerAddress(1)).open("/LeavingMessage")).field("csrf") ?? "";
  return () =>
    repeat({ atATime: SAME_FORM, forMs: 15_000, times: 2 * SAME_FORM }, (number) => {
      const body = new URLSearchParams({ csrf, name: String(number) }).toString();
      return ask(target, postOf(target, "/LeavingMessage", body), 6_000 + number, DEADLINE_MS);
    });
}

const EACH_OF_20 = "20 addresses, each with 240 connections that post a form again as soon as it was refused";
const UNFINISHED = "5,000 connections (1,000 through a proxy) with heads that do not end, all given up at once";
const SIGN_INS = "5 addresses, each with 28 sign-ins of an account whose sign-ins are slowed by 8 s";

export const WAITING: readonly Attack[] = [
  attack("13", "drawings", "one account asks for its codes and posters, 200 at a time", {
    accounts: 1,
    prepare: (target) => () => drawAtOnce(target),
  }),
  attack("13", "reads-cut", "one account asks for 2,000 pages (1,000 through a proxy) and leaves, four times", {
    accounts: 1,
    prepare: (target) => () => cutReads(target),
  }),
  attack(
    "13",
    "reads-from-everywhere",
    "one account asks for pages from 1,100 networks, again 0.3 s after each response",
    {
      accounts: 1,
      suits: ({ front }) => front === "direct",
      prepare: (target) => () => readFromEverywhere(target),
    },
  ),
  attack("13", "files-used-up", "3,000 idle connections to a process that may open 1,500 files", {
    filesMax: FILES_MAX,
    suits: ({ front }) => front === "direct",
    prepare: (target) => () => useUpFiles(target),
  }),
  attack("13", "turns-full", EACH_OF_20, {
    suits: ({ front }) => front === "direct",
    prepare: (target) => () => fillTurns(target),
  }),
  attack("13", "pictures-unread", "400 connections that ask for a picture of 3 MB, and do not read it", {
    prepare: prepareUnreadPictures,
  }),
  attack("13", "files-unread", "200 connections that ask for the largest file 40 times, and do not read it", {
    suits: ({ front }) => front === "direct",
    prepare: (target) => () => readNoFiles(target),
  }),
  attack("13", "closed-unread", "the same, 300 connections one after the other, whose last request ends them", {
    suits: ({ front }) => front === "direct",
    prepare: (target) => () => readNoClosed(target),
  }),
  attack("13", "pictures-awaited", "600 connections that ask for a picture not made yet", {
    prepare: (target) => () => awaitPicture(target),
  }),
  attack("13", "heads-unfinished", UNFINISHED, { prepare: (target) => () => unfinishedHeads(target) }),
  attack("13", "heads-long", "10,000 connections (2,000 through a proxy) with 31 kB of a head that does not end", {
    prepare: (target) => () => longHeads(target),
  }),
  attack("13", "heads-joined", "the same, each in one packet with a complete request before it", {
    prepare: (target) => () => longHeads(target, headOf(target, "GET /healthz") + START),
  }),
  attack("13", "trailers-long", "the same number, with trailers that do not end after a chunked body", {
    prepare: (target) => () =>
      longHeads(target, `${headOf(target, "GET /healthz", { "Transfer-Encoding": "chunked" })}0\r\n`),
  }),
  attack("13", "heads-refused", "5,000 posts with 31 kB of a head that is refused, whose senders never close", {
    suits: ({ front }) => front === "direct",
    prepare: (target) => () => refusedHeads(target),
  }),
  attack("13", "sign-ins-slowed", SIGN_INS, { prepare: prepareSignIns }),
  attack("13", "drafts-kept", "7,000 forms of 60 kB from 185 addresses, each with a draft too long for its cookie", {
    prepare: prepareDrafts,
  }),
  attack("13", "forms-of-one-page", "1,000 addresses post the form of one page, each with other values", {
    prepare: prepareSameForm,
  }),
];
