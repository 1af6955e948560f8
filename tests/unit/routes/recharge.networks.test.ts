import fc from "fast-check";
import { expect, test } from "vitest";
import { getText } from "~server/texts/text";
import { market } from "~server/upstream/market";
import { coinsOf, depositorOf, networksOf } from "../../support/depositing";
import { exactOf, linksOf, textOf, textsOf } from "../../support/html";
import { useUpstream } from "../../support/upstream";
import { readQr } from "../../support/qr-reader";
import { runsOf } from "@storefront/test-support/sample";

/**
 * A deposit network is never guessed (behaviour 7.21, 7.22). These tests open pages for one invalid market of each
 * kind; tests/unit/upstream/market.test.ts covers all.
 */

const ADDRESS = "get_charge_address";
const MARKET = "public_info_market";
const t = getText("en_US");

const sandbox = await useUpstream();

const TRC20 = { name: "TUSDT", mainChainName: "TRC20" };
const ERC20 = { name: "EUSDT", mainChainName: "ERC20" };
const USDT = { showName: "USDT" };

async function marketReturns(coinList: unknown, followCoinList: unknown): Promise<void> {
  await sandbox.heal(MARKET);
  await sandbox.fail(MARKET, {
    kind: "answer",
    body: { code: 0, msg: "suc", data: { market: { coinList, followCoinList } } },
  });
}

const NO_ADDRESS = /class="qr"|deposit-address|class="groups"|qr\.png/;

/** Expects that the page has no address, and that no call requested one. */
async function expectNoAddress(html: string): Promise<void> {
  expect(html).not.toMatch(NO_ADDRESS);
  expect(await sandbox.calls(ADDRESS)).toBe(0);
}

const symbolsAsked = async () =>
  (await sandbox.requests(ADDRESS)).map(({ body }) => (body as { symbol: string }).symbol);

/** Markets, and the reason on the page. */
const UNDECIDED: [string, string, unknown, unknown][] = [
  ["no followers at all", "unreadableNetworks", { USDT }, null],
  ["null followers of the coin", "unreadableNetworks", { USDT }, { USDT: null }],
  ["a list of coins without it", "unlistedCoin", { BTC: {} }, { USDT: { a: TRC20 } }],
  ["a coin that is null", "unreadableCoin", { USDT: null }, {}],
  [
    "one chain, its mainChainName null",
    "unreadableChains",
    { USDT },
    { USDT: { a: { ...TRC20, mainChainName: null } } },
  ],
  ["one chain without a name", "unreadableChains", { USDT }, { USDT: { a: { mainChainName: "TRC20" } } }],
  ["two chains, same name", "unreadableChains", { USDT }, { USDT: { a: TRC20, b: { ...ERC20, name: "TUSDT" } } }],
  ["one chain that is suspended", "suspendedChains", { USDT }, { USDT: { a: { ...TRC20, depositOpen: "0" } } }],
  [
    "all chains suspended",
    "suspendedChains",
    { USDT },
    { USDT: { a: { ...TRC20, depositOpen: 0 }, b: { ...ERC20, depositOpen: false } } },
  ],
  ["a tagType that is an object", "unclearMemo", { USDT: { ...USDT, tagType: {} } }, {}],
  ["a chain's tagType that is a word", "unclearMemo", { USDT }, { USDT: { a: { ...TRC20, tagType: "memo" } } }],
];

test.each(UNDECIDED)(
  "%s: no address is requested, and the page says why (%s)",
  async (_, reason, coinList, followers) => {
    await marketReturns(coinList, followers);
    const { open } = await depositorOf(sandbox);
    const chain = JSON.stringify(followers ?? null).includes("TRC20") ? "TRC20" : "USDT";
    for (const query of ["", "?chain=TUSDT&acknowledged=1"]) {
      const { status, html } = await open(`/Recharge/USDT${query}`);
      await expectNoAddress(html);
      expect((await open(`/Recharge/USDT/qr.png${query}`)).status).toBe(404);
      // The chain in the URL may be unknown in this market.
      if (status === 404) continue;
      expect(status).toBe(reason === "suspendedChains" ? 200 : 503);
      const text = textOf(html);
      expect(text).toContain(t("Recharge.undecided", { coin: "USDT" }));
      expect(text).toContain(t(`Recharge.${reason}` as "Recharge.unclearMemo", { coin: "USDT", chain }));
      expect(linksOf(html).map(({ href }) => href)).toEqual(
        expect.arrayContaining([`/Recharge/USDT${query}`, "/LeavingMessage", "/AppDownload"]),
      );
    }
    expect((await open("/Recharge/USDT")).status).not.toBe(404);
  },
);

test.each([
  ["unreadable", { ...ERC20, mainChainName: null }],
  ["odd", { ...ERC20, name: "<b>" }],
])("if one of two chains is %s, the picker says that one could not be read", async (_, odd) => {
  await marketReturns({ USDT }, { USDT: { a: TRC20, b: odd } });
  const { open, addressOf } = await depositorOf(sandbox);
  const { status, html } = await open("/Recharge/USDT");
  expect(status).toBe(200);
  expect(networksOf(html)).toEqual([{ href: "/Recharge/USDT?chain=TUSDT", text: "TRC20" }]);
  expect(textOf(html)).toContain(t("Recharge.omittedChains", { count: "1" }));
  await expectNoAddress(html);
  const unreadable = await open("/Recharge/USDT?chain=EUSDT");
  expect(unreadable.status).toBe(404);
  await expectNoAddress(unreadable.html);
  const chosen = await open("/Recharge/USDT?chain=TUSDT");
  expect(await symbolsAsked()).toEqual(["TUSDT"]);
  expect(exactOf(chosen.html, "deposit-address")).toBe(await addressOf("TUSDT"));
});

test("a suspended chain is shown but cannot be chosen", async () => {
  await marketReturns({ USDT }, { USDT: { a: TRC20, b: { ...ERC20, depositOpen: 0 } } });
  const { open } = await depositorOf(sandbox);
  const { html } = await open("/Recharge/USDT");
  expect(networksOf(html)).toEqual([
    { href: "/Recharge/USDT?chain=TUSDT", text: "TRC20" },
    { href: undefined, text: "ERC20 (suspended)" },
  ]);
  expect(textOf(html)).toContain(t("Recharge.chooseChainFirst", { coin: "USDT" }));
  const chosen = await open("/Recharge/USDT?chain=EUSDT");
  expect(textOf(chosen.html)).toContain(t("Recharge.suspendedChain", { coin: "USDT", chain: "ERC20" }));
  await expectNoAddress(chosen.html);
  expect((await open("/Recharge/USDT/qr.png?chain=EUSDT")).status).toBe(404);
  await open("/Recharge/USDT?chain=TUSDT");
  expect(await symbolsAsked()).toEqual(["TUSDT"]);
});

test("the network has the platform's name, never the coin's display name", async () => {
  await marketReturns(
    {
      USDT: { showName: "USDT", mainChainName: "BEP20(BSC)" },
      FIL: { showName: "USDC", mainChainName: "Solana", tokenBase: "SOL" },
      ETH: { showName: "ETH" },
    },
    {},
  );
  await sandbox.fail(ADDRESS, { kind: "answer", body: { code: 0, data: { addressStr: "0xabc" } } });
  const { open } = await depositorOf(sandbox);
  for (const [path, coin, chain] of [
    ["/Recharge/USDT", "USDT", "BEP20(BSC)"],
    ["/Recharge/FIL", "USDC", "Solana"],
    ["/Recharge/ETH", "ETH", "ETH"],
  ] as const) {
    const shown = textOf((await open(path)).html);
    expect(shown).toContain(t("Recharge.networkWarning", { coin, chain }));
    expect(shown).toContain(
      coin === "ETH" ? t("Recharge.addressTitleAlone", { coin }) : t("Recharge.addressTitle", { coin, chain }),
    );
  }
});

test("a network with the name of its coin is named once, even if the name contains word joiners", async () => {
  await marketReturns({ ETH: { showName: "ETH-M", mainChainName: "ETH-M" } }, {});
  await sandbox.fail(ADDRESS, { kind: "answer", body: { code: 0, data: { addressStr: "0xabc" } } });
  const { open } = await depositorOf(sandbox);
  const [title = ""] = textsOf((await open("/Recharge/ETH")).html, "#deposit-title");
  expect(title.replaceAll("\u2060", "")).toBe(t("Recharge.addressTitleAlone", { coin: "ETH-M" }));
});

test.each([
  ["followCoinDepositOpen", { a: { ...TRC20, followCoinDepositOpen: "0" } }],
  ["depositOpen", { a: { ...TRC20, depositOpen: false, followCoinDepositOpen: 1 } }],
])("a single network closed by %s is listed as closed and has no address", async (_, followers) => {
  await marketReturns({ USDT }, { USDT: followers });
  const { open } = await depositorOf(sandbox);
  for (const query of ["", "?chain=TUSDT"]) {
    const { status, html } = await open(`/Recharge/USDT${query}`);
    expect(status).toBe(200);
    expect(textsOf(html, ".network-closed .network-name")).toEqual([t("Recharge.suspended", { chain: "TRC20" })]);
    expect(textsOf(html, "a.network")).toEqual([]);
    await expectNoAddress(html);
    expect((await open(`/Recharge/USDT/qr.png${query}`)).status).toBe(404);
  }
});

test.each([
  ["usdt_open_omni", { "USDT(OMNI)": { name: "USDT(OMNI)", mainChainName: "Omni Layer" } }],
  ["usdt_open_omni", { a: { name: "MUSDT", mainChainName: "OMNI" } }],
  ["usdt_open_bsc", { a: { name: "USDTBSC", mainChainName: "BEP20" } }],
  ["usdt_open_bep20", { a: { name: "BUSDT", mainChainName: "BEP20(BSC)" } }],
  ["usdt_open_bep20_bsc", { a: { name: "BUSDT", mainChainName: "BEP20(BSC)" } }],
  ["tether_open_trc20", { a: { name: "QUSDT", mainChainName: "TRC-20" } }],
])("a flag %s in the public info closes only that network", async (flag, closed) => {
  await marketReturns({ USDT: { showName: "Tether" } }, { USDT: { ...closed, z: ERC20 } });
  const [{ name, mainChainName }] = Object.values(closed) as [typeof ERC20];
  const { open } = await depositorOf(sandbox);
  const path = `/Recharge/USDT?chain=${encodeURIComponent(name)}`;
  await sandbox.fail("public_info_v5", { kind: "answer", body: { code: 0, data: { switch: { [flag]: "0" } } } });
  const { status, html } = await open(path);
  expect(status).toBe(200);
  expect(networksOf(html)).toEqual([
    { href: undefined, text: t("Recharge.suspended", { chain: mainChainName }) },
    { href: "/Recharge/USDT?chain=EUSDT", text: "ERC20" },
  ]);
  await expectNoAddress(html);
  await sandbox.heal("public_info_v5");
  await sandbox.fail("public_info_v5", { kind: "answer", body: { code: 0, data: { [flag]: "1", eth_open_omni: 0 } } });
  await open(path);
  expect(await symbolsAsked()).toEqual([name]);
});

test.each(["usdt_open_omni", "USDT1742_open_OMNI", "泰達幣_open_omni", "usdt_open_OMNI(BTC)"])(
  "a flag %s closes a tenant-named coin's network with the same display name, in both languages",
  async (flag) => {
    const showName = { zh_CN: "泰達幣", en_US: "USDT" };
    const omni = { name: "MUSDT", mainChainName: { zh_CN: "比特幣上層", en_US: "Omni (BTC)" } };
    await marketReturns({ USDT1742: { showName }, USDT: { showName } }, { USDT1742: { a: omni, b: TRC20 } });
    await sandbox.fail("account_balance", {
      kind: "answer",
      body: { code: 0, data: { allCoinMap: { USDT1742: { depositOpen: 1 }, USDT: { depositOpen: 1 } } } },
    });
    await sandbox.fail("public_info_v5", { kind: "answer", body: { code: 0, data: { switch: { [flag]: 0 } } } });
    for (const locale of ["en_US", "el_GR"] as const) {
      const { open } = await depositorOf(sandbox, locale);
      const { status, html } = await open("/Recharge/USDT1742?chain=MUSDT");
      expect(status).toBe(200);
      expect(textsOf(html, "a .network-name")).toEqual(["TRC20"]);
      await expectNoAddress(html);
      expect((await open("/Recharge/USDT1742/qr.png?chain=MUSDT")).status).toBe(404);
    }
  },
);

test("a flag closes a network that is listed as its own coin without a display name", async () => {
  const omni = { mainChainName: "OMNI", showName: "", depositOpen: 1 };
  await marketReturns({ MUSDT: omni, USDT }, { USDT: { a: { name: "MUSDT", ...omni }, b: TRC20 } });
  const allCoinMap = { MUSDT: { depositOpen: 1 }, USDT: { depositOpen: 1 } };
  await sandbox.fail("account_balance", { kind: "answer", body: { code: 0, data: { allCoinMap } } });
  await sandbox.fail("public_info_v5", {
    kind: "answer",
    body: { code: 0, data: { switch: { usdt_open_omni: "0" } } },
  });
  const { open } = await depositorOf(sandbox);
  for (const path of ["/Recharge/MUSDT", "/Recharge/MUSDT?chain=MUSDT", "/Recharge/USDT?chain=MUSDT"])
    await expectNoAddress((await open(path)).html);
  expect((await open("/Recharge/MUSDT/qr.png")).status).toBe(404);
});

test("a closed or unreadable coin or chain is shown but cannot be chosen", async () => {
  const coins = { USDT, FIL: {}, BTC: { tagType: [1] }, ETH: {} };
  await marketReturns(coins, {
    USDT: { a: TRC20, b: { ...ERC20, tagType: "memo" } },
    FIL: { a: { name: "FIL1", mainChainName: "FIL", depositOpen: 0 } },
  });
  const { open } = await depositorOf(sandbox);
  const first = await open("/Recharge");
  const closed = ["FIL", "BTC", "XRP", "EOS"];
  const rows = coinsOf(first.html);
  expect(rows.filter(({ href }) => href === undefined).map(({ text }) => text)).toEqual(
    closed.map((name) => t("Recharge.undecidedOption", { name })),
  );
  expect(rows.flatMap(({ href, text }) => (href === undefined ? [] : [[href, text]]))).toEqual([
    ["/Recharge/USDT", "USDT"],
    ["/Recharge/ETH", "ETH"],
  ]);
  const second = await open("/Recharge/USDT");
  expect(networksOf(second.html).at(-1)).toEqual({
    href: undefined,
    text: t("Recharge.undecidedOption", { name: "ERC20" }),
  });
});

test("chains with the same display name are distinguished by name", async () => {
  await marketReturns({ USDT }, { USDT: { a: TRC20, b: { ...ERC20, mainChainName: "TRC20" } } });
  const { open } = await depositorOf(sandbox);
  expect(networksOf((await open("/Recharge/USDT")).html).map(({ text }) => text)).toEqual([
    "TRC20 (TUSDT)",
    "TRC20 (EUSDT)",
  ]);
});

test("a single readable chain shows its address without a picker", async () => {
  await marketReturns({ USDT }, { USDT: { a: TRC20 } });
  const { open, addressOf } = await depositorOf(sandbox);
  const { html } = await open("/Recharge/USDT");
  expect(await symbolsAsked()).toEqual(["TUSDT"]);
  expect(exactOf(html, "deposit-address")).toBe(await addressOf("TUSDT"));
  expect(networksOf(html)).toEqual([]);
});

test.each([
  ["$RATS", 'filename="$RATS-$RATS.png"'],
  ["比特幣", `filename="___-___.png"; filename*=UTF-8''${encodeURIComponent("比特幣-比特幣.png")}`],
])("a coin named in any script can be picked, and has an address and a QR code to save: %s", async (coin, filename) => {
  await sandbox.fail("account_balance", {
    kind: "answer",
    body: { code: 0, data: { allCoinMap: { [coin]: { depositOpen: 1 } } } },
  });
  await sandbox.fail("get_charge_address", { kind: "answer", body: { code: 0, data: { addressStr: "0xabc" } } });
  await marketReturns({ [coin]: {} }, {});
  const { open } = await depositorOf(sandbox);
  const path = `/Recharge/${encodeURIComponent(coin)}`;
  expect(coinsOf((await open("/Recharge")).html)).toEqual([{ href: path, text: coin }]);
  const { html } = await open(path);
  expect(await symbolsAsked()).toEqual([coin]);
  expect(exactOf(html, "deposit-address")).toBe("0xabc");
  expect(html).toContain(`/DepositRecord/${encodeURIComponent(coin)}`);
  const saved = await open(linksOf(html).find(({ href }) => href.includes("qr.png"))?.href ?? "");
  expect(await readQr(saved.bytes)).toBe("0xabc");
  expect(saved.headers.get("content-disposition")).toBe(`attachment; ${filename}`);
});

test("an invalid coin or symbol does not prevent deposits of other coins", async () => {
  const allCoinMap = { USDT: { depositOpen: 1 }, "a b": { depositOpen: 1 }, "": { depositOpen: 1 }, BTC: null };
  await sandbox.fail("account_balance", { kind: "answer", body: { code: 0, data: { allCoinMap } } });
  await marketReturns(
    { "a b": USDT, "": {}, BTC: 5, USDT, ETH: { tagType: {} } },
    { "a b": null, USDT: { 鏈: TRC20 } },
  );
  const { open } = await depositorOf(sandbox);
  expect(coinsOf((await open("/Recharge")).html)).toEqual([{ href: "/Recharge/USDT", text: "USDT" }]);
  await open("/Recharge/USDT");
  expect(await symbolsAsked()).toEqual(["TUSDT"]);
});

test("the market is read for each deposit: a network removed a second ago is not offered", async () => {
  await marketReturns({ USDT }, { USDT: { a: TRC20 } });
  const { open } = await depositorOf(sandbox);
  expect(exactOf((await open("/Recharge/USDT")).html, "deposit-address")).toMatch(/^T/);
  await marketReturns({ USDT }, { USDT: { a: TRC20, b: ERC20 } });
  expect(networksOf((await open("/Recharge/USDT")).html)).toHaveLength(2);
  expect((await open("/Recharge/USDT/qr.png")).status).toBe(404);
});

const oddValue = fc.constantFrom<unknown>(
  undefined,
  null,
  "",
  " ",
  0,
  1,
  "0",
  "1",
  2,
  "2",
  true,
  false,
  {},
  [],
  ["1"],
  "x y",
  3,
);
const oddName = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>("TUSDT", "EUSDT", "BUSDT", "USDT") },
  { weight: 1, arbitrary: fc.constantFrom<unknown>("__proto__", "constructor", "<b>", "鏈", "T USDT", " TUSDT") },
  { weight: 1, arbitrary: oddValue },
);
const oddChain = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record(
      {
        name: oddName,
        mainChainName: fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom<unknown>("TRC20", "ERC20", "BEP20") },
          oddValue,
        ),
        depositOpen: oddValue,
        tagType: fc.oneof({ weight: 2, arbitrary: fc.constant<unknown>(0) }, oddValue),
      },
      { requiredKeys: ["name"] },
    ),
  },
  oddValue,
);
const oddFollowers = fc.oneof(
  { weight: 6, arbitrary: fc.dictionary(fc.constantFrom("a", "b", "c", "__proto__"), oddChain, { maxKeys: 3 }) },
  fc.array(oddChain, { maxLength: 2 }),
  oddValue,
);
const oddCoin = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ showName: fc.constant<unknown>("USDT"), tagType: oddValue }, { requiredKeys: [] }),
  },
  oddValue,
);
const oddMarket = fc.record(
  {
    coinList: fc.oneof(
      { weight: 8, arbitrary: fc.record({ USDT: oddCoin, BTC: oddCoin }, { requiredKeys: [] }) },
      oddValue,
    ),
    followCoinList: fc.oneof(
      { weight: 8, arbitrary: fc.record({ USDT: oddFollowers, BTC: oddFollowers }, { requiredKeys: [] }) },
      oddValue,
    ),
  },
  { requiredKeys: [] },
);

type Row = Record<string, unknown>;
const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);
const has = (row: unknown, key: string): row is Row => isRow(row) && Object.hasOwn(row, key);

/** Values that mean closed and open in these markets. */
const CLOSED: unknown[] = [false, 0, -0, "0"];
const OPEN: unknown[] = [undefined, null, "", " ", 1, "1", 2, "2", 3, true];

/** Names that any row closes; no address may be requested for them, whatever other rows say. */
function closedNames({ coinList, followCoinList }: { coinList?: unknown; followCoinList?: unknown }): Set<unknown> {
  const followers = Object.values(isRow(followCoinList) ? followCoinList : {}).flatMap((rows) =>
    Object.values(isRow(rows) ? rows : {}).flatMap((row) => (isRow(row) ? [[row.name, row] as const] : [])),
  );
  const coins = Object.entries(isRow(coinList) ? coinList : {});
  const isClosed = (row: unknown) =>
    isRow(row) && [row.depositOpen, row.followCoinDepositOpen].some((sent) => CLOSED.includes(sent));
  return new Set([...coins, ...followers].flatMap(([name, row]) => (isClosed(row) ? [name] : [])));
}

/** An independent reading of the market: the symbols for which an address may be requested. */
function allowed(sent: unknown, coin: string, chosen: string | undefined): string[] {
  const { coinList, followCoinList } = sent as { coinList?: unknown; followCoinList?: unknown };
  // No coin of these markets names its network.
  if (!has(coinList, coin) || !isRow(followCoinList)) return [];
  if (!isRow(coinList[coin]) && !(typeof coinList[coin] === "string" && coinList[coin].trim())) return [];
  const memoIsClear = (tagType: unknown) =>
    tagType == null || ["", "0", "1", "2", "true", "false"].includes(String(tagType).trim());
  const ofCoin = isRow(coinList[coin]) ? coinList[coin].tagType : undefined;
  const isOwn =
    !has(followCoinList, coin) || (isRow(followCoinList[coin]) && Object.keys(followCoinList[coin]).length === 0);
  if (isOwn)
    return (chosen === undefined || chosen === coin) && memoIsClear(ofCoin) && !Array.isArray(ofCoin) ? [coin] : [];
  const followers = followCoinList[coin];
  if (!isRow(followers)) return [];
  const chains = Object.values(followers);
  return chains.flatMap((chain) => {
    // Symbols may be in any script, without spaces or characters that URLs forbid.
    if (!isRow(chain) || typeof chain.name !== "string" || !/^(?!__proto__$)[^\s<>"'`\\/]{1,32}$/.test(chain.name))
      return [];
    if (typeof chain.mainChainName !== "string" || !chain.mainChainName.trim()) return [];
    if (!OPEN.includes(chain.depositOpen)) return [];
    if (chains.filter((other) => isRow(other) && other.name === chain.name).length > 1) return [];
    // Only a missing or blank value defers to the coin; an empty list does not.
    const isBlank = chain.tagType == null || (typeof chain.tagType === "string" && !chain.tagType.trim());
    const tagType = isBlank ? ofCoin : chain.tagType;
    if (!memoIsClear(tagType) || (typeof tagType === "object" && tagType !== null)) return [];
    if (chosen === undefined ? chains.length > 1 : chosen !== chain.name) return [];
    return [chain.name];
  });
}

const CLOSED_ELSEWHERE = {
  coinList: { USDT: {} },
  followCoinList: { BTC: { a: { name: "USDT", depositOpen: 0 } } },
};

/** A market for which an address is requested. */
const PLAIN_MARKET = { coinList: { BTC: {} }, followCoinList: {} };

test("for any market an address is requested only for a single or chosen, readable, open network", async () => {
  const { open, acknowledge } = await depositorOf(sandbox);
  await marketReturns({ USDT: { tagType: 2 }, BTC: { tagType: 2 } }, {});
  for (const coin of ["USDT", "BTC"]) await acknowledge(coin);
  let asked = 0;
  const choice = fc.record({
    coin: fc.constantFrom("USDT", "USDT", "BTC"),
    chain: fc.constantFrom(undefined, undefined, "TUSDT", "EUSDT", "USDT", "BTC", "__proto__", "constructor"),
    asPicture: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(oddMarket, choice, async (odd, { coin, chain, asPicture }) => {
      const sent: unknown = JSON.parse(JSON.stringify(odd));
      await sandbox.heal();
      await sandbox.fail(MARKET, { kind: "answer", body: { code: 0, msg: "suc", data: { market: sent } } });
      const before = await sandbox.calls(ADDRESS);
      const query = chain === undefined ? "" : `?chain=${chain}`;
      const { status } = await (asPicture
        ? open(`/Recharge/${coin}/qr.png${query}`)
        : open(`/Recharge/${coin}${query}`));
      expect([200, 404, 503]).toContain(status);
      const calls = (await sandbox.calls(ADDRESS)) - before;
      const closed = closedNames(sent as object);
      const symbols = allowed(sent, coin, chain).filter((symbol) => !closed.has(symbol));
      expect(calls).toBe(symbols.length);
      if (calls === 0) return;
      asked += 1;
      expect(symbols).toEqual([(await symbolsAsked()).at(-1)]);
    }),
    {
      numRuns: runsOf(150),
      examples: [
        [PLAIN_MARKET, { coin: "BTC", chain: undefined, asPicture: false }],
        [CLOSED_ELSEWHERE, { coin: "USDT", chain: undefined, asPicture: false }],
      ],
    },
  );
  expect(asked, "some markets lead to an address").toBeGreaterThan(0);
});

test("a cached market, however fresh, never decides about a deposit", async () => {
  const visitor = await depositorOf(sandbox);
  await market({ locale: "en_US" });
  await marketReturns({ USDT }, { USDT: { a: { ...TRC20, depositOpen: 0 } } });
  const page = await visitor.open("/Recharge/USDT");
  await expectNoAddress(page.html);
  await sandbox.fail(MARKET, { kind: "reset" });
  const before = await sandbox.calls(MARKET);
  for (const times of [1, 2]) {
    const failed = await visitor.open("/Recharge/USDT");
    expect(failed.status).toBe(503);
    await expectNoAddress(failed.html);
    expect(await sandbox.calls(MARKET), "requested each time, with a retry").toBe(before + 2 * times);
  }
});
