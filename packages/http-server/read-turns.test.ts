import { once } from "node:events";
import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { ACCEPTING_MAX_MS, createReadTurns, RESUMED_PER_TURN, TURN_MAX_MS } from "./read-turns";

/** Connections as a server has them, each from one of these addresses. */
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

const pausedOf = (sides: readonly Socket[]) => sides.filter((side) => side.isPaused()).length;

/** What is read takes as long as the test says. */
function turnsWithClock() {
  let nowMs = 0;
  const turns = createReadTurns(() => nowMs);
  return { turns, pass: (ms: number) => (nowMs += ms) };
}

test("a turn that takes long leaves the rest for the next ones, some at a time", async () => {
  const sides = await accept(Array.from({ length: 3 * RESUMED_PER_TURN }, () => "127.0.0.1"));
  const { turns, pass } = turnsWithClock();
  turns.onRead(sides);
  pass(TURN_MAX_MS - 1);
  turns.onRead(sides);
  expect(pausedOf(sides)).toBe(0);
  pass(1);
  turns.onRead(sides);
  expect(pausedOf(sides)).toBe(sides.length);
  for (const left of [2, 1, 0]) {
    await nextTurn();
    expect(pausedOf(sides)).toBe(left * RESUMED_PER_TURN);
  }
});

test("turns that take a moment each never add up", async () => {
  const sides = await accept(["127.0.0.1"]);
  const { turns, pass } = turnsWithClock();
  for (let turn = 0; turn < 20; turn += 1) {
    turns.onRead(sides);
    pass(TURN_MAX_MS - 1);
    turns.onRead(sides);
    await nextTurn();
  }
  expect(pausedOf(sides)).toBe(0);
});

test("whoever has many connections delays another address by one of them", async () => {
  const sides = await accept([...Array.from({ length: 50 }, () => "127.0.0.1"), "127.0.0.2"]);
  const { turns, pass } = turnsWithClock();
  turns.onRead(sides);
  pass(TURN_MAX_MS);
  turns.onRead(sides);
  await nextTurn();
  expect(sides.at(-1)?.isPaused()).toBe(false);
  expect(pausedOf(sides)).toBe(51 - RESUMED_PER_TURN);
});

test("a connection that was paused before, since its body waits, stays so", async () => {
  const sides = await accept(["127.0.0.1", "127.0.0.1"]);
  sides[0]?.pause();
  const { turns, pass } = turnsWithClock();
  turns.onRead(sides);
  pass(TURN_MAX_MS);
  turns.onRead(sides);
  await nextTurn();
  expect(sides.map((side) => side.isPaused())).toEqual([true, false]);
});

test("new connections wait behind those that wait, which are read now and then while more of them come", async () => {
  const sides = await accept(Array.from({ length: 3 * RESUMED_PER_TURN }, () => "127.0.0.1"));
  const newcomers = await accept(["127.0.0.2", "127.0.0.2", "127.0.0.2"]);
  const { turns, pass } = turnsWithClock();
  turns.onRead(sides);
  pass(TURN_MAX_MS);
  turns.onRead(sides);
  await nextTurn();
  expect(pausedOf(sides)).toBe(2 * RESUMED_PER_TURN);
  for (const [newcomer, isRead] of newcomers.map((side, at) => [side, at === 2] as const)) {
    turns.onConnection(newcomer);
    expect(newcomer.isPaused()).toBe(true);
    if (isRead) pass(ACCEPTING_MAX_MS + 1);
    await nextTurn();
    expect(pausedOf(sides) < 2 * RESUMED_PER_TURN).toBe(isRead);
  }
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  expect(pausedOf([...sides, ...newcomers])).toBe(0);
});

test("without a queue a new connection is read at once", async () => {
  const sides = await accept(["127.0.0.1"]);
  const { turns } = turnsWithClock();
  for (const side of sides) turns.onConnection(side);
  expect(pausedOf(sides)).toBe(0);
});
