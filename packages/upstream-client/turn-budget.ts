import { setImmediate as onNextTurn } from "node:timers";
import { guarded } from "@storefront/resilience/guarded";

/** How much may be done in one turn of the event loop, by everybody together: what is beyond is left undone. */
export interface TurnBudget {
  /** How much may still be done in this turn. */
  left: () => number;
  spend: (amount: number) => void;
}

/** @param most of one turn */
export function turnBudget(most: number): TurnBudget {
  let left = most;
  const renew = guarded(() => void (left = most));
  return {
    left: () => left,
    spend(amount) {
      if (left === most) onNextTurn(renew).unref();
      left -= amount;
    },
  };
}
