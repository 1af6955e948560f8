import fc from "fast-check";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { env } from "~server/env";
import { readFlash } from "~server/session/flash";
import { REFUSAL_LOOK_AGAIN_MS } from "~server/purchase/unknown-outcome";
import { closeStore } from "~server/store/shared";
import { orderList } from "~server/upstream/orders";
import type { Fault } from "@storefront/sandbox/start";
import { browserOf, CALL_FAULTS, TERMS } from "../../support/buying";
import { beginAnew } from "../../support/environment";
import { moveClock } from "../../support/move-clock";
import { passWait } from "../../support/pass-wait";
import { PURCHASE } from "../../support/purchase-paths";
import { runsOf } from "@storefront/test-support/sample";
import { CookieJar, pageRequest } from "../../support/requests";
import type { WireResponse } from "../../support/scriptless/wire";
import { signedIn, signIn, type SignedIn } from "../../support/signed-in";
import { loseStore } from "../../support/store";
import { useUpstream } from "../../support/upstream";

/** Random sequences of steps in tabs of two browsers, shared by two accounts. */

const sandbox = await useUpstream();
const PRODUCTS = ["1001", "1002"] as const;
const MINUTE_MS = 60_000;

const FAULTS: readonly (Fault | undefined)[] = [
  ...[undefined, undefined, undefined, undefined],
  ...CALL_FAULTS,
  { kind: "html", status: 502 },
  { kind: "answer", body: { code: "0", data: { success: 0 } } },
];

type Step =
  | { do: "quote"; at: number; product: (typeof PRODUCTS)[number]; quantity: string; again: boolean }
  | { do: "pay"; tab: number; code: "right" | "wrong"; times: number; fault: Fault | undefined }
  | { do: "sign"; at: number; who: number }
  | { do: "out"; at: number }
  | { do: "price"; product: (typeof PRODUCTS)[number]; price: string }
  | { do: "status"; product: (typeof PRODUCTS)[number]; status: number }
  | { do: "stop"; on: boolean }
  | { do: "pass"; ms: number }
  | { do: "restart" }
  | { do: "lose" };

const product = fc.constantFrom(...PRODUCTS);
const at = fc.nat(1);
const step = fc.oneof<fc.WeightedArbitrary<Step>[]>(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("quote" as const),
      at,
      product,
      quantity: fc.constantFrom("2.5", "2.5", "3"),
      again: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("pay" as const),
      tab: fc.nat(5),
      code: fc.constantFrom("right" as const, "right" as const, "right" as const, "wrong" as const),
      times: fc.constantFrom(1, 1, 2),
      fault: fc.constantFrom(...FAULTS),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("sign" as const), at, who: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("out" as const), at }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("price" as const), product, price: fc.constantFrom("15.5", "16") }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("status" as const), product, status: fc.constantFrom(1, 1, 2) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("stop" as const), on: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("pass" as const), ms: fc.constantFrom(1, 11).map((n) => n * MINUTE_MS) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restart" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("lose" as const) }) },
);

/** A sheet for the code in a tab. */
interface Tab {
  jar: CookieJar;
  browser: number;
  path: string;
  csrf: string | undefined;
  quote: string | undefined;
  /** The index of the account that opened it. */
  who: number;
  pays: number;
  quantity: string;
  /** The number of orders that its posts have made. */
  made: number;
}

/** The payment on a sheet's button, and the quantity after it. */
const PAYS = /Pay ([\d.,]+)\sUSDT.*?([\d.]+)\sT\b/s;
/** The message that nothing was charged, as text or as the key of a toast. */
const NOT_CHARGED = /Nothing was charged|weren’t charged|(?:nothing|not)Charged/i;

let ordersMade = 0;

beforeEach(() => passWait(REFUSAL_LOOK_AGAIN_MS));

async function play(steps: readonly Step[]): Promise<void> {
  for (const id of PRODUCTS) await sandbox.setProduct(id, { ...TERMS, maxBuy: "1000", stock: "100000" });
  try {
    await playAll(steps);
  } finally {
    await rm(join(env().DATA_DIR, "purchases-off"), { force: true });
    await sandbox.heal();
    vi.useRealTimers();
    vi.restoreAllMocks();
  }
}

async function playAll(steps: readonly Step[]): Promise<void> {
  const accounts: SignedIn[] = [await signedIn(sandbox), await signedIn(sandbox)];
  const jars = accounts.map(({ cookies }) => cookies.copy().set("ulan", "en_US"));
  const whose: (number | undefined)[] = [0, 1];
  const tabs: Tab[] = [];
  const tokens = accounts.map(({ token }) => token);
  const ordersOf = async (who: number) =>
    (await orderList({ locale: "en_US", token: tokens[who] })).orders.map(({ orderNum, tokenAmount, payAmount }) => ({
      orderNum,
      tokenAmount,
      payAmount,
    }));

  function keep(sheet: WireResponse, browser: number, path: string): void {
    const [, pays, quantity = ""] = PAYS.exec(sheet.text) ?? [];
    const [csrf, quote, who, jar] = [sheet.field("csrf"), sheet.field("quote"), whose[browser], jars[browser]];
    if (pays === undefined || quote === undefined || who === undefined || !jar) return;
    tabs.push({ jar, browser, path, csrf, quote, who, pays: Number(pays.replaceAll(",", "")), quantity, made: 0 });
  }

  async function quoteAt({ at: browser, product: id, quantity, again }: Extract<Step, { do: "quote" }>) {
    const jar = jars[browser];
    if (!jar) return;
    const path = `/PowerProductDetail/${id}`;
    const pages = browserOf(jar);
    const page = await pages.open(path);
    const csrf = page.field("csrf");
    if (csrf === undefined) return;
    let response = await pages.post(path, { csrf, intent: "buy", buyAmount: quantity });
    if (response.location?.includes("step=again") && again) {
      const asked = await pages.open(response.location);
      const given = { csrf: asked.field("csrf"), again: asked.field("again") };
      response = await pages.post(path, { ...given, intent: "buy", buyAmount: quantity });
    }
    if (!response.location?.includes("step=confirm")) return;
    const confirm = await pages.open(response.location);
    const next = /href="([^"]*step=code[^"]*)"/.exec(confirm.html)?.[1]?.replaceAll("&amp;", "&");
    if (next !== undefined) keep(await pages.open(next), browser, next);
  }

  async function payIn({ tab: number, code, times, fault }: Extract<Step, { do: "pay" }>) {
    const tab = tabs.at(-1 - (number % Math.max(tabs.length, 1)));
    if (!tab) return;
    const pages = browserOf(tab.jar);
    const now = whose[tab.browser];
    const account = accounts[tab.who];
    if (!account) return;
    const googleCode = code === "right" ? await sandbox.code(account.account.email, "google") : "000000";
    const before = [await ordersOf(0), await ordersOf(1)];
    const calls = await sandbox.calls(PURCHASE);
    if (fault) await sandbox.fail(PURCHASE, fault, { times: 1 });
    const post = () => pages.post(tab.path, { csrf: tab.csrf, quote: tab.quote, googleCode });
    const responses = await Promise.all(Array.from({ length: times }, post));
    await sandbox.heal();
    const after = [await ordersOf(0), await ordersOf(1)];
    const made = after.map((orders, who) =>
      orders.filter(({ orderNum }) => !before[who]?.some((one) => one.orderNum === orderNum)),
    );
    const sent = (await sandbox.calls(PURCHASE)) - calls;
    const total = made.flat().length;
    expect(sent, "sent at most once").toBeLessThanOrEqual(1);
    expect(total).toBeLessThanOrEqual(1);
    if (now !== tab.who) expect(sent, "another account, or none, pays nothing").toBe(0);
    expect(made[1 - tab.who], "orders of the other account").toEqual([]);
    tab.made += total;
    ordersMade += total;
    expect(tab.made, "one sheet pays once").toBeLessThanOrEqual(1);
    for (const one of made.flat()) {
      expect([Number(one.payAmount), one.tokenAmount], "amount and quantity of the sheet").toEqual([
        tab.pays,
        tab.quantity,
      ]);
    }
    for (const response of responses) {
      const { flash } = await readFlash(pageRequest("/", { cookies: new CookieJar().take(response.headers) }));
      const says = `${response.text} ${JSON.stringify(flash)}`;
      if (NOT_CHARGED.test(says)) expect(tab.made, says).toBe(0);
      if (response.location?.startsWith("/Successpay")) {
        expect(tab.made, "paid").toBe(1);
        expect(response.location).toContain(`tokenAmount=${tab.quantity}&payAmount=${tab.pays}`);
      }
      if (response.status === 422 || response.status === 503) keep(response, tab.browser, tab.path);
    }
  }

  for (const one of steps) {
    const jar = "at" in one ? jars[one.at] : undefined;
    switch (one.do) {
      case "quote":
        await quoteAt(one);
        break;
      case "pay":
        await payIn(one);
        break;
      case "sign": {
        await sandbox.advance(MINUTE_MS);
        const account = accounts[one.who];
        if (!jar || !account) break;
        const { cookies } = await signIn(sandbox, account.account);
        jar.set("utoken", cookies.get("utoken") ?? "");
        whose[one.at] = one.who;
        break;
      }
      case "out":
        jar?.delete("utoken");
        whose[one.at] = undefined;
        break;
      case "price":
        await sandbox.setProduct(one.product, { price: one.price });
        break;
      case "status":
        await sandbox.setProduct(one.product, { productStatus: one.status });
        break;
      case "stop":
        if (one.on) await writeFile(join(env().DATA_DIR, "purchases-off"), "");
        else await rm(join(env().DATA_DIR, "purchases-off"), { force: true });
        break;
      case "pass":
        moveClock(one.ms);
        await sandbox.advance(one.ms);
        beginAnew();
        break;
      case "restart":
        await closeStore();
        break;
      case "lose":
        await loseStore();
        break;
    }
  }
}

test("with any tabs, browsers and accounts a sheet pays the shown amount, once, for its own account", async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), play), {
    numRuns: runsOf(120),
    // Shrinking a failing sequence would exceed the test's time.
    endOnFailure: true,
  });
  expect(ordersMade, "orders made in all").toBeGreaterThan(0);
});
