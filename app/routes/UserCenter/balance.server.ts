import { formatDecimal } from "~/i18n/formats";
import type { Message } from "~server/i18n/message";
import type { AssetsView } from "~server/account/assets-view";
import { optionalRead, refusalIn, type Attempt } from "~server/loader/reads";
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
 * @returns the reason where the balance cannot be read, and undefined where the upstream sends no total
 */
export async function readBalance(
  upstreamContext: UpstreamContext,
  { reading, view }: { reading: Promise<Attempt<AccountBalance>>; view: AssetsView },
): Promise<ShownBalance | { unread: Message } | undefined> {
  const [{ value: balance, failure }, known] = await Promise.all([reading, optionalRead(market(upstreamContext))]);
  if (!balance) return { unread: refusalIn(failure) ?? "UserCenter.balanceUnavailable" };
  const { totalBalance, totalBalanceSymbol: symbol } = balance;
  if (totalBalance === undefined) return undefined;
  const { showName, precision } = displayOf(known, symbol);
  return { amount: view.amounts ? undefined : formatDecimal(totalBalance, precision), showName };
}
