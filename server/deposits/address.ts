import { reportFailedCall } from "@storefront/upstream-client/failed-call";
import { CHARGE_ADDRESS, chargeAddress } from "~server/upstream/finance";
import type { Chain, MemoNeed } from "~server/upstream/market";
import { UpstreamUnavailable, type UpstreamContext } from "~server/upstream/client";

/** Where a deposit goes: exactly as the upstream sent it, with the memo apart. */
export interface DepositAddress {
  address: string;
  /** Undefined where the address has none. */
  memo?: string | undefined;
  /** The confirmations that a deposit waits for, where sent with the address. */
  depositConfirm?: number | undefined;
}

/**
 * Why a response is no address: there is none yet; it cannot be said what is an address in it and what a memo; the memo
 * is missing.
 */
export type NoAddress = "noAddress" | "unclearAddress" | "memoMissing";

/** Texts that programs write in the place of a value, or of one that is still made. */
const NO_VALUE =
  /^(?:null|undefined|nan|none|nil|void|na|empty|infinity|object|true|false|error|fail(?:ed)?|unknown|missing|invalid|pending|waiting|loading|(?:process|generat|creat|allocat)ing|disabled|closed|suspended|unavailable|maintenance)$/i;

/** Base58, bech32, hexadecimal digits without a sign before them, the names of some accounts. */
const PLAIN = /^(?!0x)(?=.*[a-z])[a-z0-9]+$/i;
const HEXADECIMAL = /^0x(?!0*$)[0-9a-f]+$/i;
/** Names of accounts, as of EOS and NEAR. What is glued to an address is longer, or ends in digits. */
const ACCOUNT_NAME = /^(?!0x)(?=.{1,32}$)(?=.*[a-z][a-z0-9]*$)[a-z0-9]+(?:[._][a-z0-9]+)*$/;
const HEDERA = /^0\.0\.[1-9]\d*(?:-[a-z]{5})?$/;
/** The digits of CashAddr have neither 1 nor b, i and o: the prefix of an URI is not before those. */
const CASH_ADDRESS = /^[a-z]{2,20}:(?!0)[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{41,112}$/;
/** These have an underscore or a minus of their own: they are whole. */
const TON = /^[EUk0][Qf][\w-]{46}$/;
const NANO = /^(?:nano|xrb|ban)_[13][13456789abcdefghijkmnopqrstuwxyz]{59}$/;
const RADIX = /^account_rdx1[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{54}$/;

const WHOLE = [TON, NANO, RADIX];
const ADDRESSES = [...WHOLE, PLAIN, HEXADECIMAL, ACCOUNT_NAME, HEDERA, CASH_ADDRESS];

function isAddress(text: string): boolean {
  return ADDRESSES.some((form) => form.test(text)) && !text.split(/[._:]/).some((part) => NO_VALUE.test(part));
}

/** Zeros are no customer's memo, and `1.05E8` or `1E8` is none that a wallet would take. */
function isMemo(text: string): boolean {
  return /^(?!0+$)(?!\d+e\d+$)[a-z0-9][a-z0-9-]{0,63}$/i.test(text) && !NO_VALUE.test(text);
}

/**
 * Splits `address_memo` on its last `_` (behaviour 7.25). Whatever is not certain is no address.
 *
 * @param addressStr as the upstream sent it; "" where there is no address yet, undefined where it cannot be read
 */
export function readAddress(addressStr: string | undefined, need: MemoNeed): DepositAddress | NoAddress {
  if (addressStr === "") return "noAddress";
  if (addressStr === undefined || need === "unclear") return "unclearAddress";
  const at = addressStr.lastIndexOf("_");
  if (at < 0 || WHOLE.some((form) => form.test(addressStr))) {
    if (!isAddress(addressStr)) return "unclearAddress";
    return need === "required" ? "memoMissing" : { address: addressStr };
  }
  const [address, memo] = [addressStr.slice(0, at), addressStr.slice(at + 1)];
  // Without any digit it may be words: `server_busy`, `NOT_SUPPORT`.
  const isAnnounced = (need === "optional" || need === "required") && /\d/.test(addressStr);
  const isMeant = isAnnounced || (need === "unsaid" && /^\d+$/.test(memo));
  return isMeant && isAddress(address) && isMemo(memo) ? { address, memo } : "unclearAddress";
}

/**
 * Reads the address of a chosen chain from the upstream, never from a cache (behaviour 13.5).
 *
 * @throws UpstreamRejected, SessionExpired, UpstreamUnavailable
 */
async function depositAddress(
  upstreamContext: UpstreamContext,
  { name, memo }: Pick<Chain, "name" | "memo">,
): Promise<DepositAddress | NoAddress> {
  const startedAtMs = performance.now();
  const { addressStr, depositConfirm } = await chargeAddress(upstreamContext, { symbol: name });
  const read = readAddress(addressStr, memo);
  if (read === "unclearAddress") {
    reportFailedCall(CHARGE_ADDRESS, new UpstreamUnavailable("an address that is not certain", true), startedAtMs);
  }
  return typeof read === "string" ? read : { ...read, depositConfirm };
}

/**
 * The address of a chosen chain, for a visitor who has acknowledged its memo if it has one (behaviour 7.25).
 *
 * @param hasRead whether the visitor has acknowledged the memo of the coin
 * @returns "memo" where this is to be done first
 * @throws UpstreamRejected, SessionExpired, UpstreamUnavailable
 */
export async function givenAddress(
  upstreamContext: UpstreamContext,
  chain: Pick<Chain, "name" | "memo">,
  hasRead: boolean,
): Promise<DepositAddress | NoAddress | "memo"> {
  if (chain.memo === "required" && !hasRead) return "memo";
  const given = await depositAddress(upstreamContext, chain);
  return typeof given !== "string" && given.memo !== undefined && !hasRead ? "memo" : given;
}
