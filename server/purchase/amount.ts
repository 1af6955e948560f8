import Big from "big.js";
import { PAYMENT_PRECISION } from "~server/specification";
import { env } from "~server/env";

const ROUNDING = { down: Big.roundDown, "half-up": Big.roundHalfUp, up: Big.roundUp } as const;

/**
 * What a purchase costs: quantity × price, at 8 decimals, rounded by `PAY_ROUNDING` (behaviour 9.14).
 *
 * @param quantity terabytes, a decimal
 * @param price per terabyte, a decimal in the product's pay symbol
 * @returns the payment in the pay symbol, without trailing zeros
 */
export function payAmount(quantity: string, price: string): string {
  return new Big(quantity).times(price).round(PAYMENT_PRECISION, ROUNDING[env().PAY_ROUNDING]).toFixed();
}

/**
 * The rest of a balance after a payment; below zero where it does not suffice.
 *
 * @param balance a decimal in the pay symbol
 * @param payment a decimal in the pay symbol
 * @returns the exact difference
 */
export function balanceAfter(balance: string, payment: string): string {
  return new Big(balance).minus(payment).toFixed();
}
