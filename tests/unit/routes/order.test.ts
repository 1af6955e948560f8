import { beforeEach, describe, expect, test, vi } from "vitest";
import { getText } from "~server/texts/text";
import { orderPath } from "~/components/account/encoded-paths";
import { DAY_MS } from "~server/i18n/locale";
import { ORDER_PAGE_SIZE } from "~server/specification";
import { sessionCookie } from "~server/session/session";
import { browserAt } from "../../support/documents";
import { all, attributesOf, textOf, textsOf } from "../../support/html";
import { pages } from "../../support/pages";
import { ORDER as SENT } from "../../support/order";
import { CookieJar } from "../../support/requests";
import type { Reply } from "@storefront/test-support/peer";
import { envelope, usePeer } from "../../support/upstream-peer";

const ORDERED_MS = Date.UTC(2026, 10, 20, 13, 3);
const ORDER = { ...SENT, orderTime: ORDERED_MS, orderStatus: 2 };

const t = getText("en_US");
const [account, userId] = ["buyer@example.com", "20260001"];
/** The upstream's orders, newest first, or "broken" if it fails. */
let orders: object[] | "broken" = [];
const peer = await usePeer(({ path, body }): Reply => {
  if (!path.endsWith("/getOrderList")) return envelope(null);
  if (orders === "broken") return { status: 502, body: "<h1>Gateway</h1>" };
  const { page = 1 } = JSON.parse(body) as { page?: number };
  const first = (page - 1) * ORDER_PAGE_SIZE;
  return envelope({ count: orders.length, orderList: orders.slice(first, first + ORDER_PAGE_SIZE) });
});
const lists = () => peer.requests.filter(({ path }) => path.endsWith("/getOrderList")).length;

const cookies = new CookieJar().take(await sessionCookie({ token: "platform-token", account, userId }));
const browser = browserAt(pages, "en_US", cookies);
const open = (path: string) => browser.open(path);

/** This many orders, newest first, with `ORDER` last. */
const many = (count: number) =>
  Array.from({ length: count }, (_, at) => (at === count - 1 ? ORDER : { ...ORDER, orderNum: `N${at}` }));

beforeEach(() => {
  orders = [ORDER];
});

describe("the page of an order", () => {
  test("shows every field, and links to market, calendar and contact form", async () => {
    const { status, text, html } = await open("/MyOrder/20261120001");
    expect(status).toBe(200);
    for (const fact of [
      "1,234.5678901234 USDT",
      "2.5 T computing power",
      "540 days",
      "20%",
      "32.5%",
      "Nov 20, 2026, 21:03 (UTC+8)",
      "20261120001",
      "Mining",
    ]) {
      expect(text).toContain(fact);
    }
    const links = attributesOf(html, "main .account-main .entries a", "href");
    expect(links).toEqual(["/Index/Power", "/MyOrder/20261120001.ics", "/LeavingMessage?order=20261120001"]);
  });

  test("shows missing data as missing, and has no calendar entry without a time", async () => {
    orders = [{ orderNum: "bare", orderStatus: "9" }];
    const { status, text, html } = await open("/MyOrder/bare");
    expect(status).toBe(200);
    expect(text).toContain(t("common.missing"));
    expect(text).toContain(t("MyOrder.unknown", { value: "9" }));
    expect(attributesOf(html, "main .account-main .entries a", "href")).not.toContain("/MyOrder/bare.ics");
    expect((await open("/MyOrder/bare.ics")).status).toBe(404);
  });

  test.each(["20261120002", "%20", "20261120001%00x", "%E4%BD%A0", "..%2e", "x".repeat(200)])(
    "is 404 with the shop's message for an unknown number: %s",
    async (number) => {
      const { status, text } = await open(`/MyOrder/${number}`);
      expect(status).toBe(404);
      expect(text).not.toContain("1,234");
    },
  );

  test("finds an order on the eighth page, and a later one through a link", async () => {
    orders = many(8 * ORDER_PAGE_SIZE);
    expect((await open("/MyOrder/20261120001")).text).toContain("2.5 T");
    expect(lists()).toBe(8);
    orders = many(8 * ORDER_PAGE_SIZE + 5);
    const first = await open("/MyOrder/20261120001");
    expect(first.status).toBe(200);
    expect(lists()).toBe(16);
    expect(first.text).toContain(t("Order.older"));
    const [further = ""] = attributesOf(first.html, "main .card a", "href");
    expect(further).toBe("/MyOrder/20261120001?from=9");
    const found = await open(further);
    expect(found.text).toContain("2.5 T");
    expect(attributesOf(found.html, "main .account-main .entries a", "href")[1]).toBe(
      "/MyOrder/20261120001.ics?from=9",
    );
    expect((await open("/MyOrder/20261120001.ics?from=9")).status).toBe(200);
    expect((await open("/MyOrder/nobodys?from=9")).status).toBe(404);
  });

  test("is 503 with a retry link while the upstream fails, like the calendar", async () => {
    orders = "broken";
    const { status, html, text } = await open("/MyOrder/20261120001?from=2");
    expect(status).toBe(503);
    expect(text).toContain(t("Order.unavailable"));
    expect(attributesOf(html, "main a", "href")).toContain("/MyOrder/20261120001?from=2");
    expect((await open("/MyOrder/20261120001.ics")).status).toBe(503);
  });

  test("redirects to the sign-in and back when signed out, like the calendar", async () => {
    const stranger = browserAt(pages, "en_US");
    for (const path of ["/MyOrder/20261120001", "/MyOrder/20261120001.ics"]) {
      const { status, location } = await stranger.open(path);
      expect([status, location]).toEqual([303, "/Login?redirectTo=%2FMyOrder%2F20261120001"]);
    }
  });
});

describe("any printable number has a URL", () => {
  test.each(["A%2F1", "訂單 1", "a?b#c", "<b>&\"'", "X.ICS", "%", "..x", "x/"])("%s", async (orderNum) => {
    orders = [{ ...ORDER, orderNum }];
    const path = String(orderPath(orderNum));
    const { status, html } = await open(path);
    expect(status).toBe(200);
    expect(new URL(path, "http://shop.example").pathname, "as a browser sends it").toBe(path);
    expect(textsOf(html, ".exact")).toEqual([orderNum]);
    expect((await open(`${path}.ics`)).html).toMatch(/^BEGIN:VCALENDAR/);
  });

  test.each([".", "..", "a/../b", "./a", "a\\b", "\ud800"])("except one that a URL would change: %j", (orderNum) => {
    expect(orderPath(orderNum)).toBeUndefined();
  });
});

describe("the order's summary", () => {
  const pointsOf = (html: string) => textsOf(html, ".deal > li");

  test("shows payment, mining days and ratio, but nothing that the upstream did not send", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: ORDERED_MS + 9 * DAY_MS });
    const { html } = await open("/MyOrder/20261120001");
    const [paid, mining, ratio] = pointsOf(html);
    expect(paid).toBe(`${t("Order.paid")} 1,234.5678901234 USDT`);
    const ends = t("Product.until", { day: "May 13, 2028" });
    expect(mining).toBe(`540 days of mining ${ends} · ${t("Order.sinceOrder", { day: 10, of: 540 })}`);
    expect(ratio).toContain("32.5%");
    expect(textsOf(html, ".ring")).toEqual([textOf(t("MyOrder.day", { day: 10, of: 540 }))]);
    expect(all(html, ".deal > .timeline-done")).toHaveLength(1);
  });

  test.each([
    ["only paid", { orderStatus: 0 }, t("Product.until", { day: "May 13, 2028" })],
    ["ended", { orderStatus: 3 }, undefined],
    ["mining since an unknown time", { orderTime: "yesterday" }, t("Order.began")],
  ])("an order that is %s", async (_, odd, text) => {
    orders = [{ ...ORDER, ...odd }];
    const { html } = await open("/MyOrder/20261120001");
    expect(pointsOf(html)[1]).toBe(["540 days of mining", text].filter(Boolean).join(" "));
    expect(all(html, ".ring")).toEqual([]);
  });

  test.each([
    ["no cycle", { miningCycle: undefined }],
    ["a cycle that is not a whole number of days", { miningCycle: "0.5" }],
    ["a cycle of 0 days", { miningCycle: 0 }],
    ["an invalid time", { orderTime: "yesterday" }],
  ])("does not show an end with %s", async (_, odd) => {
    orders = [{ ...ORDER, ...odd }];
    const page = await open("/MyOrder/20261120001");
    expect(page.text).not.toContain("or later");
    expect(attributesOf(page.html, "main .account-main .entries a", "href")).toHaveLength(2);
    expect((await open("/MyOrder/20261120001.ics")).status).toBe(404);
  });
});

describe("the end as a calendar entry", () => {
  const lines = (text: string) => text.replace(/\r\n /g, "").split("\r\n");

  test("is one event with a stable id and a reminder a day before", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: ORDERED_MS + DAY_MS });
    const { status, headers, html: text } = await open("/MyOrder/20261120001.ics");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(headers.get("content-disposition")).toBe('attachment; filename="order.ics"');
    expect(lines(text)).toEqual([
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//127.0.0.1//Orders//EN",
      "BEGIN:VEVENT",
      expect.stringMatching(/^UID:[\w-]{22}@127\.0\.0\.1$/),
      "DTSTAMP:20261121T130300Z",
      "DTSTART:20280513T130300Z",
      "SUMMARY:Cycle may end: Computing power",
      expect.stringMatching(/^DESCRIPTION:Order 20261120001\. The earliest end: .*it ends later\.$/),
      expect.stringMatching(/^URL:http:\/\/127\.0\.0\.1:\d+\/MyOrder\/20261120001$/),
      "BEGIN:VALARM",
      "ACTION:DISPLAY",
      "DESCRIPTION:Cycle may end: Computing power",
      "TRIGGER:-P1D",
      "END:VALARM",
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ]);
    const uidOf = (calendarText: string) => lines(calendarText).find((line) => line.startsWith("UID:"));
    expect(uidOf((await open("/MyOrder/20261120001.ics")).html)).toBe(uidOf(text));
  });

  test("has lines of at most 75 octets, cut between characters, and escapes syntax", async () => {
    const title = "算力，方案; A, B\\C\nEND:VEVENT".repeat(4);
    orders = [{ ...ORDER, title: title.slice(0, 150) }];
    const { html: text } = await open("/MyOrder/20261120001.ics");
    for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text).not.toContain("\ufffd");
    expect(lines(text).filter((line) => line === "END:VEVENT")).toHaveLength(1);
    expect(lines(text).find((line) => line.startsWith("SUMMARY:"))).toContain("\\; A\\, B\\\\C");
  });

  // Google Calendar drops an event whose escape is on two lines (collective/icalendar#1501).
  test("keeps both characters of an escape on one line", async () => {
    const titles = Array.from({ length: 75 }, (_, length) => `${"x".repeat(length)}\\,;\\`);
    for (const title of titles) {
      orders = [{ ...ORDER, title }];
      const { html: text } = await open("/MyOrder/20261120001.ics");
      for (const line of text.split("\r\n")) expect(line.match(/\\*$/)?.[0].length).toBeOneOf([0, 2, 4]);
      expect(lines(text)).toContain(`SUMMARY:Cycle may end: ${title.replace(/[\\,;]/g, "\\$&")}`);
    }
  });
});

describe("a question about an order", () => {
  test.each(["<b>x</b>", "call me at +1 555"])("does not contain an invalid number: %s", async (odd) => {
    const { status, html } = await open(`/LeavingMessage?order=${encodeURIComponent(odd)}`);
    expect(status).toBe(200);
    expect(textsOf(html, "textarea")).toEqual([""]);
  });
});
