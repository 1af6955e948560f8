import { beforeEach, describe, expect, test, vi } from "vitest";
import { getText } from "~server/texts/text";
import { DOWNLOAD_PAGES_MAX } from "~server/downloads/pages";
import { DEPOSIT_PAGE_SIZE, ORDER_PAGE_SIZE } from "~server/specification";
import { gaugeReadings } from "@storefront/observability/metrics";
import { sessionCookie } from "~server/session/session";
import { setEnv } from "../../support/environment";
import { textOf } from "../../support/html";
import { pages } from "../../support/pages";
import { ORDER } from "../../support/order";
import { CookieJar } from "../../support/requests";
import { ask, HOST, openStorefront, openWire, ORIGIN } from "../../support/test-storefront";
import type { Reply } from "@storefront/test-support/peer";
import { envelope, usePeer } from "../../support/upstream-peer";

const t = getText("en_US");
const DEPOSIT = { createdAt: 1_628_238_650_000, symbol: "USDT", amount: "12.5", status: 1, txid: "0xfeed" };

/** The upstream's orders, newest first. */
let orders: (object | null)[] = [];
let records: (object | null)[] = [];
/** Replaces a page of a list by another response. */
let instead: (page: number) => Reply | Promise<Reply> | undefined = () => undefined;
/** The upstream's responses about coins; unreadable by default. */
let coins: { market?: Reply; balances?: Reply } = {};
const peer = await usePeer(({ path, body }): Reply | Promise<Reply> => {
  const { page = 1, pageSize = 1 } = JSON.parse(body || "{}") as { page?: number; pageSize?: number };
  const cut = <Row>(rows: Row[]) => rows.slice((page - 1) * pageSize, page * pageSize);
  if (path.endsWith("/getOrderList"))
    return instead(page) ?? envelope({ count: orders.length, orderList: cut(orders) });
  if (path.endsWith("/deposit_list"))
    return instead(page) ?? envelope({ count: records.length, financeList: cut(records) });
  if (path.endsWith("/public_info_market")) return coins.market ?? envelope(null);
  if (path.endsWith("/account_balance")) return coins.balances ?? envelope(null);
  return envelope(null);
});
const pagesAsked = () =>
  peer.requests.flatMap(({ path, body }) =>
    /List$|_list$/.test(path) ? [(JSON.parse(body) as { page: number }).page] : [],
  );

const many = (count: number, row: object = ORDER) =>
  Array.from({ length: count }, (_, at) => ({ ...row, orderNum: `N${at}`, amount: String(at) }));
const fails: Reply = { status: 502, body: "<h1>Gateway</h1>" };
const downloadsGauge = () => Number(new Map(gaugeReadings()).get("downloads"));

let account = 0;
beforeEach(() => {
  account += 1;
  orders = [ORDER];
  records = [DEPOSIT];
  instead = () => undefined;
  coins = {};
});

/** A storefront, and requests of this test's account. */
async function shop(locale = "en_US") {
  setEnv({ PUBLIC_ORIGIN: ORIGIN });
  const { port } = await openStorefront({ app: (request) => pages(request, "198.51.100.7") });
  const cookie = await sessionCookie({ token: "platform-token", account: `buyer${account}@example.com` });
  const jar = new CookieJar().take(cookie).set("ulan", locale).toString();
  const headers = { Cookie: jar, "Accept-Encoding": "br, gzip" };
  return {
    port,
    headers,
    open: (path: string, method = "GET") => ask(port, path, { method, headers }),
    /** All that a visitor gets of a file, until the connection ends. */
    wire: async (path: string) => {
      const wire = await openWire(port);
      wire.write(`GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\nCookie: ${jar}\r\n\r\n`);
      return wire;
    },
  };
}

const linesOf = (body: Buffer) => body.toString().split("\r\n").slice(0, -1);

describe("the download of orders", () => {
  test("CSV contains every page, in the visitor's language, as an unbuffered stream of successive calls", async () => {
    orders = many(ORDER_PAGE_SIZE + 2);
    const { status, headers, body } = await (await shop()).open("/MyOrder.csv");
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="orders.csv"',
      "cache-control": "no-store",
      "transfer-encoding": "chunked",
    });
    expect([headers["content-length"], headers["content-encoding"]]).toEqual([undefined, undefined]);
    expect([...body.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [head, first, ...others] = linesOf(body.subarray(3));
    expect(head?.split(",")).toEqual([
      ...[
        "Order number",
        "Order time",
        "Time zone",
        "Product",
        "Computing power (T)",
        "Payment",
        "Coin",
        "Cycle (days)",
      ],
      ...[`${t("Product.serviceRate")} (%)`, "Expected profit ratio (estimate) (%)", "Status"],
    ]);
    expect(first).toBe("N0,2021-08-06 16:30:50,UTC+8,,2.5,1234.5678901234,USDT,540,20,32.5,Paid");
    expect(others).toHaveLength(ORDER_PAGE_SIZE + 1);
    expect(pagesAsked()).toEqual([1, 2]);
  });

  test("an amount in CSV is a number, however long it is", async () => {
    orders = [{ ...ORDER, payAmount: "98765432109.5" }];
    const { body } = await (await shop()).open("/MyOrder.csv");
    expect(body.toString()).toContain(",98765432109.50,");
  });

  test("?columns=keys uses the upstream's field names and unchanged values", async () => {
    orders = [{ ...ORDER, orderTime: 1_628_238_650, payAmount: "1234.500", orderStatus: "0", profitRatio: null }];
    const { body } = await (await shop()).open("/MyOrder.csv?columns=keys");
    expect(linesOf(body.subarray(3))).toEqual([
      "orderNum,orderTime,tokenAmount,miningCycle,serviceFeeRatio,payAmount,paySymbol,profitRatio,orderStatus",
      "20261120001,1628238650,2.5,540,20,1234.500,USDT,,0",
    ]);
  });

  test("JSON has the upstream's names, values and unchanged text", async () => {
    const odd = { ...ORDER, orderNum: "=1+1", paySymbol: " \t<b>é\u2028", tokenAmount: 2.5, extra: "no field" };
    orders = [odd, ...many(ORDER_PAGE_SIZE)];
    const { headers, body } = await (await shop()).open("/MyOrder.json");
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    const { orders: sent } = JSON.parse(body.toString()) as { orders: object[] };
    const { extra, ...fields } = odd;
    expect(body.toString()).not.toContain(extra);
    expect(sent[0]).toEqual(fields);
    expect(sent).toHaveLength(ORDER_PAGE_SIZE + 1);
  });

  test("a formula gets an apostrophe in both kinds of CSV", async () => {
    orders = [{ ...ORDER, orderNum: "=1+1", title: "@SUM(A1)", payAmount: "-5.5", status_text: "+x" }];
    const { open } = await shop();
    const [, row = ""] = linesOf((await open("/MyOrder.csv")).body);
    expect(row.split(",").filter((cell) => /^'|^-/.test(cell))).toEqual(["'=1+1", "'@SUM(A1)", "-5.50", "'+x"]);
    expect(linesOf((await open("/MyOrder.csv?columns=keys")).body)[1]).toMatch(/^'=1\+1,.*,-5\.5,/);
  });

  test("a coin or a status that a spreadsheet would read as a date gets an apostrophe", async () => {
    orders = [{ ...ORDER, paySymbol: "MAR1", status_text: "3/4" }];
    records = [{ ...DEPOSIT, symbol: "MAR1", status_text: "1-2" }];
    const { open } = await shop();
    expect(linesOf((await open("/MyOrder.csv")).body)[1]).toMatch(/,'MAR1,.*,'3\/4$/);
    expect(linesOf((await open("/DepositRecord/MAR1.csv")).body)[1]).toMatch(/,'MAR1,'1-2,0xfeed$/);
  });

  test("no row is omitted, even without a number or if it is not an object", async () => {
    orders = [{ ...ORDER, orderNum: null }, null, ORDER];
    const { body } = await (await shop()).open("/MyOrder.csv");
    expect(linesOf(body.subarray(3)).slice(1)).toEqual([
      ",1628238650000,,,2.5,1234.5678901234,USDT,540,20,32.5,0",
      ",,,,,,,,,,",
      "'20261120001,2021-08-06 16:30:50,UTC+8,,2.5,1234.5678901234,USDT,540,20,32.5,Paid",
    ]);
  });
});

describe("an incomplete file", () => {
  test.each<[string, Reply]>([
    ["fails", fails],
    ["is empty before the count is reached", envelope({ count: 250, orderList: [] })],
    ["has fewer rows than counted", envelope({ count: 102, orderList: [ORDER] })],
    ["says that the session has expired", envelope(null, "10002")],
    ["refuses", envelope(null, "99999")],
  ])("whose second page %s reports it in the last line, and breaks the connection", async (_, reply) => {
    orders = many(ORDER_PAGE_SIZE + 5);
    instead = (page) => (page === 2 ? reply : undefined);
    const { wire, open } = await shop();
    const text = await (await wire("/MyOrder.csv")).ended;
    expect(text).toContain("Transfer-Encoding: chunked");
    expect(text).toContain("N99,");
    expect(text).toMatch(/\nincomplete: this file is incomplete[^\r\n]*\r\n\r\n$/);
    expect(text, "no terminating chunk").not.toMatch(/\r\n0\r\n\r\n$/);
    await expect(open("/MyOrder.csv")).rejects.toThrow(/aborted|socket hang up|ECONNRESET/);
    await vi.waitFor(() => expect(downloadsGauge()).toBe(0));
  });

  test("ends with an incomplete line for ?columns=keys, and is invalid JSON", async () => {
    orders = many(ORDER_PAGE_SIZE + 5);
    instead = (page) => (page === 2 ? fails : undefined);
    const { wire } = await shop();
    expect(await (await wire("/MyOrder.csv?columns=keys")).ended).toMatch(/\r\nincomplete\r\n\r\n$/);
    const json = await (await wire("/MyOrder.json")).ended;
    expect(json).toContain('"N99"');
    expect(json).not.toMatch(/\]\}|\r\n0\r\n\r\n$/);
  });

  test("of more than a hundred pages ends after the hundredth call", async () => {
    records = Array.from({ length: DOWNLOAD_PAGES_MAX * DEPOSIT_PAGE_SIZE + 1 }, (_, at) => ({
      ...DEPOSIT,
      amount: at,
    }));
    const { wire } = await shop();
    expect(await (await wire("/DepositRecord/USDT.csv")).ended).toMatch(/\nincomplete: /);
    expect(pagesAsked()).toHaveLength(DOWNLOAD_PAGES_MAX);
  });

  test.each<[string, Reply]>([
    ["fails", fails],
    ["is refused", envelope(null, "99999")],
    ["is empty although the count is not 0", envelope({ count: 3, orderList: [] })],
  ])("whose first page %s is a 503 page that says so", async (_, reply) => {
    instead = () => reply;
    const { open } = await shop();
    for (const path of ["/MyOrder.csv", "/MyOrder.json"]) {
      const { status, headers, body } = await open(path);
      expect([status, headers["content-type"]]).toEqual([503, "text/html; charset=utf-8"]);
      expect(headers["cache-control"]).toBe("no-store");
      expect(headers["content-encoding"], "the error page is compressed").toBe("br");
      expect(body.byteLength).toBeGreaterThan(0);
    }
    expect(downloadsGauge()).toBe(0);
  });
});

describe("limits on downloads", () => {
  /** Holds back the second page of every list. */
  function holdSecondPage() {
    let go = () => {};
    const blocked = new Promise<void>((resolve) => (go = resolve));
    instead = (page) => (page === 2 ? blocked.then(() => envelope({ count: 101, orderList: [ORDER] })) : undefined);
    return go;
  }

  test("an account may load two files at once; a third is 429 in the visitor's language", async () => {
    orders = many(ORDER_PAGE_SIZE + 1);
    const go = holdSecondPage();
    const { open, wire, port, headers } = await shop();
    const [one, two] = [await wire("/MyOrder.csv"), await wire("/MyOrder.json")];
    await Promise.all([one.received("N99,"), two.received('"N99"')]);
    const refused = await ask(port, "/MyOrder.csv", { headers: { Cookie: headers.Cookie } });
    expect(refused.status).toBe(429);
    expect(textOf(refused.body.toString())).toContain(t("Download.ownText"));
    const chinese = headers.Cookie.replace("en_US", "el_GR");
    const refusedInChinese = await ask(port, "/DepositRecord/USDT.json", { headers: { Cookie: chinese } });
    expect(textOf(refusedInChinese.body.toString())).toContain(getText("el_GR")("Download.ownText"));
    go();
    await Promise.all([one.received("\r\n0\r\n\r\n"), two.received("\r\n0\r\n\r\n")]);
    await vi.waitFor(() => expect(downloadsGauge()).toBe(0));
    expect((await open("/MyOrder.csv?columns=keys")).status).toBe(200);
  });

  test("a visitor who leaves stops the calls and frees the place", async () => {
    orders = many(5 * ORDER_PAGE_SIZE);
    const go = holdSecondPage();
    const left = await (await shop()).wire("/MyOrder.csv");
    await left.received("N99,");
    await vi.waitFor(() => expect(pagesAsked()).toEqual([1, 2]));
    left.cut();
    go();
    await vi.waitFor(() => expect(downloadsGauge()).toBe(0));
    expect(pagesAsked()).toEqual([1, 2]);
  });

  test("signed out, a file redirects to the sign-in and then its page, without a call", async () => {
    const { port } = await shop();
    for (const [path, page] of [
      ["/MyOrder.csv", "%2FMyOrder"],
      ["/MyOrder.json", "%2FMyOrder"],
      ["/DepositRecord/USDT.csv", "%2FDepositRecord%2FUSDT"],
      ["/DepositRecord/USDT.json?x", "%2FDepositRecord%2FUSDT"],
    ]) {
      const { status, headers } = await ask(port, String(path));
      expect([status, headers.location]).toEqual([303, `/Login?redirectTo=${page}`]);
    }
    expect(pagesAsked()).toEqual([]);
  });
});

describe("a coin's deposits as a file", () => {
  test("as CSV have exact amounts and the transaction, or the upstream's fields with ?columns=keys", async () => {
    records = [
      { ...DEPOSIT, amount: "0.123456789012" },
      { amount: 1, status: 9, txid: "2026112012345678901" },
      { ...DEPOSIT, symbol: "USDT-TRC20" },
    ];
    const { open } = await shop();
    const { headers, body } = await open("/DepositRecord/USDT.csv");
    expect(headers["content-disposition"]).toBe('attachment; filename="deposits-USDT.csv"');
    expect(linesOf(body.subarray(3))).toEqual([
      "Time,Time zone,Amount,Coin,Status,Transaction",
      "2021-08-06 16:30:50,UTC+8,0.123456789012,USDT,Completed,0xfeed",
      ",,1,USDT,9,'2026112012345678901",
      expect.stringContaining(",USDT-TRC20,"),
    ]);
    expect(linesOf((await open("/DepositRecord/USDT.csv?columns=keys")).body.subarray(3))).toEqual([
      "createdAt,status,amount,symbol",
      "1628238650000,1,0.123456789012,USDT",
      ",9,1,",
      "1628238650000,1,12.5,USDT-TRC20",
    ]);
  });

  test("as JSON include all pages of ten, and identical rows twice", async () => {
    records = Array.from({ length: 12 }, () => DEPOSIT);
    const { body } = await (await shop()).open("/DepositRecord/USDT.json");
    const { txid, ...fields } = DEPOSIT;
    expect(body.toString()).not.toContain(txid);
    expect(JSON.parse(body.toString())).toEqual({ deposits: Array.from({ length: 12 }, () => fields) });
    expect(pagesAsked()).toEqual([1, 2]);
  });

  test.each(["%3Cscript%3E", "a%20b", "x".repeat(60)])(
    "with an invalid symbol are 404 without a call: %s",
    async (coin) => {
      const { status } = await (await shop()).open(`/DepositRecord/${coin}.csv`);
      expect([status, pagesAsked()]).toEqual([404, []]);
    },
  );

  describe.each(["csv", "json"])("of an unknown coin, as %s", (ending) => {
    const market = envelope({ market: { coinList: { USDT: { showName: "USDT" } }, followCoinList: {} } });
    const balances = envelope({ allCoinMap: { USDT: { depositOpen: 1 } } });
    const fileOf = async (coin: string) => (await shop()).open(`/DepositRecord/${coin}.${ending}`);

    test.each(["NOPE", "usdt"])("are 404 like its page: %s", async (coin) => {
      coins = { market, balances };
      // Neither rows of another coin nor a rejection prove that the coin exists.
      for (const list of [[], [DEPOSIT], [null]]) {
        records = list;
        expect((await fileOf(coin)).status).toBe(404);
      }
      instead = () => envelope(null, "99999");
      expect((await fileOf(coin)).status).toBe(404);
      expect(downloadsGauge()).toBe(0);
    });

    test("are a file if the coin has deposits, the account has it, or this is unknown", async () => {
      coins = { market, balances };
      records = [{ ...DEPOSIT, symbol: "NOPE" }];
      expect((await fileOf("NOPE")).status).toBe(200);
      records = [];
      expect((await fileOf("USDT")).status).toBe(200);
      coins = { market, balances: fails };
      expect((await fileOf("NOPE")).status).toBe(200);
    });
  });
});
