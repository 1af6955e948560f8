import { AsyncLocalStorage } from "node:async_hooks";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { Exchange } from "./exchange";
import { readForwarded } from "./forwarded";
import { TURN_MAX_MS } from "./read-turns";
import { takeTurns, WAITING_MAX, WAITING_PER_ADDRESS } from "./take-turns";

/** Queues requests, each of which uses up a turn of its own clock. */
function turnsOf({ tookMs = TURN_MAX_MS, isOnlyAccepting = (): boolean => false } = {}) {
  let nowMs = 0;
  const step = takeTurns({ isOnlyAccepting }, () => nowMs);
  const begun: string[] = [];
  return {
    begun,
    ask: (address: string, name = address, work = () => Promise.resolve()) => {
      const req = new IncomingMessage(new Socket());
      req.headers["x-forwarded-for"] = address;
      const exchange = new Exchange(req, new ServerResponse(req), "nothing", (status) => ({
        headers: {},
        body: Buffer.from(String(status)),
      }));
      void readForwarded(1)(exchange, (read) =>
        step(read, async () => {
          begun.push(name);
          await work();
          nowMs += tookMs;
        }),
      );
      return exchange;
    },
  };
}

test("the first request of a turn begins at once, the others while the turn lasts", async () => {
  const { ask, begun } = turnsOf({ tookMs: TURN_MAX_MS / 2 });
  for (let count = 1; count <= 6; count += 1) ask("192.0.2.1", String(count));
  expect(begun).toEqual(["1"]);
  await nextTurn();
  expect(begun).toEqual(["1", "2", "3"]);
  await nextTurn();
  expect(begun).toEqual(["1", "2", "3", "4", "5"]);
  await nextTurn();
  await nextTurn();
  ask("192.0.2.1", "7");
  expect(begun).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
});

test("a request's microtasks count as its own work", async () => {
  const { ask, begun } = turnsOf();
  const long = async () => {
    for (let step = 0; step < 50; step += 1) await Promise.resolve();
  };
  for (const name of ["1", "2", "3"]) ask("192.0.2.1", name, long);
  await nextTurn();
  expect(begun).toEqual(["1", "2"]);
});

test("an address with many requests delays another address by one request at most", async () => {
  const { ask, begun } = turnsOf();
  for (let count = 0; count < 50; count += 1) ask("192.0.2.1");
  ask("198.51.100.1");
  for (let turn = 0; turn < 2; turn += 1) await nextTurn();
  expect(begun).toEqual(["192.0.2.1", "192.0.2.1", "198.51.100.1"]);
});

test("beyond an address's limit, its requests get a small 503; those of other addresses wait", async () => {
  const { ask, begun } = turnsOf();
  ask("192.0.2.1");
  for (let count = 0; count < WAITING_PER_ADDRESS; count += 1) ask("192.0.2.1");
  const { res } = ask("192.0.2.1");
  expect(res.statusCode).toBe(503);
  expect(ask("198.51.100.1").res.writableEnded).toBe(false);
  for (let turn = 0; turn < 2; turn += 1) await nextTurn();
  expect(begun).toContain("198.51.100.1");
});

test("beyond the total limit, the address with the most requests gets a small 503", async () => {
  const { ask, begun } = turnsOf();
  ask("192.0.2.0");
  const all = Array.from({ length: WAITING_MAX }, (_, count) => ask(`192.0.2.${count % 10}`));
  all.push(ask("192.0.2.10"), ask("198.51.100.1"));
  expect(all.filter(({ res }) => res.statusCode === 503)).toHaveLength(2);
  for (let turn = 0; turn < 13; turn += 1) await nextTurn();
  expect(begun).toContain("198.51.100.1");
});

test("if all addresses have equally many requests, a new address is refused", () => {
  const { ask } = turnsOf();
  ask("10.0.0.0");
  for (let count = 0; count < WAITING_MAX; count += 1) ask(`10.0.${count >> 8}.${count & 255}`);
  expect(ask("198.51.100.1").res.statusCode).toBe(503);
});

test("a request never begins once its visitor has left", async () => {
  const { ask, begun } = turnsOf();
  ask("192.0.2.1");
  ask("192.0.2.1", "left").req.socket.destroy();
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  expect(begun).toEqual(["192.0.2.1"]);
});

test("while connections are only being accepted, waiting work keeps waiting", async () => {
  let isOnlyAccepting = true;
  const { ask, begun } = turnsOf({ isOnlyAccepting: () => isOnlyAccepting });
  for (const name of ["1", "2"]) ask("192.0.2.1", name);
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  expect(begun).toEqual(["1"]);
  isOnlyAccepting = false;
  await nextTurn();
  expect(begun).toEqual(["1", "2"]);
});

test("a request that waited keeps its AsyncLocalStorage", async () => {
  const part = new AsyncLocalStorage<string>();
  const { ask } = turnsOf();
  const seen: (string | undefined)[] = [];
  for (const name of ["1", "2"])
    part.run(name, () => ask("192.0.2.1", name, async () => void seen.push(part.getStore())));
  await nextTurn();
  expect(seen).toEqual(["1", "2"]);
});
