import { beforeEach, expect, test, vi } from "vitest";
import { formatTime } from "~/i18n/formats";
import { getText } from "~server/texts/text";
import { miningDay } from "~server/orders/displayed-order";
import { PRODUCT } from "../../support/purchase-paths";
import { buyerOf, TERMS } from "../../support/buying";
import { all, attributesOf, textOf, textsOf } from "../../support/html";
import { useUpstream } from "../../support/upstream";
import { ORDER } from "../../support/order";

const ORDERS = "getOrderList";
const t = getText("en_US");

const sandbox = await useUpstream();

beforeEach(async () => {
  await sandbox.setProduct(PRODUCT, { ...TERMS, stock: "1000" });
});

const AT = Date.UTC(2026, 10, 23, 1, 0);
const HOUR_MS = 3_600_000;

/** Makes the upstream return these orders. */
async function give(orders: readonly (object | null)[], count: unknown = orders.length): Promise<void> {
  await sandbox.fail(ORDERS, { kind: "answer", body: { code: 0, msg: "", data: { count, orderList: orders } } });
}

/** The cells of each order, its name first. */
const rowsIn = (html: string) => all(html, "main tbody tr").map((row) => textsOf(row, "th, td"));

test("an order shows name, quantity, payment, status, cycle and current day", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: AT });
  const plan = { title: "Filecoin Flagship Power", orderTime: AT - 9 * 24 * HOUR_MS };
  await give([
    { ...ORDER, ...plan, orderStatus: 2 },
    { ...ORDER, ...plan, orderNum: "2", title: null, orderStatus: 3 },
  ]);
  const { status, html } = await (await buyerOf(sandbox)).open("/MyOrder");
  expect(status).toBe(200);
  const [payment, day] = ["1,234.5678901234 USDT", "Nov 14, 2026"];
  expect(rowsIn(html)).toEqual([
    ["Filecoin Flagship Power", "2.5 T", payment, "Mining", "Day 10 of 540", day],
    ["2.5 T computing power", payment, "Ended", "540 days", day],
  ]);
  expect(attributesOf(html, "main tbody a", "href")).toEqual(["/MyOrder/20261120001", "/MyOrder/2"]);
  for (const row of all(html, "main tbody tr")) expect(row.find("*").length).toBeLessThan(12);
  expect(textsOf(html, "main .list-end p")).toEqual([t("Pagination.noMore")]);
});

test("after a page of a thousand orders no further one is read, and the page says so", async () => {
  const orders = Array.from({ length: 1_000 }, (_, at) => ({ ...ORDER, orderNum: `${at}` }));
  await give(orders, 100_000);
  const { html } = await (await buyerOf(sandbox)).open("/MyOrder?sort=amount");
  expect(await sandbox.calls(ORDERS)).toBe(1);
  expect(textsOf(html, "main .note")).toContain(t("MyOrder.cut"));
});

test("a purchase appears among the orders, and its status advances with time", async () => {
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

test("status_text wins over the map", async () => {
  await give([{ ...ORDER, orderStatus: 2, status_text: "Sealing <b>64%</b>" }]);
  const { text, html } = await (await buyerOf(sandbox)).open("/MyOrder");
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
  const { status, html } = await (await buyerOf(sandbox)).open("/MyOrder");
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
const numbersIn = (html: string) => attributesOf(html, "main tbody a", "href").map((href) => String(href).slice(9));

test("tabs with URLs show the orders of one status; unknown statuses appear only under All", async () => {
  await give(LIST);
  const buyer = await buyerOf(sandbox);
  const tabs = (html: string) =>
    all(html, "nav .chip")
      .slice(0, -1)
      .map((tab) => [tab.attr("href"), textOf(tab), tab.attr("aria-current")]);
  const page = await buyer.open("/MyOrder");
  expect(numbersIn(page.html)).toEqual(["A-paid", "B-pending", "C-mining", "D-mining", "E-odd"]);
  expect(tabs(page.html)).toEqual([
    ["/MyOrder", "All 5", "page"],
    ["/MyOrder?status=paid", "Paid 1", undefined],
    ["/MyOrder?status=pending", "Pending Mining 1", undefined],
    ["/MyOrder?status=mining", "Mining 2", undefined],
    ["/MyOrder?status=ended", "Ended 0", undefined],
  ]);
  const mining = await buyer.open("/MyOrder?status=mining");
  expect(numbersIn(mining.html)).toEqual(["C-mining", "D-mining"]);
  expect(tabs(mining.html)[1], "next to All").toEqual(["/MyOrder?status=mining", "Mining 2", "page"]);
  const ended = await buyer.open("/MyOrder?status=ended");
  expect(ended.text).toContain(t("MyOrder.noneFound"));
  expect(ended.html).toContain('href="/MyOrder"');
});

/** Makes the upstream return these orders a hundred at a time. */
async function givePages(orders: readonly object[], count = orders.length): Promise<void> {
  for (let page = 1; page <= Math.ceil(orders.length / 100); page += 1) {
    const data = { count, orderList: orders.slice((page - 1) * 100, page * 100) };
    const asking = { page: String(page) };
    await sandbox.fail(ORDERS, { kind: "answer", body: { code: 0, msg: "", data } }, { asking });
  }
}
const many = (count: number, row: object = {}) =>
  Array.from({ length: count }, (_, index) => ({ ...ORDER, orderNum: `N${index}`, ...row }));
const pagesAsked = async () => (await sandbox.requests(ORDERS)).map(({ body }) => (body as { page: number }).page);
const linksIn = (html: string) => all(html, "main a").map((link) => link.attr("href"));

test("tabs, search and sorting cover eight upstream pages, read for one page of ours", async () => {
  await givePages([...many(150), { ...ORDER, orderNum: "late", orderStatus: 3 }]);
  const buyer = await buyerOf(sandbox);
  const ended = await buyer.open("/MyOrder?status=ended");
  expect(numbersIn(ended.html)).toEqual(["late"]);
  expect(await pagesAsked()).toEqual([1, 2]);
  expect(all(ended.html, "main nav .chip").map(textOf)).toEqual([
    "All 151",
    "Ended 1",
    "Paid 150",
    "Pending Mining 0",
    "Mining 0",
    t("MyOrder.searchAndSort"),
  ]);
  const paid = await buyer.open("/MyOrder?status=paid&sort=oldest");
  expect(rowsIn(paid.html)).toHaveLength(100);
  expect(linksIn(paid.html)).toContain("/MyOrder?status=paid&sort=oldest&page=2");
  const further = await buyer.open("/MyOrder?status=paid&sort=oldest&page=2");
  expect(rowsIn(further.html)).toHaveLength(50);
  expect(linksIn(further.html)).toContain("/MyOrder?status=paid&sort=oldest");
});

test("beyond eight hundred orders a link leads to the older ones", async () => {
  await givePages(
    [...many(800), ...many(3, { orderNum: "old", orderStatus: 3 })].map((order) => ({ ...order })),
    803,
  );
  const buyer = await buyerOf(sandbox);
  const page = await buyer.open("/MyOrder?q=OL");
  expect(await pagesAsked()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(page.text).toContain(t("MyOrder.noneOfPart"));
  expect(page.text).toContain(t("MyOrder.looked", { first: 1, last: 800, count: 803 }));
  const link = all(page.html, "main a").find((one) => textOf(one) === t("MyOrder.lookOlder"));
  expect(link?.attr("href")).toBe("/MyOrder?q=OL&page=9");
  const older = await buyer.open("/MyOrder?q=OL&page=9");
  expect(rowsIn(older.html)[0]).toContain("old");
  expect(linksIn(older.html)).toContain("/MyOrder?q=OL");
  const plain = await buyer.open("/MyOrder?page=8");
  expect(linksIn(plain.html)).toContain("/MyOrder?page=9");
  // The charts are below a hundred orders.
  expect(linksIn(plain.html)).toContain("#charts");
  expect(all(plain.html, "#charts summary")).toHaveLength(1);
  expect(textsOf(plain.html, "main nav .chip")[0]).toBe("All 803");
  const paid = await buyer.open("/MyOrder?status=paid");
  expect(textsOf(paid.html, "main nav + p"), "a note says which orders are counted").toEqual([
    t("MyOrder.looked", { first: 1, last: 800, count: 803 }),
  ]);
});

test("if a later page fails, the orders before it are shown, and the summary says so", async () => {
  await givePages(many(150));
  await sandbox.fail(ORDERS, { kind: "html" }, { asking: { page: "2" } });
  const buyer = await buyerOf(sandbox);
  const page = await buyer.open("/MyOrder");
  expect(page.status).toBe(200);
  expect(rowsIn(page.html)).toHaveLength(100);
  expect(page.text).toContain(t("MyOrder.cut"));
  expect(page.text).toContain(t("MyOrder.looked", { first: 1, last: 100, count: 150 }));
  expect((await buyer.open("/MyOrder?page=2")).status).toBe(503);
});

test("a search finds part of the number in any case, within a status or all", async () => {
  await give(LIST);
  const buyer = await buyerOf(sandbox);
  const found = await buyer.open("/MyOrder?q=-MIN");
  expect(numbersIn(found.html)).toEqual(["C-mining", "D-mining"]);
  expect(all(found.html, "main nav .chip").map(textOf).slice(0, -1)).toEqual([
    "All 2",
    "Paid 0",
    "Pending Mining 0",
    "Mining 2",
    "Ended 0",
  ]);
  expect(linksIn(found.html)).toContain("/MyOrder?q=-MIN&status=mining");
  expect(numbersIn((await buyer.open("/MyOrder?q=a&status=paid")).html)).toEqual(["A-paid"]);
  // With the apostrophe of our CSV, and with what messengers add.
  for (const copied of ["'A-paid", "\u200eA-paid\u2060"]) {
    const { html } = await buyer.open(`/MyOrder?${new URLSearchParams({ q: copied }).toString()}`);
    expect(numbersIn(html), copied).toEqual(["A-paid"]);
  }
  const none = await buyer.open("/MyOrder?q=nowhere");
  expect(none.status).toBe(200);
  expect(none.text).toContain(t("MyOrder.noneFound"));
});

test.each([
  ["newest", ["B", "A", "C", "D"]],
  ["oldest", ["C", "A", "B", "D"]],
  // Coin by coin; an order without an amount is last.
  ["amount", ["C", "A", "D", "B"]],
])("?sort=%s puts the orders into the order %j", async (sort, numbers) => {
  await give([
    { ...ORDER, orderNum: "A-", orderTime: 1_700_000_001, payAmount: "9.5", paySymbol: "USDT" },
    { ...ORDER, orderNum: "B-", orderTime: 1_700_000_002, payAmount: "" },
    { ...ORDER, orderNum: "C-", orderTime: 1_700_000_000, payAmount: "0.1", paySymbol: "BTC" },
    { ...ORDER, orderNum: "D-", orderTime: "yesterday", payAmount: "1.25", paySymbol: "USDT" },
  ]);
  const { html } = await (await buyerOf(sandbox)).open(`/MyOrder?sort=${sort}`);
  expect(numbersIn(html).map((number) => number.slice(0, 1))).toEqual(numbers);
});

test.each([
  ["q", "x".repeat(10_000)],
  ["q", "1\u202e1"],
  ["status", "<script>alert(1)</script>"],
  ["sort", "__proto__"],
  ["page", "1e308"],
] as const)("unknown URL parameters are ignored, and the page says so: %s", async (name, value) => {
  await give(LIST);
  const buyer = await buyerOf(sandbox);
  const { status, html } = await buyer.open(`/MyOrder?${new URLSearchParams({ [name]: value }).toString()}`);
  expect(status).toBe(200);
  expect(numbersIn(html)).toHaveLength(5);
  expect(textsOf(html, "main .note")).toEqual([t("MyOrder.ignored", { names: t(`MyOrder.ignored-${name}`) })]);
  expect(all(html, "main [name=q]")).toEqual([]);
});

const factsIn = (html: string) => textsOf(html, "section[aria-labelledby=summary-title] dl > div");

test("totals show T, the amount paid per coin, and the next end", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: AT });
  const day = 24 * HOUR_MS;
  await give([
    { ...ORDER, orderNum: "A", orderStatus: 2, tokenAmount: "1.25", payAmount: "0.1", orderTime: AT - 9 * day },
    { ...ORDER, orderNum: "B", orderStatus: 1, tokenAmount: "2", payAmount: "0.2", orderTime: AT - 20 * day },
    { ...ORDER, orderNum: "C", orderStatus: 3, tokenAmount: "4", payAmount: "3", paySymbol: "BTC" },
    // The upstream says mining although the cycle is over, so its end is not the next one.
    { ...ORDER, orderNum: "D", orderStatus: 2, tokenAmount: "8", payAmount: "1", orderTime: AT - 999 * day },
    { ...ORDER, orderNum: "E", orderStatus: 0, tokenAmount: "16", payAmount: "1" },
    { ...ORDER, orderNum: "F", orderStatus: 2, tokenAmount: "lots", payAmount: "1", paySymbol: null },
    { ...ORDER, orderNum: "G", orderStatus: 77, tokenAmount: null, payAmount: null },
  ]);
  const { html, text } = await (await buyerOf(sandbox)).open("/MyOrder?status=ended");
  expect(factsIn(html)).toEqual([
    `${t("MyOrder.active")} 11.25 T`,
    `${t("MyOrder.over")} 4 T`,
    `${t("MyOrder.waiting")} 16 T`,
    `${t("MyOrder.paidIn")} 2.30 USDT 3.00 BTC`,
    textOf(`${t("MyOrder.nextEnd")} ${formatTime(AT + 520 * day, "en_US")} ${t("MyOrder.workedOut")}`),
  ]);
  expect(all(html, "section[aria-labelledby=summary-title] dl a").map((link) => link.attr("href"))).toEqual([
    "/MyOrder/B",
  ]);
  expect(text).toContain(t("MyOrder.withoutQuantity", { count: "1" }));
  expect(text).toContain(t("MyOrder.withoutPayment", { count: "2" }));
  expect(text, "the totals cover all orders").not.toContain("These are orders");
});

test("an empty sum is missing, never 0 T, and unknown statuses are counted separately", async () => {
  const sums = async (...orders: object[]) => {
    await give(orders);
    const { html, text } = await (await buyerOf(sandbox)).open("/MyOrder");
    return { facts: factsIn(html).slice(0, 2), text };
  };
  const mining = { ...ORDER, orderNum: "A", orderStatus: 2 };
  const unclear = { ...ORDER, orderNum: "B", orderStatus: 77 };
  const expectedFacts = (active: string, over: string) => [
    `${t("MyOrder.active")} ${active}`,
    `${t("MyOrder.over")} ${over}`,
  ];
  expect((await sums({ ...mining, tokenAmount: null })).facts).toEqual(expectedFacts("—", "0 T"));
  const { facts, text } = await sums(unclear, { ...unclear, orderNum: "C" });
  expect(facts).toEqual(expectedFacts("—", "—"));
  expect(text).toContain(t("MyOrder.withoutStatus", { count: "2" }));
  expect((await sums({ ...mining, tokenAmount: "2" }, unclear)).facts).toEqual(expectedFacts("2 T", "—"));
});

test.each([
  ["the day of the order is the first", { ageMs: 0 }, { day: 1, of: 540 }],
  ["the next day begins at midnight in UTC+8", { ageMs: 10 * HOUR_MS }, { day: 2, of: 540 }],
  ["before that midnight the day is the same", { ageMs: 8 * HOUR_MS }, { day: 1, of: 540 }],
  ["nine days later", { ageMs: 9 * 24 * HOUR_MS }, { day: 10, of: 540 }],
  ["the last day stays the last", { ageMs: 900 * 24 * HOUR_MS }, { day: 540, of: 540 }],
  ["an unknown status", { status: "unknown" as const }, { day: 1, of: 540 }],
  ["an order that has ended", { status: "ended" as const }, undefined],
  ["an order that is only paid", { status: "paid" as const }, undefined],
  ["no time", { orderTimeMs: undefined }, undefined],
  ["a future time", { ageMs: -HOUR_MS }, undefined],
  ["no cycle", { miningCycleDays: undefined }, undefined],
  ["a cycle of a fraction of a day", { miningCycleDays: "0.01" }, undefined],
  ["a cycle of 0 days", { miningCycleDays: "0" }, undefined],
])("the day of a cycle: %s", (_, { ageMs = 0, ...order }: Record<string, unknown> & { ageMs?: number }, day) => {
  const whole = { status: "mining" as const, orderTimeMs: AT - ageMs, miningCycleDays: "540", ...order };
  expect(miningDay(whole, AT)).toEqual(day);
});

test("missing values of an order are shown as missing, never as 0", async () => {
  await give([{ orderNum: "5", orderStatus: 1, tokenAmount: null, payAmount: "", orderTime: "0001-01-01T00:00:00Z" }]);
  const { html } = await (await buyerOf(sandbox)).open("/MyOrder");
  expect(rowsIn(html)).toEqual([["—", "—", "Pending Mining", "—", "—"]]);
});

test("without orders there is an empty state with a link to the products", async () => {
  const { status, text, html } = await (await buyerOf(sandbox)).open("/MyOrder");
  expect(status).toBe(200);
  expect(text).toContain(t("MyOrder.empty"));
  expect(html).toContain('href="/Index/Power"');
});

test("an odd order hides no other; one without a number is omitted, and the page says so", async () => {
  await give([{ ...ORDER, payAmount: "lots" }, { ...ORDER, orderNum: null }, { ...ORDER, orderNum: "A#1 é" }, null]);
  const { status, text, html } = await (await buyerOf(sandbox)).open("/MyOrder");
  expect(status).toBe(200);
  expect(rowsIn(html)[0]).toContain("—");
  expect(attributesOf(html, "main tbody a", "href")).toContain("/MyOrder/A%231%20%C3%A9");
  expect(text).toContain(t("common.omitted", { count: "2" }));
});

test.each([
  ["a count of 0 with orders", { count: 0, orderList: [ORDER] }, true],
  ["no count", { orderList: [ORDER] }, true],
  ["a count without orders", { count: 3, orderList: [] }, false],
])("%s is not an empty list", async (_, data, isShown) => {
  await sandbox.fail(ORDERS, { kind: "answer", body: { code: 0, data } });
  const { status, text, html } = await (await buyerOf(sandbox)).open("/MyOrder");
  expect(status).toBe(200);
  expect(text).not.toContain(t("MyOrder.empty"));
  expect(html.includes(ORDER.orderNum)).toBe(isShown);
  expect(text.includes(t("common.omitted", { count: "3" }))).toBe(!isShown);
});

test("orders beyond the first hundred are on further pages, with links both ways", async () => {
  await givePages(many(137));
  const buyer = await buyerOf(sandbox);
  const first = await buyer.open("/MyOrder");
  expect(first.text).toContain(t("MyOrder.partial", { first: 1, last: 100, count: 137 }));
  expect(first.html).toContain('href="/MyOrder?page=2"');
  const second = await buyer.open("/MyOrder?page=2");
  expect(second.text).toContain(t("MyOrder.partial", { first: 101, last: 137, count: 137 }));
  expect(second.html).toContain('href="/MyOrder?page=1"');
  expect(second.html).not.toContain("page=3");
});

test("an order that moves to the next page during reading is shown once", async () => {
  await givePages([...many(100), ...many(101).slice(99)]);
  const { html } = await (await buyerOf(sandbox)).open("/MyOrder?page=2");
  expect(numbersIn(html)).toEqual(["N100"]);
});

test("a page beyond the last is 404, says so and links to the last", async () => {
  await givePages(many(101));
  const buyer = await buyerOf(sandbox);
  for (const page of [3, 9, 400]) {
    const { status, text, html } = await buyer.open(`/MyOrder?page=${page}&sort=oldest`);
    expect([status, text.includes(t("Pagination.beyond"))], String(page)).toEqual([404, true]);
    expect(html).toContain('href="/MyOrder?sort=oldest&amp;page=2"');
  }
});

test("a page works with a list of hundreds of orders larger than 2 MB", async () => {
  const orders = Array.from({ length: 500 }, (_, index) => ({
    ...ORDER,
    orderNum: `N${index}`,
    note: "x".repeat(4_400),
  }));
  await give(orders);
  const buyer = await buyerOf(sandbox);
  // No deadlines, since reading so much may take longer on a busy machine.
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => new AbortController().signal);
  vi.spyOn(performance, "now").mockReturnValue(performance.now());
  const { status, text, html } = await buyer.open("/MyOrder?page=5");
  expect(status).toBe(200);
  expect(text).toContain(t("MyOrder.partial", { first: 401, last: 500, count: 500 }));
  expect(html).not.toContain("page=6");
});
