import { Redis } from "ioredis";
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { freePort, startRedis } from "@storefront/test-support/redis";
import { PRODUCT_PATH, PURCHASE } from "../support/purchase-paths";
import { TEXTS } from "../support/texts";
import { startTestEnvironment, type TestEnvironment } from "../support/stage";
import { PAGE_LIMIT_MS } from "./cell";
import { growthSince, MONEY_ALERTS, readUntil } from "./metrics";
import { unless } from "./row";
import { buyerAt, lateBuying, PLACE, readyWhen, untilBought, type StoreVerdict } from "./store-buyers";

interface Loss {
  name: string;
  /** The state of the store that `/readyz` reports. */
  message: RegExp;
  break: () => Promise<unknown>;
  mend: () => Promise<unknown>;
  /** True if an earlier quote can still be paid: the store rejects new entries but changes existing ones. */
  paysOn?: true;
}

const countOf = (log: string, words: string) => log.split(words).length - 1;

/** Expects that browsing works while the store fails, that nothing is sent and pages say so, and then recovery. */
async function playLoss(
  environment: TestEnvironment,
  { name, message: expected, ...loss }: Loss,
): Promise<StoreVerdict> {
  const { sandbox, storefront } = environment;
  const wrong: string[] = [];
  const before = await buyerAt(environment);
  const sheet = await before.toCode();
  const newcomer = await buyerAt(environment);
  const open = await newcomer.browser.open(PRODUCT_PATH);
  const lines = ["the store is down", "the store is usable again"].map((words) => ({
    words,
    before: countOf(storefront.output(), words),
  }));
  await loss.break();
  const message = await readyWhen(environment, expected);
  wrong.push(...unless(expected.test(message), `/readyz says "${message}"`));
  const storeUp = await readUntil("StoreDown", (up) => up === 0, environment);
  wrong.push(...unless(storeUp === 0, `StoreDown does not fire: it reads ${storeUp}`));
  const growth = await growthSince(MONEY_ALERTS, environment);
  const calls = await sandbox.calls(PURCHASE);
  for (const path of ["/Index/Power", "/Notice", "/MyOrder", PRODUCT_PATH]) {
    const fromMs = performance.now();
    const { status } = await before.browser.open(path);
    const ms = performance.now() - fromMs;
    wrong.push(...unless(status === 200, `${path} has status ${status}`));
    wrong.push(...unless(ms <= PAGE_LIMIT_MS, `${path} took ${(ms / 1000).toFixed(1)} s`));
  }
  const words = TEXTS.en_US("errors.buyingUnavailable");
  const closed = await newcomer.browser.open(PRODUCT_PATH);
  const quoted = await newcomer.quote(open);
  wrong.push(
    ...unless(closed.text.includes(words), "the product does not say why it cannot be bought"),
    ...unless(quoted.status === 503, `a new quote gets status ${quoted.status}`),
    ...unless(quoted.text.includes(words), "a refused quote does not say why"),
  );
  const end = await before.pay(sheet);
  const isPaid = end.startsWith("/Successpay");
  wrong.push(...unless(isPaid === (loss.paysOn ?? false), `a payment ended at ${end}`));
  const sent = (await sandbox.calls(PURCHASE)) - calls;
  wrong.push(...unless(sent === (loss.paysOn ? 1 : 0), `${sent} purchases were sent`));
  const { QuotesRefused, PurchasesNotSent, PurchasesUnknown } = await growth();
  wrong.push(
    ...unless(QuotesRefused === 1, `QuotesRefused reads ${QuotesRefused} refused quotes`),
    ...unless(PurchasesNotSent === (loss.paysOn ? 0 : 1), `PurchasesNotSent reads ${PurchasesNotSent}`),
    ...unless(PurchasesUnknown === 0, `PurchasesUnknown reads ${PurchasesUnknown}`),
  );
  await loss.mend();
  const buyingAfterSeconds = await untilBought(environment, performance.now());
  wrong.push(...lateBuying(buyingAfterSeconds));
  const mended = await readyWhen(environment, /^ok/);
  wrong.push(...unless(mended.startsWith("ok"), `in the end /readyz says "${mended}"`));
  wrong.push(
    ...unless((await readUntil("StoreDown", (up) => up === 1, environment)) === 1, "StoreDown does not stop firing"),
  );
  wrong.push(...unless((await before.orders()) <= 1, "the buyer has two orders"));
  // The log is written with a delay.
  await wait(1_000);
  for (const { words, before: known } of lines) {
    const times = countOf(storefront.output(), words) - known;
    wrong.push(...unless(times === 1, `the log says ${times} times that ${words}`));
  }
  return { name, message, buyingAfterSeconds, wrong };
}

const DISK_BYTES = 100 * 1024 * 1024;

/** Plays a nearly full disk for the store's file; skipped if this machine cannot mount a disk. */
export async function playFullDisk(): Promise<StoreVerdict[]> {
  const disk = freshFolder("storefront-disk");
  if (spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_BYTES}`, "tmpfs", disk]).status !== 0) return [];
  const ballast = join(disk, "ballast");
  const environment = await startTestEnvironment(PLACE, { DATA_DIR: disk });
  try {
    const loss: Loss = {
      name: "the file's disk is nearly full",
      message: /^down \(disk nearly full\)$/,
      break: async () => writeFileSync(ballast, Buffer.alloc(DISK_BYTES / 2)),
      mend: async () => rmSync(ballast),
      paysOn: true,
    };
    return [await playLoss(environment, loss)];
  } finally {
    await environment.stop();
    spawnSync("umount", ["--lazy", disk]);
    rmSync(disk, { recursive: true, force: true });
  }
}

/** Plays each way in which Redis fails, one after the other on one storefront. */
export async function playLosses(): Promise<StoreVerdict[]> {
  const port = await freePort();
  const settings = ["--maxmemory-policy", "noeviction"];
  const start = () => startRedis({ port, settings });
  let redis = await start();
  const admin = new Redis(redis.url, { maxRetriesPerRequest: null });
  admin.on("error", () => undefined);
  const environment = await startTestEnvironment(PLACE, { REDIS_URL: redis.url });
  const losses: Loss[] = [
    {
      name: "Redis is full",
      message: /^down \(OOM .*\)$/,
      break: () => admin.config("SET", "maxmemory", "1"),
      mend: () => admin.config("SET", "maxmemory", "0"),
    },
    {
      name: "Redis is a replica",
      message: /^down \(.*READONLY .*\)$/,
      break: () => admin.replicaof("127.0.0.1", 9),
      mend: () => admin.replicaof("NO", "ONE"),
    },
    {
      name: "Redis refuses connections",
      message: /^down \(not connected: ECONNREFUSED\)$/,
      break: () => redis.stop(),
      mend: async () => (redis = await start()),
    },
    {
      name: "Redis does not answer",
      message: /^down \(.*no answer.*\)$/,
      break: async () => redis.hang(),
      mend: async () => redis.wake(),
    },
  ];
  const verdicts: StoreVerdict[] = [];
  try {
    for (const loss of losses) verdicts.push(await playLoss(environment, loss));
  } finally {
    await environment.stop();
    admin.disconnect();
    await redis.stop();
  }
  return verdicts;
}
