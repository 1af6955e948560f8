import { STEADY_UPLOAD_TIMEOUT_MS } from "~server/forms/constants";
import { LIMITS } from "~server/limits";
import { UPLOAD_DEADLINE_MS } from "~server/upstream/constants";

/** A slot for an upload, to be released at its end; or that all are taken, and when one is free at the latest. */
type UploadSlot = { release: () => void } | { full: "own" | "all"; retryAfterMs: number };

interface Upload {
  account: string;
  address: string;
  endsMs: number;
}

/** Forms with files that are being received or handled, the oldest first. */
const underWay = new Set<Upload>();

/** The number of uploads in flight. */
export function uploadsUnderWay(): number {
  return underWay.size;
}

/**
 * Takes a slot for an upload before anything of it is received, within the limits of one account, of one address (which
 * a whole office may share and which cannot fill the space for temporary files), and of this process.
 *
 * @param account its owner; for an empty one only the address counts
 * @returns `full: "own"` when this account or address has its share, `"all"` when there is no slot for anybody
 */
export function acquireUploadSlot(account: string, address: string): UploadSlot {
  const ofAccount = [...underWay].filter((upload) => account !== "" && upload.account === account);
  const ofAddress = [...underWay].filter((upload) => upload.address === address);
  if (ofAccount.length >= LIMITS["uploads:account"].points) return full("own", ofAccount);
  if (ofAddress.length >= LIMITS["uploads:address"].points) return full("own", ofAddress);
  if (underWay.size >= LIMITS["uploads:all"].points) return full("all", [...underWay]);
  const upload = { account, address, endsMs: Date.now() + STEADY_UPLOAD_TIMEOUT_MS + UPLOAD_DEADLINE_MS };
  underWay.add(upload);
  return { release: () => void underWay.delete(upload) };
}

function full(limit: "own" | "all", [oldest]: Upload[]): UploadSlot {
  return { full: limit, retryAfterMs: Math.max((oldest?.endsMs ?? 0) - Date.now(), 1_000) };
}
