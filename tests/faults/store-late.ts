import Libsql from "libsql";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { SEND_WITHIN_MS } from "~server/purchase/pay";
import { freePort, startRedis } from "@storefront/test-support/redis";
import { openLine } from "../support/redis-line";
import { PURCHASE } from "../support/purchase-paths";
import { startTestEnvironment, type TestEnvironment } from "../support/stage";
import { growthSince, MONEY_ALERTS } from "./metrics";
import { unless } from "./row";
import { buyerAt, lateBuying, PLACE, readyWhen, type StoreVerdict } from "./store-buyers";

/** The store holds back the mark of a payment for longer than a payment may take. */

/** Longer than a payment may take, and than a Redis connection may be silent. */
const HELD_MS = SEND_WITHIN_MS + 2_000;
/** Text of the mark that no earlier write to the store contains. */
const MARK = '"state":"sending"';

/** Holds back the next payment's mark; resolves when the store is free again. */
type Hold = (environment: TestEnvironment) => Promise<void>;

/** Expects that nothing is sent, that the page says so, and that the buyer can then buy with a single press. */
async function playHeldMark(name: string, environment: TestEnvironment, hold: Hold): Promise<StoreVerdict> {
  const { sandbox } = environment;
  await readyWhen(environment, /^ok/);
  const buyer = await buyerAt(environment);
  const sheet = await buyer.toCode();
  const growth = await growthSince(MONEY_ALERTS, environment);
  const freed = hold(environment);
  const end = await buyer.pay(sheet);
  const message = await readyWhen(environment, /^down/);
  await freed;
  const { PurchasesNotSent, PurchasesUnknown } = await growth();
  const early = { sent: await sandbox.calls(PURCHASE), orders: await buyer.orders() };
  const fromMs = performance.now();
  await readyWhen(environment, /^ok/);
  const again = await buyer.pay(await buyer.toCode());
  const buyingAfterSeconds = (performance.now() - fromMs) / 1000;
  const sent = await sandbox.calls(PURCHASE);
  const orders = await buyer.orders();
  return {
    name,
    message,
    buyingAfterSeconds,
    wrong: [
      ...unless(isToldOf(end), `the payment ended at ${end}`),
      ...unless(early.sent === 0 && early.orders === 0, `${early.sent} were sent, ${early.orders} ordered`),
      ...unless(PurchasesNotSent === 1, `PurchasesNotSent reads ${PurchasesNotSent}`),
      ...unless(PurchasesUnknown === 0, `PurchasesUnknown reads ${PurchasesUnknown}`),
      ...unless(again.startsWith("/Successpay"), `the next press ended at ${again}`),
      ...unless(sent === 1 && orders === 1, `in the end ${sent} were sent, ${orders} ordered`),
      ...lateBuying(buyingAfterSeconds),
    ],
  };
}

/** True for "not charged" on the sheet, or on the product's page while no new quote can be made. */
const isToldOf = (end: string) => end === "not charged" || /^\/PowerProductDetail\/\d+\?buyAmount=/.test(end);

/** Another process locks the file while the payment is checked. */
const lockFile: Hold = async ({ sandbox, dataDir }) => {
  const before = await sandbox.calls("getOrderList");
  await sandbox.fail("getOrderList", { kind: "latency", ms: 1_000 }, { times: 1 });
  while ((await sandbox.calls("getOrderList")) === before) await wait(10);
  const other = new Libsql(join(dataDir, "storefront.db"));
  other.exec("PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE");
  await wait(HELD_MS);
  other.close();
};

export async function playHeldMarks(): Promise<StoreVerdict[]> {
  const onFile = await startTestEnvironment(PLACE);
  const verdicts: StoreVerdict[] = [];
  try {
    verdicts.push(await playHeldMark("another process locks the file as a payment is recorded", onFile, lockFile));
  } finally {
    await onFile.stop();
  }
  const redis = await startRedis({ port: await freePort() });
  const line = await openLine(redis.port);
  const onRedis = await startTestEnvironment(PLACE, { REDIS_URL: `redis://127.0.0.1:${line.port}` });
  // Only this connection is slow: over the next one the outcome reaches Redis before the mark.
  const holdLine: Hold = () =>
    new Promise((resolve) => {
      line.sees = (piece) => {
        line.waitMs = piece.includes(MARK) ? HELD_MS : 0;
        if (line.waitMs === 0) return;
        line.sees = () => (line.waitMs = 0);
        setTimeout(resolve, HELD_MS);
      };
    });
  try {
    verdicts.push(await playHeldMark("Redis gets a payment's record late", onRedis, holdLine));
  } finally {
    await onRedis.stop();
    line.close();
    await redis.stop();
  }
  return verdicts;
}
