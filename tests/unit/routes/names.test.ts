import { beforeEach, describe, expect, test } from "vitest";
import { getText } from "~server/texts/text";
import { plansCookie } from "~server/catalogue/chosen-plans";
import { readCatalogue } from "~server/catalogue/snapshot";
import { LOCALES } from "~server/i18n/locale";
import { market as readMarket } from "~server/upstream/market";
import { browserAt } from "../../support/documents";
import { TERMS } from "../../support/buying";
import { optionsOf, textOf, textsOf } from "../../support/html";
import { pages } from "../../support/pages";
import { ORDER } from "../../support/order";
import { CODE_PATH, CONFIRM_PATH, PRODUCT, PRODUCT_PATH } from "../../support/purchase-paths";
import { signedIn } from "../../support/signed-in";
import { useUpstream } from "../../support/upstream";
import { beginAnew } from "../../support/environment";

/** Pages show names instead of the upstream's symbols and ids, and send the symbols and ids back. */

const sandbox = await useUpstream();

beforeEach(() => sandbox.setProduct(PRODUCT, { ...TERMS, stock: "1000" }));

const SENT = { showName: "Tether &amp; Co", mainChainName: "TRC20", mainChainType: 0, showPrecision: "4", sort: 1 };
const NAME = "Tether & Co";

/** Sets the upstream's names of coins, and reads them, since pages wait for them only half a second. */
async function call(coinList: object, followCoinList: object = {}): Promise<void> {
  const body = { code: 0, data: { market: { coinList, followCoinList } } };
  await sandbox.fail("public_info_market", { kind: "answer", body });
  for (const locale of LOCALES) {
    await readMarket({ locale });
    await readCatalogue(locale, { waitMs: 30_000 });
  }
}

async function visitorOf(locale: string) {
  const { account, cookies } = await signedIn(sandbox, { balances: { USDT: "5000" } });
  for (const list of ["saved", "compare"] as const) cookies.take(plansCookie(list, [PRODUCT]));
  const pages = pagesFor(locale, cookies);
  /** Buys 2.5 T. @returns the confirmation, the code's sheet and the response to the payment */
  async function buy() {
    const page = await pages.browser.open(PRODUCT_PATH);
    await pages.browser.post(PRODUCT_PATH, { csrf: page.field("csrf"), intent: "buy", buyAmount: "2.5" });
    const [confirmation, sheet] = [await pages.browser.open(CONFIRM_PATH), await pages.browser.open(CODE_PATH)];
    const googleCode = await sandbox.code(account.email, "google");
    const form = { csrf: sheet.field("csrf"), quote: sheet.field("quote"), googleCode };
    return { confirmation, sheet, paid: await pages.browser.post(CODE_PATH, form) };
  }
  return { cookies, ...pages, buy };
}

function pagesFor(locale: string, cookies?: Parameters<typeof browserAt>[2]) {
  const browser = browserAt(pages, locale, cookies);
  return { browser, read: async (path: string) => textOf((await browser.open(path)).html) };
}

describe("coins", () => {
  const locale = "en_US";
  const t = getText(locale);

  test.each([
    ...["/Index/Home", "/Index/Power", "/Index/Power?q=", "/Index/Power?coin=USDT&sort=price", PRODUCT_PATH],
    ...[`/Compare?ids=${PRODUCT}`, `/Estimate?product=${PRODUCT}&quantity=2&ratio=full`],
  ])("are shown by name on the public page %s", async (path) => {
    await call({ USDT: SENT });
    const text = await pagesFor(locale).read(path);
    expect(text).toContain(NAME);
    expect(text).not.toContain("USDT");
  });

  test.each([
    ...["/Saved", "/Compare", "/Assets", "/MyOrder", "/MyOrder/20261120001", "/DepositRecord/USDT"],
    `/Recharge/USDT?redirectTo=${encodeURIComponent(`${PRODUCT_PATH}?buyAmount=100`)}`,
  ])("are shown by name on the visitor's page %s", async (path) => {
    const body = { code: 0, data: { count: 1, orderList: [ORDER] } };
    await sandbox.fail("getOrderList", { kind: "answer", body });
    await call({ USDT: SENT });
    const text = await (await visitorOf(locale)).read(path);
    expect(text).toContain(NAME);
    expect(text.replace(/\bUSDT[A-Z]+\b/g, "")).not.toContain("USDT");
  });

  test("are shown by name in every purchase step, and sent back by symbol", async () => {
    await call({ USDT: SENT });
    const { buy, browser } = await visitorOf(locale);
    const { confirmation, sheet, paid } = await buy();
    expect(paid.location).toContain("paySymbol=USDT");
    const after = [await browser.open(paid.location ?? ""), await browser.open(PRODUCT_PATH)];
    for (const { text } of [confirmation, sheet, ...after]) {
      expect(text).toContain(`38.75 ${NAME}`);
      expect(text).not.toContain("USDT");
    }
  });

  test("are named in readable files, whose times have a zone only if one was sent", async () => {
    const zoneless = { ...ORDER, orderNum: "A1", orderTime: "2021-08-06 08:30:50" };
    const orderBody = { code: 0, data: { count: 2, orderList: [zoneless, ORDER] } };
    await sandbox.fail("getOrderList", { kind: "answer", body: orderBody });
    const row = { symbol: "USDT", amount: "1", status: 1, createdAt: "2021-08-06 08:30:50" };
    const rows = [row, { ...row, createdAtTime: 1_628_238_650_000 }];
    await sandbox.fail("deposit_list", { kind: "answer", body: { code: 0, data: { count: 2, financeList: rows } } });
    await call({ USDT: SENT });
    const { browser } = await visitorOf(locale);
    const cells = async (path: string) => {
      const lines = (await browser.open(path)).html.trim().split("\r\n");
      return lines.map((line) => line.split(","));
    };
    for (const [path, time] of [
      ["/MyOrder.csv", t("MyOrder.time")],
      ["/DepositRecord/USDT.csv", t("DepositRecord.time")],
    ] as const) {
      const [head = [], first = [], second = []] = await cells(path);
      const names = head.map((name) => name.replace("\ufeff", ""));
      const of = (line: string[], name: string) => line[names.indexOf(name)];
      const about = (line: string[]) => [
        of(line, time),
        of(line, t("Download.timeZone")),
        of(line, t("Download.coin")),
      ];
      expect(about(first)).toEqual(["2021-08-06 08:30:50", "", NAME]);
      expect(about(second)).toEqual(["2021-08-06 16:30:50", "UTC+8", NAME]);
      expect(head.join()).not.toContain("UTC");
    }
    const page = await browser.open("/DepositRecord/USDT");
    expect(textsOf(page.html, ".rows .row-status + td")).toEqual([
      "2021-08-06 08:30:50",
      expect.stringContaining("(UTC+8)"),
    ]);
  });
});

test("two coins with one name are distinguished by symbol, on public and private pages", async () => {
  await call({ USDT: { showName: "Tether" }, FIL: { showName: "Tether" }, BTC: { showName: "Bitcoin" } });
  const { read, browser } = await visitorOf("en_US");
  const names = textsOf((await browser.open("/Assets")).html, ".coin-name");
  expect(names).toEqual(expect.arrayContaining(["Tether (USDT)", "Tether (FIL)", "Bitcoin"]));
  expect(await read(PRODUCT_PATH)).toContain("15.50 Tether (USDT)");
  const options = optionsOf((await browser.open("/Index/Power?q=")).html, "coin");
  expect(options).toContainEqual({ value: "USDT", text: "Tether (USDT)", chosen: false });
});

describe("an order bought in English", () => {
  /** Buys in English; returns the same visitor's pages in Chinese. */
  async function boughtInEnglish() {
    const buyer = await visitorOf("en_US");
    await buyer.buy();
    await readCatalogue("el_GR", { waitMs: 30_000 });
    return pagesFor("el_GR", buyer.cookies);
  }
  const ENGLISH = "Filecoin Flagship Power, 540 days";

  test("has the product's Chinese title on Chinese pages", async () => {
    const { read, browser } = await boughtInEnglish();
    const title = textsOf((await browser.open(PRODUCT_PATH)).html, "h1")[0] ?? "";
    expect(title).toMatch(/\p{Script=Han}/u);
    const list = await browser.open("/MyOrder");
    const path = new URL(list.html.match(/href="(\/MyOrder\/[^"?]+)"/)?.[1] ?? "", "http://host.invalid").pathname;
    const files = await Promise.all(
      ["/MyOrder.csv", `${path}.ics`].map(async (file) => (await browser.open(file)).html),
    );
    for (const text of [textOf(list.html), await read(path), await read("/Successpay"), ...files]) {
      expect(text.replace(/\r\n /g, "")).toContain(title);
      expect(text).not.toContain(ENGLISH);
    }
  });

  test("keeps its title if the catalogue lacks the product or cannot be read", async () => {
    const { read } = await boughtInEnglish();
    beginAnew();
    await sandbox.fail("project_sku", { kind: "answer", body: { code: 0, data: { count: 0, data: [] } } });
    expect(await read("/MyOrder")).toContain(ENGLISH);
    beginAnew();
    await sandbox.fail("project_sku", { kind: "reset" });
    expect(await read("/MyOrder")).toContain(ENGLISH);
  });

  test("is named after the product that the upstream sends with it", async () => {
    const sent = { ...ORDER, productId: Number(PRODUCT), title: { zh_CN: "旧名", en_US: "Old &amp; new" } };
    const give = (row: object) =>
      sandbox.fail("getOrderList", { kind: "answer", body: { code: 0, data: { count: 1, orderList: [row] } } });
    const { read } = await visitorOf("en_US");
    await readCatalogue("en_US", { waitMs: 30_000 });
    await give(sent);
    expect(await read("/MyOrder")).toContain(ENGLISH);
    await give({ ...sent, productId: "gone" });
    expect(await read("/MyOrder")).toContain("Old & new");
  });
});
