import { setTimeout as wait } from "node:timers/promises";
import type { WireResponse } from "../support/scriptless/wire";
import { startWatched, type Watched } from "../support/sentinels";
import { PURCHASE } from "../support/purchase-paths";
import { startTestEnvironment } from "../support/stage";
import { growthSince, MONEY_ALERTS, readUntil } from "./metrics";
import { unless } from "./row";
import { buyerAt, lateBuying, PLACE, readyWhen, untilBought, type Buyer, type StoreVerdict } from "./store-buyers";

const BUYERS = 20;
/** The number of buyers who have paid before the failover. */
const PAID_BEFORE = 5;
/** PurchasesNotSent fires from this many on. */
const SEEN_FROM = 4;

/**
 * A primary is replaced while twenty people pay, each pressing twice, and once more afterwards.
 *
 * @param storeDown whether StoreDown must fire or may; a promotion may be too fast for it
 */
async function playFailover(
  name: string,
  storeDown: "comes" | "may come",
  replace: (watched: Watched) => Promise<void>,
) {
  const watched = await startWatched(2);
  const redis = { REDIS_URL: watched.url, REDIS_SENTINEL_PASSWORD: watched.sentinelPassword };
  const environment = await startTestEnvironment(PLACE, redis);
  try {
    // A storefront that has just started has not written to its store yet, and makes no quote.
    await readyWhen(environment, /^ok/);
    const buyers: { buyer: Buyer; sheet: WireResponse; ends: string[] }[] = [];
    for (let n = 0; n < BUYERS; n += 1) {
      const buyer = await buyerAt(environment);
      buyers.push({ buyer, sheet: await buyer.toCode(), ends: [] });
    }
    const growth = await growthSince([...MONEY_ALERTS, "NobodyBuys"], environment);
    const press = async ({ buyer, sheet, ends }: (typeof buyers)[number]) =>
      ends.push(...(await Promise.all([buyer.pay(sheet), buyer.pay(sheet)])));
    await Promise.all(buyers.slice(0, PAID_BEFORE).map(press));
    const fromMs = performance.now();
    const replaced = replace(watched);
    const lowest = storeDown === "comes" ? readUntil("StoreDown", (up) => up === 0, environment) : 0;
    await Promise.all(
      buyers.slice(PAID_BEFORE).map(async (one, n) => {
        await wait(n * 100);
        await press(one);
      }),
    );
    const buyingAfterSeconds = await untilBought(environment, fromMs);
    await replaced;
    await Promise.all(buyers.map(async ({ buyer, sheet, ends }) => ends.push(await buyer.pay(sheet))));
    const wrong = lateBuying(buyingAfterSeconds);
    let paid = 0;
    for (const { buyer, ends } of buyers) {
      const orders = await buyer.orders();
      const isReported = ends.some((end) => end.startsWith("/Successpay"));
      if (isReported) paid += 1;
      wrong.push(
        ...unless(orders <= 1, `a buyer has ${orders} orders (${ends.join(", ")})`),
        ...unless(
          !isReported || orders === 1,
          `a buyer was told of a purchase that does not exist (${ends.join(", ")})`,
        ),
        ...unless(
          orders === 0 || !ends.includes("not charged"),
          `"not charged" was said of an order (${ends.join(", ")})`,
        ),
      );
    }
    wrong.push(...unless(paid >= PAID_BEFORE, `${paid} of ${BUYERS} bought`));
    const message = await readyWhen(environment, /^ok/);
    const read = await growth();
    const sent = await environment.sandbox.calls(PURCHASE);
    // Either of a buyer's first two presses may succeed, so the orders are counted.
    const most = 2 * (BUYERS - paid);
    const least = storeDown === "comes" ? Math.min(most, SEEN_FROM) : 0;
    wrong.push(
      ...unless((await lowest) === 0, "StoreDown does not fire"),
      ...unless((await readUntil("StoreDown", (up) => up === 1, environment)) === 1, "StoreDown does not stop firing"),
      ...unless(read.NobodyBuys === sent, `NobodyBuys reads ${read.NobodyBuys} purchases of ${sent}`),
      ...unless(read.PurchasesUnknown === 0, `PurchasesUnknown reads ${read.PurchasesUnknown}`),
      ...unless(
        read.PurchasesNotSent >= least && read.PurchasesNotSent <= most,
        `PurchasesNotSent reads ${read.PurchasesNotSent}, of ${BUYERS - paid} buyers`,
      ),
    );
    return {
      name,
      message,
      buyingAfterSeconds,
      wrong: [...wrong, ...unless(message.startsWith("ok"), `in the end: ${message}`)],
    };
  } finally {
    await environment.stop();
    await watched.stop();
  }
}

/** A manual failover, and one by the Sentinels. */
export const playFailovers = async (): Promise<StoreVerdict[]> => [
  await playFailover("a failover by the Sentinels", "may come", (watched) => watched.failOver()),
  await playFailover("the primary is killed", "comes", async (watched) => {
    const primary = await watched.primary();
    await primary.stop();
    await watched.replaced(primary);
  }),
];
