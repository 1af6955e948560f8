import { createHash } from "node:crypto";
import Big from "big.js";
import { openAccount, type SecondStep } from "./accounts";
import { decimalOf, productOf, seedProducts } from "./catalogue";
import { readSetting, writeSetting } from "./database";
import { DEPOSIT, noteDeposit, setHolding } from "./finance";
import { noteOrder } from "./orders";
import { DEMO_NOTICES, NOTICES } from "./data/notices";
import { DEMO_POWER, POWER } from "./data/power";
import { COINS } from "./data/coins";
import type { Offer, Platform, SandboxState } from "./call";
import type { Both } from "./values";

export interface DemoAccount {
  email: string;
  password: string;
  secondStep: SecondStep;
  googleBound: boolean;
  /** The key is fixed, so that testers can store it in their own authenticator. */
  googleSecret?: string;
  phone: string;
  inviteCode: string;
  authLevel: number;
  rejectReason?: Both;
  /** Available and frozen amounts, by coin. */
  balances: Readonly<Record<string, readonly [available: string, frozen: string]>>;
  /** The purpose of the account, shown on the inbox page. */
  note: string;
}

const PASSWORD = "Demo12345";

/** One account for each second step, one that has not bound an authenticator, one without money. */
export const DEMO_ACCOUNTS = [
  {
    email: "demo@example.com",
    password: PASSWORD,
    secondStep: "google",
    googleBound: true,
    googleSecret: "KZQW4Y3PNVXGK3DPOZSWC43FMRSW2327",
    phone: "+886 912 000 001",
    inviteCode: "DEMO2026",
    authLevel: 1,
    balances: {
      USDT: ["128640.52371", "1500"],
      FIL: ["3250.123456", "812.5"],
      BTC: ["0.85201934", "0"],
      ETH: ["12.5", "0.25"],
      XRP: ["4200", "0"],
      XCH: ["0", "96.75"],
    },
    note: "authenticator",
  },
  {
    email: "sms@example.com",
    password: PASSWORD,
    secondStep: "sms",
    googleBound: true,
    googleSecret: "NVSXE2LENFQW4Z3SMVSW4YLONFZWK327",
    phone: "+886 912 000 002",
    inviteCode: "SMSG7H8J",
    authLevel: 0,
    balances: { USDT: ["5000", "0"], FIL: ["20.5", "0"] },
    note: "SMS; identity in review",
  },
  {
    email: "mail@example.com",
    password: PASSWORD,
    secondStep: "email",
    googleBound: true,
    googleSecret: "MNWG65LEMF2XI2DFNZ2GSY3BORXXE327",
    phone: "+886 912 000 003",
    inviteCode: "MA2LK4M5",
    authLevel: 3,
    balances: { USDT: ["3200.75", "0"], BTC: ["0.015", "0"] },
    note: "e-mail; identity not verified",
  },
  {
    email: "unbound@example.com",
    password: PASSWORD,
    secondStep: "email",
    googleBound: false,
    phone: "+886 912 000 004",
    inviteCode: "UNBND6P7",
    authLevel: 2,
    rejectReason: {
      el_GR: "證件照片反光，無法辨識。",
      en_US: "The photo reflects light, so we can’t read the document.",
    },
    balances: { USDT: ["2000", "0"] },
    note: "e-mail; authenticator not bound; identity turned down",
  },
  {
    email: "poor@example.com",
    password: PASSWORD,
    secondStep: "google",
    googleBound: true,
    googleSecret: "OBXW64TBMNRW65LOORZWKY3SMV2GWZL7",
    phone: "+886 912 000 005",
    inviteCode: "PRQ8R9ST",
    authLevel: 3,
    balances: { USDT: ["1.2", "0"] },
    note: "authenticator; hardly any money",
  },
] as const satisfies readonly DemoAccount[];

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** The tests' offer: edge cases of every rule, harmful texts, odd quantities. Two new orders change within minutes. */
export const TEST_OFFER: Offer = {
  power: POWER,
  notices: NOTICES,
  orders: [
    ["1001", "10", 0],
    ["1002", "2.5", 2 * 60_000],
    ["1001", "20", 9 * DAY_MS],
    ["1008", "1234.56", 41 * DAY_MS],
    ["1004", "6", 88 * DAY_MS],
    ["1005", "1", 200 * DAY_MS],
    ["1006", "15", 560 * DAY_MS],
  ],
};

/** The demo's offer: realistic products. */
export const DEMO_OFFER: Offer = {
  power: DEMO_POWER,
  notices: DEMO_NOTICES,
  orders: TEST_OFFER.orders.map(([id, quantity, ageMs]) => [id, id === "1008" ? "30" : quantity, ageMs]),
};

/** The platform of the tests. */
export const TEST_PLATFORM: Platform = { coins: COINS, money: "USDT", sessionToken: "first", photoName: "filename" };

function ownName({ coins, money }: Platform, symbol: string): string {
  if (symbol === "USDT") return money;
  return coins.find((coin) => coin.symbol === symbol || coin.showName === symbol)?.symbol ?? symbol;
}

/** Fills an empty sandbox. If it already has data, updates only the catalogue. */
export function seed(state: SandboxState): void {
  const { database, clock, platform } = state;
  database.transaction(() => {
    seedProducts(state);
    if (readSetting(database, "seededMs") !== undefined) return;
    writeSetting(database, "seededMs", String(clock.nowMs()));
    DEMO_ACCOUNTS.forEach((account: DemoAccount, index) => {
      const id = openAccount(state, account);
      for (const [symbol, [available, frozen]] of Object.entries(account.balances)) {
        const holding = { available: new Big(available), frozen: new Big(frozen) };
        setHolding(database, id, ownName(platform, symbol), holding);
      }
      if (index === 0) seedHistory(state, id);
    });
  });
}

/** Adds past orders of the rich account, and deposits for three pages. */
function seedHistory({ database, clock, offer, platform }: SandboxState, accountId: number): void {
  const nowMs = clock.nowMs();
  for (const [productId, quantity, ageMs] of offer.orders) {
    const product = productOf(database, productId);
    const amount = new Big(quantity);
    const payment = amount.times(decimalOf(product, "price") ?? 0).round(8, Big.roundDown);
    noteOrder(database, accountId, product, amount, payment, nowMs - ageMs);
  }
  const txid = (text: string) => createHash("sha256").update(text).digest("hex");
  for (let index = 0; index < 24; index += 1) {
    const status = index === 0 ? DEPOSIT.unconfirmed : index % 9 === 4 ? DEPOSIT.exception : DEPOSIT.completed;
    noteDeposit(database, accountId, {
      symbol: platform.money,
      amount: new Big(250).plus(new Big(index).times("137.2501")).toFixed(),
      status,
      txid: index % 4 === 3 ? undefined : txid(`USDT/${index}`),
      createdMs: nowMs - index * 3 * DAY_MS - HOUR_MS,
    });
  }
  const others = [
    ["FIL", "812.5"],
    ["BTC", "0.85201934"],
    ["ETH", "12.75"],
    ["XRP", "4200"],
  ] as const;
  others.forEach(([symbol, amount], index) => {
    const createdMs = nowMs - (20 + index * 11) * DAY_MS;
    noteDeposit(database, accountId, {
      symbol: ownName(platform, symbol),
      amount,
      status: DEPOSIT.completed,
      txid: txid(symbol),
      createdMs,
    });
  });
}
