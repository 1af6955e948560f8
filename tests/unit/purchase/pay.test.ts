import { rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeEach, expect, test, vi } from "vitest";
import { env } from "~server/env";
import { LIMITS } from "~server/limits";
import { QUOTE_AGE_MS } from "~server/purchase/quote";
import { blockedBy, changeAttempts, lockAccount, readAttempts, type Attempt } from "~server/purchase/attempts";
import { openLedger } from "~server/purchase/ledger";
import { UNKNOWN_BLOCK_MS, type Outcome } from "~server/purchase/outcome";
import { otherAmount, readOwnOrders } from "~server/purchase/own-orders";
import { SEND_WITHIN_MS, pay, type Payment } from "~server/purchase/pay";
import {
  REFUSAL_LOOK_AGAIN_MS,
  compareOrders,
  earlierKey,
  earlierPurchases,
  resolveUnknown,
} from "~server/purchase/unknown-outcome";
import type { Fault, Sandbox } from "@storefront/sandbox/start";
import { forgetAttempts } from "~server/store/attempt-limit";
import { ownerBy } from "~server/session/owner";
import { store } from "~server/store/shared";
import { purchases as counted } from "~server/purchase/outcome";
import { orderList, productAccount, purchase } from "~server/upstream/orders";
import { productDetail } from "~server/upstream/catalogue";
import { forPayment, type UpstreamContext } from "~server/upstream/client";
import { userInfo } from "~server/upstream/user";
import { captureLog } from "@storefront/observability/test/captured-log";
import { moveClock, setClock } from "../../support/move-clock";
import { passWait } from "../../support/pass-wait";
import { PURCHASE } from "../../support/purchase-paths";
import { duringTheMark } from "../../support/during-the-mark";
import { newQuote, QUOTED } from "../../support/quote";
import { useUpstream } from "../../support/upstream";
import { buyerAt, isSuccess, storage } from "@storefront/sandbox/test/calls";
import { LONG_WAIT } from "@storefront/test-support/endless-wait";
import { setEnv } from "../../support/environment";
import { putInFront as passThrough } from "../../support/front";
import { envelope } from "../../support/upstream-peer";
import type { Reply } from "@storefront/test-support/peer";

const [PRODUCT, TWIN] = ["1001", "1002"];
const TERMS = {
  productStatus: 1,
  minBuy: "1",
  maxBuy: "100",
  stepBuy: "0.5",
  price: "88.5",
  paySymbol: "USDT",
  miningCycle: "540",
  serviceRate: "20",
  incomeType: "1",
  profitRatio: "32.5",
};
/** The offer that the tests buy by default. */
const OFFER = { productId: PRODUCT, quantity: "2.5", price: "88.5", paySymbol: "USDT", terms: QUOTED };
const PAID = { productId: PRODUCT, tokenAmount: "2.5", payAmount: "221.25", paySymbol: "USDT" };

const sandbox = await useUpstream();

const upstream = (url: string) => setEnv({ UPSTREAM_URL: url });

/** Signed in before each test. */
let buyer: Buyer;

beforeEach(async () => {
  upstream(sandbox.url);
  for (const product of [PRODUCT, TWIN]) await sandbox.setProduct(product, { ...TERMS, stock: "1000" });
  buyer = await signIn();
});

interface Buyer {
  email: string;
  accountId: string;
  upstreamContext: UpstreamContext;
  session: { id: string };
}

async function signIn(account: Parameters<Sandbox["createAccount"]>[0] = {}): Promise<Buyer> {
  const { email, id, token } = await buyerAt(sandbox, { secondStep: "email", ...account });
  return {
    email,
    accountId: String(id),
    upstreamContext: { locale: "en_US", token },
    session: { id: `session-of-${email}` },
  };
}

/**
 * Puts a proxy in front of the sandbox for the rest of the test.
 *
 * @param onAnswer is called with each call's path when its response arrives, and passes the response on
 * @returns a function that closes the proxy to new connections
 */
async function putInFront(onAnswer: (path: string, send: () => void) => void): Promise<() => void> {
  const front = createServer((request, response) => {
    const path = request.url ?? "";
    const { host: _, connection: __, "content-length": ___, ...headers } = request.headers;
    void text(request)
      .then((body) => fetch(sandbox.url + path, { method: "POST", headers: headers as Record<string, string>, body }))
      .then((answer) => answer.text())
      .then((answer) => onAnswer(path, () => response.end(answer)));
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  upstream(`http://127.0.0.1:${(front.address() as AddressInfo).port}`);
  return () => void front.close();
}

/** A payment of a new quote by a code that the upstream will accept. */
async function payment(
  buyer: Buyer,
  change: Partial<typeof OFFER> & { acknowledged?: string | undefined } = {},
): Promise<Payment> {
  const offer = { ...OFFER, ...change };
  return {
    upstreamContext: buyer.upstreamContext,
    quote: await newQuote(offer, buyer.session.id),
    googleCode: await sandbox.code(buyer.email, "google").catch(() => "123456"),
    account: buyer.email,
  };
}

/** Pays after acknowledging earlier purchases of the product without a response. */
async function payAgain(buyer: Buyer): Promise<Outcome> {
  const earlier = await earlierPurchases(buyer.upstreamContext, buyer.accountId, PRODUCT);
  return pay(await payment(buyer, { acknowledged: earlierKey(earlier) }));
}

async function payNew(buyer: Buyer, change: Partial<typeof OFFER> = {}): Promise<Outcome> {
  return pay(await payment(buyer, change));
}

/** Makes a purchase whose response is lost; with `after: "effect"` it makes an order. */
async function lose(buyer: Buyer, change: Partial<typeof OFFER> = {}, after: "nothing" | "effect" = "nothing") {
  await sandbox.fail(PURCHASE, { kind: "reset", after }, { times: 1 });
  expect((await payNew(buyer, change)).kind).toBe("unknown");
}

const resolutionKind = async ({ upstreamContext, accountId }: Buyer, productId = PRODUCT) =>
  (await resolveUnknown(upstreamContext, accountId, productId)).kind;

const writesAttempts = ({ write }: { write: object }) => Object.keys(write).some((key) => key.startsWith("buyer:"));

const ownOrdersOf = async ({ email, accountId }: Buyer) =>
  await readOwnOrders(ownerBy({ account: email, id: "", userId: accountId }));
const orderCount = async (buyer: Buyer) => (await orderList(buyer.upstreamContext)).count;
const balance = async (buyer: Buyer) => (await productAccount(buyer.upstreamContext, PRODUCT)).balance;
/** An order as the upstream sends it. */
const AS_SENT = { tokenAmount: "2.5", payAmount: "221.25", paySymbol: "USDT", orderStatus: 0 };

const purchases = () => sandbox.calls(PURCHASE);

test("a valid purchase is paid, and the receipt has quantity and payment", async () => {
  const outcome = await payNew(buyer);
  expect(outcome).toMatchObject({ kind: "paid", receipt: PAID });
  expect(outcome.kind === "paid" && outcome.receipt.title).toBeTruthy();
  expect(await balance(buyer)).toBe("999778.75");
  expect((await orderList(buyer.upstreamContext)).orders[0]).toMatchObject({ tokenAmount: "2.5", payAmount: "221.25" });
});

test("the upstream gets token, product, quantity, code and account type in its own types", async () => {
  const paying = await payment(buyer);
  await pay(paying);
  const [request] = await sandbox.requests(PURCHASE);
  expect(request?.body).toEqual({
    // The sandbox's product ids are numbers and its account types are texts.
    productId: Number(PRODUCT),
    buyAmount: "2.5",
    googleCode: paying.googleCode,
    accountType: "1",
  });
  expect(request?.headers["exchange-token"]).toBe(buyer.upstreamContext.token);
});

test("50 simultaneous posts of one quote make one order and one log line, and all get its outcome", async () => {
  const before = counted.counts.accepted;
  const paying = await payment(buyer);
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => pay(paying)));
  expect(await purchases()).toBe(1);
  expect(await orderCount(buyer)).toBe(1);
  expect(outcomes[0]).toMatchObject({ kind: "paid", receipt: PAID });
  for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
  expect(counted.counts.accepted - before).toBe(1);
});

test("a quote posted again gets the first outcome, with any code, even after it expired", async () => {
  const paying = await payment(buyer);
  const first = await pay(paying);
  expect(await pay({ ...paying, googleCode: "000000" })).toEqual(first);
  moveClock(QUOTE_AGE_MS + 1_000);
  expect(await pay(paying)).toEqual(first);
  expect(await purchases()).toBe(1);
});

test("a code rejected by the upstream charges nothing and keeps its quote rejected; a new quote can be paid", async () => {
  const wrong = { ...(await payment(buyer)), googleCode: "000000" };
  expect(await pay(wrong)).toEqual({ kind: "refused", messageKey: "errors.code" });
  const right = await sandbox.code(buyer.email, "google");
  expect(await pay({ ...wrong, googleCode: right })).toEqual({ kind: "refused", messageKey: "errors.code" });
  expect(await purchases()).toBe(1);
  expect(await balance(buyer)).toBe("1000000");
  expect((await payNew(buyer)).kind).toBe("paid");
});

test("a purchase sent twice by a gateway, and rejected for its used code, is found among the orders", async () => {
  await passThrough(sandbox, async ({ path }, own) => {
    if (path.endsWith(PURCHASE)) await own();
    return own();
  });
  expect(await payNew(buyer)).toEqual({ kind: "unknown", productId: PRODUCT });
  expect(await resolutionKind(buyer)).toBe("made");
  expect([await purchases(), await orderCount(buyer)]).toEqual([2, 1]);
});

/** An upstream whose orders have different fields from its products and payments. */
async function sendOrders(change: object, atPurchase?: (own: () => Promise<Reply>) => Promise<Reply>): Promise<void> {
  await passThrough(sandbox, async ({ path }, own) => {
    if (atPurchase && path.endsWith(PURCHASE)) return atPurchase(own);
    const answer = await own();
    if (!path.endsWith("getOrderList") || typeof answer === "string") return answer;
    const { data } = JSON.parse(String(answer.body)) as { data: { count: number; orderList: object[] } };
    return envelope({ ...data, orderList: data.orderList.map((row) => ({ ...row, ...change })) });
  });
}

const OTHER_SPELLINGS: readonly (readonly [string, object])[] = [
  ["its coin in lower case", { paySymbol: "usdt" }],
  ["its coin's own name", { paySymbol: "USDT1742" }],
  ["a payment rounded up", { payAmount: "221.25000001" }],
];

test.each([
  ...OTHER_SPELLINGS,
  ["no number yet", { orderNum: null }],
  ["an unreadable quantity", { tokenAmount: "2.5 T" }],
  ["another payment", { payAmount: "230" }],
] as typeof OTHER_SPELLINGS)("a rejected code is not trusted if there is a new order with %s", async (_, change) => {
  await sendOrders(change, async (own) => {
    await own();
    return own();
  });
  expect(await payNew(buyer)).toEqual({ kind: "unknown", productId: PRODUCT });
});

test.each(OTHER_SPELLINGS)("a purchase without a response is found by an order with %s", async (_, change) => {
  await lose(buyer, {}, "effect");
  await sendOrders(change);
  expect(await resolutionKind(buyer)).toBe("made");
});

test.each([
  ["refused", "belongs to an earlier purchase without a response", { productId: TWIN, quantity: "3" }],
  ["refused", "belongs to one, but has no readable quantity", { productId: TWIN, quantity: "3" }, "3 T"],
  ["unknown", "may be its own or that of an earlier purchase", { productId: TWIN }],
] as const)("a rejected code counts as %s if the only new order %s", async (kind, _, earlier, tokenAmount?: string) => {
  await sandbox.fail(PURCHASE, { kind: "lost" }, { times: 1 });
  await payNew(buyer, earlier);
  if (tokenAmount) await sendOrders({ tokenAmount });
  const data = { count: 0, orderList: [] };
  await sandbox.fail("getOrderList", { kind: "answer", body: { code: 0, data } }, { times: 1 });
  expect((await pay({ ...(await payment(buyer)), googleCode: "000000" })).kind).toBe(kind);
});

test("an expired session reported for a purchase that was charged is not trusted", async () => {
  await sandbox.fail(PURCHASE, { kind: "error", code: "10002", after: "effect" }, { times: 1 });
  expect(await payNew(buyer)).toEqual({ kind: "unknown", productId: PRODUCT });
  expect(await resolutionKind(buyer)).toBe("made");
});

test("a rejected code whose order appears late is reported before the product is bought again", async () => {
  let isRepeated = true;
  await passThrough(sandbox, async ({ path }, own) => {
    if (!isRepeated) return own();
    if (path.endsWith("getOrderList")) return envelope({ count: 0, orderList: [] });
    if (path.endsWith(PURCHASE)) await own();
    return own();
  });
  expect(await payNew(buyer)).toEqual({ kind: "refused", messageKey: "errors.code" });
  isRepeated = false;
  await sandbox.advance(60_000);
  expect((await payNew(buyer)).kind).toBe("earlier");
  expect([await purchases(), await orderCount(buyer)]).toEqual([2, 1]);
  expect((await payAgain(buyer)).kind).toBe("paid");
  await sandbox.advance(60_000);
  expect((await payNew(buyer)).kind, "the earlier purchase is not reported again").toBe("paid");
});

/** A rejection with a code that the catalogue does not know. */
const BUSY = { kind: "error", code: 20099, msg: "System <b>busy</b>" } as const satisfies Fault;
const BUSY_OUTCOME = { kind: "refused", messageKey: "errors.server", upstreamMessage: BUSY.msg };

/** Makes the same order at the upstream, like its app or a purchase that appears late. */
async function buyElsewhere(buyer: Buyer, buyAmount = "2.5"): Promise<void> {
  const googleCode = await sandbox.code(buyer.email, "google");
  const body = { productId: Number(PRODUCT), buyAmount, accountType: "1", googleCode };
  const response = await storage(sandbox, PURCHASE, body, { token: buyer.upstreamContext.token ?? "" });
  if (!isSuccess(response)) throw new Error(`The sandbox refused an order: ${response.msg}`);
}

test("a rejection with an unknown code is trusted, with its message, if two checks find no order", async () => {
  await payNew(buyer);
  await sandbox.fail(PURCHASE, BUSY, { times: 1 });
  const read = await sandbox.calls("getOrderList");
  let readBetween = 0;
  passWait(REFUSAL_LOOK_AGAIN_MS, async () => (readBetween = (await sandbox.calls("getOrderList")) - read));
  expect(await payNew(buyer)).toEqual(BUSY_OUTCOME);
  // One read before the payment, one right after it, one after the wait.
  expect([readBetween, (await sandbox.calls("getOrderList")) - read]).toEqual([2, 3]);
  expect(await blockedBy(buyer.accountId, PRODUCT)).toBeNull();
  await sandbox.advance(60_000);
  expect((await payNew(buyer)).kind).toBe("paid");
});

test("a trusted rejection whose order appears late is reported before the product is bought again", async () => {
  passWait(REFUSAL_LOOK_AGAIN_MS);
  await sandbox.fail(PURCHASE, BUSY, { times: 2 });
  for (let times = 0; times < 2; times += 1) expect((await payNew(buyer)).kind).toBe("refused");
  expect((await readAttempts(buyer.accountId)).attempts, "one attempt per product").toHaveLength(1);
  expect(await earlierPurchases(buyer.upstreamContext, buyer.accountId, PRODUCT)).toEqual([]);
  expect(await resolveUnknown(buyer.upstreamContext, buyer.accountId, PRODUCT)).toEqual({ kind: "none" });
  await buyElsewhere(buyer);
  await sandbox.advance(60_000);
  expect((await payNew(buyer)).kind).toBe("earlier");
  expect(await purchases()).toBe(3);
  await sandbox.fail(PURCHASE, BUSY, { times: 1 });
  expect((await payAgain(buyer)).kind).toBe("refused");
  expect((await payNew(buyer)).kind, "after a refusal it is reported again").toBe("earlier");
  expect((await payAgain(buyer)).kind).toBe("paid");
  await sandbox.advance(60_000);
  expect((await payNew(buyer)).kind).toBe("paid");
});

test("a late order after trusted rejections of two products with the same amounts is reported for both", async () => {
  passWait(REFUSAL_LOOK_AGAIN_MS);
  await sandbox.fail(PURCHASE, BUSY, { times: 2 });
  for (const productId of [PRODUCT, TWIN]) expect((await payNew(buyer, { productId })).kind).toBe("refused");
  await buyElsewhere(buyer);
  await sandbox.advance(60_000);
  for (const productId of [TWIN, PRODUCT]) {
    expect(await earlierPurchases(buyer.upstreamContext, buyer.accountId, productId)).toHaveLength(1);
    expect((await payNew(buyer, { productId })).kind).toBe("earlier");
  }
});

test.each(["lost", "rejected"])(
  "a late order that may belong to a trusted rejection or to another product's lost purchase is reported for both, the %s one first",
  async (first) => {
    passWait(REFUSAL_LOOK_AGAIN_MS);
    await sandbox.fail(PURCHASE, BUSY, { times: 1 });
    expect((await payNew(buyer)).kind).toBe("refused");
    await lose(buyer, { productId: TWIN });
    await buyElsewhere(buyer);
    if (first === "rejected")
      expect(await earlierPurchases(buyer.upstreamContext, buyer.accountId, PRODUCT)).toHaveLength(1);
    expect(await resolutionKind(buyer, TWIN)).toBe("made");
    expect((await payNew(buyer)).kind).toBe("earlier");
    expect(await earlierPurchases(buyer.upstreamContext, buyer.accountId, TWIN)).toHaveLength(1);
  },
);

test.each([{ tokenAmount: null }, { tokenAmount: "2.5 T" }, { payAmount: {} }])(
  "a late order that cannot be read whole contradicts a rejection: %j",
  async (change) => {
    await showOrders(["before"]);
    expect((await pay({ ...(await payment(buyer)), googleCode: "000000" })).kind).toBe("refused");
    await showOrders([{ orderNum: "late", ...change }, "before"]);
    expect((await payNew(buyer)).kind).toBe("earlier");
  },
);

const wrongCode = async (buyer: Buyer) =>
  expect((await pay({ ...(await payment(buyer)), googleCode: "000000" })).kind).toBe("refused");

test("a trusted rejection is still reported after another during which its order had no number", async () => {
  await showOrders(["before"]);
  await wrongCode(buyer);
  const data = { count: 2, orderList: [AS_SENT, { ...AS_SENT, orderNum: "before" }] };
  await sandbox.fail("getOrderList", { kind: "answer", body: { code: 0, data } });
  await wrongCode(buyer);
  await showOrders(["late", "before"]);
  expect((await payNew(buyer)).kind).toBe("earlier");
});

test.each([{ payAmount: "0" }, { tokenAmount: "0.00" }])(
  "a trusted rejection is reported although its order has only %j",
  async (change) => {
    await showOrders(["before"]);
    await wrongCode(buyer);
    await showOrders([{ orderNum: "late", ...change }, "before"]);
    expect((await payNew(buyer)).kind).toBe("earlier");
  },
);

test.each([{ payAmount: "1" }, { tokenAmount: "1" }])(
  "a trusted rejection is still reported after another during which its order had %j",
  async (change) => {
    await showOrders(["before"]);
    await wrongCode(buyer);
    await showOrders([{ orderNum: "late", ...change }, "before"]);
    await wrongCode(buyer);
    await showOrders(["late", "before"]);
    expect((await payNew(buyer)).kind).toBe("earlier");
  },
);

test("a paid purchase keeps its order's number although an open one of another amount exists", async () => {
  await lose(buyer, { productId: TWIN, quantity: "7" });
  await showOrders(["paid", "before"]);
  await showOrders(["before"], 1);
  expect((await payNew(buyer)).kind).toBe("paid");
  expect(await ownOrdersOf(buyer)).toMatchObject([{ orderNum: "paid" }]);
  await sandbox.advance(60_000);
  await showOrders(["before"]);
  await wrongCode(buyer);
  await showOrders(["late", "before"]);
  expect((await payNew(buyer)).kind).toBe("earlier");
});

/** The upstream's list of orders as it is before the next payment, and after it. */
async function listOrders(before: object, after: object): Promise<void> {
  await sandbox.heal("getOrderList");
  await sandbox.fail("getOrderList", { kind: "answer", body: { code: 0, data: after } });
  await sandbox.fail("getOrderList", { kind: "answer", body: { code: 0, data: before } }, { times: 1 });
}

test.each([
  ["one of no number", { count: 2, orderList: [AS_SENT, { ...AS_SENT, orderNum: "before" }] }],
  ["five counted but not sent", { count: 5, orderList: [] }],
])("orders that the list lacked, %s, hide no order of a rejected purchase, at once or late", async (_, before) => {
  const after = { count: before.count, orderList: [{ ...AS_SENT, orderNum: "own" }, ...before.orderList.slice(1)] };
  for (const [shown, kind] of [
    [after, "unknown"],
    [before, "refused"],
  ] as const) {
    buyer = await signIn();
    await listOrders(before, shown);
    expect((await pay({ ...(await payment(buyer)), googleCode: "000000" })).kind).toBe(kind);
    await listOrders(after, after);
    expect((await payNew(buyer)).kind).toBe(kind === "unknown" ? "blocked" : "earlier");
  }
});

test.each([{ payAmount: "230" }, { orderNum: null }])(
  "a rejected code is not trusted because of an open purchase that cannot have made the new order: %j",
  async (change) => {
    await lose(buyer, { productId: TWIN, quantity: "3" });
    await sendOrders(change, async (own) => {
      await own();
      return own();
    });
    expect((await payNew(buyer)).kind).toBe("unknown");
  },
);

test.each([
  ["a purchase without a response", "unknown"],
  ["a wrong code", "refused"],
] as const)("an order without its payment is not matched to %s if another purchase made it", async (_, kind) => {
  await sandbox.setProduct(TWIN, { price: "15.5" });
  if (kind === "unknown") await lose(buyer);
  else expect((await pay({ ...(await payment(buyer)), googleCode: "000000" })).kind).toBe(kind);
  await sendOrders({ payAmount: null, paySymbol: null });
  expect((await payNew(buyer, { productId: TWIN, price: "15.5" })).kind).toBe("paid");
  const earlier = await earlierPurchases(buyer.upstreamContext, buyer.accountId, PRODUCT);
  expect(earlier.filter(({ state }) => state === "made")).toEqual([]);
  if (kind === "unknown") expect(await resolutionKind(buyer)).toBe("notYet");
});

test.each([
  ["payment", { payAmount: null }, { price: "15.5" }],
  ["quantity", { tokenAmount: null }, { price: "88.5", quantity: "3" }],
] as const)("a rejected code is not trusted if a new order without its %s may be its own", async (_, change, offer) => {
  await lose(buyer, { productId: TWIN });
  await sandbox.setProduct(PRODUCT, { price: offer.price });
  await sendOrders(change, async (own) => {
    await own();
    return own();
  });
  expect((await payNew(buyer, offer)).kind).toBe("unknown");
});

test("a list lags no longer once it shows the last purchase's order, even without its quantity", async () => {
  passWait(REFUSAL_LOOK_AGAIN_MS);
  await showOrders(["before"]);
  expect((await payNew(buyer)).kind).toBe("paid");
  await showOrders([{ orderNum: "own", tokenAmount: null }, "before"]);
  await sandbox.advance(60_000);
  await sandbox.fail(PURCHASE, BUSY, { times: 1 });
  expect((await payNew(buyer)).kind).toBe("refused");
});

test("a trusted rejection is still reported after another of a different quantity; at most 20 are stored", async () => {
  passWait(REFUSAL_LOOK_AGAIN_MS);
  await sandbox.fail(PURCHASE, BUSY, { times: 23 });
  for (let quantity = 1; quantity <= 22; quantity += 1) {
    // Resets the limit on rejected payments, as if more time had passed.
    await forgetAttempts("tries:refusedPayment", buyer.accountId);
    expect((await pay(await payment(buyer, { quantity: String(quantity) }))).kind).toBe("refused");
  }
  expect((await pay(await payment(buyer))).kind).toBe("refused");
  expect((await readAttempts(buyer.accountId)).attempts).toHaveLength(20);
  await buyElsewhere(buyer, "22");
  expect((await payNew(buyer)).kind).toBe("earlier");
});

test.each([
  ["at once", true],
  ["only at the second check", false],
] as const)(
  "a rejection with an unknown code whose order appears %s is unknown, and its order is found",
  async (_, now) => {
    passWait(REFUSAL_LOOK_AGAIN_MS, () => buyElsewhere(buyer));
    await sandbox.fail(PURCHASE, now ? { ...BUSY, after: "effect" } : BUSY, { times: 1 });
    const paying = await payment(buyer);
    expect(await pay(paying)).toEqual({ kind: "unknown", productId: PRODUCT });
    expect(await pay(paying)).toEqual({ kind: "unknown", productId: PRODUCT });
    expect(await orderCount(buyer)).toBe(1);
    expect(await payNew(buyer)).toMatchObject({ kind: "blocked", reason: "unknown" });
    expect(await resolveUnknown(buyer.upstreamContext, buyer.accountId, PRODUCT)).toMatchObject({
      kind: "made",
      receipt: PAID,
    });
  },
);

const ROW = { ...AS_SENT, orderNum: "before" };
/** A page of a hundred orders, the newest (-1) or the oldest (1) first. */
const hundred = (sign: number, from = 0) =>
  Array.from({ length: 100 }, (_, n) => n + from).map((n) => ({
    ...AS_SENT,
    orderNum: `n${n}`,
    orderTime: 1_700_000_000_000 + sign * n,
  }));

test.each([
  ["are complete and unchanged", "refused", { count: 1, orderList: [ROW] }],
  ["have one with an unreadable field", "refused", { count: 1, orderList: [{ ...ROW, tokenAmount: {} }] }],
  ["have a new one without its fields", "unknown", { count: 2, orderList: [{ orderNum: "new" }, ROW] }],
  ["have a new one of another amount", "unknown", { count: 2, orderList: [{ ...ROW, orderNum: "n", payAmount: "1" }] }],
  ["have one without a number", "unknown", { count: 2, orderList: [AS_SENT, ROW] }],
  ["are fewer than were counted", "unknown", { count: 2, orderList: [ROW] }],
  ["were counted but not sent", "unknown", { count: 1, orderList: [] }],
  ["are not a list", "unknown", { count: 1, orderList: "busy" }],
  ["are the newest of many", "refused", { count: 200, orderList: hundred(-1) }],
  ["are the oldest of many", "unknown", { count: 200, orderList: hundred(1) }],
] as const)("a rejection with an unknown code, when the orders after it %s, is %s", async (_, kind, data) => {
  passWait(REFUSAL_LOOK_AGAIN_MS);
  const before = { count: data.count, orderList: data.count === 200 ? data.orderList : [ROW] };
  await sandbox.fail(PURCHASE, BUSY, { times: 1 });
  await sandbox.fail("getOrderList", { kind: "answer", body: { code: 0, data } });
  await sandbox.fail("getOrderList", { kind: "answer", body: { code: 0, data: before } }, { times: 1 });
  expect((await payNew(buyer)).kind).toBe(kind);
});

test.each(["html", "reset", "types"] as const)(
  "a rejection with an unknown code is unknown if reading orders fails with %s",
  async (kind) => {
    passWait(REFUSAL_LOOK_AGAIN_MS);
    await sandbox.fail(PURCHASE, BUSY, { times: 1 });
    await sandbox.fail("getOrderList", { kind });
    await sandbox.fail("getOrderList", { kind: "latency", ms: 0 }, { times: 1 });
    expect((await payNew(buyer)).kind).toBe("unknown");
  },
);

test("while orders are checked, other requests see the purchase as running", async () => {
  const second = await payment(buyer);
  const paying = await payment(buyer);
  await sandbox.fail(PURCHASE, BUSY, { times: 1 });
  const seen: unknown[] = [];
  passWait(REFUSAL_LOOK_AGAIN_MS, async () => {
    const [attempt] = (await readAttempts(buyer.accountId)).attempts;
    seen.push(attempt?.state, await store().get(`quote:${paying.quote.id}`), (await pay(second)).kind);
  });
  expect(await pay(paying)).toEqual(BUSY_OUTCOME);
  expect(seen).toEqual(["sending", expect.stringContaining('"sending"'), "blocked"]);
});

test.each([10022, "10010"])("'wrong code' (%s) from the upstream is trusted unless the order exists", async (code) => {
  await sandbox.fail(PURCHASE, { kind: "error", code, msg: "No." });
  expect((await payNew(buyer)).kind).toBe("refused");
  // One read before the payment, one after it.
  expect(await sandbox.calls("getOrderList")).toBe(2);
  await sandbox.fail("getOrderList", { kind: "html" });
  await sandbox.fail("getOrderList", { kind: "latency", ms: 0 }, { times: 1 });
  expect((await payNew(buyer)).kind, "the orders are unreadable").toBe("refused");
  await sandbox.heal();
  await sandbox.fail(PURCHASE, { kind: "error", code, msg: "No.", after: "effect" });
  expect((await payNew(buyer)).kind).toBe("unknown");
});

test.each([10051, 10023, "10055"])(
  "the error %s, which has no meaning for a purchase, is checked against the orders",
  async (code) => {
    passWait(REFUSAL_LOOK_AGAIN_MS);
    await sandbox.fail(PURCHASE, { kind: "error", code, msg: "No." }, { times: 1 });
    expect((await payNew(buyer)).kind).toBe("refused");
    await sandbox.fail(PURCHASE, { kind: "error", code, msg: "No.", after: "effect" }, { times: 1 });
    expect((await payNew(buyer)).kind).toBe("unknown");
  },
);

test.each([
  ["code 0 and no success", { code: "0", succ: false, data: null }],
  ["code 0 and no `success`", { code: 0, success: false, data: null }],
  ["code 0 and false", { code: "0", data: false }],
  ["code 0 with a failure inside", { code: "0", data: { success: false, msg: "No." } }],
  ["code 0 and succ false as text", { code: "0", succ: "false", data: null }],
  ["code 0 and success 0", { code: "0", data: { success: 0 } }],
  ["code 0 with a rejection inside", { code: "0", msg: "suc", data: { code: 10022, msg: "No." } }],
  ["a wrong code and success", { code: "10022", succ: true, data: null }],
  ["an expired session and success", { code: "10002", success: true, data: null }],
  ["a refusal and true", { code: 20099, data: true }],
])("a contradictory response with %s is unknown", async (_, body) => {
  await sandbox.fail(PURCHASE, { kind: "answer", body });
  expect((await payNew(buyer)).kind).toBe("unknown");
});

test.each([
  { code: "0", succ: true, data: true },
  { code: 0, data: { success: true } },
  { code: "0", success: "1", data: { code: "0", msg: "suc" } },
  { code: "0", data: { code: 200, message: "OK" } },
  { code: "0", data: { code: "A1007", count: 0 } },
])("a response that reports success twice is a success: %j", async (body) => {
  await sandbox.fail(PURCHASE, { kind: "answer", body });
  expect((await payNew(await signIn())).kind).toBe("paid");
});

test("a gateway's status with an error code is not trusted either", async () => {
  passWait(REFUSAL_LOOK_AGAIN_MS, () => buyElsewhere(buyer));
  await sandbox.fail(PURCHASE, { kind: "gateway", status: 429, body: { code: 429, msg: "slow down" } }, { times: 1 });
  const { lines } = captureLog();
  const paying = await payment(buyer);
  expect((await pay(paying)).kind).toBe("unknown");
  const msg = "a purchase was rejected with an unknown code";
  expect(lines).toContainEqual(expect.objectContaining({ msg, quote: paying.quote.id, code: "429" }));
});

test("a rejection with an unknown code does not count as a wrong authenticator code", async () => {
  passWait(REFUSAL_LOOK_AGAIN_MS);
  await sandbox.fail(PURCHASE, BUSY, { times: 6 });
  for (let n = 0; n < 6; n += 1) expect(await payNew(buyer)).toEqual(BUSY_OUTCOME);
  expect((await payNew(buyer)).kind).toBe("paid");
});

test("if the upstream rejects wrong codes with an unknown code, guesses are limited too", async () => {
  passWait(REFUSAL_LOOK_AGAIN_MS);
  await sandbox.fail(PURCHASE, BUSY);
  const { points } = LIMITS["tries:refusedPayment"];
  const before = await purchases();
  for (let n = 0; n < points; n += 1) expect(await payNew(buyer)).toEqual(BUSY_OUTCOME);
  expect((await payNew(buyer)).kind).toBe("paused");
  expect((await purchases()) - before).toBe(points);
});

test.each([
  ["status 0", { productStatus: 0 }, { messageKey: "errors.notForSale" }],
  ["status 2", { productStatus: "2" }, { messageKey: "errors.notForSale" }],
  ["maxBuy 0", { maxBuy: "0" }, { messageKey: "errors.outOfStock" }],
  ["a stock that is no longer sufficient", { stock: "2" }, { messageKey: "errors.outOfStock" }],
  ["a higher minimum", { minBuy: "3" }, { messageKey: "errors.quantityMin", values: { min: "3" } }],
  ["another step", { stepBuy: "1" }, { messageKey: "errors.quantityStep", values: { step: "1", nearest: "2 / 3" } }],
])("if the product has %s since the quote, nothing is sent", async (_, patch, refusal) => {
  await sandbox.setProduct(PRODUCT, patch);
  expect(await payNew(buyer)).toEqual({ kind: "refused", closed: true, ...refusal });
  expect(await purchases()).toBe(0);
});

test.each([
  ["authenticator", { googleBound: false }, { messageKey: "errors.notBound", redirectTo: "/GoogleBind" }],
  ["balance", { balances: { USDT: "221.24999999" } }, { messageKey: "errors.insufficientBalance" }],
])("a buyer without the required %s gets a message, and nothing is sent", async (_, account, refusal) => {
  expect(await payNew(await signIn(account))).toEqual({ kind: "refused", ...refusal });
  expect(await purchases()).toBe(0);
});

test("a balance that equals the payment to the last decimal suffices", async () => {
  const buyer = await signIn({ balances: { USDT: "221.25" } });
  expect((await payNew(buyer)).kind).toBe("paid");
  expect(await balance(buyer)).toBe("0");
});

test("if the balance cannot be read, nothing is sent", async () => {
  await sandbox.fail("getUserAccountByUid", { kind: "html" });
  expect(await payNew(buyer)).toEqual({ kind: "refused", messageKey: "errors.balanceUnknown" });
  expect(await purchases()).toBe(0);
});

test.each([{ price: "88.50000001" }, { price: "1" }, { paySymbol: "FIL" }])(
  "a changed price or currency must be confirmed again, and nothing is sent: %j",
  async (change) => {
    const buyer = await signIn({ balances: { USDT: "1000", FIL: "1000" } });
    await sandbox.setProduct(PRODUCT, change);
    const now = { price: "88.5", paySymbol: "USDT", terms: QUOTED, ...change };
    expect(await payNew(buyer)).toEqual({ kind: "termsChanged", now });
    expect(await purchases()).toBe(0);
  },
);

test("a price spelled differently has not changed", async () => {
  await sandbox.setProduct(PRODUCT, { price: 88.5 });
  expect((await payNew(buyer, { price: "88.500" })).kind).toBe("paid");
});

test("a higher price that the balance no longer covers is reported as a changed price first", async () => {
  const buyer = await signIn({ balances: { USDT: "221.25" } });
  await sandbox.setProduct(PRODUCT, { price: "100" });
  expect((await payNew(buyer)).kind).toBe("termsChanged");
});

test("an expired quote that was never posted sends nothing", async () => {
  const paying = await payment(buyer);
  moveClock(QUOTE_AGE_MS + 1_000);
  expect(await pay(paying)).toEqual({ kind: "quoteExpired" });
  expect(await purchases()).toBe(0);
});

test("a quote reported as expired by one process is not paid by another whose clock is behind", async () => {
  const { quote, ...paying } = await payment(await signIn());
  const expired = { ...quote, expiresMs: Date.now() - 1 };
  expect(await pay({ ...paying, quote: expired })).toEqual({ kind: "quoteExpired" });
  const perform = vi.fn<() => Promise<{ outcome: Outcome }>>();
  expect(await openLedger().settleIdempotently(quote, perform)).toEqual({ kind: "quoteExpired" });
  expect(perform).not.toHaveBeenCalled();
});

test("a session that expired at the upstream: not charged", async () => {
  await sandbox.expireSessions(buyer.email);
  expect(await payNew(buyer)).toEqual({ kind: "sessionExpired" });
  const other = await signIn();
  await sandbox.fail(PURCHASE, { kind: "error", code: "10021" });
  expect(await payNew(other)).toEqual({ kind: "sessionExpired" });
  expect(await blockedBy(other.accountId, PRODUCT)).toBeNull();
});

test.each(["user_info", "project_sku_detail", "getOrderList"])(
  "when %s cannot be read nothing is sent and nothing is charged",
  async (call) => {
    await sandbox.fail(call, { kind: "malformed" });
    expect(await payNew(buyer)).toEqual({ kind: "notSent" });
    expect(await purchases()).toBe(0);
    await sandbox.heal();
    expect((await payNew(buyer)).kind).toBe("paid");
  },
);

test("a user without an id cannot pay, sees no other users' purchases, and is not blocked by them", async () => {
  const [one, other] = [await signIn(), await signIn()];
  const nobody = { userAccount: "a@example.com", id: 0, authLevel: 1, googleStatus: 1 };
  await sandbox.fail("user_info", { kind: "answer", body: { code: 0, data: nobody } });
  await sandbox.fail(PURCHASE, { kind: "reset", after: "nothing" });
  expect((await payNew(one)).kind).toBe("notSent");
  expect((await payNew(other)).kind).toBe("notSent");
  expect(await purchases()).toBe(0);
});

test("if the upstream accepts no connection at the payment: not charged, and can be retried", async () => {
  const paying = await payment(buyer);
  // The payment opens a new connection, which the proxy refuses after the last two reads.
  const last = new Map<string, () => void>();
  const closeFront = await putInFront((path, answer) => {
    if (!/getOrderList|getUserAccountByUid/.test(path)) return answer();
    last.set(path, answer);
    if (last.size < 2) return;
    closeFront();
    for (const answerLast of last.values()) answerLast();
  });
  expect(await pay(paying)).toEqual({ kind: "notSent" });
  expect(await sandbox.calls("getOrderList")).toBe(1);
  expect(await purchases()).toBe(0);
  expect(await blockedBy(buyer.accountId, PRODUCT)).toBeNull();
  upstream(sandbox.url);
  expect((await payNew(buyer)).kind).toBe("paid");
});

test.each<Fault>([
  { kind: "lost" },
  { kind: "reset", after: "effect" },
  { kind: "reset", after: "nothing" },
  { kind: "html" },
  { kind: "malformed" },
  { kind: "huge" },
  { kind: "answer", body: {} },
  { kind: "answer", body: { code: null, msg: "error" } },
])("a purchase without a clear response is unknown, sent once, and blocks the product: %j", async (fault) => {
  const paying = await payment(buyer);
  await sandbox.fail(PURCHASE, fault);
  expect(await pay(paying)).toEqual({ kind: "unknown", productId: PRODUCT });
  expect(await pay(paying)).toEqual({ kind: "unknown", productId: PRODUCT });
  await sandbox.heal();
  expect(await payNew(buyer)).toMatchObject({ kind: "blocked", reason: "unknown" });
  expect(await purchases()).toBe(1);
});

test("if the upstream never responds, the purchase is unknown at the deadline, and was sent once", async () => {
  await sandbox.fail(PURCHASE, { kind: "hang" });
  const paying = await payment(buyer);
  const upstreamContext = { ...buyer.upstreamContext, deadlineMs: 1_000 };
  expect(await pay({ ...paying, upstreamContext })).toEqual({ kind: "unknown", productId: PRODUCT });
  expect(await purchases()).toBe(1);
});

test("an unknown outcome blocks that product for that account for ten minutes, and nothing else", async () => {
  const neighbour = await signIn();
  const sentMs = Date.now();
  await lose(buyer);
  const untilMs = (await blockedBy(buyer.accountId, PRODUCT))?.blockedUntilMs ?? 0;
  expect(untilMs).toBeGreaterThanOrEqual(sentMs + UNKNOWN_BLOCK_MS);
  expect(untilMs).toBeLessThanOrEqual(Date.now() + UNKNOWN_BLOCK_MS);
  expect(await payNew(buyer)).toEqual({ kind: "blocked", reason: "unknown", untilMs });
  expect(await blockedBy(buyer.accountId, TWIN)).toBeNull();
  expect((await payNew(buyer, { productId: TWIN })).kind).toBe("paid");
  expect((await payNew(neighbour)).kind).toBe("paid");
  moveClock(UNKNOWN_BLOCK_MS + 1_000);
  expect(await blockedBy(buyer.accountId, PRODUCT)).toBeNull();
  expect((await payNew(buyer)).kind).toBe("earlier");
  expect(await purchases()).toBe(3);
  expect((await payAgain(buyer)).kind).toBe("paid");
});

const HOUR_MS = 60 * 60_000;

test.each([
  ["25 hours forward", 25 * HOUR_MS],
  ["one year forward", 365 * 24 * HOUR_MS],
  ["30 days back", -30 * 24 * HOUR_MS],
])("after the clock jumps %s the block restarts, and orders are compared for a day", async (_, ms) => {
  await lose(buyer);
  setClock(ms);
  expect((await payNew(buyer)).kind).toBe("blocked");
  const [attempt] = (await readAttempts(buyer.accountId)).attempts;
  expect(attempt?.blockedUntilMs).toBe(Date.now() + UNKNOWN_BLOCK_MS);
  expect(attempt?.atMs).toBeLessThanOrEqual(Date.now());
  moveClock(UNKNOWN_BLOCK_MS + 1_000);
  expect((await payNew(buyer)).kind).toBe("earlier");
  moveClock(23 * HOUR_MS);
  expect((await payNew(buyer)).kind).toBe("earlier");
  moveClock(HOUR_MS);
  expect(await earlierPurchases(buyer.upstreamContext, buyer.accountId, PRODUCT)).toEqual([]);
  expect(await purchases()).toBe(1);
});

test("a clock jump during the call loses no earlier purchase", async () => {
  await lose(buyer, { productId: TWIN });
  let answer: (() => void) | undefined;
  const closeFront = await putInFront((path, send) => {
    if (path.endsWith(PURCHASE)) answer = send;
    else send();
  });
  const paying = payNew(buyer);
  await vi.waitUntil(() => answer, LONG_WAIT);
  setClock(25 * HOUR_MS);
  answer?.();
  expect((await paying).kind).toBe("paid");
  closeFront();
  expect(await blockedBy(buyer.accountId, TWIN)).not.toBeNull();
});

test("an order is found even if the clock was a month ahead when its purchase was sent", async () => {
  setClock(30 * 24 * HOUR_MS);
  await lose(buyer, {}, "effect");
  setClock(-30 * 24 * HOUR_MS);
  await blockedBy(buyer.accountId, PRODUCT);
  expect(await resolutionKind(buyer)).toBe("made");
});

test("an instance whose clock is ahead also asks a browser without the receipt for ten minutes", async () => {
  expect((await payNew(buyer)).kind).toBe("paid");
  const ended = { blockedUntilMs: Date.now() - 50_000 };
  await changeAttempts(buyer.accountId, (attempts) => attempts.map((one) => ({ ...one, ...ended })));
  await sandbox.advance(60_000);
  expect((await pay({ ...(await payment(buyer)), seen: null })).kind).toBe("earlier");
});

test("two tabs that both confirmed to buy again after a found purchase both buy", async () => {
  await lose(buyer, {}, "effect");
  moveClock(UNKNOWN_BLOCK_MS + 1_000);
  const acknowledged = earlierKey(await earlierPurchases(buyer.upstreamContext, buyer.accountId, PRODUCT));
  const tabs = [await payment(buyer, { acknowledged }), await payment(buyer, { acknowledged })];
  for (const tab of tabs) {
    await sandbox.advance(60_000);
    const googleCode = await sandbox.code(buyer.email, "google");
    expect((await pay({ ...tab, googleCode })).kind).toBe("paid");
  }
});

test("a receipt shows an order's different amount even while an earlier purchase is unresolved", async () => {
  const show = (...rows: object[]) =>
    sandbox.fail("getOrderList", { kind: "answer", body: { code: 0, data: { count: rows.length, orderList: rows } } });
  await lose(buyer, { productId: TWIN, quantity: "3" });
  const charge = async (rows: readonly object[], change: Partial<typeof OFFER> = {}) => {
    await sandbox.advance(60_000);
    const paying = await payment(buyer, change);
    await show(...rows);
    await sandbox.fail(
      "getOrderList",
      { kind: "answer", body: { code: 0, data: { count: 0, orderList: [] } } },
      { times: 1 },
    );
    expect((await pay(paying)).kind).toBe("paid");
    await sandbox.heal("getOrderList");
    return otherAmount(paying.quote.id);
  };
  const late = { ...ROW, orderNum: "late", tokenAmount: "3", payAmount: "265.5" };
  const shows = { tokenAmount: "2.5", payAmount: "221.25", paySymbol: "USDT" };
  for (const change of [
    { payAmount: "999" },
    { paySymbol: "BTC" },
    { tokenAmount: "2" },
    { tokenAmount: "4", payAmount: "354", paySymbol: "FIL" },
  ]) {
    const own = { ...ROW, orderNum: `own-${JSON.stringify(change)}`, ...change };
    expect(await charge([late, own])).toEqual({ ...shows, ...change });
  }
  expect(await charge([late, { ...ROW, orderNum: "vague", tokenAmount: null, paySymbol: null }])).toBeUndefined();
  expect(await ownOrdersOf(buyer)).toEqual([]);
  // An order that may belong to the unresolved purchase is not shown for another one.
  await sandbox.setProduct(PRODUCT, { price: "100" });
  expect(await charge([late], { quantity: "3", price: "100" })).toBeUndefined();
});

test("an account with twenty unresolved or forty compared purchases must wait, since each is compared", async () => {
  await lose(buyer, { productId: TWIN });
  const [first] = (await readAttempts(buyer.accountId)).attempts;
  if (!first) throw new Error("There is no attempt.");
  const copies = Array.from({ length: 20 }, (_, n) => ({ ...first, id: `copy-${n}`, productId: `of-${n}` }));
  await changeAttempts(buyer.accountId, () => copies);
  expect(await payNew(buyer)).toMatchObject({ kind: "blocked", reason: "busy" });
  const refused = copies.map((one) => ({ ...one, id: `refused-${one.id}`, isRefused: true }));
  await changeAttempts(buyer.accountId, () => [...refused, ...refused]);
  expect(await payNew(buyer)).toMatchObject({ kind: "blocked", reason: "busy" });
  await changeAttempts(buyer.accountId, () => [...refused, ...copies.slice(1)]);
  expect((await payNew(buyer)).kind).toBe("paid");
});

test("however often an account buys, its entry stays below what a reply of Redis may have", async () => {
  await lose(buyer, { productId: TWIN });
  const [first] = (await readAttempts(buyer.accountId)).attempts;
  if (!first) throw new Error("There is no attempt.");
  const before = Array.from({ length: 100 }, (_, n) => `${n}`.padEnd(24, "0"));
  const paid = { ...first, before, state: "paid" as const, isUnlisted: true };
  const copiesOf = (one: Attempt) => Array.from({ length: 400 }, (_, n) => ({ ...one, id: `paid-${n}` }));
  const past = copiesOf({ ...paid, blockedUntilMs: Date.now() - 1_000 });
  await changeAttempts(buyer.accountId, () => [first, ...past]);
  const { expect: entry } = await readAttempts(buyer.accountId);
  expect(String(Object.values(entry)).length).toBeLessThan(300_000);
  expect((await payNew(buyer)).kind).toBe("paid");
  await changeAttempts(buyer.accountId, () => [first, ...copiesOf(paid)]);
  expect(await payNew(buyer)).toMatchObject({ kind: "blocked", reason: "busy" });
});

test("a second tab's quote is rejected while a purchase is running", async () => {
  const [first, second] = [await payment(buyer), await payment(buyer)];
  await sandbox.fail(PURCHASE, { kind: "latency", ms: 300 }, { times: 1 });
  const paying = pay(first);
  await vi.waitUntil(async () => (await purchases()) === 1, LONG_WAIT);
  expect(await pay(second)).toMatchObject({ kind: "blocked", reason: "busy" });
  expect(await blockedBy(buyer.accountId, PRODUCT)).not.toBeNull();
  expect((await paying).kind).toBe("paid");
  expect(await blockedBy(buyer.accountId, PRODUCT)).toBeNull();
  expect(await purchases()).toBe(1);
  expect((await payNew(buyer)).kind).toBe("paid");
});

test("two simultaneous quotes of one product make one order", async () => {
  const payments = await Promise.all(Array.from({ length: 10 }, () => payment(buyer)));
  const outcomes = await Promise.all(payments.map(pay));
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual([...Array<string>(9).fill("blocked"), "paid"]);
  expect(await purchases()).toBe(1);
});

test.each(["user_info", "getOrderList"])("when %s takes too long before the payment nothing is sent", async (call) => {
  const paying = await payment(buyer);
  const calls = await sandbox.calls(call);
  await sandbox.fail(call, { kind: "latency", ms: 300 }, { times: 1 });
  const slow = pay(paying);
  await vi.waitUntil(async () => (await sandbox.calls(call)) > calls, LONG_WAIT);
  moveClock(SEND_WITHIN_MS + 1_000);
  expect(await slow).toEqual({ kind: "notSent" });
  expect(await purchases()).toBe(0);
  expect(await blockedBy(buyer.accountId, PRODUCT)).toBeNull();
});

test.each([
  ["the mark takes 30 s", () => moveClock(30_000)],
  ["the clock jumps while the mark is written", () => setClock(30_000)],
  ["purchases are stopped meanwhile", () => writeFile(join(env().DATA_DIR, "purchases-off"), "")],
])("when %s, nothing is sent, the mark is undone, and a new quote can be paid at once", async (_what, happens) => {
  const paying = await payment(buyer);
  duringTheMark(happens);
  expect(await pay(paying)).toEqual({ kind: "notSent" });
  expect(await purchases()).toBe(0);
  expect((await readAttempts(buyer.accountId)).attempts).toEqual([]);
  await rm(join(env().DATA_DIR, "purchases-off"), { force: true });
  expect((await payNew(buyer)).kind).toBe("paid");
});

test("a payment queued for a call until too late is not sent", async () => {
  setEnv({ UPSTREAM_POOLS: "money:1" });
  const other = await signIn();
  const paying = await payment(buyer);
  await sandbox.fail(PURCHASE, { kind: "latency", ms: 500 }, { times: 1 });
  let others: Promise<unknown> = Promise.resolve();
  duringTheMark(() => {
    const { losslessId } = product;
    const googleCode = "123456";
    others = purchase(other.upstreamContext, {
      buyAmount: "1",
      productId: losslessId,
      googleCode,
      accountType: losslessId,
    });
    others.catch(() => undefined);
  });
  const { product } = await productDetail(buyer.upstreamContext, PRODUCT);
  const outcome = pay(paying);
  await vi.waitUntil(async () => (await purchases()) === 1, LONG_WAIT);
  moveClock(SEND_WITHIN_MS + 1_000);
  expect(await outcome).toEqual({ kind: "notSent" });
  await others.catch(() => undefined);
  expect(await purchases()).toBe(1);
  expect(await blockedBy(buyer.accountId, PRODUCT)).toBeNull();
});

test("many slow calls of an account or of strangers do not prevent another buyer from paying", async () => {
  setEnv({ UPSTREAM_POOLS: "money:16" });
  const greedy = await signIn();
  const paying = await payment(buyer);
  const held: (() => void)[] = [];
  const closeFront = await putInFront((path, send) => {
    if (path.endsWith("/user_info") && held.length < 4) held.push(send);
    else send();
  });
  const slow = [greedy.upstreamContext, { locale: "en_US" } as const].flatMap((context) =>
    Array.from({ length: 100 }, () => userInfo(forPayment(context)).catch(() => undefined)),
  );
  await vi.waitUntil(() => held.length === 4, LONG_WAIT);
  expect((await pay(paying)).kind).toBe("paid");
  for (const send of held) send();
  await Promise.all(slow);
  closeFront();
});

test("if the response to the mark is lost, only its own attempt is removed", async () => {
  await sandbox.fail(PURCHASE, { kind: "reset" }, { times: 1 });
  await payNew(buyer);
  const { attempts } = await readAttempts(buyer.accountId);
  expect(attempts).toHaveLength(1);
  const paying = await payment(buyer, { productId: TWIN });
  const sharedStore = store();
  const { commit } = sharedStore;
  const lost = vi.spyOn(sharedStore, "commit").mockImplementation(async (change) => {
    const committed = await commit(change);
    if (!JSON.stringify(change.write).includes("sending")) return committed;
    lost.mockImplementation(commit);
    throw new Error("lost");
  });
  expect(await pay(paying)).toEqual({ kind: "notSent" });
  expect((await readAttempts(buyer.accountId)).attempts).toEqual(attempts);
  expect((await payNew(buyer, { productId: TWIN })).kind).toBe("paid");
});

test.each([0, 3])(
  "a purchase without a response blocks its product even if the store lost the attempt and then failed %i times",
  async (failures) => {
    const paying = await payment(buyer);
    const sharedStore = store();
    const { commit } = sharedStore;
    const isOfAttempts = (key: string) => key.startsWith("buyer:");
    let left = failures;
    let isSent = false;
    const failing = vi.spyOn(sharedStore, "commit").mockImplementation(async (change) => {
      const attempts = Object.keys(change.write).find(isOfAttempts);
      if (attempts === undefined) return commit(change);
      if (isSent && left-- > 0) throw new Error("not connected");
      const committed = await commit(change);
      // Like a Redis whose last writes a failover loses.
      if (!isSent) await commit({ write: { [attempts]: null } });
      isSent = true;
      return committed;
    });
    await sandbox.fail(PURCHASE, { kind: "reset" }, { times: 1 });
    expect((await pay(paying)).kind).toBe("unknown");
    await vi.waitUntil(() => blockedBy(buyer.accountId, PRODUCT), LONG_WAIT);
    failing.mockImplementation(commit);
    expect(await blockedBy(buyer.accountId, PRODUCT)).toMatchObject({ ...PAID, state: "unknown" });
    expect((await payNew(buyer)).kind).toBe("blocked");
    expect(await purchases()).toBe(1);
  },
);

test("an account whose attempts cannot be stored after the call is free after ten minutes", async () => {
  const paying = await payment(buyer);
  const sharedStore = store();
  const { commit } = sharedStore;
  const clock = performance.now.bind(performance);
  let writes = 0;
  vi.spyOn(sharedStore, "commit").mockImplementation((change) => {
    // The first is the mark "sending".
    if (!writesAttempts(change) || (writes += 1) === 1) return commit(change);
    vi.spyOn(performance, "now").mockImplementation(() => clock() + UNKNOWN_BLOCK_MS);
    return Promise.reject(new Error("not connected"));
  });
  await sandbox.fail(PURCHASE, { kind: "reset" }, { times: 1 });
  expect((await pay(paying)).kind).toBe("unknown");
  const isFree = async () => {
    const lock = await lockAccount(buyer.accountId);
    await lock?.release();
    return lock !== null;
  };
  await vi.waitUntil(isFree, LONG_WAIT);
});

test("a known order missing from the list before the payment is not matched to a purchase without a response", async () => {
  expect((await payNew(buyer)).kind).toBe("paid");
  const data = { orderList: [], count: 0 };
  await sandbox.fail("getOrderList", { kind: "answer", body: { code: "0", msg: "suc", data } }, { times: 1 });
  await sandbox.fail(PURCHASE, { kind: "reset" }, { times: 1 });
  expect((await payNew(buyer)).kind).toBe("unknown");
  expect(await resolutionKind(buyer)).toBe("notYet");
  expect((await payAgain(buyer)).kind).toBe("blocked");
});

test("a failover during the purchase call keeps its product and account blocked", async () => {
  const paying = await payment(buyer);
  let respond: (() => void) | undefined;
  const closeFront = await putInFront((path, send) => {
    if (path.endsWith(PURCHASE)) respond = send;
    else send();
  });
  const committed = vi.spyOn(store(), "commit");
  const first = pay(paying);
  await vi.waitUntil(() => respond, LONG_WAIT);
  const { attempts } = await readAttempts(buyer.accountId);
  expect(attempts).toMatchObject([{ ...PAID, state: "sending" }]);
  // Like a Redis whose last writes a failover loses.
  const keys = committed.mock.calls.flatMap(([{ expect: expected = {} }]) => Object.keys(expected));
  const lost = keys.filter((key) => /^buy(ing|er):/.test(key));
  await store().commit({ write: Object.fromEntries(lost.map((key) => [key, null])) });
  expect(await blockedBy(buyer.accountId, PRODUCT)).toBeNull();
  await vi.waitUntil(() => blockedBy(buyer.accountId, PRODUCT), LONG_WAIT);
  expect((await readAttempts(buyer.accountId)).attempts).toEqual(attempts);
  expect(await payNew(buyer, { productId: TWIN })).toMatchObject({ kind: "blocked", reason: "busy" });
  respond?.();
  expect((await first).kind).toBe("paid");
  closeFront();
  upstream(sandbox.url);
  expect((await readAttempts(buyer.accountId)).attempts).toMatchObject([
    { state: "paid", before: [], orderNum: expect.any(String) as string },
  ]);
  expect((await payNew(buyer, { productId: TWIN })).kind).toBe("paid");
});

test("a late write of an outcome does not undo a resolution from the orders", async () => {
  const paying = await payment(buyer);
  const sharedStore = store();
  const { commit } = sharedStore;
  let writes = 0;
  let fail = (_: Error) => {};
  vi.spyOn(sharedStore, "commit").mockImplementation((change) => {
    if (!writesAttempts(change)) return commit(change);
    writes += 1;
    // The first is the mark "sending", the second the outcome.
    return writes === 2 ? new Promise<never>((_, reject) => (fail = reject)) : commit(change);
  });
  await sandbox.fail(PURCHASE, { kind: "reset", after: "effect" }, { times: 1 });
  const paid = pay(paying);
  await vi.waitUntil(() => writes === 2, LONG_WAIT);
  expect(await resolutionKind(buyer)).toBe("made");
  const read = vi.spyOn(sharedStore, "get");
  fail(new Error("not connected"));
  expect((await paid).kind).toBe("unknown");
  await vi.waitUntil(() => read.mock.calls.some(([key]) => key.startsWith("buyer:")), LONG_WAIT);
  expect(await blockedBy(buyer.accountId, PRODUCT)).toBeNull();
  expect(await purchases()).toBe(1);
});

test("an outcome contains no secrets", async () => {
  const paying = await payment(buyer);
  const text = JSON.stringify(await pay(paying));
  for (const secret of [buyer.upstreamContext.token ?? "", paying.googleCode, buyer.session.id, buyer.email]) {
    expect(text).not.toContain(secret);
  }
});

/** The resolution of a purchase that turns out to be made. */
async function madeOf({ upstreamContext, accountId }: Buyer, productId: string) {
  const resolution = await resolveUnknown(upstreamContext, accountId, productId);
  if (resolution.kind !== "made") throw new Error(`The purchase is ${resolution.kind}.`);
  return resolution;
}

test("a purchase without a response whose order exists is reported as made and unblocked", async () => {
  await payNew(buyer);
  await sandbox.fail(PURCHASE, { kind: "lost" }, { times: 1 });
  expect((await payNew(buyer)).kind).toBe("unknown");
  const { orders } = await orderList(buyer.upstreamContext);
  const { isOnlyOne, ...made } = await madeOf(buyer, PRODUCT);
  expect(made).toMatchObject({ receipt: PAID, orderNum: orders[0]?.orderNum });
  expect(isOnlyOne).toBe(true);
  expect(await resolveUnknown(buyer.upstreamContext, buyer.accountId, PRODUCT)).toEqual(made);
  expect(await blockedBy(buyer.accountId, PRODUCT)).toBeNull();
  await sandbox.advance(60_000);
  expect((await payAgain(buyer)).kind).toBe("paid");
});

test("a purchase without a response and without an order stays unknown and blocked", async () => {
  await payNew(buyer);
  await lose(buyer);
  const blockedUntil = (await blockedBy(buyer.accountId, PRODUCT))?.blockedUntilMs;
  const { productId: _, ...expected } = PAID;
  expect(await resolveUnknown(buyer.upstreamContext, buyer.accountId, PRODUCT)).toMatchObject({
    kind: "notYet",
    attempt: expected,
    blockedUntilMs: blockedUntil,
  });
  expect((await blockedBy(buyer.accountId, PRODUCT))?.blockedUntilMs).toBe(blockedUntil);
});

test.each([9, "closed"])("an order whose status %j is not known proves no purchase", async (orderStatus) => {
  await lose(buyer);
  await showOrders([{ orderNum: "own", orderStatus }]);
  expect(await resolutionKind(buyer)).toBe("notYet");
  const earlier = () => earlierPurchases(buyer.upstreamContext, buyer.accountId, PRODUCT);
  expect((await earlier()).map(({ orderNum }) => orderNum)).toEqual([undefined]);
  await showOrders([{ orderNum: "own", orderStatus: 2 }]);
  expect(await resolutionKind(buyer)).toBe("made");
});

test("an order without a status proves a purchase; an order of any status contradicts a rejection", async () => {
  const [lostTo, refusedTo] = [await signIn(), await signIn()];
  await lose(lostTo);
  await showOrders([{ orderNum: "own", orderStatus: null }]);
  expect(await resolutionKind(lostTo)).toBe("made");
  await sandbox.heal();
  passWait(REFUSAL_LOOK_AGAIN_MS);
  await sandbox.fail(PURCHASE, BUSY, { times: 1 });
  expect(await payNew(refusedTo)).toEqual(BUSY_OUTCOME);
  await showOrders([{ orderNum: "late", orderStatus: 9 }]);
  expect(await earlierPurchases(refusedTo.upstreamContext, refusedTo.accountId, PRODUCT)).toMatchObject([
    { orderNum: "late" },
  ]);
});

/** A page of a hundred orders equal to the purchase, the newest first. */
const twins = (from: number) => ({ count: 150, orderList: hundred(-1, from) });
const withoutTimes = ({ count, orderList }: ReturnType<typeof twins>) => ({
  count,
  orderList: orderList.map(({ orderTime: _, ...order }) => order),
});

test.each([
  ["moves up to a full page of them", withoutTimes(twins(0)), withoutTimes(twins(1))],
  [
    "comes to the front, as one that has changed,",
    twins(0),
    { count: 150, orderList: hundred(-1, 100).slice(0, 1).concat(hundred(-1).slice(0, 99)) },
  ],
  [
    "had no number before",
    { count: 2, orderList: [AS_SENT, ROW] },
    { count: 2, orderList: [{ ...ROW, orderNum: "late" }, ROW] },
  ],
] as const)("an older order that %s is not matched", async (_, before, after) => {
  const list = (data: object) => sandbox.fail("getOrderList", { kind: "answer", body: { code: 0, data } });
  await list(before);
  await lose(buyer);
  await sandbox.heal("getOrderList");
  await list(after);
  const looked = () => resolveUnknown(buyer.upstreamContext, buyer.accountId, PRODUCT);
  expect((await looked()).kind).toBe("notYet");
  expect(await blockedBy(buyer.accountId, PRODUCT)).not.toBeNull();
  // When its own order appears, the purchase is made.
  await sandbox.heal("getOrderList");
  await list({ ...after, orderList: [{ ...ROW, orderNum: "own" }, ...after.orderList].slice(0, 100) });
  expect((await looked()).kind).toBe("made");
});

/** Sets the upstream's list of orders, by default with a purchase's amounts, from now on or this many times. */
async function showOrders(
  orders: readonly (string | { orderNum: string; [field: string]: unknown })[],
  times?: number,
): Promise<void> {
  if (times === undefined) await sandbox.heal("getOrderList");
  const orderList = orders.map((one) => ({ ...AS_SENT, ...(typeof one === "string" ? { orderNum: one } : one) }));
  const data = { count: orderList.length, orderList };
  await sandbox.fail("getOrderList", { kind: "answer", body: { code: 0, data } }, times === undefined ? {} : { times });
}

test("an order that appears late is matched to the earlier paid purchase, not to the purchase without a response", async () => {
  await showOrders(["before"]);
  expect((await payNew(buyer)).kind).toBe("paid");
  await sandbox.advance(60_000);
  await lose(buyer);
  await showOrders(["late", "before"]);
  expect(await resolutionKind(buyer)).toBe("notYet");
  moveClock(UNKNOWN_BLOCK_MS);
  expect(await resolutionKind(buyer)).toBe("notYet");
  await showOrders(["own", "late", "before"]);
  expect(await resolutionKind(buyer)).toBe("made");
});

test("an order made in the app is not taken for one that the list still lacks", async () => {
  passWait(REFUSAL_LOOK_AGAIN_MS);
  const app = { orderNum: "app", payAmount: "1" };
  await showOrders([]);
  expect((await payNew(buyer)).kind).toBe("paid");
  await showOrders([app]);
  await sandbox.advance(60_000);
  await sandbox.fail(PURCHASE, { ...BUSY, after: "effect" }, { times: 1 });
  expect((await payNew(buyer, { productId: TWIN })).kind, "the list lags behind").toBe("unknown");
  await showOrders(["late", app]);
  expect(await resolutionKind(buyer, TWIN)).toBe("notYet");
  await showOrders(["own", "late", app]);
  expect(await resolutionKind(buyer, TWIN)).toBe("made");
});

test("if the list shows one of two late orders, the other one still counts as missing", async () => {
  passWait(REFUSAL_LOOK_AGAIN_MS);
  await showOrders(["before"]);
  for (let times = 0; times < 2; times += 1) {
    expect((await payNew(buyer)).kind).toBe("paid");
    await sandbox.advance(60_000);
  }
  await showOrders(["first", "before"]);
  await sandbox.fail(PURCHASE, { ...BUSY, after: "nothing" }, { times: 1 });
  expect((await payNew(buyer)).kind).toBe("unknown");
  await showOrders(["second", "first", "before"]);
  expect(await resolutionKind(buyer)).toBe("notYet");
  await showOrders(["own", "second", "first", "before"]);
  expect(await resolutionKind(buyer)).toBe("made");
});

test("a late order is not matched to the next purchase, and proves nothing about it", async () => {
  await showOrders(["before"]);
  expect((await payNew(buyer)).kind).toBe("paid");
  await sandbox.advance(60_000);
  await showOrders(["first", "before"]);
  await showOrders(["before"], 1);
  expect((await payNew(buyer)).kind).toBe("paid");
  expect(await ownOrdersOf(buyer)).toEqual([]);
  await sandbox.advance(60_000);
  await lose(buyer);
  await showOrders(["second", "first", "before"]);
  expect(await resolutionKind(buyer)).toBe("notYet");
});

test.each(["unknown", "paid", "refused"] as const)(
  "an order is recognised if the platform no longer lists the buyer's earlier ones: %s",
  async (kind) => {
    expect((await payNew(buyer)).kind).toBe("paid");
    expect(await ownOrdersOf(buyer)).toHaveLength(1);
    await sandbox.advance(60_000);
    const paying = await payment(buyer);
    await showOrders([{ orderNum: "own", ...(kind === "paid" && { payAmount: "999" }) }]);
    await showOrders([], 1);
    if (kind === "unknown") await sandbox.fail(PURCHASE, { kind: "reset" }, { times: 1 });
    const googleCode = kind === "refused" ? "000000" : paying.googleCode;
    expect((await pay({ ...paying, googleCode })).kind).toBe(kind === "paid" ? kind : "unknown");
    if (kind === "paid") expect(await otherAmount(paying.quote.id)).toMatchObject({ payAmount: "999" });
    else expect(await resolutionKind(buyer)).toBe("made");
  },
);

test.each([{}, { quantity: "3" }])(
  "an order found for an earlier purchase is not taken for the next one's if the list lacks it for a moment: %j",
  async (change) => {
    await lose(buyer, change, "effect");
    const earlier = await earlierPurchases(buyer.upstreamContext, buyer.accountId, PRODUCT);
    expect(earlier).toMatchObject([{ state: "made" }]);
    await sandbox.advance(60_000);
    const paying = await payment(buyer, { acknowledged: earlierKey(earlier) });
    await showOrders(
      earlier.map(({ orderNum = "", tokenAmount, payAmount }) => ({ orderNum, tokenAmount, payAmount })),
    );
    await showOrders([], 1);
    expect((await pay(paying)).kind).toBe("paid");
    expect(await ownOrdersOf(buyer)).toEqual([]);
    expect(await otherAmount(paying.quote.id)).toBeUndefined();
    expect((await readAttempts(buyer.accountId)).attempts).toMatchObject([{}, { isUnlisted: true }]);
  },
);

test("orders that the upstream renumbers are not matched", async () => {
  await buyElsewhere(buyer);
  await sandbox.advance(60_000);
  await lose(buyer);
  let isRenamed = true;
  await passThrough(sandbox, async ({ path }, own) => {
    const answer = await own();
    if (!isRenamed || !path.endsWith("getOrderList") || typeof answer === "string") return answer;
    return { ...answer, body: String(answer.body).replace(/"orderNum":"/g, "$&HR-") };
  });
  expect(await resolutionKind(buyer)).toBe("notYet");
  isRenamed = false;
  await sandbox.advance(60_000);
  await buyElsewhere(buyer);
  expect(await resolutionKind(buyer)).toBe("made");
});

test("another product's order of the same amount is not matched", async () => {
  await lose(buyer);
  expect((await payNew(buyer, { productId: TWIN })).kind).toBe("paid");
  expect(await resolutionKind(buyer)).toBe("notYet");
});

test("the order is found even if another product has an order of the same amount", async () => {
  await sandbox.fail(PURCHASE, { kind: "lost" }, { times: 1 });
  await payNew(buyer);
  expect((await payNew(buyer, { productId: TWIN })).kind).toBe("paid");
  expect(await resolutionKind(buyer)).toBe("made");
});

test("two purchases of one amount without a response and one order: neither is reported as made", async () => {
  await lose(buyer);
  await sandbox.fail(PURCHASE, { kind: "lost" }, { times: 1 });
  await payNew(buyer, { productId: TWIN });
  expect(await resolutionKind(buyer)).toBe("notYet");
  expect(await resolutionKind(buyer, TWIN)).toBe("notYet");
});

test("two purchases of one amount without a response and two orders: both are reported as made", async () => {
  await sandbox.fail(PURCHASE, { kind: "lost" });
  await payNew(buyer);
  await payNew(buyer, { productId: TWIN });
  const [one, other] = [await madeOf(buyer, PRODUCT), await madeOf(buyer, TWIN)];
  expect(one.orderNum).not.toBe(other.orderNum);
  // It is unknown which purchase made which order.
  expect([one.isOnlyOne, other.isOnlyOne]).toEqual([false, false]);
});

test("an order matches only if it is new and its quantity, payment and currency agree", async () => {
  await payNew(buyer);
  const { orders } = await orderList(buyer.upstreamContext);
  const order = orders[0];
  if (!order) throw new Error("the sandbox made no order");
  const expected = { tokenAmount: "2.50", payAmount: "221.250", paySymbol: "USDT", atMs: order.orderTimeMs ?? NaN };
  expect(compareOrders([], [order], expected)).toEqual({ kind: "made", order });
  expect(compareOrders([], [{ ...order, payAmount: undefined, paySymbol: undefined }], expected).kind).toBe("made");
  expect(compareOrders([order.orderNum], [order], expected).kind).toBe("notYet");
  expect(compareOrders([], [{ ...order, tokenAmount: undefined }], expected).kind).toBe("notYet");
  expect(compareOrders([], [order], { ...expected, tokenAmount: "2.51" }).kind).toBe("notYet");
  expect(compareOrders([], [order], { ...expected, payAmount: "221.26" }).kind).toBe("notYet");
  expect(compareOrders([], [order], { ...expected, paySymbol: "FIL" }).kind).toBe("notYet");
  expect(compareOrders([], [order, order], expected, 1).kind).toBe("notYet");
  // A time may be in a different zone, or only a day; such an order does not count as older.
  const laterBy = (hours: number) => ({ ...expected, atMs: expected.atMs + hours * 60 * 60_000 });
  expect(compareOrders([], [order], laterBy(38)).kind).toBe("made");
  expect(compareOrders([], [order], laterBy(-14)).kind).toBe("made");
  expect(compareOrders([], [order], laterBy(49)).kind).toBe("notYet");
  // The same applies to times without a zone, whose day suffices.
  const written = (orderTimeText: string) => ({ ...order, orderTimeMs: undefined, orderTimeText });
  const at = (text: string) => ({ ...expected, atMs: Date.parse(text) });
  const onTheFirst = written("2026-11-01 10:00:00");
  expect(compareOrders([], [onTheFirst], at("2026-11-02T23:00:00Z")).kind).toBe("made");
  expect(compareOrders([], [onTheFirst], at("2026-11-03T01:00:00Z")).kind).toBe("notYet");
  expect(compareOrders([], [written("20261101100000")], at("2026-12-01T00:00:00Z")).kind).toBe("made");
  // Orders known both from the list and from this shop count once, so the page is not full.
  const older = Array.from({ length: 60 }, (_, n) => ({ ...order, orderNum: `older-${n}` }));
  const known = [...older, ...older].map(({ orderNum }) => orderNum);
  expect(compareOrders(known, [...older, order], expected)).toEqual({ kind: "made", order });
  expect(compareOrders([], [], expected).kind).toBe("notYet");
});

test("a purchase's order is stored with its product, unless two orders match", async () => {
  const paying = await payment(buyer);
  await pay(paying);
  const [order] = (await orderList(buyer.upstreamContext)).orders;
  expect(await ownOrdersOf(buyer)).toMatchObject([
    { orderNum: order?.orderNum, quoteId: paying.quote.id, productId: PRODUCT },
  ]);

  // A second purchase through the app, at the same moment and with the same amount.
  const next = await payment(buyer);
  const [seen, made] = [await orderList(buyer.upstreamContext), { ...order, orderNum: "made-here" }];
  const elsewhere = { ...order, orderNum: "made-in-the-app" };
  const sent = [made, elsewhere, ...seen.orders].map(({ orderNum }) => ({ ...AS_SENT, orderNum }));
  await sandbox.fail("getOrderList", { kind: "answer", body: { code: "0", data: { count: 3, orderList: sent } } });
  await sandbox.fail("getOrderList", { kind: "latency", ms: 0 }, { times: 1 });
  await pay(next);
  expect(await ownOrdersOf(buyer)).toHaveLength(1);
});

test("a stored order is still found when the outcome must be written again", async () => {
  const paying = await payment(buyer);
  const sharedStore = store();
  const { commit } = sharedStore;
  let writes = 0;
  vi.spyOn(sharedStore, "commit").mockImplementation((change) => {
    // The first is the mark "sending", the second the outcome.
    if (writesAttempts(change) && (writes += 1) === 2) return Promise.reject(new Error("not connected"));
    return commit(change);
  });
  expect((await pay(paying)).kind).toBe("paid");
  await vi.waitUntil(() => writes === 3, LONG_WAIT);
  const isSettled = async () =>
    (await readAttempts(buyer.accountId)).attempts.every(({ state }) => state !== "sending");
  await vi.waitUntil(isSettled, LONG_WAIT);
  expect((await readAttempts(buyer.accountId)).attempts).toMatchObject([{ state: "paid", before: [] }]);
});

test("an order that got its number only after the purchase is not stored as its order", async () => {
  const paying = await payment(buyer);
  const list = (...orderList: object[]) =>
    ({ kind: "answer", body: { code: 0, data: { count: 2, orderList } } }) as const;
  await sandbox.fail("getOrderList", list({ ...ROW, orderNum: "late" }, ROW));
  await sandbox.fail("getOrderList", list(AS_SENT, ROW), { times: 1 });
  expect((await pay(paying)).kind).toBe("paid");
  expect(await ownOrdersOf(buyer)).toEqual([]);
});
