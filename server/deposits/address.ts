import { reportFailedCall } from "@storefront/upstream-client/failures";
import { digest } from "~server/crypto/digest";
import { CHARGE_ADDRESS, chargeAddress } from "~server/upstream/finance";
import type { Chain, MemoNeed } from "~server/upstream/market";
import { UpstreamUnavailable, type UpstreamContext } from "~server/upstream/client";

/** An address exactly as the upstream sent it, with the memo split off. */
export interface DepositAddress {
  address: string;
  memo?: string | undefined;
  depositConfirm?: number | undefined;
}

/** Reasons for showing no address: none exists yet, its memo is not clearly separate, or its memo is missing. */
export type NoAddress = "noAddress" | "unclearAddress" | "memoMissing";

/** Words that programs write in place of a missing or pending value. */
const NO_VALUE =
  /^(?:null|undefined|nan|none|nil|void|na|empty|infinity|object|true|false|error|fail(?:ed)?|unknown|missing|invalid|pending|waiting|loading|(?:process|generat|creat|allocat)ing|disabled|closed|suspended|unavailable|maintenance)$/i;

/** Base58, bech32, bare hexadecimal digits, and some account names. */
const PLAIN = /^(?!0x)(?=.*[a-z])[a-z0-9]+$/i;
const HEXADECIMAL = /^0x(?!0*$)[0-9a-f]+$/i;
/** EOS and NEAR names. A name with a memo appended would be longer or end in digits. */
const ACCOUNT_NAME = /^(?!0x)(?=.{1,32}$)(?=.*[a-z][a-z0-9]*$)[a-z0-9]+(?:[._][a-z0-9]+)*$/;
const HEDERA = /^0\.0\.[1-9]\d*(?:-[a-z]{5})?$/;
/** CashAddr. Its alphabet lacks 1, b, i and o, so other URI prefixes do not match. */
const CASH_ADDRESS = /^[a-z]{2,20}:(?!0)[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{41,112}$/;
/** Formats of addresses that contain `_` or `-` themselves. */
const TON = /^[EUk0][Qf][\w-]{46}$/;
const NANO = /^(?:nano|xrb|ban)_[13][13456789abcdefghijkmnopqrstuwxyz]{59}$/;
const RADIX = /^account_rdx1[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{54}$/;

const WHOLE = [TON, NANO, RADIX];
const ADDRESSES = [...WHOLE, PLAIN, HEXADECIMAL, ACCOUNT_NAME, HEDERA, CASH_ADDRESS];

function isAddress(text: string): boolean {
  return ADDRESSES.some((form) => form.test(text)) && !text.split(/[._:]/).some((part) => NO_VALUE.test(part));
}

/** An all-zero memo belongs to nobody, and wallets reject `1.05E8`. */
function isMemo(text: string): boolean {
  return /^(?!0+$)(?!\d+e\d+$)[a-z0-9][a-z0-9-]{0,63}$/i.test(text) && !NO_VALUE.test(text);
}

/** Splits `address_memo` at its last `_` (behaviour 7.25). Returns no address if anything is uncertain. */
export function readAddress(addressStr: string | undefined, need: MemoNeed): DepositAddress | NoAddress {
  if (addressStr === "") return "noAddress";
  if (addressStr === undefined || need === "unclear") return "unclearAddress";
  const at = addressStr.lastIndexOf("_");
  if (at < 0 || WHOLE.some((form) => form.test(addressStr))) {
    if (!isAddress(addressStr)) return "unclearAddress";
    return need === "required" ? "memoMissing" : { address: addressStr };
  }
  const [address, memo] = [addressStr.slice(0, at), addressStr.slice(at + 1)];
  // Text without a digit may be words, such as `server_busy` or `NOT_SUPPORT`.
  const isAnnounced = (need === "optional" || need === "required") && /\d/.test(addressStr);
  const isMeant = isAnnounced || (need === "unsaid" && /^\d+$/.test(memo));
  return isMeant && isAddress(address) && isMemo(memo) ? { address, memo } : "unclearAddress";
}

export const addressDigest = (address: string): string => digest("deposit-address", address);

/** Reads an address from the upstream, never from a cache. */
async function depositAddress(
  upstreamContext: UpstreamContext,
  { name, memo }: Pick<Chain, "name" | "memo">,
): Promise<DepositAddress | NoAddress> {
  const startedAtMs = performance.now();
  const { addressStr, depositConfirm } = await chargeAddress(upstreamContext, { symbol: name });
  const read = readAddress(addressStr, memo);
  if (read === "unclearAddress") {
    reportFailedCall(CHARGE_ADDRESS, new UpstreamUnavailable("an ambiguous address", true), startedAtMs);
  }
  return typeof read === "string" ? read : { ...read, depositConfirm };
}

/** Returns the chosen chain's address; "memo" until the visitor has acknowledged (`hasRead`) that it needs a memo. */
export async function givenAddress(
  upstreamContext: UpstreamContext,
  chain: Pick<Chain, "name" | "memo">,
  hasRead: boolean,
): Promise<DepositAddress | NoAddress | "memo"> {
  if (chain.memo === "required" && !hasRead) return "memo";
  const given = await depositAddress(upstreamContext, chain);
  return typeof given !== "string" && given.memo !== undefined && !hasRead ? "memo" : given;
}
