import { afterEach, expect, test, vi } from "vitest";
import {
  CHAINS_MAX,
  closedNetworks,
  COIN_NAMES_MAX,
  COINS_AND_CHAINS_MAX,
  displayOf,
  market,
} from "~server/upstream/market";
import { envelope, usePeer } from "../../support/upstream-peer";
import { beginAnew } from "../../support/environment";

/** The chains of a coin in the market, listed or not. */

const peer = await usePeer();
const upstreamContext = { locale: "en_US" } as const;

/** Makes the upstream return this `data`; a text is raw JSON. */
function upstreamReturns(data: unknown): void {
  beginAnew();
  const reply = typeof data === "string" ? { body: `{"code":0,"msg":"suc","data":${data}}` } : envelope(data);
  peer.reply = () => reply;
}

const CHAIN = { memo: "unsaid", isOpen: true } as const;
const EUSDT = { name: "EUSDT", mainChainName: "ERC20" };
const TUSDT = { name: "TUSDT", mainChainName: "TRC20" };

/** Coin A as it is read from the market. */
async function coinOf(coinList: unknown, followCoinList: unknown) {
  upstreamReturns({ market: { coinList, followCoinList } });
  return (await market(upstreamContext)).coin("A");
}

test("coins have name, precision and chains; one without followers is its own chain", async () => {
  upstreamReturns({
    market: {
      coinList: {
        USDT: { showName: "Tether", showPrecision: "2" },
        XRP: { showName: "XRP", tagType: "1", depositMin: "20", depositConfirm: 1 },
        ODD: { showName: {}, showPrecision: 1.5, depositMin: [] },
        TEXT: "Text coin",
        EMPTY: { showName: "Empty" },
        "a b": { showName: "a name that is no symbol" },
        BAD: null,
      },
      followCoinList: {
        USDT: {
          a: { ...EUSDT, depositMin: "10.0", depositConfirm: "12" },
          b: TUSDT,
          c: { name: "<b>", mainChainName: "broken" },
        },
        EMPTY: {},
      },
    },
  });
  const { coin } = await market(upstreamContext);
  expect(coin("USDT")).toEqual({
    symbol: "USDT",
    showName: "Tether",
    names: ["USDT", "Tether"],
    showPrecision: 2,
    networks: {
      state: "sent",
      chains: [
        { ...EUSDT, ...CHAIN, depositMin: "10", depositConfirm: 12 },
        { ...TUSDT, ...CHAIN },
      ],
      unreadable: 1,
    },
  });
  const own = (name: string, mainChainName: string) => ({
    state: "sent",
    chains: [expect.objectContaining({ name, mainChainName })],
    unreadable: 0,
  });
  expect(coin("XRP")).toEqual({
    symbol: "XRP",
    showName: "XRP",
    names: ["XRP"],
    showPrecision: 8,
    networks: {
      state: "sent",
      chains: [
        { name: "XRP", mainChainName: "XRP", memo: "optional", isOpen: true, depositMin: "20", depositConfirm: 1 },
      ],
      unreadable: 0,
    },
  });
  expect(coin("TEXT")).toMatchObject({ showName: "Text coin", networks: own("TEXT", "TEXT") });
  expect(coin("ODD")).toMatchObject({ showName: "ODD", showPrecision: 8, networks: own("ODD", "ODD") });
  expect(coin("EMPTY")).toMatchObject({ networks: own("EMPTY", "EMPTY") });
  const unknown = (name: string) => ({ symbol: name, showName: name, names: [name], showPrecision: 8 });
  expect(coin("BAD")).toEqual({ ...unknown("BAD"), networks: { state: "unreadableCoin" } });
  for (const name of ["UNKNOWN", "__proto__", "constructor", "toString", "人民幣", "a b"]) {
    expect(coin(name)).toEqual({ ...unknown(name), networks: { state: "unlistedCoin" } });
  }
});

const NAMES = { en_US: "Aa", zh_CN: "Ab", ko_KR: "Ac", ja_JP: "Ad", vi_VN: "Ae", th_TH: "Af", tr_TR: "Ag" };

test("thousands of followers with one name are read quickly", async () => {
  const followers = Object.fromEntries(
    Array.from({ length: 2_900 }, (_, index) => [`k${index}`, { name: "SAME", mainChainName: "x" }]),
  );
  upstreamReturns({ market: { coinList: { A: { showName: NAMES }, SAME: {} }, followCoinList: { A: followers } } });
  const { coin } = await market(upstreamContext);
  expect(coin("SAME").names).toEqual(["SAME", "A", ...Object.values(NAMES)]);
  expect(coin("A").networks).toMatchObject({ chains: [], unreadable: 2_900 });
});

test("thousands of followers do not multiply the names of their coin", async () => {
  const many = <T>(count: number, of: (at: string) => T) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, of(`k${at}`)]));
  const followers = many(1_400, (name) => ({ name, mainChainName: "x" }));
  const coinList = { ...many(1_400, () => ({})), A: { showName: many(9_000, (name) => `${name} of A`) } };
  upstreamReturns({ market: { coinList, followCoinList: { A: followers } } });
  expect((await market(upstreamContext)).coin("k0").names).toEqual(["k0", "A"]);
});

test("coins named like prototype properties work like any other", async () => {
  upstreamReturns(
    '{"market":{"coinList":{"constructor":{"showName":"C"},"__proto__":{"showName":"P"}},"followCoinList":{"constructor":{"a":{"name":"valueOf","mainChainName":"V"}}}}}',
  );
  const { coin } = await market(upstreamContext);
  expect(coin("constructor").networks).toMatchObject({ state: "sent", chains: [{ name: "valueOf" }], unreadable: 0 });
  expect(coin("__proto__").networks).toEqual({ state: "unlistedCoin" });
});

test.each([null, undefined, [], "", "{}", 0, 1, true, [{ A: { a: TUSDT } }]])(
  "followers that are not an object (%j) make every coin's chains unknown",
  async (followCoinList) => {
    expect((await coinOf({ A: { showName: "A" } }, followCoinList)).networks).toEqual({ state: "unreadableNetworks" });
  },
);

test.each([null, [], [TUSDT], "", "TUSDT", 1, true, false])(
  "followers of a coin that are not an object (%j) make its chains unknown",
  async (sent) => {
    expect((await coinOf({ A: { showName: "A" } }, { A: sent })).networks).toEqual({ state: "unreadableNetworks" });
  },
);

test.each([null, [], [{ showName: "A" }], "", " ", "\u200b", 1, true])(
  "a coin with an unreadable entry (%j) has no chains",
  async (sent) => {
    expect((await coinOf({ A: sent }, {})).networks).toEqual({ state: "unreadableCoin" });
  },
);

test.each([
  {},
  null,
  [],
  "TUSDT",
  1,
  { name: "TUSDT" },
  { mainChainName: "TRC20" },
  ...[null, "", " ", 7, true, {}, [], "\u200b", "\u2060 ", "-", "--"].map((mainChainName) => ({
    name: "TUSDT",
    mainChainName,
  })),
  ...[null, "", " ", 7, true, {}, [], " TUSDT", "T USDT", "<b>", "__proto__", ".", "a/b"].map((name) => ({
    name,
    mainChainName: "TRC20",
  })),
  ...["no", {}, []].map((depositOpen) => ({ ...TUSDT, depositOpen })),
])("a chain without a readable name, display name or state still counts: %j", async (sent) => {
  const alone = await coinOf({ A: {} }, { A: { a: sent } });
  expect(alone.networks).toEqual({ state: "sent", chains: [], unreadable: 1 });
  const beside = await coinOf({ A: {} }, { A: { a: sent, b: EUSDT } });
  expect(beside.networks).toEqual({ state: "sent", chains: [{ ...EUSDT, ...CHAIN }], unreadable: 1 });
});

test("chains with the same name cannot be distinguished, so all are unreadable", async () => {
  const sent = { a: TUSDT, b: { ...TUSDT, mainChainName: "ERC20" }, c: EUSDT };
  expect((await coinOf({ A: {} }, { A: sent })).networks).toEqual({
    state: "sent",
    chains: [{ ...EUSDT, ...CHAIN }],
    unreadable: 2,
  });
  const half = { a: TUSDT, b: { name: "TUSDT", mainChainName: null } };
  expect((await coinOf({ A: {} }, { A: half })).networks).toEqual({ state: "sent", chains: [], unreadable: 2 });
});

test.each([
  [0, false],
  ["0", false],
  ["0.0", false],
  [false, false],
  [1, true],
  ["1", true],
  [true, true],
  [null, true],
  ["", true],
  [undefined, true],
])("a chain with depositOpen %j is open: %s", async (depositOpen, isOpen) => {
  expect((await coinOf({ A: {} }, { A: { a: { ...TUSDT, depositOpen } } })).networks).toMatchObject({
    chains: [{ isOpen }],
  });
  expect((await coinOf({ A: { depositOpen } }, {})).networks, "the coin's own chain").toMatchObject({
    chains: [{ isOpen }],
  });
});

test.each([
  [{ followCoinDepositOpen: 0 }, false],
  [{ followCoinDepositOpen: "0" }, false],
  [{ followCoinDepositOpen: false }, false],
  [{ depositOpen: 1, followCoinDepositOpen: 0 }, false],
  [{ depositOpen: "0", followCoinDepositOpen: "1" }, false],
  [{ depositOpen: null, followCoinDepositOpen: "1" }, true],
  [{ depositOpen: 1, followCoinDepositOpen: "" }, true],
])("a chain with %j is open: %s", async (flags, isOpen) => {
  const { networks } = await coinOf({ A: {} }, { A: { a: { ...TUSDT, ...flags } } });
  expect(networks).toMatchObject({ chains: [{ isOpen }] });
});

test.each([
  ["the coin's row, if the network has no flag", { A: { depositOpen: 0 } }, { A: { a: TUSDT } }],
  ["the network's row in the list of coins", { A: {}, TUSDT: { depositOpen: "0" } }, { A: { a: TUSDT } }],
  [
    "the network's row among the coins, although the follower is open",
    { A: {}, TUSDT: { followCoinDepositOpen: false } },
    { A: { a: { ...TUSDT, depositOpen: 1, followCoinDepositOpen: 1 } } },
  ],
  [
    "another coin's follower with the same name",
    { A: {}, B: {} },
    { A: { a: TUSDT }, B: { b: { ...TUSDT, depositOpen: 0 } } },
  ],
  [
    "a follower's row, if that coin is chosen itself",
    { A: { mainChainName: "TRC20" } },
    { B: { b: { name: "A", followCoinDepositOpen: "0" } } },
  ],
])("a network is closed by %s", async (_, coinList, followCoinList) => {
  expect((await coinOf(coinList, followCoinList)).networks).toMatchObject({ chains: [{ isOpen: false }] });
});

test("a network also listed as a coin has that coin's names, as used in flags", async () => {
  const coinList = {
    A: { mainChainName: "OMNI", showName: "" },
    USDT1742: { showName: { zh_CN: "泰達幣", en_US: "USDT" } },
  };
  const { names } = await coinOf(coinList, { USDT1742: { a: { name: "A", mainChainName: "OMNI" } } });
  expect(new Set(names)).toEqual(new Set(["A", "USDT1742", "泰達幣", "USDT"]));
});

test("an open network is open, whatever the coin's row says", async () => {
  const { networks } = await coinOf({ A: { depositOpen: 0 } }, { A: { a: { ...TUSDT, followCoinDepositOpen: 1 } } });
  expect(networks).toMatchObject({ chains: [{ isOpen: true }] });
});

test.each([
  ["en_US", "Alpha", "Tron", "Alpha (A)"],
  ["el_GR", "阿爾法", "波場", "阿爾法 (A)"],
] as const)("localised names are in the visitor's language (%s)", async (locale, name, network, apart) => {
  const names = { zh_CN: "阿爾法", en_US: "Alpha", ko_KR: "" };
  const networks = JSON.stringify({ zh_CN: "波場", en_US: "Tron" });
  const coinList = { A: { showName: names }, T: { showName: names }, S: JSON.stringify(names), B: { tokenBase: "T" } };
  upstreamReturns({ market: { coinList, followCoinList: { A: { a: { ...TUSDT, mainChainName: networks } } } } });
  const { coin } = await market({ locale });
  expect(coin("A")).toMatchObject({
    showName: apart,
    names: expect.arrayContaining(["A", "阿爾法", "Alpha"]),
    networks: { chains: [{ mainChainName: network, mainChainNames: ["波場", "Tron"] }] },
  });
  expect(coin("S").showName).toBe(`${name} (S)`);
  expect(coin("B").networks).toMatchObject({ chains: [{ mainChainName: name }] });
});

test.each<[unknown, string]>([
  ...[2, "2", " 2.0 ", true].map((sent): [unknown, string] => [sent, "required"]),
  ...[1, "1", " 1 "].map((sent): [unknown, string] => [sent, "optional"]),
  ...[0, "0", "0.0", false].map((sent): [unknown, string] => [sent, "none"]),
  ...[null, "", " ", undefined].map((sent): [unknown, string] => [sent, "unsaid"]),
  ...[{}, [], [1], { value: 1 }, "yes", "true", "null", 3, -1, 1.5].map((sent): [unknown, string] => [sent, "unclear"]),
])("tagType %j: a memo is %s", async (tagType, memo) => {
  expect((await coinOf({ A: { tagType } }, {})).networks).toMatchObject({ chains: [{ memo }] });
  expect((await coinOf({ A: { tagType } }, { A: { a: TUSDT } })).networks).toMatchObject({ chains: [{ memo }] });
  const chain = await coinOf({ A: {} }, { A: { a: { ...TUSDT, tagType } } });
  expect(chain.networks).toMatchObject({ chains: [{ memo }] });
});

test.each([
  [1, 0, "none"],
  [0, "2", "required"],
  [{}, 0, "none"],
  [1, {}, "unclear"],
  [2, null, "required"],
  [0, null, "none"],
])("a chain's tagType takes precedence over its coin's: coin %j, chain %j: %s", async (ofCoin, ofChain, memo) => {
  const { networks } = await coinOf({ A: { tagType: ofCoin } }, { A: { a: { ...TUSDT, tagType: ofChain } } });
  expect(networks).toMatchObject({ chains: [{ memo }] });
});

/** The name of coin A's only network; A has no followers. */
async function networkOf(sent: object) {
  const { networks } = await coinOf({ A: sent, BNB1742: { showName: "BNB" }, SOL: {} }, {});
  return networks.state === "sent" ? networks.chains[0]?.mainChainName : networks.state;
}

test.each<[object, string | undefined]>([
  [{ showName: "A", mainChainName: "BEP20(BSC)" }, "BEP20(BSC)"],
  [{ showName: "Solana coin", mainChainName: "Solana", tokenBase: "SOL" }, "Solana"],
  [{ mainChainName: "BEP20(BSC)", tokenBase: {} }, "BEP20(BSC)"],
  [{ showName: "Alpha", tokenBase: "SOL" }, "SOL"],
  [{ showName: "Alpha", mainChainName: null, tokenBase: "SOL" }, "SOL"],
  [{ mainChainName: "", tokenBase: "BNB1742" }, "BNB"],
  [{ mainChainName: " ", tokenBase: "MATIC" }, "MATIC"],
  [{ showName: "Alpha", tokenBase: "A" }, "A"],
  [{ showName: "Alpha", tokenBase: "a" }, "A"],
  [{ showName: "Alpha", tokenBase: "ALPHA" }, "A"],
  [{ showName: "Alpha", tokenBase: "" }, "A"],
  [{ showName: "Alpha" }, "A"],
  ...[7, {}, [], true, "null", "\u200b"].map((mainChainName): [object, undefined] => [{ mainChainName }, undefined]),
  ...[7, {}, [], true, "null", "a b"].map((tokenBase): [object, undefined] => [{ tokenBase }, undefined]),
])("a coin without followers, %j, is on the network %s", async (sent, network) => {
  expect(await networkOf(sent)).toBe(network);
});

test.each([
  [{ mainChainName: "TRC20", tokenBase: "TRX" }, "TRC20"],
  [{ tokenBase: "TRX" }, "TRX"],
  [{ mainChainName: null, tokenBase: "A" }, undefined],
  [{ mainChainName: "", tokenBase: null }, undefined],
])("a follower with %j is on the network %s, which is never named after its coin", async (sent, network) => {
  const { networks } = await coinOf({ A: {} }, { A: { a: { name: "TA", ...sent } } });
  expect(networks.state === "sent" && networks.chains[0]?.mainChainName).toBe(network);
});

test.each([null, undefined, []])(
  "without a list of followers (%j) a coin is its own network if it names one",
  async (list) => {
    const stateOf = async (sent: object) => (await coinOf({ A: sent }, list)).networks;
    const mainChainName = "BEP20(BSC)";
    for (const mainChainType of [0, "0", 2, "2", null, "", undefined, false]) {
      const chains = [{ name: "A", mainChainName }];
      expect(await stateOf({ mainChainName, mainChainType }), JSON.stringify(mainChainType)).toMatchObject({
        state: "sent",
        chains,
      });
    }
    const unread = { state: "unreadableNetworks" };
    for (const mainChainType of [1, "1", "1.0", true, {}, [], "main"]) {
      expect(await stateOf({ mainChainName, mainChainType }), JSON.stringify(mainChainType)).toEqual(unread);
    }
    for (const name of [null, "", undefined])
      expect(await stateOf({ mainChainName: name, tokenBase: "ETH" })).toEqual(unread);
    expect((await coinOf({ A: { mainChainName } }, list === undefined ? {} : { A: list })).networks).toMatchObject({
      state: "sent",
      chains: [{ name: "A", mainChainName }],
    });
  },
);

test("chains are sorted by `sort`, a number or text; chains without one come last", async () => {
  const sorts: Record<string, unknown> = { C5: "5", C10: "10", C1: 1, C2: "2.0", X: {}, Y: null, C0: 0 };
  const sent = Object.entries(sorts).map(([name, sort]) => [name, { name, mainChainName: name, sort }]);
  const { networks } = await coinOf({ A: {} }, { A: Object.fromEntries(sent) as unknown });
  expect(networks.state === "sent" && networks.chains.map(({ name }) => name)).toEqual([
    ...["C0", "C1", "C2", "C5", "C10", "X", "Y"],
  ]);
});

test("a market with too many coins and chains is rejected, since all would be read", async () => {
  const coins = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`C${at}`, {}]));
  for (const [coinList, followCoinList] of [
    [coins(COINS_AND_CHAINS_MAX + 1), {}],
    [{ BTC: {} }, { BTC: coins(COINS_AND_CHAINS_MAX) }],
  ] as const) {
    await expect(coinOf(coinList, followCoinList)).rejects.toMatchObject({ name: "UpstreamUnavailable" });
  }
  expect(await coinOf({ ...coins(1_499), BTC: {} }, { BTC: coins(1_500) })).toBeDefined();
});

test("of a coin with very many networks only the first ones are read, since a page shows all of them", async () => {
  const sent = Array.from({ length: CHAINS_MAX + 2 }, (_, at) => [at, { name: `C${at}`, mainChainName: "TRC20" }]);
  const { networks } = await coinOf({ A: {} }, { A: Object.fromEntries(sent) });
  expect(networks).toMatchObject({ state: "sent", unreadable: 2 });
});

test("a market with a coin of too many networks is not read, since each is compared with each", async () => {
  const coins = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`C${at}`, {}]));
  const mains = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`C${at}`, { a: { name: "A" } }]));
  const named = (count: number) => coinOf({ A: {}, ...coins(count) }, mains(count));
  expect((await named(COIN_NAMES_MAX - 1)).names).toHaveLength(COIN_NAMES_MAX);
  await expect(named(COIN_NAMES_MAX)).rejects.toMatchObject({ name: "UpstreamUnavailable" });
});

test("a network whose name is not text is unreadable, and affects no other", async () => {
  const name = { toString: 1, valueOf: 1 };
  const sent = { a: { name, depositOpen: 0 }, b: { name: ["b"], depositOpen: 0 } };
  expect((await coinOf({ A: { showName: "A" } }, { A: sent, B: sent })).networks).toMatchObject({ chains: [] });
});

test("a short coin name cannot break across lines; a long one is unchanged", () => {
  const names = ["USDT", "USDT-TRC20", "泰達幣", "泰達USDT", "FIL (m)", "테더", "USDT Tether Token"];
  expect(
    names.map((name) =>
      displayOf(undefined, name)
        .showName?.replace(/\u00a0/g, "_")
        .replace(/\u2060/g, "~"),
    ),
  ).toEqual(["USDT", "USDT-~TRC20", "泰~達~幣", "泰~達~USDT", "FIL_(m)", "테~더", "USDT Tether Token"]);
});

afterEach(() => vi.restoreAllMocks());

/** How many characters are trimmed, lower-cased or split while something runs. */
async function charactersRead(run: () => Promise<unknown>): Promise<number> {
  let characters = 0;
  for (const name of ["trim", "trimStart", "toLowerCase", "split"] as const) {
    const own = String.prototype[name] as (...args: unknown[]) => unknown;
    vi.spyOn(String.prototype, name).mockImplementation(function (this: string, ...args: unknown[]) {
      characters += this.length;
      return own.apply(this, args) as never;
    });
  }
  await run();
  vi.restoreAllMocks();
  return characters;
}

const LONG = 1_000_000;

test.each([
  ["the state", { depositOpen: " ".repeat(LONG) }],
  ["the other state", { followCoinDepositOpen: " ".repeat(LONG) }],
  ["the memo", { tagType: " ".repeat(LONG) }],
  ["the name", { showName: " ".repeat(LONG) }],
  ["the type", { mainChainType: " ".repeat(LONG) }],
])("a coin's long text is not read again for each of its networks: %s", async (_, row) => {
  const chains = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`c${at}`, { name: `N${at}` }]));
  upstreamReturns({ market: { coinList: { A: row }, followCoinList: { A: chains } } });
  expect(await charactersRead(() => market(upstreamContext))).toBeLessThan(LONG);
});

test("a network's name too long for any symbol is never rewritten", async () => {
  const name = "\u0130".repeat(LONG);
  upstreamReturns({
    market: { coinList: { A: {} }, followCoinList: { A: { a: { name, mainChainName: "x" }, b: TUSDT } } },
  });
  expect(await charactersRead(() => market(upstreamContext))).toBeLessThan(LONG);
  expect((await market(upstreamContext)).coin("A").networks).toMatchObject({ chains: [TUSDT], unreadable: 1 });
});

test.each([
  ["one long flag", { ["_OPEN_".repeat(LONG / 6)]: 0 }],
  [
    "many flags",
    Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`a_open_${at}${"_open_".repeat(20)}`, 0])),
  ],
])("flags beyond what can be compared are not taken apart: %s", async (_, flags) => {
  upstreamReturns(flags);
  const read = charactersRead(() => expect(closedNetworks(upstreamContext)).rejects.toThrow("unreadable answer"));
  expect(await read).toBeLessThan(LONG);
});
