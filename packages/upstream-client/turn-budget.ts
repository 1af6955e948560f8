import { setImmediate as onNextTurn } from "node:timers";
import { guarded } from "@storefront/resilience/guarded";

/** Limits how much all callers together may do in one turn of the event loop. */
export function turnBudget(most: number) {
  let left = most;
  const renew = guarded(() => void (left = most));
  return {
    left: () => left,
    spend(amount: number): void {
      if (left === most) onNextTurn(renew).unref();
      left -= amount;
    },
  };
}
