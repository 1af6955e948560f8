import { balanceAfter, payAmount } from "~server/purchase/amount";
import type { Quote } from "~server/purchase/quote";

/** What is about to be paid; every amount from the signed quote. Decimals as text, in `paySymbol`. */
export interface Offer {
  quantity: string;
  price: string;
  paySymbol: string;
  payment: string;
  /** Undefined where it cannot be read now; nothing can be paid then. */
  balance?: string | undefined;
  after?: string | undefined;
  /** The visitor's own word, as a line of `<Facts>` if there is one (behaviour 2.114). */
  ownWord: readonly (readonly [says: string, word: string])[];
  /** Decimals of what is held; what is paid is exact. */
  precision: number;
}

/** What the confirmation shows of a quote, with the balance where it is known. */
export function offerOf(
  { quantity, price, paySymbol = "" }: Pick<Quote, "quantity" | "price" | "paySymbol">,
  balance: string | undefined,
  precision: number,
  ownWord: Offer["ownWord"] = [],
): Offer {
  const payment = payAmount(quantity, price);
  const after = balance === undefined ? undefined : balanceAfter(balance, payment);
  return { quantity, price, paySymbol, payment, balance, after, precision, ownWord };
}
