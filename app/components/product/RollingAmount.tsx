import { useState } from "react";

/**
 * An amount that follows the quantity: from its first digit that has changed it is another element each time, which its
 * style rolls in. The page's first script may have changed it before React hydrates it: its parts stay until the next
 * amount, which replaces them as a whole.
 */
export function RollingAmount({ amount }: { amount: string }) {
  const [[before, start], roll] = useState([amount, amount.length]);
  if (before !== amount) {
    let first = 0;
    while (amount[first] === before[first]) first += 1;
    roll([amount, first]);
  }
  return (
    <strong className="figure" translate="no" key={amount} suppressHydrationWarning>
      {start < amount.length ? (
        <>
          {amount.slice(0, start)}
          <span className="rolls">{amount.slice(start)}</span>
        </>
      ) : (
        // One string alone, whose node React does not hold on to: it may be changed while React hydrates the page.
        amount
      )}
    </strong>
  );
}
