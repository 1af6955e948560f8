import type { Body } from "../values";
import type { Chain, Coin, MakeAddress } from "../data/coins";

/**
 * The coins of the scenario `field`: every form of a coin, network and address that platforms of this family send. The
 * seed's coins are tidy; real markets look like these.
 */

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
const BASE64_URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-";
const BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

const evm: MakeAddress = (letters) => `0x${letters("0123456789abcdef", 40)}`;
const solana: MakeAddress = (letters) => letters(BASE58, 44);
const stellar: MakeAddress = (letters) => `G${letters(BASE32, 55).toUpperCase()}`;
const cosmos = (letters: Parameters<MakeAddress>[0]) => `cosmos1${letters(BECH32, 38)}`;
const cashAddress: MakeAddress = (letters) => `bitcoincash:q${letters(BECH32, 41)}`;
/** 48 characters of base64url, like TON's addresses. The final `_` and digits are part of the address, not a memo. */
const ton: MakeAddress = (letters) => `UQ${letters(BASE64_URL, 38)}_7482915`;

/** The market has no limits for any coin: minimums are in the balances, confirmations in the address. */
const NO_LIMITS = { depositMin: undefined, depositConfirm: undefined };

const chain = (
  name: string,
  mainChainName: string,
  address: Chain["address"],
  [depositMin, depositConfirm]: readonly [string, number] = ["1", 12],
  sent: Body = {},
): Chain => ({ name, mainChainName, address, depositMin, depositConfirm, sent: { ...NO_LIMITS, ...sent } });

const MAIN_CHAIN = { tokenBase: "", mainChainSymbol: "", withdrawOpen: 1, isOvercharge: 0, isFiat: 0 };
const FOLLOWER = { mainChainType: 2, mainChainSymbol: "USDT1742", tokenBase: "USDT1742", followCoinWithdrawOpen: 1 };

/** Makes a coin without followers, whose network is in its own row or missing. */
const single = (symbol: string, own: Chain, { sent = {}, ...rest }: Partial<Coin>): Coin => ({
  symbol,
  showName: symbol,
  showPrecision: "8",
  tagType: "0",
  depositOpen: "1",
  sort: 100,
  usdt: "1",
  own,
  ...rest,
  sent: { mainChainType: 1, mainChainName: own.mainChainName, ...MAIN_CHAIN, ...NO_LIMITS, ...sent },
});

export const FIELD_COINS: readonly Coin[] = [
  // Its name contains the tenant's number. Its networks are ordered by `sort`, not by their order in the object.
  {
    symbol: "USDT1742",
    showName: "USDT",
    showPrecision: 4,
    tagType: 0,
    depositOpen: "1",
    sort: "1",
    usdt: "1",
    sent: { ...MAIN_CHAIN, mainChainType: "1", mainChainName: "", depositOpen: 1 },
    followers: [
      chain("USDTPOLYGON", "Polygon", evm, undefined, {
        ...FOLLOWER,
        showName: "USDT",
        sort: 5,
        depositOpen: 1,
        followCoinDepositOpen: 0,
      }),
      // Its own flags open it, but a flag of the public info closes it.
      chain("USDT(OMNI)", "OMNI", "bitcoin", undefined, {
        ...FOLLOWER,
        showName: "USDT",
        sort: 4,
        depositOpen: "1",
        followCoinDepositOpen: "1",
      }),
      chain("USDTBSC", "BEP20(BSC)", evm, ["10", 15], {
        ...FOLLOWER,
        showName: "USDT",
        sort: "3",
        depositOpen: "1",
        followCoinDepositOpen: "1",
        depositMin: "10",
      }),
      chain("USDTSOL", "Solana", solana, undefined, { ...FOLLOWER, showName: null, sort: "6", depositOpen: "0" }),
      chain("EUSDT", "ERC20", evm, ["20", 12], {
        ...FOLLOWER,
        showName: "",
        sort: "2",
        followCoinDepositOpen: "1",
      }),
      chain("TUSDT", "TRC20", "tron", ["5", 20], {
        ...FOLLOWER,
        sort: 1,
        depositOpen: 1,
        followCoinDepositOpen: 1,
        depositMin: "5",
        depositConfirm: "20",
      }),
    ],
  },
  // A different coin that visitors see under the same name, on one network only.
  single("USDT", chain("USDT", "BEP20(BSC)", evm, ["7.5", 15]), { showPrecision: "4", sort: 2 }),
  // Neither text is a usable name.
  single("USDC", chain("USDC", "Solana", solana), {
    sort: "3",
    tagType: "",
    sent: { showName: null, tokenBase: "SOL" },
  }),
  single("BTC", chain("BTC", "", "bitcoin", ["0.0001", 2]), {
    sort: 4,
    tagType: "",
    usdt: "91250.4",
    sent: { showName: "", mainChainName: undefined, showPrecision: null },
  }),
  single("FIL1742", chain("FIL1742", "Filecoin", "filecoin", ["0.1", 100]), {
    showName: "FIL",
    showPrecision: 6,
    sort: "5",
    usdt: "4.2135",
  }),
  // The token is on the network of its base coin.
  single("LINK", chain("LINK", "", evm), { sort: 6, sent: { mainChainName: "", tokenBase: "ETH", mainChainType: 0 } }),
  single("ETH", chain("ETH", "ERC20", evm, ["0.01", 12]), { sort: 7, usdt: "3017.85" }),
  // No flag announces the memo after the underscore.
  single("XRP", chain("XRP", "XRP", "ripple"), { sort: 8, usdt: "2.1044", sent: { tagType: undefined } }),
  single("EOS", chain("EOS", "EOS", "eos", ["0.5", 5]), { sort: 9, tagType: "2", usdt: "0.62" }),
  // The memo is optional, and this address has none.
  single("XLM", chain("XLM", "Stellar", stellar), { sort: 10, tagType: 1, usdt: "0.11" }),
  single("TON", chain("TON", "TON", ton), { sort: 11, usdt: "3.4", sent: { tagType: null } }),
  // Programs write this value for a missing memo or address.
  single(
    "ATOM",
    chain("ATOM", "Cosmos", (letters) => `${cosmos(letters)}_null`),
    { sort: 12, sent: { tagType: "" } },
  ),
  single(
    "KAVA",
    chain("KAVA", "Kava", () => "null_930096"),
    { sort: 13, tagType: 2 },
  ),
  // `tagType` says that there is no memo, but the address has one.
  single(
    "LUNC",
    chain("LUNC", "Terra Classic", (letters, id) => `terra1${letters(BECH32, 38)}_${id}`),
    {
      sort: 14,
      tagType: "0",
    },
  ),
  // The coin has no address yet.
  single(
    "LTC",
    chain("LTC", "Litecoin", () => ""),
    { sort: 15 },
  ),
  single("BCH", chain("BCH", "Bitcoin Cash", cashAddress), { sort: 16 }),
  // The coin accepts no deposits.
  single("XCH", chain("XCH", "Chia", "chia"), { sort: 17, depositOpen: 0, usdt: "11.9" }),
  single(
    "EUR",
    chain("EUR", "", () => ""),
    { sort: 18, depositOpen: "0", sent: { isFiat: 1, mainChainName: "" } },
  ),
];
