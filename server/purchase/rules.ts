import type { Product } from "~server/upstream/catalogue";
import { payAmount } from "./amount";
import { readDecimal } from "./decimal";
import type { PurchaseMessage } from "./outcome";
import { checkQuantity, quantityRange } from "./quantity";

/**
 * The conditions of a payment, in this order (behaviour 4.12, 5.10, 6.4). Pure: the product page, the confirmation and
 * the payment itself use the same functions, each with the data it has read.
 */

/** Which rule refuses, the text for it, and where the visitor has to go, if anywhere. */
export interface RuleRefusal {
  rule: "sale" | "bound" | "stock" | "quantity" | "balance";
  message: PurchaseMessage;
  redirectTo?: "/GoogleBind";
}

/**
 * Status 0 (Pre Sale) and 2 (Sale Ended) cannot be bought (behaviour 4.12). Nor can a product whose price is not known,
 * or is not more than 0, or whose currency was not sent: its cost is unknown (behaviour 3.23). Nor can one whose terms
 * or status cannot be read.
 */
export function saleRule(product: Pick<Product, "status" | "price" | "paySymbol" | "unclear">): RuleRefusal | null {
  const priced = product.paySymbol !== undefined && (readDecimal(product.price)?.gt(0) ?? false);
  if (product.status === "onsale" && priced && !product.unclear) return null;
  return { rule: "sale", message: { key: "errors.notForSale" } };
}

/**
 * The label of a product instead of "On Sale" where nothing of it can be bought now (behaviour 4.12); undefined where
 * its own status shows it, or something can be bought.
 */
export function closedOf(
  product: Pick<Product, "status" | "statusText" | "price" | "paySymbol" | "unclear" | "minBuy" | "maxBuy" | "stepBuy">,
): "notNow" | "soldOut" | undefined {
  if (product.status !== "onsale" || product.statusText !== undefined) return undefined;
  if (saleRule(product)) return "notNow";
  return stockRule(product) || !quantityRange(product) ? "soldOut" : undefined;
}

/** The authenticator must be bound; otherwise the visitor is redirected to bind it (behaviour 5.11, 6.4). */
function boundRule(googleBound: boolean): RuleRefusal | null {
  return googleBound ? null : { rule: "bound", message: { key: "errors.notBound" }, redirectTo: "/GoogleBind" };
}

/**
 * maxBuy 0, or a quantity above maxBuy, is out of stock (behaviour 5.12). A maxBuy that was not sent bounds nothing.
 *
 * @param quantity terabytes, a decimal; without one only maxBuy 0 is out of stock
 */
export function stockRule(product: Pick<Product, "maxBuy">, quantity = "0"): RuleRefusal | null {
  const maximum = readDecimal(product.maxBuy);
  if (maximum === undefined || (maximum.gt(0) && maximum.gte(quantity))) return null;
  return { rule: "stock", message: { key: "errors.outOfStock" } };
}

/**
 * A balance below the payment is too little (behaviour 5.13). A balance that could not be read allows no payment either
 * (behaviour 13.3).
 *
 * @param balance a decimal in the pay symbol, undefined when it could not be read
 * @param payment a decimal in the pay symbol
 */
function balanceRule(balance: string | undefined, payment: string): RuleRefusal | null {
  const known = readDecimal(balance);
  if (known === undefined) return { rule: "balance", message: { key: "errors.balanceUnknown" } };
  return known.gte(payment) ? null : { rule: "balance", message: { key: "errors.insufficientBalance" } };
}

/** What the rules look at. */
export interface Sale {
  product: Pick<Product, "status" | "price" | "paySymbol" | "unclear" | "minBuy" | "maxBuy" | "stepBuy">;
  /** googleStatus is 1. */
  googleBound: boolean;
  /** Terabytes, a decimal. */
  quantity: string;
  /** In the pay symbol; undefined when it could not be read. */
  balance: string | undefined;
}

/** The stock, then the rest of the quantity: minimum and step. */
export function quantityRule(product: Sale["product"], quantity: string): RuleRefusal | null {
  const checked = checkQuantity(product, quantity);
  return stockRule(product, quantity) ?? (checked.ok ? null : { rule: "quantity", message: checked.error });
}

/**
 * Every rule before a payment: for sale, authenticator, stock, the rest of the quantity, a payment above 0, balance
 * (behaviour 5.10).
 *
 * @returns the first rule that refuses, or null when the payment may proceed
 */
export function refusalBeforePayment({ product, googleBound, quantity, balance }: Sale): RuleRefusal | null {
  const early = saleRule(product) ?? boundRule(googleBound) ?? quantityRule(product, quantity);
  if (early || product.price === undefined) return early;
  const payment = payAmount(quantity, product.price);
  // Rounded as the upstream charges it, the payment is 0 (behaviour 9.14).
  if (readDecimal(payment)?.eq(0)) return { rule: "quantity", message: { key: "errors.paymentZero" } };
  return balanceRule(balance, payment);
}
