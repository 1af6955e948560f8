import { randomInt } from "node:crypto";
import Big from "big.js";
import { signedIn } from "./accounts";
import { decimalOf, maximumOf, productOf } from "./catalogue";
import type { Product } from "./data/power";
import { useGoogleCode } from "./codes";
import type { Database } from "./database";
import { holdingOf, setHolding } from "./finance";
import { countOf, textOf, type Call, HASHRATE, STORAGE, type Calls } from "./call";
import { Refusal } from "./refusals";

/** The only type of account that can pay. */
const ACCOUNT_TYPE = "1";
/** The number of decimals of a quantity and of a payment. */
const QUANTITY_PRECISION = 2;
const PAYMENT_PRECISION = 8;

/** The ages, on the sandbox's clock, at which an order changes from paid to pending, and from pending to mining. */
const PAID_MS = 60_000;
const PENDING_MS = 5 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

interface OrderRow {
  order_num: string;
  order_ms: number;
  token_amount: string;
  pay_amount: string;
  pay_symbol: string;
  mining_cycle: string;
  service_fee_ratio: string;
  profit_ratio: string;
}

/** getUserAccountByUid: returns what the account could pay for a product. */
export function productAccount(call: Call) {
  const { database } = call.state;
  const account = signedIn(call);
  const product = productOf(database, textOf(call.body, "productId"));
  const { available } = holdingOf(database, account.id, paySymbolOf(product));
  return { balance: available.toFixed(), accountType: ACCOUNT_TYPE };
}

/**
 * userPayMinerOrderV2: buys `buyAmount` terabytes. Checks all rules of a payment (behaviour 4.12, 5.9, 5.10), then the
 * authenticator code, then changes order, balance and stock together. It never awaits, so each of several parallel
 * purchases sees the result of the previous one.
 *
 * @throws Refusal sessionExpired, googleNotBound, productUnknown, notOnSale, accountType, quantity, noStock, noBalance,
 *   wrongGoogleCode
 */
export function buy(call: Call) {
  const { state, body } = call;
  const { database, clock } = state;
  const account = signedIn(call);
  if (!account.google_bound || !account.google_secret) throw new Refusal("googleNotBound");
  const product = productOf(database, textOf(body, "productId"));
  const status = String(product.fields.productStatus);
  if (status === "0" || status === "2") throw new Refusal("notOnSale");
  if (textOf(body, "accountType") !== ACCOUNT_TYPE) throw new Refusal("accountType");

  const amount = quantityOf(product, textOf(body, "buyAmount"));
  const price = decimalOf(product, "price");
  if (!price) throw new Refusal("notOnSale");
  const payment = amount.times(price).round(PAYMENT_PRECISION, Big.roundDown);
  const symbol = paySymbolOf(product);
  const holding = holdingOf(database, account.id, symbol);
  if (holding.available.lt(payment)) throw new Refusal("noBalance");
  const isRight = useGoogleCode(state, account.id, account.google_secret, textOf(body, "googleCode"));
  if (!isRight) throw new Refusal("wrongGoogleCode");

  return database.transaction(() => {
    setHolding(database, account.id, symbol, { ...holding, available: holding.available.minus(payment) });
    const stock = new Big(product.stock).minus(amount).toFixed();
    database.run("UPDATE products SET stock = ? WHERE id = ?", stock, String(product.productId));
    noteOrder(database, account.id, product, amount, payment, clock.nowMs());
    return null;
  });
}

/**
 * Reads a quantity that is within the product's limits and on its steps.
 *
 * @throws Refusal noStock if it exceeds the stock, quantity otherwise
 */
function quantityOf(product: Product, text: string): Big {
  if (!/^\d{1,12}(\.\d{1,12})?$/.test(text)) throw new Refusal("quantity");
  const amount = new Big(text);
  const least = decimalOf(product, "minBuy") ?? new Big(0);
  const step = decimalOf(product, "stepBuy");
  if (amount.lte(0) || !amount.eq(amount.round(QUANTITY_PRECISION)) || amount.lt(least)) throw new Refusal("quantity");
  if (step && step.gt(0) && !amount.minus(least).mod(step).eq(0)) throw new Refusal("quantity");
  if (new Big(product.stock).lt(amount)) throw new Refusal("noStock");
  if (amount.gt(maximumOf(product))) throw new Refusal("quantity");
  return amount;
}

function paySymbolOf(product: Product): string {
  return textOf(product.fields, "paySymbol") || "USDT";
}

/** Stores an order with the product's current terms, which stay even if the product changes later. */
export function noteOrder(
  database: Database,
  accountId: number,
  product: Product,
  amount: Big,
  payment: Big,
  orderMs: number,
): void {
  const orderNum = `${orderMs}${String(randomInt(1_000_000)).padStart(6, "0")}`;
  database.run(
    "INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    orderNum,
    accountId,
    String(product.productId),
    orderMs,
    amount.toFixed(),
    payment.toFixed(),
    paySymbolOf(product),
    textOf(product.fields, "miningCycle"),
    textOf(product.fields, "serviceRate"),
    textOf(product.fields, "profitRatio"),
  );
}

/** Returns an order's status by its age: 0 paid, 1 pending, 2 mining, 3 ended. */
export function orderStatus(orderMs: number, cycleDays: string, nowMs: number): 0 | 1 | 2 | 3 {
  const ageMs = nowMs - orderMs;
  if (ageMs < PAID_MS) return 0;
  if (ageMs < PENDING_MS) return 1;
  return ageMs < PENDING_MS + Number(cycleDays) * DAY_MS ? 2 : 3;
}

/** getOrderList: returns the account's orders, newest first. */
export function orderList(call: Call) {
  const { database, clock } = call.state;
  const account = signedIn(call);
  const size = countOf(call.body, "pageSize", 100, 100);
  const page = countOf(call.body, "page", 1, 1_000_000);
  const sql = "SELECT * FROM orders WHERE account_id = ? ORDER BY order_ms DESC, order_num DESC LIMIT ? OFFSET ?";
  const rows = database.rows<OrderRow>(sql, account.id, size, (page - 1) * size);
  const count = database.row<{ n: number }>("SELECT count(*) AS n FROM orders WHERE account_id = ?", account.id);
  const nowMs = clock.nowMs();
  return {
    count: count?.n ?? 0,
    orderList: rows.map((row) => ({
      orderNum: row.order_num,
      orderTime: row.order_ms,
      tokenAmount: row.token_amount,
      miningCycle: row.mining_cycle,
      serviceFeeRatio: row.service_fee_ratio,
      payAmount: row.pay_amount,
      paySymbol: row.pay_symbol,
      profitRatio: row.profit_ratio,
      orderStatus: orderStatus(row.order_ms, row.mining_cycle, nowMs),
    })),
  };
}

export const ORDER_CALLS: Calls = {
  [`${STORAGE}/getUserAccountByUid`]: productAccount,
  [`${STORAGE}/userPayMinerOrderV2`]: buy,
  [`${HASHRATE}/getOrderList`]: orderList,
};
