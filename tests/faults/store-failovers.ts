import { setTimeout as wait } from "node:timers/promises";
import type { WireResponse } from "../support/scriptless/wire";
import { startWatched, type Watched } from "@storefront/test-support/sentinels";
import { startTestEnvironment } from "../support/stage";
import { unless } from "./row";
import { buyerAt, lateBuying, PLACE, readyWhen, untilBought, type Buyer, type StoreVerdict } from "./store-buyers";

const BUYERS = 20;
/** So many have paid when it happens. */
const PAID_BEFORE = 5;

/** A primary is replaced while twenty people pay, each pressing twice, and once more afterwards. */
async function playFailover(name: string, replace: (watched: Watched) => Promise<void>) {
  const watched = await startWatched(2);
  const redis = { REDIS_URL: watched.url, REDIS_SENTINEL_PASSWORD: watched.sentinelPassword };
  const environment = await startTestEnvironment(PLACE, redis);
  try {
    const buyers: { buyer: Buyer; sheet: WireResponse; ends: string[] }[] = [];
    for (let n = 0; n < BUYERS; n += 1) {
      const buyer = await buyerAt(environment);
      buyers.push({ buyer, sheet: await buyer.toCode(), ends: [] });
    }
    const press = async ({ buyer, sheet, ends }: (typeof buyers)[number]) =>
      ends.push(...(await Promise.all([buyer.pay(sheet), buyer.pay(sheet)])));
    await Promise.all(buyers.slice(0, PAID_BEFORE).map(press));
    const fromMs = performance.now();
    const replaced = replace(watched);
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
        ...unless(!isReported || orders === 1, `a buyer was message of a purchase that is none (${ends.join(", ")})`),
      );
    }
    wrong.push(...unless(paid >= PAID_BEFORE, `${paid} of ${BUYERS} bought`));
    const message = await readyWhen(environment, /^ok/);
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
  await playFailover("a failover by the Sentinels", (watched) => watched.failOver()),
  await playFailover("the primary is killed", async (watched) => {
    const primary = await watched.primary();
    await primary.stop();
    await watched.replaced(primary);
  }),
];
