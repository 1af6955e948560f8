import { guarded } from "@storefront/resilience/guarded";
import { STREAMED_DEADLINE_MS } from "@storefront/remix-runtime/app-handler";
import { registerGauge } from "@storefront/observability/gauges";
import { digest } from "~server/crypto/digest";
import { countedAs, type SessionAccount } from "~server/session/owner";
import { withMemoryFallback } from "~server/store/in-process";
import { takeLease, type Lease } from "@storefront/store/lease";

const DOWNLOADS_PER_ACCOUNT = 2;
const DOWNLOADS_IN_ALL = 64;

let underWay = 0;
registerGauge("downloads", () => underWay);

export type DownloadSlot = { release: () => Promise<void> } | { full: "own" | "all" };

/** Two per account in all processes together ("own"), within the limit of this process ("all"). */
export async function acquireDownloadSlot(session: SessionAccount): Promise<DownloadSlot> {
  if (underWay >= DOWNLOADS_IN_ALL) return { full: "all" };
  underWay += 1;
  const owner = digest("download", countedAs(session));
  let lease: Lease | null = null;
  for (let slot = 1; slot <= DOWNLOADS_PER_ACCOUNT && !lease; slot += 1) {
    lease = await withMemoryFallback((storage) => takeLease(storage, `download:${owner}:${slot}`));
  }
  if (!lease) {
    underWay -= 1;
    return { full: "own" };
  }
  const taken = lease;
  let isReleased = false;
  // No response takes longer.
  const late = setTimeout(guarded(release), 2 * STREAMED_DEADLINE_MS).unref();
  async function release(): Promise<void> {
    if (isReleased) return;
    isReleased = true;
    clearTimeout(late);
    underWay -= 1;
    await taken.release();
  }
  return { release };
}
