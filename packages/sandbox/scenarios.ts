import Big from "big.js";
import { accountByEmail } from "./accounts";
import { copyProducts, productOf } from "./catalogue";
import type { Database } from "./database";
import { writeSetting } from "./database";
import { withWrongTypes } from "./faults";
import { DEPOSIT, noteDeposit } from "./finance";
import { NOTICE_COPIES_SETTING } from "./notices";
import { noteOrder } from "./orders";
import { isObject, type SandboxState } from "./call";
import { FIELD } from "./field/field";
import type { Scenario } from "./scenario";
import { DEMO_ACCOUNTS, DEMO_OFFER } from "./seed";

const CROWD = { products: 300, orders: 803, deposits: 260, notices: 30 } as const;
const DAY_MS = 24 * 60 * 60_000;

function crowd(state: SandboxState): void {
  const { database, clock } = state;
  database.transaction(() => {
    copyProducts(database, CROWD.products);
    writeSetting(database, NOTICE_COPIES_SETTING, String(CROWD.notices));
    const id = accountByEmail(state, DEMO_ACCOUNTS[0].email)?.id;
    if (id !== undefined) fillHistory(database, id, clock.nowMs());
  });
}

function fillHistory(database: Database, accountId: number, nowMs: number): void {
  const product = productOf(database, "1001");
  for (let index = 1; index <= CROWD.orders; index += 1) {
    const amount = new Big(index).div(4);
    noteOrder(database, accountId, product, amount, amount.times("15.5"), nowMs - index * DAY_MS);
  }
  for (let index = 1; index <= CROWD.deposits; index += 1) {
    const [symbol, amount] = ["USDT", new Big(index).times("1.25").toFixed()];
    noteDeposit(database, accountId, {
      symbol,
      amount,
      status: DEPOSIT.completed,
      createdMs: nowMs - index * DAY_MS,
    });
  }
}

/** The calls that return lists to visitors, with the name of each list. */
const LISTS: Readonly<Record<string, string>> = {
  project_sku: "data",
  getOrderList: "orderList",
  deposit_list: "financeList",
  notice_info_list: "noticeInfoList",
};

function emptied(call: string, data: unknown): unknown {
  const list = LISTS[call];
  if (list !== undefined && isObject(data)) return { ...data, [list]: [], count: 0 };
  return call === "account_balance" ? withoutMoney(data) : data;
}

/** Sets every amount of the balances to zero and leaves other fields unchanged. */
function withoutMoney(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMoney);
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutMoney(inner)]));
  return typeof value === "string" && /^\d+(?:\.\d+)?$/.test(value) ? "0" : value;
}

const REPEATED = 8;
/** Matches words: no address, JSON, markup or figure. */
const WORDS = /^(?![a-z]+:|[[{</]|[\d.,+\-\s]*$).*[\p{L}].*[\s\p{Script=Han}]/su;

/** Makes names and texts eight times as long, with a word that cannot be broken. */
function lengthened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lengthened);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, lengthened(inner)]));
  if (typeof value !== "string" || !WORDS.test(value)) return value;
  return `${Array.from({ length: REPEATED }, () => value).join(" ")} ${"Unbreakable".repeat(REPEATED)}`;
}

const ODD_EVERY = 2;
const NOTHING_EVERY = 7;

/** Removes a field or changes its type in every second row, and replaces every seventh row by something else. */
function oddRows(value: unknown): unknown {
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, oddRows(inner)]));
  if (!Array.isArray(value)) return value;
  return value.map((row: unknown, index) => {
    if (!isObject(row)) return row;
    if (index % NOTHING_EVERY === NOTHING_EVERY - 1) return null;
    const names = Object.keys(row);
    const name = names[Math.floor(index / ODD_EVERY) % names.length];
    if (index % ODD_EVERY === 0 || name === undefined) return row;
    const { [name]: field, ...rest } = row;
    return index % (2 * ODD_EVERY) === 1 ? rest : { ...rest, [name]: withWrongTypes(field) };
  });
}

const BROKEN = [
  ["kv", { kind: "html" }],
  ["project_sku", { kind: "latency", ms: 2_500 }],
  ["project_sku_detail", { kind: "types" }],
  ["notice_info_list", { kind: "malformed" }],
  ["public_info_market", { kind: "gateway", status: 502 }],
  ["account_balance", { kind: "shape" }],
  ["getUserAccountByUid", { kind: "hang" }],
  ["getOrderList", { kind: "reset" }],
  ["deposit_list", { kind: "cut" }],
  ["get_charge_address", { kind: "error", code: "99999" }],
  ["app_download", { kind: "huge" }],
] as const satisfies Scenario["faults"];

/** The scenarios by name: `npm run sandbox -- --scenario crowded`. */
export const SCENARIOS = {
  demo: { offer: DEMO_OFFER },
  crowded: { fill: crowd },
  empty: { change: emptied },
  broken: { faults: BROKEN },
  "long-texts": { change: (_, data) => lengthened(data) },
  field: FIELD,
  "odd-rows": { change: (_, data) => oddRows(data) },
} as const satisfies Readonly<Record<string, Scenario>>;
export type ScenarioName = keyof typeof SCENARIOS;

export const isScenario = (name: string): name is ScenarioName => Object.hasOwn(SCENARIOS, name);
