import type { Body } from "../values";

/**
 * The sandbox's coins. Flags and counts are deliberately strings in one place and numbers in another, because the
 * upstream mixes them.
 */

/** Makes an address. `letters` returns letters of an alphabet, always the same for an account and a chain. */
export type MakeAddress = (letters: (alphabet: string, length: number) => string, accountId: number) => string;

export interface Chain {
  /** The chain's name as a coin; `get_charge_address` gets it as `symbol`. */
  name: string;
  /** The name that visitors see. */
  mainChainName: string;
  address: "evm" | "tron" | "bitcoin" | "filecoin" | "chia" | "ripple" | "eos" | MakeAddress;
  depositMin: string;
  depositConfirm: number;
  /** Additional or replacing fields of its row in the market; undefined omits a field. */
  sent?: Body;
}

export interface Coin {
  symbol: string;
  showName: string;
  showPrecision: string | number;
  /** With 1 or 2, an address has a memo after its last underscore. */
  tagType: string | number;
  depositOpen: string | number;
  sort: string | number;
  /** The price of one coin in USDT, for the total. */
  usdt: string;
  /** The coin's own chain, if it has no followers. */
  own?: Chain;
  followers?: readonly Chain[];
  /** Fields of its row, as for a chain. */
  sent?: Body;
}

export const COINS: readonly Coin[] = [
  {
    symbol: "USDT",
    showName: "USDT",
    showPrecision: "4",
    tagType: "0",
    depositOpen: 1,
    sort: 1,
    usdt: "1",
    followers: [
      { name: "TUSDT", mainChainName: "TRC20", address: "tron", depositMin: "5", depositConfirm: 20 },
      { name: "EUSDT", mainChainName: "ERC20", address: "evm", depositMin: "20", depositConfirm: 12 },
      { name: "BUSDT", mainChainName: "BEP20", address: "evm", depositMin: "10", depositConfirm: 15 },
    ],
  },
  {
    symbol: "FIL",
    showName: "FIL",
    showPrecision: 6,
    tagType: 0,
    depositOpen: "1",
    sort: "2",
    usdt: "4.2135",
    own: { name: "FIL", mainChainName: "Filecoin", address: "filecoin", depositMin: "0.1", depositConfirm: 100 },
  },
  {
    symbol: "BTC",
    showName: "BTC",
    showPrecision: "8",
    tagType: "0",
    depositOpen: "1",
    sort: 3,
    usdt: "91250.4",
    own: { name: "BTC", mainChainName: "Bitcoin", address: "bitcoin", depositMin: "0.0001", depositConfirm: 2 },
  },
  {
    symbol: "ETH",
    showName: "ETH",
    showPrecision: "6",
    tagType: "0",
    depositOpen: 1,
    sort: "4",
    usdt: "3017.85",
    followers: [
      { name: "ETH", mainChainName: "Ethereum", address: "evm", depositMin: "0.01", depositConfirm: 12 },
      { name: "ARBETH", mainChainName: "Arbitrum One", address: "evm", depositMin: "0.005", depositConfirm: 20 },
    ],
  },
  {
    symbol: "XRP",
    showName: "XRP",
    showPrecision: "4",
    tagType: "1",
    depositOpen: "1",
    sort: 5,
    usdt: "2.1044",
    own: { name: "XRP", mainChainName: "XRP Ledger", address: "ripple", depositMin: "1", depositConfirm: 1 },
  },
  {
    symbol: "EOS",
    showName: "EOS",
    showPrecision: 4,
    tagType: 2,
    depositOpen: "1",
    sort: "6",
    usdt: "0.62",
    own: { name: "EOS", mainChainName: "EOS", address: "eos", depositMin: "0.5", depositConfirm: 5 },
  },
  {
    symbol: "XCH",
    showName: "XCH",
    showPrecision: "6",
    tagType: "0",
    depositOpen: "0",
    sort: 7,
    usdt: "11.9",
    own: { name: "XCH", mainChainName: "Chia", address: "chia", depositMin: "0.05", depositConfirm: 32 },
  },
];

export function coinOf(coins: readonly Coin[], symbol: string): Coin | undefined {
  return coins.find((coin) => coin.symbol === symbol);
}

/** Returns the chains over which a coin can be deposited: its followers or its own. */
export function chainsOf(coin: Coin): readonly Chain[] {
  return coin.followers ?? (coin.own ? [coin.own] : []);
}
