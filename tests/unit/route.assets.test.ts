import { expect, test } from "vitest";
import { getText } from "~/i18n/text.server";
import * as route from "~/routes/Assets/route";
import type { Fault, Sandbox } from "~server/sandbox/start";
import { browserAt, site } from "../support/documents";
import { UNREADABLE } from "../support/faults";
import { all, linksOf, only, textOf, textsOf } from "../support/html";
import { landing, SESSION_ENDED, signInFor } from "../support/landing";
import { usePlatform } from "../support/platform";
import { signedIn } from "../support/signed-in";

const BALANCE = "account_balance";
const t = getText("en_US");
const handler = site({ Assets: route });

const sandbox = await usePlatform();

async function member(options: Parameters<Sandbox["createAccount"]>[0] = {}, locale = "en_US") {
  const { account, token, cookies } = await signedIn(sandbox, options);
  const browser = browserAt(handler, locale, cookies);
  return { account, token, browser, open: () => browser.open("/Assets") };
}

const give = (data: unknown) => sandbox.fail(BALANCE, { kind: "answer", body: { code: "0", msg: "", data } });

/** The cards of a page, by the heading of each. */
function cardsOf(html: string): Map<string, { text: string; links: string[] }> {
  const articles = all(html, "article");
  return new Map(
    articles.map((article) => [
      textOf(only(article, "h2")),
      { text: textOf(article), links: linksOf(article).map(({ href }) => href) },
    ]),
  );
}

test("the total balance with its symbol, and each coin's total, available and frozen", async () => {
  const { open } = await member({ balances: { USDT: "1234.5", FIL: "20" } });
  const { status, html } = await open();
  expect(status).toBe(200);
  expect(textOf(html)).toContain(`${t("Assets.total")} 1,318.77 USDT`);
  const cards = cardsOf(html);
  expect(cards.get("USDT")?.text).toContain("Total 1,234.5 Available 1,234.5 Frozen 0");
  expect(cards.get("FIL")?.text).toContain("Total 20 Available 20 Frozen 0");
});

test.each(["$RATS", "比特幣"])("a coin of any script is shown, and its links lead to its pages: %s", async (coin) => {
  await give({ allCoinMap: { [coin]: { allBalance: "1", depositOpen: 1 } } });
  const { open } = await member();
  const path = encodeURIComponent(coin);
  expect(cardsOf((await open()).html).get(coin)?.links).toEqual([`/Recharge/${path}`, `/DepositRecord/${path}`]);
});

test("coins are ordered by sort, whether it is a number or a text; those without one come last", async () => {
  const coin = { allBalance: 1, normal_balance: 1, lock_balance: 0, depositOpen: 0 };
  await give({
    allCoinMap: {
      BTC: { ...coin, sort: "10" },
      ETH: { ...coin },
      FIL: { ...coin, sort: 9 },
      USDT: { ...coin, sort: "2" },
    },
  });
  const { open } = await member();
  expect([...cardsOf((await open()).html).keys()]).toEqual(["USDT", "FIL", "BTC", "ETH"]);
});

test("amounts have the coin's precision, rounded down, and no other digits are lost", async () => {
  await give({
    totalBalance: "98765432109876543.99999",
    totalBalanceSymbol: "USDT",
    allCoinMap: {
      USDT: { allBalance: "1.99999", normal_balance: "0.00009", lock_balance: "12345678901234567.8901", sort: 1 },
      BTC: { allBalance: "0.123456789", normal_balance: "0.999999999", lock_balance: "1e-9", sort: 2 },
      NEW: { allBalance: "0.123456789", normal_balance: "5", lock_balance: "0", sort: 3 },
    },
  });
  const { open } = await member();
  const { html } = await open();
  const cards = cardsOf(html);
  expect(textOf(html)).toContain("98,765,432,109,876,543.9999 USDT");
  expect(cards.get("USDT")?.text, "4 decimals").toContain(
    "Total 1.9999 Available 0 Frozen 12,345,678,901,234,567.8901",
  );
  expect(cards.get("BTC")?.text, "8 decimals").toContain("Total 0.12345678 Available 0.99999999 Frozen 0");
  expect(cards.get("NEW")?.text, "8 decimals where the market does not know the coin").toContain("Total 0.12345678");
});

test("coins are called by their showName", async () => {
  const market = { coinList: { USDT: { showName: "Tether", showPrecision: "2" } } };
  await sandbox.fail("public_info_market", { kind: "answer", body: { code: 0, data: { market } } });
  const { open } = await member({ balances: { USDT: "7.129" } });
  const { html } = await open();
  expect(cardsOf(html).get("Tether")?.text).toContain("Total 7.12");
  expect(textOf(html)).toContain("7.12 Tether");
});

test("without the market the page shows symbols and 8 decimals", async () => {
  await sandbox.fail("public_info_market", { kind: "html" });
  const { open } = await member({ balances: { USDT: "7.123456789" } });
  const { status, html } = await open();
  expect(status).toBe(200);
  expect(cardsOf(html).get("USDT")?.text).toContain("Total 7.12345678");
});

test('a recharge button only where depositOpen is 1 or "1"; "0", a truthy string, is closed', async () => {
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
  const cards = cardsOf((await open()).html);
  for (const [symbol, { links }] of cards) {
    expect(links, symbol).toEqual([
      ...(["USDT", "FIL"].includes(symbol) ? [`/Recharge/${symbol}`] : []),
      `/DepositRecord/${symbol}`,
    ]);
  }
  expect(cards.size).toBe(6);
});

test("each button and link names its coin", async () => {
  const { open } = await member();
  const { html } = await open();
  expect(html).toContain('aria-label="Deposit USDT"');
  expect(html).toContain('aria-label="Deposit record of USDT"');
});

test("what the platform did not send is shown as missing, never as 0", async () => {
  await give({ totalBalance: null, allCoinMap: { USDT: { allBalance: "", sort: 1, lock_balance: null } } });
  const { open } = await member();
  const { html } = await open();
  expect(textOf(html)).toContain(`${t("Assets.total")} —`);
  expect(cardsOf(html).get("USDT")?.text).toContain("Total — Available — Frozen —");
});

test("a platform without coins: the page says so, and shows the total", async () => {
  await give({ totalBalance: "0", totalBalanceSymbol: "USDT", allCoinMap: {} });
  const { open } = await member();
  const { status, html } = await open();
  expect(status).toBe(200);
  expect(textOf(html)).toContain("0 USDT");
  expect(textOf(html)).toContain(t("Assets.empty"));
});

test.each<Fault>([
  { kind: "error", code: 99999, msg: "System busy" },
  ...UNREADABLE,
  { kind: "answer", body: { code: 0, data: { totalBalance: "5" } } },
  { kind: "answer", body: { code: 0, data: { allCoinMap: { USDT: { allBalance: "lots", sort: 1 } } } } },
])(
  "assets that cannot be read are an error with a link to try again, never zeros and never none: %j",
  async (fault) => {
    const { open } = await member();
    await sandbox.fail(BALANCE, fault);
    const { status, html } = await open();
    expect(status).toBe(503);
    expect(textOf(html)).toContain(t("Assets.unavailable"));
    expect(textOf(html)).not.toContain(t("Assets.empty"));
    expect(textOf(html)).not.toContain(t("Assets.total"));
    expect(html).not.toMatch(/>0</);
    expect(textsOf(html, "a.button[href='/Assets']")).toEqual([t("common.retry")]);
  },
);

test("every coin is asked for, by empty coinSymbols, with the visitor's token and language", async () => {
  const { open, token } = await member({}, "el_GR");
  const { html } = await open();
  const [request] = await sandbox.requests(BALANCE);
  expect(request?.body).toEqual({ coinSymbols: "" });
  expect(request?.headers).toMatchObject({ "exchange-token": token, "exchange-language": "el_GR" });
  expect(textOf(html)).toContain(getText("el_GR")("Assets.total"));
});

test("signed out it leads to the sign-in with the message, and asks the platform nothing", async () => {
  const browser = browserAt(handler);
  expect(await landing(await browser.open("/Assets"), browser.jar)).toEqual(signInFor("/Assets"));
  expect(await sandbox.calls(BALANCE)).toBe(0);
});

test("a session that has ended at the platform: signed out, to the root, with the message", async () => {
  const { account, browser, open } = await member();
  await sandbox.expireSessions(account.email);
  expect(await landing(await open(), browser.jar)).toEqual(SESSION_ENDED);
});

test("it ships no script, has no token and is not cached", async () => {
  const { open, token } = await member();
  const { html, headers } = await open();
  expect(html).not.toContain("<script");
  expect(html).not.toContain(token);
  expect(headers.get("Content-Security-Policy")).toContain("script-src 'none'");
  expect(headers.get("Cache-Control")).toBe("no-store");
});
