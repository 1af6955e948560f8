import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { Exchange } from "./exchange";
import { limitReads, READS_PER_ACCOUNT } from "./reads";

const WAITING = 3;

/** Sends an account's requests, each answered only when the test says so. */
function reads() {
  const step = limitReads({ accountOf: async ({ headers }) => headers.cookie, waiting: WAITING });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (method: string, cookie: string | undefined) => {
    const req = Object.assign(new IncomingMessage(new Socket()), { method });
    if (cookie !== undefined) req.headers.cookie = cookie;
    const exchange = new Exchange(req, new ServerResponse(req), "nothing", () => ({
      headers: {},
      body: Buffer.from(""),
    }));
    void step(exchange, () => {
      begun.push(cookie ?? "");
      return new Promise((resolve) => ends.push(resolve));
    });
    return exchange;
  };
  return { begun, ends, ask };
}

test("pages rendered at once are limited per account; other accounts, strangers and posts do not wait", async () => {
  const { begun, ends, ask } = reads();
  for (let count = 0; count < READS_PER_ACCOUNT + 2; count += 1) ask("GET", "greedy");
  await nextTurn();
  for (const [method, cookie] of [
    ["GET", "other"],
    ["GET", undefined],
    ["POST", "greedy"],
  ] as const)
    ask(method, cookie);
  const greedy = Array.from({ length: READS_PER_ACCOUNT }, () => "greedy");
  await nextTurn();
  expect([...begun].sort()).toEqual(["", ...greedy, "greedy", "other"]);
  ends[0]?.();
  await nextTurn();
  expect(begun).toHaveLength(READS_PER_ACCOUNT + 4);
  for (const end of ends) end();
});

test("a page is not rendered once its visitor has left", async () => {
  const { begun, ends, ask } = reads();
  for (let count = 0; count < READS_PER_ACCOUNT; count += 1) ask("GET", "one");
  ask("GET", "one").req.socket.destroy();
  for (const end of ends) end();
  await nextTurn();
  expect(begun).toHaveLength(READS_PER_ACCOUNT);
});

test("beyond the number of waiting pages, a page gets 503", async () => {
  const { ends, ask } = reads();
  const exchanges = Array.from({ length: READS_PER_ACCOUNT + WAITING + 1 }, () => ask("GET", "greedy"));
  await nextTurn();
  expect(exchanges.map(({ res }) => res.statusCode).filter((status) => status === 503)).toHaveLength(1);
  for (const end of ends) end();
});
