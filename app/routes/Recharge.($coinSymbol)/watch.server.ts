import { depositStatusLabel } from "~/components/account/deposit-status";
import { formatDecimal } from "~/i18n/formats";
import { getText } from "~server/texts/text";
import { readWatch, type DepositProgress, type FoundDeposit } from "~server/deposits/watch";
import type { Message } from "~server/i18n/message";
import { optionalRead } from "~server/loader/reads";
import type { PrivateVisit } from "~server/loader/loader";
import { displayOf, market } from "~server/upstream/market";
import type { ShownCoin } from "./place.server";

const RENEW_AFTER_S = 30;

export interface WatchedDeposit {
  state: DepositProgress | "ended" | "unread";
  failure?: Message | undefined;
  coin: ShownCoin;
  found?: { amount?: string | undefined; status: FoundDeposit["status"]; label: string }[];
  readAtMs?: number;
  renewAfterS?: number | undefined;
  returnTo?: string | undefined;
  paths: { stop: string; record: string };
}

const isOnItsWay = (state: WatchedDeposit["state"]) => state === "waiting" || state === "seen" || state === "unread";

/** Reads the progress of a watched deposit. Throws SessionExpired. */
export async function readWatchedDeposit(
  { upstreamContext, session, locale }: PrivateVisit,
  symbol: string,
): Promise<Omit<WatchedDeposit, "returnTo" | "paths">> {
  const [watched, coins] = await Promise.all([
    readWatch(upstreamContext, session, symbol),
    optionalRead(market(upstreamContext)),
  ]);
  const t = getText(locale);
  const { showName = symbol, precision } = displayOf(coins, symbol);
  const coin = { symbol, showName };
  const renewAfterS = isOnItsWay(watched.state) ? RENEW_AFTER_S : undefined;
  if (!("found" in watched)) return { ...watched, coin, renewAfterS };
  const found = watched.found.map(({ amount, status, rawStatus, statusText }) => ({
    amount: amount && formatDecimal(amount, precision),
    status,
    label: depositStatusLabel({ status, rawStatus, statusText }, t),
  }));
  return { ...watched, coin, renewAfterS, found };
}
