import { beforeEach, expect, test } from "vitest";
import { formatDay } from "~/i18n/formats";
import { getText } from "~server/texts/text";
import { all, attributesOf, only, textOf, textsOf } from "../../support/html";
import { memberOf } from "../../support/pages";
import { readsEnd } from "../../support/reads-end";
import { waitForEver } from "@storefront/test-support/endless-wait";
import { useUpstream } from "../../support/upstream";

const t = getText("en_US");
const sandbox = await useUpstream();
// Home waits for responses, however late they arrive on a busy machine.
beforeEach(() => waitForEver(readsEnd));

const HOME = "/Index/Home";
const DAY_MS = 86_400_000;

const member = async () => (await memberOf(sandbox)).browser;

const give = (call: string, data: unknown) =>
  sandbox.fail(call, { kind: "answer", body: { code: "0", msg: "", data } });
const balance = () =>
  give("account_balance", { totalBalance: "1234.5600", totalBalanceSymbol: "USDT", allCoinMap: {} });

const order = (orderNum: string, orderStatus: number, daysAgo: number, more: object = {}) => ({
  orderNum,
  orderStatus,
  tokenAmount: "10.5",
  miningCycle: 540,
  orderTime: Date.now() - daysAgo * DAY_MS,
  ...more,
});
const orders = (...orderList: object[]) => give("getOrderList", { count: orderList.length, orderList });

const overviewOf = (html: string) => only(html, ".overview");
const unreadOf = (html: string) => textsOf(html, ".overview-unread");

test("signed in, Home shows the total, active T, the next end and its day, the latest order, then products", async () => {
  await Promise.all([balance(), orders(order("OLD", 2, 134), order("NEW", 1, 3), order("GONE", 3, 900))]);
  const { html, headers } = await (await member()).open(HOME);
  expect(textsOf(html, ".balance-sum")).toEqual(["1,234.56 USDT"]);
  expect(textsOf(html, ".overview dd")[0]).toBe("21 T");
  expect(textsOf(html, ".overview dd")[1]).toBe(formatDay(Date.now() + 406 * DAY_MS, "en_US").replace(/\u00a0/g, " "));
  expect(attributesOf(html, ".overview .ways a", "href")).toEqual(["/Recharge", "/Index/Power"]);
  expect(attributesOf(html, ".overview-order", "href")).toEqual(["/MyOrder/NEW"]);
  expect(unreadOf(html)).toEqual([]);
  expect(all(html, ".overview ~ * .product, .overview ~ section .product").length).toBeGreaterThan(0);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("content-security-policy")).toContain("script-src 'none'");
});

test.each([
  ["a status is unknown", order("2", 9, 5)],
  ["a quantity is missing", order("2", 2, 5, { tokenAmount: null })],
  ["an order has no number", order("", 2, 5)],
])("T of active orders is omitted if %s", async (_, odd) => {
  await Promise.all([balance(), orders(order("1", 2, 10), odd)]);
  const { html } = await (await member()).open(HOME);
  expect(textOf(html)).not.toContain(t("MyOrder.active"));
  expect(all(html, ".overview-order")).toHaveLength(1);
});

const PARTS = [
  ["account_balance", "Home.balanceUnread", "Assets.title", "/Assets", ".balance-sum"],
  ["getOrderList", "Home.ordersUnread", "MyOrder.title", "/MyOrder", ".overview-order"],
] as const;

test.each(PARTS)(
  "without %s Home omits that part with a note and a link; the rest is shown",
  async (call, text, title, path, selector) => {
    await Promise.all([balance(), orders(order("1", 2, 10))]);
    await sandbox.fail(call, { kind: "html" });
    const { html, status } = await (await member()).open(HOME);
    expect(status).toBe(200);
    expect(unreadOf(html)).toEqual([`${t(text)} ${t(title)}`]);
    expect(attributesOf(html, ".overview-unread a", "href")).toEqual([path]);
    expect(all(html, selector)).toHaveLength(0);
    expect(textOf(overviewOf(html))).not.toMatch(/(?<![\d.,])0(?![\d.,])/);
    const other = selector === ".balance-sum" ? ".overview-order" : ".balance-sum";
    expect(all(html, other)).toHaveLength(1);
    expect(all(html, ".product")).toHaveLength(3);
  },
);

test("a rejected balance shows the upstream's message, even while it is not requested again", async () => {
  await orders();
  await sandbox.fail("account_balance", { kind: "answer", body: { code: "10099", msg: "Account <frozen>" } });
  const browser = await member();
  for (let visit = 0; visit < 2; visit += 1) {
    const { html } = await browser.open(HOME);
    expect(unreadOf(html)).toEqual([`Account <frozen> ${t("Assets.title")}`]);
  }
});

test("the switch hides the total on Home and on Assets, and the visitor stays on Home", async () => {
  await Promise.all([balance(), orders()]);
  const browser = await member();
  const shown = await browser.open(HOME);
  const fields = (html: string): Record<string, string> =>
    Object.fromEntries(
      all(html, ".overview form input, .overview form button").map((one) => [
        one.attr("name") ?? "",
        one.attr("value") ?? "",
      ]),
    );
  const response = await browser.post("/Assets", fields(shown.html));
  expect([response.status, response.headers.get("location")]).toEqual([303, HOME]);
  const hidden = await browser.open(HOME);
  expect(textsOf(hidden.html, ".balance-sum")).toEqual(["•••• hidden USDT"]);
  expect(hidden.html).not.toContain("1,234.56");
  expect(textsOf(hidden.html, ".overview button")).toEqual([t("Assets.showAmounts")]);
  await browser.post("/Assets", fields(hidden.html));
  expect(textsOf((await browser.open(HOME)).html, ".balance-sum")).toEqual(["1,234.56 USDT"]);
});
