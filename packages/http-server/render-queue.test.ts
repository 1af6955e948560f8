import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { createRenderQueue, FEW_RENDERS, TURNS_PER_RENDER } from "./render-queue";

/** The turns that must pass between two renders. */
const turns = Array.from({ length: TURNS_PER_RENDER }, () => "turn");

/** Makes a queue whose renders note their names in `order`. */
function renders() {
  const queue = createRenderQueue();
  const order: string[] = [];
  const render = async (name: string, signal?: AbortSignal) => {
    await queue.turn(signal);
    order.push(name);
  };
  return { queue, order, render };
}

/** Notes each turn of the event loop from the first render until all of `work` has ended. */
async function withTurns(order: string[], work: readonly Promise<unknown>[]) {
  let isOver = false;
  const note = () => {
    if (isOver) return;
    if (order.length > 0) order.push("turn");
    setImmediate(note);
  };
  setImmediate(note);
  await Promise.allSettled(work);
  isOver = true;
}

test("each render has its own turn of the event loop, in order of arrival", async () => {
  const { order, render } = renders();
  await withTurns(order, [render("first"), render("second"), render("third")]);
  expect(order).toEqual(["first", ...turns, "second", ...turns, "third"]);
});

test("a render waits for a later turn even if the queue has just become empty", async () => {
  const { order, render } = renders();
  const again = async () => {
    await render("first");
    await render("second");
  };
  await withTurns(order, [again()]);
  expect(order).toEqual(["first", ...turns, "second"]);
});

test("no render begins in a turn that other work claims", async () => {
  const { queue, order, render } = renders();
  let isYielding = true;
  queue.yieldTo(() => isYielding);
  const all = [render("first"), render("second")];
  for (let turn = 0; turn < 3 * TURNS_PER_RENDER; turn += 1) await nextTurn();
  expect(order).toEqual([]);
  isYielding = false;
  await withTurns(order, all);
  expect(order).toEqual(["first", ...turns, "second"]);
});

test("a health check is answered even if the queue is never empty", async ({ onTestFinished }) => {
  const RENDERS_MAX = 10_000;
  const queue = createRenderQueue();
  const server = createServer((_req, res) => void res.end("ok")).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  let isAnswered = false;
  let renders = 0;
  const visitor = async () => {
    while (!isAnswered && renders < RENDERS_MAX) {
      await queue.turn();
      renders += 1;
    }
  };
  const visitors = Array.from({ length: 32 }, visitor);
  const check = get({ host: "127.0.0.1", port: (server.address() as AddressInfo).port, agent: false });
  const [response] = (await once(check, "response")) as [IncomingMessage];
  isAnswered = true;
  expect(response.statusCode).toBe(200);
  await Promise.all(visitors);
  expect(renders).toBeLessThan(RENDERS_MAX);
});

test("a visitor who leaves is removed from the queue", async () => {
  const { queue, order, render } = renders();
  const left = new AbortController();
  const second = render("second", left.signal);
  const all = [render("first"), second, render("third")];
  left.abort(new Error("gone"));
  await withTurns(order, all);
  await expect(second).rejects.toThrow("gone");
  expect(order).toEqual(["first", ...turns, "third"]);
  await expect(queue.turn(left.signal)).rejects.toThrow("gone");
  expect(queue.waitedMs()).toBe(0);
});

test("while more than a few renders wait, the reported wait is that of the next one", async ({ onTestFinished }) => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const queue = createRenderQueue();
  const first = queue.turn();
  vi.advanceTimersByTime(30);
  const second = queue.turn();
  const some = Array.from({ length: FEW_RENDERS - 2 }, () => queue.turn());
  vi.advanceTimersByTime(10);
  expect(queue.waitedMs(), "only a few are waiting").toBe(0);
  const others = [queue.turn(), queue.turn()];
  expect(queue.waitedMs()).toBe(40);
  await first;
  expect(queue.waitedMs()).toBe(10);
  await second;
  expect(queue.waitedMs(), "only a few are waiting again").toBe(0);
  await Promise.all([...some, ...others]);
});
