import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, vi } from "vitest";
import { blockedUntilMs } from "~server/purchase/attempts";
import type { Outcome } from "~server/purchase/outcome";
import { pay, type Payment } from "~server/purchase/pay";
import { resolveUnknown } from "~server/purchase/unknown-outcome";
import type { Sandbox } from "~server/sandbox/start";
import { type Point, POINTS } from "./payer";
import { newQuote } from "./quote";
import { signedIn } from "./signed-in";

/**
 * A process that is killed (SIGKILL) at any point of a payment: whoever posts its quote again, to the process after it or to one beside
 * it, is told the truth, and the platform is never asked twice.
 */

const PURCHASE = "userPayMinerOrderV2";
const PRODUCT = "1001";
const PRODUCT_TERMS = {
  productStatus: 1,
  minBuy: "1",
  maxBuy: "100",
  stepBuy: "0.5",
  price: "88.5",
  paySymbol: "USDT",
  stock: "100000",
};
const PAYER = fileURLToPath(new URL("./payer.ts", import.meta.url));
const TSX = fileURLToPath(new URL("../../node_modules/.bin/tsx", import.meta.url));

/** What the next post is told, and how many calls the platform has got by then. */
export const TRUTH: Record<Point, { outcome: Outcome["kind"]; calls: number }> = {
  "before the claim": { outcome: "paid", calls: 1 },
  "after the claim": { outcome: "notSent", calls: 0 },
  "before sending": { outcome: "notSent", calls: 0 },
  "after sending": { outcome: "unknown", calls: 0 },
  "during the call": { outcome: "unknown", calls: 1 },
  "after the call": { outcome: "unknown", calls: 1 },
  "after the outcome": { outcome: "paid", calls: 1 },
};
export const ALL = [...POINTS, "during the call"] as const;

export interface Killing {
  payment: Payment;
  accountId: string;
  calls(): Promise<number>;
  kill(): Promise<void>;
}

/** Starts a process that pays a quote of a fresh account, and waits until it stands at the point. */
export async function payerAt(sandbox: Sandbox, point: Point): Promise<Killing> {
  await sandbox.setProduct(PRODUCT, PRODUCT_TERMS);
  // Long enough to be killed in the middle of it.
  await sandbox.fail(PURCHASE, { kind: "latency", ms: 1_000 });
  const { account, token } = await signedIn(sandbox);
  const session = { id: `session-of-${account.email}` };
  const offer = { productId: PRODUCT, quantity: "2.5", price: "88.5", paySymbol: "USDT" };
  const payment: Payment = {
    caller: { locale: "en_US", token },
    quote: await newQuote(offer, session.id),
    googleCode: await sandbox.code(account.email, "google"),
  };
  const calls = async () =>
    (await sandbox.requests(PURCHASE)).filter(({ headers }) => headers["exchange-token"] === token).length;
  const child = spawn(TSX, [PAYER, point, JSON.stringify(payment)], {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const ended = once(child, "exit");
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  const isThere = async () => (point === "during the call" ? (await calls()) === 1 : output.includes("here"));
  await vi.waitUntil(isThere, { timeout: 30_000, interval: 20 });
  return {
    payment,
    accountId: String(account.id),
    calls,
    async kill() {
      // tsx runs the program in a process of its own: the group dies at once.
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      await ended;
    },
  };
}

/** What the buyer's pages say after it, from the same store and the platform's orders. */
async function expectTrue({ payment, accountId, calls }: Killing, outcome: Outcome, point: Point): Promise<void> {
  expect({ outcome: outcome.kind, calls: await calls() }).toEqual(TRUTH[point]);
  // However often it is posted again.
  expect((await pay({ ...payment, googleCode: "000000" })).kind).toBe(TRUTH[point].outcome);
  expect(await calls()).toBe(TRUTH[point].calls);
  const blocked = await blockedUntilMs(accountId, PRODUCT);
  if (outcome.kind === "notSent") expect(blocked).toBeNull();
  if (outcome.kind !== "unknown") return;
  expect(blocked).not.toBeNull();
  // An order that was made is found; where none was, none is made up.
  const expected = TRUTH[point].calls === 1 ? "made" : "notYet";
  await vi.waitUntil(async () => (await resolveUnknown(payment.caller, accountId, PRODUCT)).kind === expected, {
    timeout: 5_000,
  });
}

/** One instance: it is killed, and started again. */
export async function following(sandbox: Sandbox, point: Point): Promise<void> {
  const killing = await payerAt(sandbox, point);
  await killing.kill();
  await expectTrue(killing, await pay(killing.payment), point);
}

/** Two instances: one is killed while the other one waits for its outcome. */
export async function waitingFor(sandbox: Sandbox, point: Point): Promise<void> {
  const killing = await payerAt(sandbox, point);
  const waiting = pay(killing.payment);
  await killing.kill();
  await expectTrue(killing, await waiting, point);
}
