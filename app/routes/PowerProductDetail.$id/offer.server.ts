import type { Locale } from "~server/i18n/locale";
import { digest } from "~server/crypto/digest";
import { balanceAfter, payAmount } from "~server/purchase/amount";
import type { Quote } from "~server/purchase/quote";
import { stepPath } from "~server/purchase/steps";
import { describeChanges } from "./messages.server";

/** The payment to confirm; every amount is from the signed quote. Decimals as text, in `paySymbol`. */
export interface Offer {
  quantity: string;
  price: string;
  paySymbol: string;
  payment: string;
  /** Undefined where it cannot be read now; nothing can be paid then. */
  balance?: string | undefined;
  after?: string | undefined;
  /** The visitor's anti-phishing code, as a line of `<DescriptionList>` if there is one. */
  antiPhishingCode: readonly (readonly [label: string, code: string])[];
  /** Decimals of the balance; the payment is exact. */
  precision: number;
  /** The terms that have changed since the buyer confirmed them: sentences in the visitor's language. */
  changes?: string[] | undefined;
  /** The sheet for the code of just this. */
  codePath: string;
}

/** A quote as the confirmation shows it, with the balance if it is known. */
export function offerOf(
  quote: Quote,
  locale: Locale,
  { balance, precision, antiPhishingCode }: Pick<Offer, "balance" | "precision" | "antiPhishingCode">,
): Offer {
  const { productId, quantity, price, paySymbol = "" } = quote;
  const payment = payAmount(quantity, price);
  const after = balance === undefined ? undefined : balanceAfter(balance, payment);
  return {
    ...{ quantity, price, paySymbol, payment, balance, after, precision, antiPhishingCode },
    changes: describeChanges(quote, locale),
    codePath: `${stepPath(productId, "code")}&${new URLSearchParams(confirmedQuery(quote))}`,
  };
}

const DIGEST_LENGTH = 8;

/** The query of the code sheet, which identifies the confirmed offer; the same for each quote of the same offer. */
function confirmedQuery({ quantity, price, paySymbol, terms = {} }: Quote): Record<"payAmount" | "terms", string> {
  const { miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent } = terms;
  const bound = [quantity, price, paySymbol, miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent];
  return { payAmount: payAmount(quantity, price), terms: digest("terms", JSON.stringify(bound), DIGEST_LENGTH) };
}

/**
 * Whether an address of the code sheet was made for another offer than that of the visitor's quote: another tab may
 * have requested another quote since (decision 0031).
 */
export function isOtherOffer(query: URLSearchParams, quote: Quote): boolean {
  return query.has("payAmount") && Object.entries(confirmedQuery(quote)).some(([name, of]) => query.get(name) !== of);
}
