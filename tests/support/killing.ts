import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, vi } from "vitest";
import { blockedBy } from "~server/purchase/attempts";
import type { Outcome } from "~server/purchase/outcome";
import { pay, type Payment } from "~server/purchase/pay";
import { resolveUnknown } from "~server/purchase/unknown-outcome";
import type { Sandbox } from "@storefront/sandbox/start";
import { type Point, POINTS } from "./payer";
import { PRODUCT, PURCHASE } from "./purchase-paths";
import { newQuote, QUOTED } from "./quote";
import { signedIn } from "./signed-in";

/**
 * Kills a process (SIGKILL) at any point of a payment. If the quote is then posted again, to the next process or
 * another one, the outcome must be right, and the upstream must never be asked to pay twice.
 */

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

/** The outcome of the next post and the number of calls at the upstream, for each point. */
export const EXPECTED: Record<Point, { outcome: Outcome["kind"]; calls: number }> = {
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
  calls: () => Promise<number>;
  kill(): Promise<void>;
}

/** Starts a process that pays a quote of a fresh account, and waits until it stops at the point. */
export async function payerAt(sandbox: Sandbox, point: Point): Promise<Killing> {
  await sandbox.setProduct(PRODUCT, PRODUCT_TERMS);
  // This is long enough to kill the process during the call.
  await sandbox.fail(PURCHASE, { kind: "latency", ms: 1_000 });
  const { account, token } = await signedIn(sandbox);
  const session = { id: `session-of-${account.email}` };
  const offer = { productId: PRODUCT, quantity: "2.5", price: "88.5", paySymbol: "USDT", terms: QUOTED };
  const payment: Payment = {
    upstreamContext: { locale: "en_US", token },
    quote: await newQuote(offer, session.id),
    googleCode: await sandbox.code(account.email, "google"),
    account: account.email,
  };
  const calls = async () =>
    (await sandbox.requests(PURCHASE)).filter(({ headers }) => headers["exchange-token"] === token).length;
  const child = spawn(process.execPath, ["--import", "tsx", PAYER, point, JSON.stringify(payment)], {
    stdio: ["ignore", "pipe", "inherit"],
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
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Expects the point's outcome, and the state that the buyer's pages read from the store and the orders. */
async function expectOutcome({ payment, accountId, calls }: Killing, outcome: Outcome, point: Point): Promise<void> {
  expect({ outcome: outcome.kind, calls: await calls() }).toEqual(EXPECTED[point]);
  // Another post has the same outcome.
  expect((await pay({ ...payment, googleCode: "000000" })).kind).toBe(EXPECTED[point].outcome);
  expect(await calls()).toBe(EXPECTED[point].calls);
  const blocked = await blockedBy(accountId, PRODUCT);
  if (outcome.kind === "notSent") expect(blocked).toBeNull();
  if (outcome.kind !== "unknown") return;
  expect(blocked).not.toBeNull();
  // If an order was made, it is found; otherwise none is shown.
  const expected = EXPECTED[point].calls === 1 ? "made" : "notYet";
  await vi.waitUntil(
    async () => (await resolveUnknown(payment.upstreamContext, accountId, PRODUCT)).kind === expected,
    {
      timeout: 5_000,
    },
  );
}

/** Kills the only instance and starts it again. */
export async function payAfterKill(sandbox: Sandbox, point: Point): Promise<void> {
  const killing = await payerAt(sandbox, point);
  await killing.kill();
  await expectOutcome(killing, await pay(killing.payment), point);
}

/** Kills one of two instances while the other waits for the outcome. */
export async function payDuringKill(sandbox: Sandbox, point: Point): Promise<void> {
  const killing = await payerAt(sandbox, point);
  const waiting = pay(killing.payment);
  await killing.kill();
  await expectOutcome(killing, await waiting, point);
}
