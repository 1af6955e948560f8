import type { Product } from "~server/upstream/catalogue";
import { payAmount } from "./amount";
import { readDecimal } from "./decimal";
import type { PurchaseMessage } from "./outcome";
import { checkQuantity, quantityRange } from "./quantity";

/** Conditions of a payment. The product page, the confirmation and the payment use the same pure functions. */

export interface RuleRefusal {
  rule: "sale" | "bound" | "stock" | "quantity" | "balance";
  message: PurchaseMessage;
  redirectTo?: "/GoogleBind";
}

/** Allows only "on sale" (behaviour 4.12) with a known cost: a price above 0, a currency, and readable terms. */
export function saleRule(product: Pick<Product, "status" | "price" | "paySymbol" | "unclear">): RuleRefusal | null {
  const priced = product.paySymbol !== undefined && (readDecimal(product.price)?.gt(0) ?? false);
  if (product.status === "onsale" && priced && !product.unclear) return null;
  return { rule: "sale", message: { key: "errors.notForSale" } };
}

/** Returns the label to show instead of "On Sale" if nothing can be bought now. */
export function closedOf(
  product: Pick<Product, "status" | "statusText" | "price" | "paySymbol" | "unclear" | "minBuy" | "maxBuy" | "stepBuy">,
): "notNow" | "soldOut" | undefined {
  if (product.status !== "onsale" || product.statusText !== undefined) return undefined;
  if (saleRule(product)) return "notNow";
  return stockRule(product) || !quantityRange(product) ? "soldOut" : undefined;
}

function boundRule(googleBound: boolean): RuleRefusal | null {
  return googleBound ? null : { rule: "bound", message: { key: "errors.notBound" }, redirectTo: "/GoogleBind" };
}

/** Refuses if maxBuy is 0 or below the quantity. A missing maxBuy is no limit. */
export function stockRule(product: Pick<Product, "maxBuy">, quantity = "0"): RuleRefusal | null {
  const maximum = readDecimal(product.maxBuy);
  if (maximum === undefined || (maximum.gt(0) && maximum.gte(quantity))) return null;
  return { rule: "stock", message: { key: "errors.outOfStock" } };
}

function balanceRule(balance: string | undefined, payment: string): RuleRefusal | null {
  const known = readDecimal(balance);
  if (known === undefined) return { rule: "balance", message: { key: "errors.balanceUnknown" } };
  return known.gte(payment) ? null : { rule: "balance", message: { key: "errors.insufficientBalance" } };
}

export interface Sale {
  product: Pick<Product, "status" | "price" | "paySymbol" | "unclear" | "minBuy" | "maxBuy" | "stepBuy">;
  googleBound: boolean;
  quantity: string;
  /** Balance in the pay symbol; undefined if unreadable. */
  balance: string | undefined;
}

/** Checks the stock, then minimum and step. */
export function quantityRule(product: Sale["product"], quantity: string): RuleRefusal | null {
  const checked = checkQuantity(product, quantity);
  return stockRule(product, quantity) ?? (checked.ok ? null : { rule: "quantity", message: checked.error });
}

/** Returns the first rule that refuses a payment (behaviour 5.10); null if none does. */
export function refusalBeforePayment({ product, googleBound, quantity, balance }: Sale): RuleRefusal | null {
  const early = saleRule(product) ?? boundRule(googleBound) ?? quantityRule(product, quantity);
  if (early || product.price === undefined) return early;
  const payment = payAmount(quantity, product.price);
  // The upstream would round the payment to 0.
  if (readDecimal(payment)?.eq(0)) return { rule: "quantity", message: { key: "errors.paymentZero" } };
  return balanceRule(balance, payment);
}
