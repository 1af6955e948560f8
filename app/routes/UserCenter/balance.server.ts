import { formatDecimal } from "~/i18n/formats";
import type { AssetsView } from "~server/account/assets-view";
import { optionalRead } from "~server/loader/reads";
import type { UpstreamContext } from "~server/upstream/client";
import type { AccountBalance } from "~server/upstream/finance";
import { displayOf, market } from "~server/upstream/market";

/** The total as it is shown; without an amount where it is hidden. */
export interface ShownBalance {
  amount?: string | undefined;
  showName?: string | undefined;
}

/**
 * The total of the account, as the assets show it (behaviour 2.23).
 *
 * @param reading undefined where the balance cannot be read
 * @returns "unavailable" then, and undefined where the upstream sends no total
 */
export async function readBalance(
  upstreamContext: UpstreamContext,
  { reading, view }: { reading: Promise<AccountBalance | undefined>; view: AssetsView },
): Promise<ShownBalance | "unavailable" | undefined> {
  const [balance, known] = await Promise.all([reading, optionalRead(market(upstreamContext))]);
  if (!balance) return "unavailable";
  const { totalBalance, totalBalanceSymbol: symbol } = balance;
  if (totalBalance === undefined) return undefined;
  const { showName, precision } = displayOf(known, symbol);
  return { amount: view.amounts ? undefined : formatDecimal(totalBalance, precision), showName };
}
