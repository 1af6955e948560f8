import Big from "big.js";
import { PAYMENT_PRECISION } from "~server/specification";
import { env } from "~server/env";

const ROUNDING = { down: Big.roundDown, "half-up": Big.roundHalfUp, up: Big.roundUp } as const;

/** Computes the payment: quantity (T) × price per T, at 8 decimals, rounded as `PAY_ROUNDING` says (behaviour 9.14). */
export function payAmount(quantity: string, price: string): string {
  return new Big(quantity).times(price).round(PAYMENT_PRECISION, ROUNDING[env().PAY_ROUNDING]).toFixed();
}

export function balanceAfter(balance: string, payment: string): string {
  return new Big(balance).minus(payment).toFixed();
}
