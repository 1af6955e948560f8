import { beforeEach, expect, test } from "vitest";
import { getText } from "~/i18n/text.server";
import { miningDay } from "~server/orders/shown";
import { type Fault } from "~server/sandbox/start";
import { buyerOf, open, PRODUCT, TERMS } from "../support/buying";
import { withEnv } from "../support/environment";
import { UNREADABLE } from "../support/faults";
import { all, textOf, textsOf } from "../support/html";
import { landing, SESSION_ENDED, signInFor } from "../support/landing";
import { usePlatform } from "../support/platform";
import { ORDER } from "../support/order";
import { CookieJar } from "../support/requests";

const ORDERS = "getOrderList";
const t = getText("en_US");

const sandbox = await usePlatform();

beforeEach(async () => {
  await sandbox.setProduct(PRODUCT, { ...TERMS, stock: "1000" });
});

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

const LIST = [
  { ...ORDER, orderNum: "A-paid", orderStatus: 0 },
  { ...ORDER, orderNum: "B-pending", orderStatus: "1" },
  { ...ORDER, orderNum: "C-mining", orderStatus: 2 },
  { ...ORDER, orderNum: "D-mining", orderStatus: 2 },
  { ...ORDER, orderNum: "E-odd", orderStatus: 77 },
];
const numbersIn = (text: string) => text.match(/\b[A-E]-\w+/g) ?? [];

test("tabs show the orders of one status, by an address; one that the map does not know stays under All", async () => {
  await give(LIST);
  const buyer = await buyerOf(sandbox);
  const tabs = (html: string) =>
    all(html, "nav .tab").map((tab) => [tab.attr("href"), textOf(tab), tab.attr("aria-current")]);
  const page = await buyer.open("/MyOrder");
  expect(numbersIn(page.text)).toEqual(["A-paid", "B-pending", "C-mining", "D-mining", "E-odd"]);
  expect(tabs(page.html)).toEqual([
    ["/MyOrder", "All 5", "page"],
    ["/MyOrder?status=paid", "Paid 1", undefined],
    ["/MyOrder?status=pending", "Pending Mining 1", undefined],
    ["/MyOrder?status=mining", "Mining 2", undefined],
    ["/MyOrder?status=ended", "Ended 0", undefined],
  ]);
  const mining = await buyer.open("/MyOrder?status=mining");
  expect(numbersIn(mining.text)).toEqual(["C-mining", "D-mining"]);
  expect(tabs(mining.html)[3]).toEqual(["/MyOrder?status=mining", "Mining 2", "page"]);
  const ended = await buyer.open("/MyOrder?status=ended");
  expect(ended.text).toContain(t("MyOrder.noneOfStatus"));
  expect(ended.html).toContain('href="/MyOrder"');
});

test.each(["unknown", "MINING", "mining ", "__proto__", "<b>", "2"])(
  "a status that is none shows all orders, and nothing of it is in the page: %s",
  async (status) => {
    await give(LIST);
    const buyer = await buyerOf(sandbox);
    const page = await buyer.open(`/MyOrder?status=${encodeURIComponent(status)}`);
    expect(page.status).toBe(200);
    expect(numbersIn(page.text)).toHaveLength(5);
    expect(all(page.html, ".tab[aria-current=page]").map(textOf)).toEqual(["All 5"]);
  },
);

test("with more pages the tabs are about this one, say so, and keep the status from page to page", async () => {
  const orders = Array.from({ length: 100 }, (_, index) => ({ ...ORDER, orderNum: `N${index}`, orderStatus: 2 }));
  await give(orders, 250);
  const buyer = await buyerOf(sandbox);
  const page = await buyer.open("/MyOrder?status=mining&page=2");
  expect(page.text).toContain(t("MyOrder.partial", { first: 101, last: 200, count: 250 }));
  expect(page.text).toContain(t("MyOrder.tabsPartial"));
  const links = all(page.html, "main a").map((link) => link.attr("href"));
  expect(links).toContain("/MyOrder?status=ended&page=2");
  expect(links).toContain("/MyOrder?status=mining&page=3");
  expect(links).toContain("/MyOrder?status=mining&page=1");
  const none = await buyer.open("/MyOrder?status=ended&page=2");
  expect(none.text).toContain(t("MyOrder.noneOfPage"));
  await give(LIST);
  expect((await buyer.open("/MyOrder")).text).not.toContain(t("MyOrder.tabsPartial"));
});

test("orders that cannot be read keep status and page in the link to try again", async () => {
  const buyer = await buyerOf(sandbox);
  await sandbox.fail(ORDERS, { kind: "html" });
  const { html } = await buyer.open("/MyOrder?page=2&status=paid");
  expect(html).toContain('href="/MyOrder?status=paid&amp;page=2"');
});

const AT = Date.UTC(2026, 10, 23, 1, 0);
const HOUR_MS = 3_600_000;

test.each([
  ["the day of the order is the first", { ageMs: 0 }, { day: 1, of: 540 }],
  ["the next day begins at midnight in UTC+8", { ageMs: 10 * HOUR_MS }, { day: 2, of: 540 }],
  ["before that midnight it is the same day", { ageMs: 8 * HOUR_MS }, { day: 1, of: 540 }],
  ["nine days later", { ageMs: 9 * 24 * HOUR_MS }, { day: 10, of: 540 }],
  ["the last day stays the last", { ageMs: 900 * 24 * HOUR_MS }, { day: 540, of: 540 }],
  ["an unknown status", { status: "unknown" as const }, { day: 1, of: 540 }],
  ["an order that has ended", { status: "ended" as const }, undefined],
  ["one that is only paid", { status: "paid" as const }, undefined],
  ["no time", { orderTimeMs: undefined }, undefined],
  ["a time to come", { ageMs: -HOUR_MS }, undefined],
  ["no cycle", { miningCycleDays: undefined }, undefined],
  ["a cycle of parts of a day", { miningCycleDays: "0.01" }, undefined],
  ["a cycle of no days", { miningCycleDays: "0" }, undefined],
])("the day of a cycle: %s", (_, { ageMs = 0, ...order }: Record<string, unknown> & { ageMs?: number }, day) => {
  const whole = { status: "mining" as const, orderTimeMs: AT - ageMs, miningCycleDays: "540", ...order };
  expect(miningDay(whole, AT)).toEqual(day);
});

test("an order that is mining shows its day in words and as a bar; one that has ended shows neither", async () => {
  const orderTime = Date.now() - 9 * 24 * HOUR_MS;
  await give([
    { ...ORDER, orderTime, orderStatus: 2 },
    { ...ORDER, orderTime, orderStatus: 3 },
  ]);
  const buyer = await buyerOf(sandbox);
  const { html, text } = await buyer.open("/MyOrder");
  expect(text.match(/Day 10 of 540/g)).toHaveLength(1);
  const bars = all(html, "progress").map((bar) => [bar.attr("value"), bar.attr("max"), bar.attr("aria-hidden")]);
  expect(bars).toEqual([["10", "540", "true"]]);
});

test.each([
  [{ title: "Filecoin <b>Flagship</b>" }, "Filecoin <b>Flagship</b>"],
  [{ title: "", productName: "Light" }, "Light"],
  [{ title: { odd: true }, productTitle: "Deep" }, "Deep"],
])("the name of the plan is shown where the platform sends one: %j", async (sent, plan) => {
  await give([{ ...ORDER, ...sent }]);
  const buyer = await buyerOf(sandbox);
  const { html, text } = await buyer.open("/MyOrder");
  expect(textsOf(html, ".plan")).toEqual([plan]);
  expect(text).toContain(ORDER.orderNum);
});

test("no plan is guessed where none is sent", async () => {
  await give([ORDER, { ...ORDER, title: 7, productName: null }]);
  const buyer = await buyerOf(sandbox);
  expect(textsOf((await buyer.open("/MyOrder")).html, ".plan")).toEqual([]);
});

test("a long number is whole in the page, so that it is copied and read as a whole", async () => {
  const orderNum = "2026112000000000000000000000000000000001";
  await give([{ ...ORDER, orderNum }]);
  const buyer = await buyerOf(sandbox);
  const { html } = await buyer.open("/MyOrder");
  expect(all(html, ".exact").map((number) => number.text())).toEqual([orderNum]);
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
