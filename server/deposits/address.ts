import { reportFailedCall } from "@storefront/upstream-client/failed-call";
import { CHARGE_ADDRESS, chargeAddress } from "~server/upstream/finance";
import type { Chain } from "~server/upstream/market";
import { UpstreamUnavailable, type UpstreamContext } from "~server/upstream/client";

/** Where a deposit goes: exactly as the upstream sent it, with the memo apart. */
export interface DepositAddress {
  address: string;
  /** Undefined where the coin has none, or where the upstream sent none. */
  memo?: string | undefined;
}

/**
 * Splits `address_memo` on its last `_` (behaviour 7.25).
 *
 * @returns undefined when no address is left
 */
export function splitMemo(addressStr: string, hasMemo: boolean): DepositAddress | undefined {
  const at = hasMemo ? addressStr.lastIndexOf("_") : -1;
  if (at < 0) return { address: addressStr };
  const [address, memo] = [addressStr.slice(0, at), addressStr.slice(at + 1)];
  return address ? { address, memo: memo || undefined } : undefined;
}

/**
 * Reads the address of a chosen chain from the upstream, never from a cache (behaviour 13.5).
 *
 * @throws UpstreamRejected, SessionExpired, UpstreamUnavailable
 */
export async function depositAddress(
  upstreamContext: UpstreamContext,
  { chain, hasMemo }: { chain: Pick<Chain, "name">; hasMemo: boolean },
): Promise<DepositAddress> {
  const startedAtMs = performance.now();
  const { addressStr } = await chargeAddress(upstreamContext, { symbol: chain.name });
  const address = splitMemo(addressStr, hasMemo);
  if (address) return address;
  throw reportFailedCall(CHARGE_ADDRESS, new UpstreamUnavailable("a memo without an address", true), startedAtMs);
}
