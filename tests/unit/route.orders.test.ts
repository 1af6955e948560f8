import { beforeEach, expect, test } from "vitest";
import { getText } from "~/i18n/text.server";
import { type Fault } from "~server/sandbox/start";
import { buyerOf, open, PRODUCT, TERMS } from "../support/buying";
import { withEnv } from "../support/environment";
import { UNREADABLE } from "../support/faults";
import { all, textOf, textsOf } from "../support/html";
import { landing, SESSION_ENDED, signInFor } from "../support/landing";
import { usePlatform } from "../support/platform";
import { CookieJar } from "../support/requests";

const ORDERS = "getOrderList";
const t = getText("en_US");

const sandbox = await usePlatform();

beforeEach(async () => {
  await sandbox.setProduct(PRODUCT, { ...TERMS, stock: "1000" });
});

const ORDER = {
  orderNum: "20261120001",
  orderTime: 1_628_238_650_000,
  tokenAmount: "2.5",
  miningCycle: 540,
  serviceFeeRatio: "20",
  payAmount: "1234.5678901234",
  paySymbol: "USDT",
  profitRatio: "32.5",
  orderStatus: 0,
};

/** Makes the platform give these orders. */
async function give(orders: readonly (object | null)[], count: unknown = orders.length): Promise<void> {
  await sandbox.fail(ORDERS, { kind: "answer", body: { code: 0, msg: "", data: { count, orderList: orders } } });
}

test("an order shows number, quantity, payment, cycle, service rate, estimate, time with zone and status", async () => {
  await give([ORDER]);
  const buyer = await buyerOf(sandbox);
  const { status, text } = await buyer.open("/MyOrder");
  expect(status).toBe(200);
  for (const fact of [
    `${t("MyOrder.number")} 20261120001`,
    `${t("MyOrder.quantity")} 2.5 T`,
    `${t("MyOrder.pay")} 1,234.56789012 USDT`,
    `${t("MyOrder.cycle")} 540 days`,
    `${t("Product.serviceRate")} 20%`,
    `${t("MyOrder.profit")} 32.5%`,
    "(UTC+8)",
    "Paid",
    t("MyOrder.count", { count: 1 }),
  ]) {
    expect(text).toContain(fact);
  }
});

test("a purchase is among the orders, and its status moves with time", async () => {
  await sandbox.setProduct(PRODUCT, { miningCycle: "0.01" });
  const buyer = await buyerOf(sandbox);
  await buyer.pay(await buyer.toCode());
  const labels = [];
  for (const ms of [0, 90_000, 5 * 60_000, 20 * 60_000]) {
    await sandbox.advance(ms);
    const { html } = await buyer.open("/MyOrder");
    labels.push(textsOf(html, ".tag")[0]);
  }
  expect(labels).toEqual(["Paid", "Pending Mining", "Mining", "Ended"]);
});

test.each([
  [0, "paid", "Paid"],
  ["1", "pending", "Pending Mining"],
  [2, "mining", "Mining"],
  ["3", "ended", "Ended"],
] as const)("order status %j is %s by the default map: %s", async (orderStatus, status, english) => {
  await give([{ ...ORDER, orderStatus }]);
  const buyer = await buyerOf(sandbox);
  expect((await buyer.open("/MyOrder")).html).toMatch(new RegExp(`class="tag tag-${status}">${english}<`));
  buyer.cookies.set("ulan", "el_GR");
  const chinese = getText("el_GR")(`MyOrder.${status}`);
  expect((await buyer.open("/MyOrder")).html).toMatch(new RegExp(`class="tag tag-${status}">${chinese}<`));
});

test("ORDER_STATUS says which value is which label", async () => {
  await give([{ ...ORDER, orderStatus: 30 }]);
  const buyer = await buyerOf(sandbox);
  await withEnv({ ORDER_STATUS: "10:paid,20:pending,30:mining,40:ended" }, async () => {
    expect((await buyer.open("/MyOrder")).html).toMatch(/class="tag tag-mining">Mining</);
  });
});

test("status_text wins over the map", async () => {
  await give([{ ...ORDER, orderStatus: 2, status_text: "Sealing <b>64%</b>" }]);
  const buyer = await buyerOf(sandbox);
  const { text, html } = await buyer.open("/MyOrder");
  expect(text).toContain("Sealing <b>64%</b>");
  expect(html).not.toContain("<b>64%");
  expect(textsOf(html, ".tag")).not.toContain("Mining");
});

test("an unknown status shows a neutral label with the raw value, and breaks nothing", async () => {
  await give([
    { ...ORDER, orderStatus: 77 },
    { ...ORDER, orderNum: "2", orderStatus: "frozen" },
    { ...ORDER, orderNum: "4", orderStatus: null },
    { ...ORDER, orderNum: "3" },
  ]);
  const buyer = await buyerOf(sandbox);
  const { status, html } = await buyer.open("/MyOrder");
  expect(status).toBe(200);
  const labels = all(html, ".tag").map((tag) => [tag.attr("class")?.replace("tag ", ""), textOf(tag)]);
  expect(labels).toEqual([
    ["tag-unknown", "Status 77"],
    ["tag-unknown", "Status frozen"],
    ["tag-unknown", "—"],
    ["tag-paid", "Paid"],
  ]);
});

test("values of an order that the platform did not send are shown as missing, never as 0", async () => {
  await give([{ orderNum: "5", orderStatus: 1, tokenAmount: null, payAmount: "" }]);
  const buyer = await buyerOf(sandbox);
  const { text } = await buyer.open("/MyOrder");
  for (const fact of [
    "MyOrder.quantity",
    "MyOrder.pay",
    "MyOrder.cycle",
    "Product.serviceRate",
    "MyOrder.time",
  ] as const)
    expect(text).toContain(`${t(fact)} —`);
});

test("no orders yet: the empty state with a link to the products", async () => {
  const buyer = await buyerOf(sandbox);
  const { status, text, html } = await buyer.open("/MyOrder");
  expect(status).toBe(200);
  expect(text).toContain(t("MyOrder.empty"));
  expect(html).toContain('href="/Index/Power"');
});

test.each<Fault>([
  { kind: "error", code: 99999, msg: "System busy" },
  ...UNREADABLE,
  { kind: "answer", body: { code: 0, data: { count: 3 } } },
  { kind: "answer", body: { code: 0, data: { orderList: null } } },
])("orders that cannot be read are an error with a link to try again, never empty: %j", async (fault) => {
  const buyer = await buyerOf(sandbox);
  await sandbox.fail(ORDERS, fault);
  const { status, text, html } = await buyer.open("/MyOrder");
  expect(status).toBe(503);
  expect(text).toContain(t("MyOrder.unavailable"));
  expect(text).not.toContain(t("MyOrder.empty"));
  expect(html).toContain(`<a class="button" href="/MyOrder">${t("common.retry")}</a>`);
});

test("an incomplete list says how many orders there are", async () => {
  await give([ORDER, { ...ORDER, orderNum: "2" }], 137);
  const buyer = await buyerOf(sandbox);
  expect((await buyer.open("/MyOrder")).text).toContain(t("MyOrder.partial", { first: 1, last: 2, count: 137 }));
});

test("one odd order hides no other; one without a number is left out, and the page says so", async () => {
  await give([{ ...ORDER, payAmount: "lots" }, { ...ORDER, orderNum: null }, { ...ORDER, orderNum: "A#1 é" }, null]);
  const buyer = await buyerOf(sandbox);
  const { status, text } = await buyer.open("/MyOrder");
  expect(status).toBe(200);
  expect(text).toContain(`${t("MyOrder.pay")} —`);
  expect(text).toContain(`${t("MyOrder.number")} A#1 é`);
  expect(text).toContain(t("common.leftOut", { count: "2" }));
});

test.each([
  ["a count of 0 beside orders", { count: 0, orderList: [ORDER] }, true],
  ["no count", { orderList: [ORDER] }, true],
  ["a count without orders", { count: 3, orderList: [] }, false],
])("%s is not an empty list", async (_, data, isShown) => {
  await sandbox.fail(ORDERS, { kind: "answer", body: { code: 0, data } });
  const buyer = await buyerOf(sandbox);
  const { status, text } = await buyer.open("/MyOrder");
  expect(status).toBe(200);
  expect(text).not.toContain(t("MyOrder.empty"));
  expect(text.includes(ORDER.orderNum)).toBe(isShown);
  expect(text.includes(t("common.leftOut", { count: "3" }))).toBe(!isShown);
});

test("orders beyond the first hundred are on further pages, with a link each way", async () => {
  const orders = Array.from({ length: 100 }, (_, index) => ({ ...ORDER, orderNum: `N${index}` }));
  await give(orders, 137);
  const buyer = await buyerOf(sandbox);
  const first = await buyer.open("/MyOrder");
  expect(first.text).toContain(t("MyOrder.partial", { first: 1, last: 100, count: 137 }));
  expect(first.html).toContain('href="/MyOrder?page=2"');
  await give(orders.slice(0, 37), 137);
  const second = await buyer.open("/MyOrder?page=2");
  expect(second.text).toContain(t("MyOrder.partial", { first: 101, last: 137, count: 137 }));
  expect(second.html).toContain('href="/MyOrder?page=1"');
  expect(second.html).not.toContain("page=3");
  expect((await sandbox.requests(ORDERS)).map(({ body }) => body)).toMatchObject([{ page: 1 }, { page: 2 }]);
});

test("a list of thousands of orders, larger than 2 MB, has its page cut from it", async () => {
  const orders = Array.from({ length: 3_000 }, (_, index) => ({
    ...ORDER,
    orderNum: `N${index}`,
    note: "x".repeat(700),
  }));
  await give(orders);
  const buyer = await buyerOf(sandbox);
  const { status, text, html } = await buyer.open("/MyOrder?page=30");
  expect(status).toBe(200);
  expect(text).toContain(t("MyOrder.partial", { first: 2901, last: 3000, count: 3000 }));
  expect(html).not.toContain("page=31");
});

test("100 orders of page 1 are requested", async () => {
  const buyer = await buyerOf(sandbox);
  await buyer.open("/MyOrder");
  const [request] = await sandbox.requests(ORDERS);
  expect(request?.body).toEqual({ page: 1, pageSize: 100, paramType: "calcuPower" });
});

test("signed out it leads to the sign-in with the message, and asks the platform nothing", async () => {
  const cookies = new CookieJar();
  expect(await landing(await open("/MyOrder", { cookies }), cookies)).toEqual(signInFor("/MyOrder"));
  expect(await sandbox.calls(ORDERS)).toBe(0);
});

test("a session that has ended at the platform: signed out, to the root, with the message", async () => {
  const buyer = await buyerOf(sandbox);
  await sandbox.expireSessions(buyer.account.email);
  expect(await landing(await buyer.open("/MyOrder"), buyer.cookies)).toEqual(SESSION_ENDED);
});

test("it ships no script, has no token and is not cached", async () => {
  const buyer = await buyerOf(sandbox);
  const page = await buyer.open("/MyOrder");
  expect(page.html).not.toContain("<script");
  expect(page.html).not.toContain(buyer.token);
  expect(page.headers.get("Content-Security-Policy")).toContain("script-src 'none'");
  expect(page.headers.get("Cache-Control")).toBe("no-store");
});
