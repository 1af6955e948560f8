import { expect, test } from "vitest";
import { getText } from "~server/texts/text";
import type { Sandbox } from "@storefront/sandbox/start";
import { all, only, textOf } from "../../support/html";
import { memberOf } from "../../support/pages";
import { useUpstream } from "../../support/upstream";

const BALANCE = "account_balance";
const t = getText("en_US");

const sandbox = await useUpstream();

async function member(options: Parameters<Sandbox["createAccount"]>[0] = {}, locale = "en_US") {
  const visitor = await memberOf(sandbox, { ...options, locale });
  return { ...visitor, open: () => visitor.open("/Assets") };
}

const give = (data: unknown) => sandbox.fail(BALANCE, { kind: "answer", body: { code: "0", msg: "", data } });

const COINS = {
  USDT: { allBalance: "1234.5", normal_balance: "1000", lock_balance: "234.5", sort: 1, depositOpen: 1 },
  BTC: { allBalance: "0.00000000", normal_balance: 0, lock_balance: "0", sort: 2, depositOpen: 1 },
  FIL: { normal_balance: "0", lock_balance: "0", sort: 3 },
  ETH: { allBalance: "0", normal_balance: "0", lock_balance: "1", sort: 4 },
  XRP: { allBalance: 0, sort: 5 },
};
const HOLDINGS = { totalBalance: "98765.4", totalBalanceSymbol: "USDT", allCoinMap: COINS };

/** The rows of a page by coin. */
function rowsOf(html: Parameters<typeof all>[0]): Map<string, { text: string; href: string | undefined }> {
  return new Map(
    all(html, ".coin-row").map((row) => [
      textOf(only(row, ".coin-name")),
      { text: textOf(row), href: row.attr("href") },
    ]),
  );
}

test("the page shows the total balance, each coin's total, and the available part if some is frozen", async () => {
  await give({
    totalBalance: "1318.77",
    totalBalanceSymbol: "USDT",
    allCoinMap: {
      USDT: { allBalance: "1234.5", normal_balance: "1234.50", lock_balance: 0, sort: 1 },
      FIL: { allBalance: "20", normal_balance: "15", lock_balance: "5", sort: 2 },
      BTC: { allBalance: "1", normal_balance: "0.5", lock_balance: "0", sort: 3 },
      ETH: { allBalance: "1", normal_balance: "1", sort: 4 },
    },
  });
  const { status, html } = await (await member()).open();
  expect(status).toBe(200);
  expect(textOf(html)).toContain(`${t("Assets.total")} ${t("Assets.hideAmounts")} 1,318.77 USDT`);
  const rows = rowsOf(html);
  expect(rows.get("USDT")?.text).toBe("USDT 1,234.5");
  expect(rows.get("FIL")?.text).toBe("FIL 20 Available 15 Frozen 5");
  expect(rows.get("BTC")?.text, "the parts need not add up to the total").toBe("BTC 1 Available 0.5 Frozen 0");
  expect(rows.get("ETH")?.text, "a missing part does not count as 0").toBe("ETH 1 Available 1 Frozen —");
});

test("hidden amounts have no bars or counts that would reveal them", async () => {
  const { browser, open } = await member({ balances: { USDT: "1234.5" } });
  expect((await open()).text).toContain("Coins with a balance");
  browser.jar.set("assets", "amounts");
  const { html, text } = await open();
  expect(all(html, ".coin-parts")).toEqual([]);
  expect(text).not.toContain("Coins with a balance");
});

test("a row has at most 12 elements", async () => {
  await give(HOLDINGS);
  const { html } = await (await member()).open();
  for (const row of all(html, ".entries li")) expect(all(row, "*").length, textOf(row)).toBeLessThanOrEqual(12);
});

test("amounts are rounded down to the coin's precision, but never to 0", async () => {
  await give({
    totalBalance: "98765432109876543.99999",
    totalBalanceSymbol: "USDT",
    allCoinMap: {
      USDT: { allBalance: "1.99999", normal_balance: "0.00009", lock_balance: "12345678901234567.8901", sort: 1 },
      BTC: { allBalance: "0.123456789", normal_balance: "0.999999999", lock_balance: "1e-9", sort: 2 },
      NEW: { allBalance: "0.123456789", normal_balance: "5", lock_balance: "0", sort: 3 },
    },
  });
  const { html } = await (await member()).open();
  const cards = rowsOf(html);
  expect(textOf(html)).toContain("98,\u200b765,\u200b432,\u200b109,\u200b876,\u200b543.9999 USDT");
  expect(cards.get("USDT")?.text, "4 decimals").toContain(
    "1.9999 Available 0.00009 Frozen 12,\u200b345,\u200b678,\u200b901,\u200b234,\u200b567.8901",
  );
  expect(cards.get("BTC")?.text, "8 decimals").toContain("0.12345678 Available 0.99999999 Frozen 0.000000001");
  expect(cards.get("NEW")?.text, "8 decimals for a coin unknown to the market").toContain("0.12345678 ");
});

test('a row leads to the deposit only where depositOpen is 1 or "1", else to the deposits', async () => {
  const coin = { allBalance: 1, normal_balance: 1, lock_balance: 0, sort: 1 };
  await give({
    allCoinMap: {
      USDT: { ...coin, depositOpen: 1 },
      FIL: { ...coin, depositOpen: "1" },
      BTC: { ...coin, depositOpen: "0" },
      ETH: { ...coin, depositOpen: 0 },
      XRP: coin,
      EOS: { ...coin, depositOpen: 2 },
    },
  });
  const { open } = await member();
  const rows = rowsOf((await open()).html);
  for (const [symbol, { href }] of rows)
    expect(href).toBe(["USDT", "FIL"].includes(symbol) ? `/Recharge/${symbol}` : `/DepositRecord/${symbol}`);
  expect(rows.size).toBe(6);
});

/** Presses a switch, and opens the page again. */
async function press(browser: Awaited<ReturnType<typeof member>>["browser"], fields: Record<string, string>) {
  const csrf = (await browser.open("/Assets")).field("csrf");
  const response = await browser.post("/Assets", { csrf, ...fields });
  return { response, page: await browser.open("/Assets") };
}

test("coins with a total of exactly zero are collapsed and counted", async () => {
  await give(HOLDINGS);
  const { html } = await (await member()).open();
  const folded = only(html, ".fold");
  expect([...rowsOf(folded).keys()]).toEqual(["BTC", "XRP"]);
  expect(textOf(folded)).toContain(t("Assets.zeros", { count: 2 }));
  // Coins with a missing total, or with a frozen part, do not count as zero.
  expect([...rowsOf(html).keys()]).toEqual(["USDT", "FIL", "ETH", "BTC", "XRP"]);
});

test("hidden amounts are dots, read as “hidden”, and are in neither page nor data", async () => {
  await give(HOLDINGS);
  const { browser } = await member();
  const { page } = await press(browser, { hide: "amounts" });
  expect(textOf(page.html)).toContain(`${t("Assets.showAmounts")} •••• ${t("Assets.hidden")} USDT`);
  expect(rowsOf(page.html).get("USDT")?.text).toBe("USDT •••• hidden");
  expect(page.html).not.toMatch(/1,?234|98,?765|>—</);
  expect(all(page.html, "[aria-hidden=true]").map(textOf).filter(Boolean)).toHaveLength(6);
});

test("an unknown part, or a post without the page's token, is rejected and changes nothing", async () => {
  await give(HOLDINGS);
  const { browser } = await member();
  const csrf = (await browser.open("/Assets")).field("csrf");
  const unknown = await browser.post("/Assets", { csrf, hide: "zeros" });
  expect(unknown.status).toBe(422);
  expect(textOf(unknown.html)).toContain("98,765.4 USDT");
  expect((await browser.post("/Assets", { csrf: "garbage", hide: "amounts" })).status).toBe(403);
  expect(browser.jar.get("assets")).toBeUndefined();
});

test("an empty account shows how to begin, and its coins are collapsed", async () => {
  const { browser } = await member({ balances: {} });
  const { html, status } = await browser.open("/Assets");
  expect(status).toBe(200);
  expect(textOf(html)).toContain(t("Assets.nothing"));
  expect(all(html, "main a.button:not(.button-quiet)").map((link) => link.attr("href"))).toEqual(["/Recharge"]);
  expect(rowsOf(only(html, ".fold")).get("USDT")?.text).toBe("USDT 0");
});

test.each([
  ["a coin without a total", { USDT: { sort: 1 }, BTC: { allBalance: "0" } }, {}],
  ["a non-zero total", { USDT: { allBalance: "0" } }, { totalBalance: "5" }],
  ["a coin without a usable name", { USDT: { allBalance: "0" }, "<b>": { allBalance: "0" } }, {}],
])("an account with %s is not called empty", async (_, allCoinMap, more) => {
  await give({ totalBalance: "0", totalBalanceSymbol: "USDT", allCoinMap, ...more });
  const { html } = await (await member()).open();
  expect(textOf(html)).not.toContain(t("Assets.nothing"));
  expect(rowsOf(html).has("USDT")).toBe(true);
});

test("all coins are requested, with empty coinSymbols, in the visitor's session and language", async () => {
  const { open, token } = await member({}, "el_GR");
  const { html } = await open();
  const [request] = await sandbox.requests(BALANCE);
  expect(request?.body).toEqual({ coinSymbols: "" });
  expect(request?.headers).toMatchObject({ "exchange-token": token, "exchange-language": "el_GR" });
  expect(textOf(html)).toContain(getText("el_GR")("Assets.total"));
});

test("missing upstream data is shown as missing, never as 0", async () => {
  await give({ totalBalance: null, allCoinMap: { USDT: { allBalance: "", sort: 1, lock_balance: null } } });
  const { html } = await (await member()).open();
  expect(textOf(html)).toContain(`${t("Assets.hideAmounts")} —`);
  expect(rowsOf(html).get("USDT")?.text).toBe("USDT — Available — Frozen —");
});
