import { expect, test } from "vitest";
import { useSandbox } from "./sandbox";
import { buyerAt, hashrate, isSuccess, signInAt, storage } from "./calls";

const sandbox = await useSandbox();
interface Buyer {
  email: string;
  token: string;
}

async function buy(buyer: Buyer, changes: Record<string, unknown> = {}) {
  const body = {
    productId: "1001",
    buyAmount: "2",
    accountType: "1",
    googleCode: await sandbox.code(buyer.email, "google"),
    ...changes,
  };
  return storage(sandbox, "userPayMinerOrderV2", body, buyer);
}

const balance = async (buyer: Buyer) =>
  (await storage(sandbox, "getUserAccountByUid", { productId: "1001" }, buyer)).data.balance;

async function orders(buyer: Buyer) {
  const { data } = await hashrate(sandbox, "getOrderList", { page: 1, pageSize: 100, paramType: "calcuPower" }, buyer);
  return data as unknown as { count: number; orderList: Record<string, unknown>[] };
}

const maxBuy = async (productId: string) =>
  String((await hashrate(sandbox, "project_sku_detail", { productId })).data.maxBuy);

test("a purchase makes an order and lowers balance and stock by the exact amount", async () => {
  const buyer = await buyerAt(sandbox, { balances: { USDT: "1000.00000001" } });
  await sandbox.setProduct("1008", { stock: "20" });
  expect(isSuccess(await buy(buyer, { productId: "1008", buyAmount: "12.34" }))).toBe(true);
  // 12.34 × 0.12345678 = 1.5234566652, rounded down at eight decimals.
  expect(await balance(buyer)).toBe("998.47654335");
  expect(await maxBuy("1008")).toBe("7.66");
  const { count, orderList } = await orders(buyer);
  expect(count).toBe(1);
  expect(orderList[0]).toMatchObject({
    tokenAmount: "12.34",
    payAmount: "1.52345666",
    paySymbol: "USDT",
    miningCycle: "900",
    serviceFeeRatio: "12.5",
    profitRatio: "45.05",
    orderStatus: 0,
  });
});

test.each([
  ["status 0", { productId: "1003", buyAmount: "10" }, 20002],
  ["status 2", { productId: "1006", buyAmount: "1" }, 20002],
  ["a missing product", { productId: "9999" }, 20001],
  ["less than the minimum", { productId: "1004", buyAmount: "1" }, 20003],
  ["more than the maximum", { buyAmount: "201" }, 20003],
  ["a quantity between steps", { productId: "1004", buyAmount: "3" }, 20003],
  ["three decimals", { productId: "1008", buyAmount: "0.011" }, 20003],
  ["a quantity that is not a number", { buyAmount: "1e3" }, 20003],
  ["a negative quantity", { buyAmount: "-1" }, 20003],
  ["more than the stock", { productId: "1005", buyAmount: "4" }, 20004],
  ["another account type", { accountType: "2" }, 20006],
  ["a wrong code", { googleCode: "abcdef" }, 10022],
  ["no code", { googleCode: "" }, 10022],
])("%s is rejected, and nothing is charged", async (_, changes, code) => {
  const buyer = await buyerAt(sandbox);
  const response = await buy(buyer, changes);
  expect(String(response.code)).toBe(String(code));
  expect(response.msg).not.toBe("");
  expect(await balance(buyer)).toBe("1000000");
  expect((await orders(buyer)).count).toBe(0);
});

test("a product with a status other than 0 and 2 can be bought", async () => {
  const buyer = await buyerAt(sandbox);
  expect(isSuccess(await buy(buyer, { productId: "1004", buyAmount: "4" }))).toBe(true);
});

test("a purchase with too low a balance is rejected in the language of the call", async () => {
  const buyer = await buyerAt(sandbox, { balances: { USDT: "30.99" } });
  expect((await buy(buyer)).msg).toBe("Your account balance is insufficient!");
  await sandbox.credit(buyer.email, "USDT", "0.01");
  expect(isSuccess(await buy(buyer))).toBe(true);
  expect(await balance(buyer)).toBe("0");
});

test("an account without an authenticator, and a request without a session, cannot buy", async () => {
  const buyer = await buyerAt(sandbox, { googleBound: false });
  expect(String((await buy(buyer)).code)).toBe("10042");
  expect(String((await buy({ ...buyer, token: "unknown" })).code)).toBe("10002");
});

test("one code buys once, even if sent many times simultaneously", async () => {
  const buyer = await buyerAt(sandbox);
  const googleCode = await sandbox.code(buyer.email, "google");
  const responses = await Promise.all(Array.from({ length: 20 }, () => buy(buyer, { googleCode })));
  expect(responses.filter(isSuccess)).toHaveLength(1);
  expect((await orders(buyer)).count).toBe(1);
  expect(await balance(buyer)).toBe("999969");
});

test("simultaneous purchases of the last stock sell it once", async () => {
  const buyers = [];
  for (let number = 0; number < 6; number += 1) buyers.push(await buyerAt(sandbox));
  const responses = await Promise.all(buyers.map((buyer) => buy(buyer, { productId: "1005", buyAmount: "3" })));
  expect(responses.map(({ code }) => String(code)).sort()).toEqual(["0", ...Array<string>(5).fill("20004")]);
  expect(await maxBuy("1005")).toBe("0");
  const counts = await Promise.all(buyers.map(async (buyer) => (await orders(buyer)).count));
  expect(counts.reduce((sum, count) => sum + count)).toBe(1);
});

test("an order moves from paid to pending to mining to ended as time passes", async () => {
  const buyer = await buyerAt(sandbox);
  await sandbox.setProduct("1005", { miningCycle: "0.25" });
  await buy(buyer, { productId: "1005", buyAmount: "1" });
  const seen = [];
  for (const ms of [0, 61_000, 5 * 60_000, 6 * 60 * 60_000]) {
    await sandbox.advance(ms);
    seen.push((await orders(buyer)).orderList[0]?.orderStatus);
  }
  expect(seen).toEqual([0, 1, 2, 3]);
});

test("the rich demo account has orders in every state, newest first", async () => {
  const token = await signInAt(sandbox, { email: "demo@example.com", password: "Demo12345" });
  const { data } = await hashrate(sandbox, "getOrderList", { page: 1, pageSize: 100 }, { token });
  const list = data.orderList as { orderStatus: number; orderTime: number }[];
  expect(new Set(list.map(({ orderStatus }) => orderStatus))).toEqual(new Set([0, 1, 2, 3]));
  const times = list.map(({ orderTime }) => orderTime);
  expect(times).toEqual([...times].sort((a, b) => b - a));
});
