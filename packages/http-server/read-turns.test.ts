import { once } from "node:events";
import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { ACCEPTING_MS, createReadTurns, NEWEST, RESUMED_PER_TURN, TURN_MAX_MS } from "./read-turns";

/** Opens connections to a server, one from each of these addresses. */
async function accept(addresses: readonly string[]): Promise<Socket[]> {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const sides: Socket[] = [];
  for (const localAddress of addresses) {
    const accepted = once(server, "connection") as Promise<[Socket]>;
    const visitor = connect({ port, host: "127.0.0.1", localAddress });
    const [side] = await accepted;
    onTestFinished(() => [visitor, side].forEach((socket) => socket.destroy()));
    side.resume();
    sides.push(side);
  }
  return sides;
}

const nextTick = () => new Promise<void>((resolve) => process.nextTick(resolve));
const pausedOf = (sides: readonly Socket[]) => sides.filter((side) => side.isPaused()).length;

/** Makes read turns with a clock that the test controls. */
async function turnsOf(sides: readonly Socket[]) {
  let nowMs = 0;
  const turns = createReadTurns(() => nowMs);
  const [side] = sides;
  if (!side) throw new Error("No connections.");
  // The connections arrive at long intervals.
  for (const one of sides) {
    turns.onConnection(one);
    nowMs += ACCEPTING_MS;
  }
  for (const one of sides) turns.onRead(one);
  await nextTurn();
  return {
    pass: (ms: number) => (nowMs += ms),
    read: () => turns.onRead(side),
    isOnlyAccepting: turns.isOnlyAccepting,
    async accept(socket = side) {
      turns.onConnection(socket);
      await nextTick();
    },
  };
}

test("a long turn leaves the remaining connections to later turns, a few each", async () => {
  const sides = await accept(Array.from({ length: 3 * RESUMED_PER_TURN }, () => "127.0.0.1"));
  const { pass, read } = await turnsOf(sides);
  read();
  pass(TURN_MAX_MS - 1);
  read();
  expect(pausedOf(sides)).toBe(0);
  pass(1);
  read();
  expect(pausedOf(sides)).toBe(sides.length);
  for (const left of [2, 1, 0]) {
    await nextTurn();
    expect(pausedOf(sides)).toBe(left * RESUMED_PER_TURN);
  }
});

test("the durations of short turns are not added up", async () => {
  const sides = await accept(["127.0.0.1"]);
  const { pass, read } = await turnsOf(sides);
  for (let turn = 0; turn < 20; turn += 1) {
    read();
    pass(TURN_MAX_MS - 1);
    read();
    await nextTurn();
  }
  expect(pausedOf(sides)).toBe(0);
});

test("an address with many connections delays another address by one connection at most", async () => {
  const sides = await accept([...Array.from({ length: 2 * RESUMED_PER_TURN }, () => "127.0.0.1"), "127.0.0.2"]);
  const { pass, read } = await turnsOf(sides);
  read();
  pass(TURN_MAX_MS);
  read();
  await nextTurn();
  expect(sides.at(-1)?.isPaused()).toBe(false);
  expect(pausedOf(sides)).toBe(sides.length - RESUMED_PER_TURN);
});

test("a connection that was paused for its body stays paused", async () => {
  const sides = await accept(["127.0.0.1", "127.0.0.1"]);
  sides[0]?.pause();
  const { pass, read } = await turnsOf(sides);
  read();
  pass(TURN_MAX_MS);
  read();
  await nextTurn();
  expect(sides.map((side) => side.isPaused())).toEqual([true, false]);
});

test("a connection left unread in its turn comes first in the next", async () => {
  const sides = await accept(Array.from({ length: 3 * RESUMED_PER_TURN }, () => "127.0.0.1"));
  const { pass, read } = await turnsOf(sides);
  const endEarly = () => {
    read();
    pass(TURN_MAX_MS);
    read();
  };
  endEarly();
  await nextTurn();
  const resumed = sides.filter((side) => !side.isPaused());
  expect(resumed).toHaveLength(RESUMED_PER_TURN);
  endEarly();
  expect(pausedOf(sides)).toBe(sides.length);
  await nextTurn();
  // The first one was read in the turn that ended early.
  expect(resumed.slice(1).every((side) => !side.isPaused())).toBe(true);
});

test("connections never read before come first among those of their address", async () => {
  const sides = await accept(Array.from({ length: 2 * RESUMED_PER_TURN }, () => "127.0.0.1"));
  const { pass, read } = await turnsOf(sides);
  for (const side of sides.slice(0, -1)) Object.defineProperty(side, "bytesRead", { value: 1 });
  read();
  pass(TURN_MAX_MS);
  read();
  await nextTurn();
  expect(sides.at(-1)?.isPaused()).toBe(false);
});

test("while connections keep arriving, existing ones are read a quarter of the time", async () => {
  const sides = await accept(Array.from({ length: 5 }, () => "127.0.0.1"));
  const [newOne] = await accept(["127.0.0.2"]);
  const turns = await turnsOf(sides);
  await turns.accept(newOne);
  expect(pausedOf(sides)).toBe(0);
  const isPaused: boolean[] = [];
  for (let turn = 0; turn < 8; turn += 1) {
    await nextTurn();
    turns.pass(ACCEPTING_MS / 2);
    await turns.accept(newOne);
    isPaused.push(pausedOf(sides) === sides.length);
  }
  expect(isPaused).toEqual([true, true, true, true, true, true, false, true]);
});

test("the last connections accepted are read once, however many others wait", async () => {
  const sides = await accept(Array.from({ length: NEWEST + 2 }, () => "127.0.0.1"));
  const turns = await turnsOf(sides);
  turns.read();
  turns.pass(TURN_MAX_MS);
  turns.read();
  expect(pausedOf(sides)).toBe(sides.length);
  for (const side of await accept(Array.from({ length: NEWEST }, () => "127.0.0.1"))) {
    await turns.accept(side);
    expect(side.isPaused()).toBe(false);
  }
});

test("a connection that node:http resumes keeps its single place in the queue", async () => {
  const sides = await accept(Array.from({ length: 2 * RESUMED_PER_TURN }, () => "127.0.0.1"));
  const turns = await turnsOf(sides);
  turns.read();
  turns.pass(TURN_MAX_MS);
  turns.read();
  for (let count = 0; count < 5; count += 1) {
    sides[0]?.resume();
    await turns.accept();
  }
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  expect(pausedOf(sides)).toBe(0);
});
