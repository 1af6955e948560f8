import fc from "fast-check";
import { expect, test } from "vitest";
import { getText } from "~server/texts/text";
import { coinsOf, depositorOf, networksOf, stranger } from "../../support/depositing";
import { all, exactOf, formOf, linksOf, only, textOf, textsOf } from "../../support/html";
import { memberOf } from "../../support/pages";
import { useUpstream } from "../../support/upstream";
import { readQr, shownQr } from "../../support/qr-reader";
import { runsOf } from "@storefront/test-support/sample";

const ADDRESS = "get_charge_address";
const MARKET = "public_info_market";
const t = getText("en_US");

const sandbox = await useUpstream();

const give = (addressStr: unknown, others: object = {}) =>
  sandbox.fail(ADDRESS, { kind: "answer", body: { code: 0, msg: "", data: { addressStr, ...others } } });

async function coinsAre(coinList: object): Promise<void> {
  const body = { code: 0, data: { market: { coinList, followCoinList: {} } } };
  await sandbox.fail(MARKET, { kind: "answer", body });
}

/** Expects that the page has no address. */
function expectNoAddress(html: string): void {
  expect(html).not.toMatch(/class="qr"|deposit-address|class="groups"|qr\.png/);
}

test("the list has coins with depositOpen 1 in the upstream's order, without requesting an address", async () => {
  const { status, html } = await (await depositorOf(sandbox)).open("/Recharge");
  expect(status).toBe(200);
  expect(coinsOf(html)).toEqual(
    ["USDT", "FIL", "BTC", "ETH", "XRP", "EOS"].map((coin) => ({ href: `/Recharge/${coin}`, text: coin })),
  );
  expect(all(html, ".coin-row > svg"), "each coin has its icon").toHaveLength(6);
  expect(networksOf(html)).toEqual([]);
  expectNoAddress(html);
  expect(await sandbox.calls(ADDRESS)).toBe(0);
});

test('depositOpen "0", a truthy string, means closed', async () => {
  const coin = { allBalance: 1, sort: 1 };
  const allCoinMap = { USDT: { ...coin, depositOpen: "0" }, FIL: { ...coin, depositOpen: "1" }, BTC: coin };
  await sandbox.fail("account_balance", { kind: "answer", body: { code: 0, data: { allCoinMap } } });
  const { html } = await (await depositorOf(sandbox)).open("/Recharge");
  expect(coinsOf(html)).toEqual([{ href: "/Recharge/FIL", text: "FIL" }]);
});

test("a list of thousands of coins is cut, but coins beyond the cut have a page", async () => {
  const allCoinMap = Object.fromEntries(
    Array.from({ length: 1_200 }, (_, at) => [`C${at}`, { sort: at, depositOpen: 1 }]),
  );
  await sandbox.fail("account_balance", { kind: "answer", body: { code: 0, data: { allCoinMap } } });
  await coinsAre(Object.fromEntries(Object.keys(allCoinMap).map((name) => [name, { mainChainName: "N" }])));
  await give("abcdef0123456789");
  const visitor = await depositorOf(sandbox);
  expect(coinsOf((await visitor.open("/Recharge")).html)).toHaveLength(1_000);
  expect((await visitor.open("/Recharge/C1100")).status).toBe(200);
});

test("a coin with followers shows its networks as cards before the address", async () => {
  const { status, html } = await (await depositorOf(sandbox)).open("/Recharge/USDT");
  expect(status).toBe(200);
  expect(textsOf(html, "a.coin-row[href='/Recharge']"), "the coin, with a link to change it").toEqual([
    "Coin USDT Change",
  ]);
  expect(networksOf(html)).toEqual([
    { href: "/Recharge/USDT?chain=TUSDT", text: "TRC20" },
    { href: "/Recharge/USDT?chain=EUSDT", text: "ERC20" },
    { href: "/Recharge/USDT?chain=BUSDT", text: "BEP20" },
  ]);
  expect(textsOf(html, "nav .entry")[0]).toBe(`TRC20 ${t("Recharge.leastHere", { least: "5 USDT" })}`);
  expect(textOf(html)).toContain(t("Recharge.chooseChainFirst", { coin: "USDT" }));
  expectNoAddress(html);
  expect(await sandbox.calls(ADDRESS)).toBe(0);
});

test("coins show their balances, unless hidden in this browser; missing ones are omitted", async () => {
  const coin = { depositOpen: 1 };
  const allCoinMap = { USDT: { ...coin, sort: 1, allBalance: "12.34567" }, BTC: { ...coin, sort: 2 } };
  await sandbox.fail("account_balance", { kind: "answer", body: { code: 0, data: { allCoinMap } } });
  const { browser, open } = await depositorOf(sandbox);
  expect(textsOf((await open("/Recharge")).html, ".coin-row")).toEqual(["USDT 12.3456", "BTC"]);
  browser.jar.set("assets", "amounts");
  expect(textsOf((await open("/Recharge")).html, ".coin-row")).toEqual(["USDT", "BTC"]);
});

test("a network whose minimum exceeds the purchase's need says so", async () => {
  const { open } = await memberOf(sandbox, { locale: "en_US", balances: { USDT: "1" } });
  const query = new URLSearchParams({ redirectTo: "/PowerProductDetail/1001?buyAmount=1" }).toString();
  expect(textsOf((await open(`/Recharge/USDT?${query}`)).html, ".network-above")).toEqual([
    t("Recharge.leastIsMore", { least: "20 USDT" }),
  ]);
});

test("the copy button and its text have reserved space before scripts run", async () => {
  const { html } = await (await depositorOf(sandbox)).open("/Recharge/BTC");
  expect(all(html, ".exact-text > .copy-room")).toHaveLength(1);
  expect(all(html, ".exact-text > .copy-result")).toHaveLength(1);
});

test("the chosen chain's name is sent as symbol, with the visitor's token", async () => {
  const { open, token, addressOf } = await depositorOf(sandbox);
  const { html } = await open("/Recharge/USDT?chain=EUSDT");
  const [request] = await sandbox.requests(ADDRESS);
  expect(request?.body).toEqual({ symbol: "EUSDT" });
  expect(request?.headers).toMatchObject({ "exchange-token": token });
  expect(exactOf(html, "deposit-address")).toBe(await addressOf("EUSDT"));
  expect(textsOf(html, "a[href='/Recharge/USDT']"), "the network, with a link to change it").toEqual([
    "Network ERC20 Change",
  ]);
});

test("a coin without followers is its own chain, and shows the address at once", async () => {
  const { open, addressOf } = await depositorOf(sandbox);
  const { status, html } = await open("/Recharge/BTC");
  expect(status).toBe(200);
  expect((await sandbox.requests(ADDRESS)).map(({ body }) => body)).toEqual([{ symbol: "BTC" }]);
  expect(exactOf(html, "deposit-address")).toBe(await addressOf("BTC"));
  expect(networksOf(html)).toEqual([]);
});

test.each([
  "/Recharge/USDT?chain=BTC",
  "/Recharge/USDT?chain=tusdt",
  "/Recharge/BTC?chain=TUSDT",
  "/Recharge/USDT?chain=%3Cscript%3E",
  "/Recharge/USDT?chain=__proto__",
])("a chain not listed for the coin is never sent: %s", async (path) => {
  const { status, html } = await (await depositorOf(sandbox)).open(path);
  expect(status).toBe(404);
  expect(textOf(html)).toContain("on that network. Choose one from the list.");
  expect(html).not.toContain("<script>");
  expectNoAddress(html);
  expect(await sandbox.calls(ADDRESS)).toBe(0);
});

test.each(["NOPE", "TUSDT", "%3Cb%3E", "__proto__"])(
  "an unknown coin gets the shop's message and is never sent: %s",
  async (coin) => {
    const { status, html } = await (await depositorOf(sandbox)).open(`/Recharge/${coin}`);
    expect(status).toBe(404);
    expect(textOf(html)).toContain(t("Recharge.unknownCoin"));
    expect(textOf(only(html, "body"))).not.toContain(decodeURIComponent(coin));
    expect(coinsOf(html)).toHaveLength(6);
    expectNoAddress(html);
    expect(await sandbox.calls(ADDRESS)).toBe(0);
  },
);

test.each([
  ["/Recharge/usdt", "/Recharge/USDT"],
  ["/Recharge/uSdT?chain=TUSDT&x=1", "/Recharge/USDT?chain=TUSDT"],
  ["/Recharge/xch", "/Recharge/XCH"],
  ["/Recharge/btc?redirectTo=%2FAssets&chain=%3Cb%3E", "/Recharge/BTC?redirectTo=%2FAssets"],
  ["/Recharge/btc?redirectTo=%2F%2Fevil.example", "/Recharge/BTC"],
])("a coin in another case redirects to its own page: %s", async (path, canonical) => {
  const { status, headers } = await (await depositorOf(sandbox)).open(path);
  expect([status, headers.get("location")]).toEqual([303, canonical]);
  expect(await sandbox.calls(ADDRESS)).toBe(0);
});

test("two coins that differ only in case each have a page; a third spelling does not", async () => {
  const open = { depositOpen: 1 };
  await sandbox.fail("account_balance", {
    kind: "answer",
    body: { code: 0, data: { allCoinMap: { Abc: open, aBC: open } } },
  });
  await coinsAre({ Abc: {}, aBC: {} });
  await give("0xabc");
  const visitor = await depositorOf(sandbox);
  for (const coin of ["Abc", "aBC"]) expect((await visitor.open(`/Recharge/${coin}`)).status).toBe(200);
  expect((await sandbox.requests(ADDRESS)).map(({ body }) => body)).toEqual([{ symbol: "Abc" }, { symbol: "aBC" }]);
  expect((await visitor.open("/Recharge/ABC")).status).toBe(404);
});

test("the page of a coin closed to deposits says so, and requests no address", async () => {
  const { html } = await (await depositorOf(sandbox)).open("/Recharge/XCH?chain=XCH&acknowledged=1");
  expect(textOf(html)).toContain(t("Recharge.closedCoin", { coin: "XCH" }));
  expect(coinsOf(html), "another coin can be chosen").toHaveLength(6);
  expect(networksOf(html)).toEqual([]);
  expectNoAddress(html);
  expect(await sandbox.calls(ADDRESS)).toBe(0);
});

test("address text and both QR codes equal the upstream's response", async () => {
  const { open, addressOf } = await depositorOf(sandbox);
  for (const [path, chain] of [
    ["/Recharge/USDT?chain=TUSDT", "TUSDT"],
    ["/Recharge/USDT?chain=EUSDT", "EUSDT"],
    ["/Recharge/BTC", "BTC"],
    ["/Recharge/FIL", "FIL"],
    ["/Recharge/ETH?chain=ARBETH", "ARBETH"],
  ] as const) {
    const address = await addressOf(chain);
    const { html } = await open(path);
    expect(exactOf(html, "deposit-address")).toBe(address);
    expect(await readQr(shownQr(html))).toBe(address);
    const save = linksOf(html).find(({ href }) => href.includes("qr.png"))?.href ?? "";
    const { status, headers, bytes } = await open(save);
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toBe("image/png");
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(await readQr(bytes)).toBe(address);
  }
});

test("the picture to save never shows another address than its page, even if another tab has changed the account", async () => {
  const { open } = await depositorOf(sandbox);
  const save = linksOf((await open("/Recharge/BTC")).html).find(({ href }) => href.includes("qr.png"))?.href ?? "";
  const other = await depositorOf(sandbox);
  expect((await other.open(save)).status).toBe(404);
  expect((await open(save)).status).toBe(200);
  await give("abcdef0123456789");
  expect((await open(save)).status, "another address of the same account").toBe(404);
});

test("for any address text and both QR codes equal it exactly", async () => {
  const { open } = await depositorOf(sandbox);
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{20,120}$/), async (address) => {
      await sandbox.heal(ADDRESS);
      await give(address);
      const { html } = await open("/Recharge/BTC");
      expect(exactOf(html, "deposit-address")).toBe(address);
      expect(await readQr(shownQr(html))).toBe(address);
      expect(await readQr((await open("/Recharge/BTC/qr.png")).bytes)).toBe(address);
    }),
    { numRuns: runsOf(15) },
  );
}, 60_000);

test("the address is shown once and complete, in groups of four, with both ends highlighted", async () => {
  const { open, addressOf } = await depositorOf(sandbox);
  const address = await addressOf("TUSDT");
  const { html } = await open("/Recharge/USDT?chain=TUSDT");
  const [page = ""] = html.split("<script");
  expect(page.split(address.slice(0, 4)).length - 1, "once").toBe(1);
  expect(exactOf(html, "deposit-address"), "without CSS the address has no space").toBe(address);
  const groups = address.match(/.{1,4}/g) ?? [];
  expect(textsOf(html, "#deposit-address > *")).toEqual(groups);
  expect(textsOf(html, "#deposit-address > b"), "the first group, and those with the last four characters").toEqual(
    [0, groups.length - 2, groups.length - 1].map((index) => groups[index]),
  );
  expect(textOf(html)).toContain(t("Recharge.check"));
});

const PRODUCT = "/PowerProductDetail/1001?buyAmount=3";
const TO_PRODUCT = new URLSearchParams({ redirectTo: PRODUCT }).toString();

test("the return target is kept through coin, network and memo, and linked", async () => {
  const { open, browser } = await depositorOf(sandbox);
  const back = { href: PRODUCT, text: t("common.toPurchase") };
  const first = await open(`/Recharge?${TO_PRODUCT}`);
  expect(linksOf(first.html)).toContainEqual(back);
  expect(coinsOf(first.html).map(({ href }) => href)).toContain(`/Recharge/XRP?${TO_PRODUCT}`);
  const networks = networksOf((await open(`/Recharge/USDT?${TO_PRODUCT}`)).html);
  expect(networks.map(({ href }) => href)).toContain(`/Recharge/USDT?chain=TUSDT&${TO_PRODUCT}`);
  const memo = await open(`/Recharge/XRP?${TO_PRODUCT}`);
  expect(linksOf(memo.html)).toContainEqual(back);
  const path = formOf(memo.html, "form[method=post]").action ?? "";
  const shown = await browser.submit(path, { acknowledged: "1" }, memo);
  expect(shown.headers.get("location")).toBe(`/Recharge/XRP?chain=XRP&${TO_PRODUCT}`);
  const { html } = await open(`/Recharge/USDT?chain=TUSDT&${TO_PRODUCT}`);
  expect(linksOf(html)).toContainEqual(back);
  const changes = [`/Recharge?${TO_PRODUCT}`, `/Recharge/USDT?${TO_PRODUCT}`];
  expect(
    linksOf(html).map(({ href }) => href),
    "links to change each choice",
  ).toEqual(expect.arrayContaining(changes));
  expect(linksOf(html).map(({ href }) => href)).toContain(`/DepositRecord/USDT?${TO_PRODUCT}`);
});

test("the page warns about other networks, and shows minimum and confirmations if sent", async () => {
  const { open } = await depositorOf(sandbox);
  const text = textOf((await open("/Recharge/USDT?chain=TUSDT")).html);
  expect(text).toContain(t("Recharge.networkWarning", { coin: "USDT", chain: "TRC20" }));
  expect(text).toContain(`${t("Recharge.least")} 5 USDT`);
  expect(text).toContain(`${t("Recharge.confirmations")} 20`);
});

test("the minimum is never rounded; missing values are not shown", async () => {
  const market = {
    coinList: { BTC: { showName: "BTC", showPrecision: 2, depositMin: "0.000000019" }, FIL: { showName: "FIL" } },
    followCoinList: {},
  };
  await sandbox.fail(MARKET, { kind: "answer", body: { code: 0, data: { market } } });
  const { open } = await depositorOf(sandbox);
  const bitcoin = textOf((await open("/Recharge/BTC")).html);
  expect(bitcoin).toContain(`${t("Recharge.least")} 0.000000019 BTC`);
  expect(bitcoin).not.toContain(t("Recharge.confirmations"));
  const filecoin = textOf((await open("/Recharge/FIL")).html);
  expect(filecoin).not.toContain(t("Recharge.least"));
});

test("a coin that requires a memo (tagType 2) shows the warning first, and requests no address", async () => {
  const { open } = await depositorOf(sandbox);
  for (const query of ["", "?chain=EOS", "?acknowledged=0", "?acknowledged=1", "?chain=EOS&acknowledged=1"]) {
    const { status, html } = await open(`/Recharge/EOS${query}`);
    expect(status).toBe(200);
    expect(textOf(html)).toContain(t("Recharge.memoText"));
    expect(all(html, "[type=checkbox][name=acknowledged]")).toHaveLength(1);
    expectNoAddress(html);
  }
  expect(await sandbox.calls(ADDRESS)).toBe(0);
});

const LEDGER = "rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh";

test.each([1, "1", null, "", undefined])(
  "an address with a memo (tagType %j) shows the warning first, then address and memo separately",
  async (tagType) => {
    await coinsAre({ XRP: { showName: "XRP", tagType } });
    await give(`${LEDGER}_105512345`);
    const { open, acknowledge } = await depositorOf(sandbox);
    for (const query of ["", "?chain=XRP", "?acknowledged=1"]) {
      const { status, html } = await open(`/Recharge/XRP${query}`);
      expect(status).toBe(200);
      expect(textOf(html)).toContain(t("Recharge.memoText"));
      expectNoAddress(html);
      expect(html).not.toContain("rEb8");
      expect((await open(`/Recharge/XRP/qr.png${query}`)).status).toBe(404);
    }
    await acknowledge("XRP");
    const { html } = await open("/Recharge/XRP");
    expect([exactOf(html, "deposit-address"), exactOf(html, "deposit-memo")]).toEqual([LEDGER, "105512345"]);
    expect(textOf(html)).toContain(t("Recharge.memoWarning"));
    expect(await readQr(shownQr(html))).toBe(LEDGER);
    expect(await readQr((await open("/Recharge/XRP/qr.png")).bytes)).toBe(LEDGER);
  },
);

test("an address without a memo is complete if the memo is optional", async () => {
  await coinsAre({ XRP: { showName: "XRP", tagType: "1" } });
  await give(LEDGER);
  const { html } = await (await depositorOf(sandbox)).open("/Recharge/XRP");
  expect(exactOf(html, "deposit-address")).toBe(LEDGER);
  expect(textOf(html)).not.toContain(t("Recharge.memo"));
});

test("without the acknowledgement the form is rejected at the field, without an address", async () => {
  const { open, browser } = await depositorOf(sandbox);
  const page = await open("/Recharge/EOS");
  const { status, html } = await browser.submit("/Recharge/EOS?chain=EOS", {}, page);
  expect(status).toBe(422);
  expect(textOf(html)).toContain(t("Recharge.memoUnconfirmed"));
  expect(all(html, "#recharge-acknowledged[autofocus]")).toHaveLength(1);
  expect(html).toContain(`<title>${t("common.errorPrefix")}`);
  expectNoAddress(html);
  expect(await sandbox.calls(ADDRESS)).toBe(0);
});

test("after the acknowledgement address and memo are in separate fields, with a warning", async () => {
  const { open, acknowledge, addressOf } = await depositorOf(sandbox);
  const sent = await addressOf("XRP");
  const response = await acknowledge("XRP", "?chain=XRP");
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("/Recharge/XRP?chain=XRP");
  const { html } = await open("/Recharge/XRP?chain=XRP");
  const [address, memo] = [exactOf(html, "deposit-address"), exactOf(html, "deposit-memo")];
  expect(`${address}_${memo}`).toBe(sent);
  expect(textsOf(html, "#deposit-memo > *"), "a short memo is not grouped").toEqual([memo]);
  expect(textOf(html)).toContain(t("Recharge.memoWarning"));
  expect(textOf(html)).toContain(t("Recharge.qrWithoutMemo"));
  expect(await readQr(shownQr(html)), "exactly the string shown").toBe(address);
  const save = linksOf(html).find(({ href }) => href.includes("qr.png"))?.href ?? "";
  expect(await readQr((await open(save)).bytes)).toBe(address);
});

test("the acknowledgement applies only to this coin and visitor, and is in no URL", async () => {
  const { open, browser, acknowledge } = await depositorOf(sandbox);
  const { headers } = await acknowledge("XRP");
  expect(headers.get("set-cookie")).toMatch(/^flow=[\w.-]+; .*HttpOnly/i);
  expect(headers.get("set-cookie")).not.toContain("XRP");
  const page = await open("/Recharge/XRP");
  expect(exactOf(page.html, "deposit-memo")).toMatch(/^\d+$/);
  expect(page.html).not.toContain("acknowledged");
  expect(textOf((await open("/Recharge/EOS")).html), "another coin").toContain(t("Recharge.memoText"));
  await acknowledge("EOS");
  expect(exactOf((await open("/Recharge/XRP")).html, "deposit-memo"), "both acknowledgements are kept").toMatch(
    /^\d+$/,
  );
  expect((await open("/Recharge/EOS/qr.png")).status).toBe(200);

  // Another account signs in on the same browser.
  const other = await depositorOf(sandbox);
  other.browser.jar.set("flow", browser.jar.get("flow") ?? "");
  const { html } = await other.open("/Recharge/XRP");
  expect(textOf(html)).toContain(t("Recharge.memoText"));
  expectNoAddress(html);
  expect((await other.open("/Recharge/XRP/qr.png?acknowledged=1")).status).toBe(404);
});

test.each([
  ["XRP", 0, `${LEDGER}_105512345`, "unclearAddress"],
  ["XRP", undefined, `${LEDGER}_null`, "unclearAddress"],
  ["XRP", 2, LEDGER, "memoMissing"],
  ["XRP", 0, `${LEDGER}?dt=105512345`, "unclearAddress"],
  ["XRP", 0, { address: LEDGER }, "unclearAddress"],
  ["XRP", 0, undefined, "unclearAddress"],
  ["XRP", 0, "", "noAddress"],
] as const)("%s, tagType %j, address %j: nothing is shown, and the page says why (%s)", async (...row) => {
  const [coin, tagType, sent, reason] = row;
  await coinsAre({ [coin]: { showName: coin, tagType } });
  await give(sent);
  const { open, acknowledge } = await depositorOf(sandbox);
  await acknowledge(coin);
  const { status, html } = await open(`/Recharge/${coin}`);
  expect(status).toBe(reason === "noAddress" ? 200 : 503);
  expect(textOf(html)).toContain(t("Recharge.undecided", { coin }));
  expect(textOf(html)).toContain(t(`Recharge.${reason}`, { coin, chain: coin }));
  expect(textOf(html)).not.toContain(t("Recharge.unavailable"));
  expectNoAddress(html);
  expect(html).not.toMatch(/rEb8|930096|12345/);
  expect((await open(`/Recharge/${coin}/qr.png`)).status).toBe(404);
});

test("without market data the address's confirmations and the balance's minimum apply", async () => {
  const allCoinMap = { BTC: { depositOpen: 1, depositMin: "5E-4" }, FIL: { depositOpen: 1, depositMin: 7 } };
  await sandbox.fail("account_balance", { kind: "answer", body: { code: 0, data: { allCoinMap } } });
  await coinsAre({ BTC: { depositMin: null }, FIL: { depositMin: "3", depositConfirm: 9 } });
  await give("0xabc", { depositConfirm: "6" });
  const { open } = await depositorOf(sandbox);
  const bitcoin = textOf((await open("/Recharge/BTC")).html);
  expect(bitcoin).toContain(`${t("Recharge.least")} 0.0005 BTC`);
  expect(bitcoin).toContain(`${t("Recharge.confirmations")} 6`);
  const filecoin = textOf((await open("/Recharge/FIL")).html);
  expect(filecoin).toContain(`${t("Recharge.least")} 3 FIL`);
  expect(filecoin).not.toContain("7 FIL");
  expect(filecoin).toContain(`${t("Recharge.confirmations")} 9`);
});

// Data of other types is a valid response without an address, so it is not in this list.
test.each([{ kind: "html" }, { kind: "reset" }] as const)(
  "an unreadable address shows only the error and a retry link, never an older address: %j",
  async (fault) => {
    const { open, addressOf } = await depositorOf(sandbox);
    const older = await addressOf("BTC");
    expect((await open("/Recharge/BTC")).html).toContain(older);
    await sandbox.fail(ADDRESS, fault);
    const { status, html } = await open("/Recharge/BTC");
    expect(status).toBe(503);
    expect(textOf(html)).toContain(t("Recharge.unavailable"));
    expect(html).toContain(`<a class="button" href="/Recharge/BTC">${t("common.retry")}</a>`);
    expect(html).not.toContain(older);
    expectNoAddress(html);
    const saved = await open("/Recharge/BTC/qr.png");
    expect(saved.status).toBe(503);
    expect(saved.headers.get("Content-Type")).toContain("text/plain");
  },
);

test("a rejection shows the upstream's message as plain text, and no address", async () => {
  await sandbox.fail(ADDRESS, { kind: "error", code: 90001, msg: "Wallet <b>under</b> maintenance" });
  const { status, html } = await (await depositorOf(sandbox)).open("/Recharge/BTC");
  expect(status).toBe(503);
  expect(textOf(html)).toContain("Wallet <b>under</b> maintenance");
  expect(html).not.toContain("<b>under");
  expectNoAddress(html);
});

test.each(["account_balance", MARKET, "public_info_v5"])(
  "without %s coins and chains are unknown, which is an error, never a guess",
  async (call) => {
    const { open } = await depositorOf(sandbox);
    await sandbox.fail(call, { kind: "html" });
    const { status, html } = await open("/Recharge/USDT?chain=TUSDT");
    expect(status).toBe(503);
    expect(textOf(html)).toContain(t("Recharge.unavailable"));
    expectNoAddress(html);
    expect((await open("/Recharge/USDT/qr.png?chain=TUSDT")).status).toBe(503);
    expect(await sandbox.calls(ADDRESS)).toBe(0);
  },
);

test("the picture reads the address again, and contains nothing from the visitor", async () => {
  const { open, addressOf } = await depositorOf(sandbox);
  const address = await addressOf("TUSDT");
  const before = await sandbox.calls(ADDRESS);
  const { bytes, headers } = await open(
    "/Recharge/USDT/qr.png?chain=TUSDT&address=0xevil&text=0xevil&addressStr=0xevil&symbol=EUSDT",
  );
  expect(await readQr(bytes)).toBe(address);
  expect(headers.get("Content-Disposition")).toBe('attachment; filename="USDT-TUSDT.png"');
  expect(await sandbox.calls(ADDRESS)).toBe(before + 1);
});

test.each([
  ["/Recharge/USDT/qr.png", "no chain chosen"],
  ["/Recharge/USDT/qr.png?chain=BTC", "another coin's chain"],
  ["/Recharge/NOPE/qr.png", "an unknown coin"],
  ["/Recharge/XCH/qr.png", "a closed coin"],
  ["/Recharge/EOS/qr.png", "a memo not acknowledged"],
  ["/Recharge/EOS/qr.png?chain=EOS&acknowledged=1", "a memo acknowledged by the address alone"],
])("there is no picture at %s: %s", async (path) => {
  const { status, headers } = await (await depositorOf(sandbox)).open(path);
  expect(status).toBe(404);
  expect(headers.get("Content-Type")).toContain("text/plain");
  expect(await sandbox.calls(ADDRESS)).toBe(0);
});

test("the acknowledgement needs a session and the page's own token", async () => {
  const page = await (await depositorOf(sandbox)).open("/Recharge/XRP");
  const other = await depositorOf(sandbox);
  expect((await other.browser.submit("/Recharge/XRP?chain=XRP", { acknowledged: "1" }, page)).status).toBe(403);
  const nobody = await stranger().submit("/Recharge/XRP?chain=XRP", { acknowledged: "1" }, page);
  expect(nobody.status).toBe(303);
  expect(nobody.headers.get("location")).toMatch(/^\/Login\?/);
});
