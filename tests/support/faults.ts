import { vi } from "vitest";
import type { Fault, Sandbox } from "@storefront/sandbox/start";
import { readsEnd } from "./reads-end";

/** The text with which a page opened by `openStale` shows the age of its data. */
export const STALE_SINCE = "It’s from Jan 2, 2026, 11:04 (UTC+8)";

/**
 * Opens a page, opens it again once its data is stale and a call fails, and a third time once the renewal has failed.
 * The clock stands still.
 *
 * @returns the last page, and a function that opens it again when its data is too old to be shown
 */
export async function openStale<Page>(
  sandbox: Sandbox,
  call: string,
  open: () => Promise<Page>,
  fault: Fault = { kind: "html" },
): Promise<{ page: Page; openLater: () => Promise<Page> }> {
  const startMs = Date.UTC(2026, 0, 2, 3, 4, 5);
  vi.useFakeTimers({ toFake: ["Date"], now: startMs });
  await open();
  await sandbox.fail(call, fault);
  vi.setSystemTime(startMs + 31_000);
  await open();
  await readsEnd();
  const page = await open();
  const openLater = () => {
    vi.setSystemTime(startMs + 5 * 60_000 + 1);
    return open();
  };
  return { page, openLater };
}
