import { vi } from "vitest";
import type { Fault, Sandbox } from "@storefront/sandbox/start";
import { endOfRenewals } from "~server/upstream/client";

/** Responses that cannot be read, for any call. */
export const UNREADABLE: readonly Fault[] = [
  { kind: "html" },
  { kind: "malformed" },
  { kind: "types" },
  { kind: "reset" },
  { kind: "huge" },
];

/** Every way for the response of a read to be none, by name. */
export const NO_READING: readonly (readonly [string, Fault])[] = [
  ["an error code", { kind: "error", code: "500", msg: "out of order" }],
  ["an error page", { kind: "html" }],
  ["half an answer", { kind: "malformed" }],
  ["an answer of other types", { kind: "types" }],
  ["an answer too large to read", { kind: "huge" }],
  ["a dropped connection", { kind: "reset" }],
  ["a session that nobody showed", { kind: "error", code: "10002" }],
];

/** Ways for a write to have no response: what was sent may have had its effect. */
export const NO_RESPONSE: readonly Fault[] = [
  { kind: "html" },
  { kind: "malformed" },
  { kind: "huge" },
  { kind: "reset" },
  { kind: "lost" },
  { kind: "answer", body: { msg: "no code" } },
];

/** When a page opened by `openStale` was read from the upstream, as the page shows it. */
export const STALE_SINCE = "It’s from Jan 02, 2026, 11:04 (UTC+8)";

/**
 * Opens a page, again when its responses are no longer fresh and a call fails, and once more when their renewal has
 * failed. The clock stands still.
 *
 * @returns the last page, and how to open it once its responses are too old even for that
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
  await endOfRenewals();
  const page = await open();
  const openLater = () => {
    vi.setSystemTime(startMs + 5 * 60_000 + 1);
    return open();
  };
  return { page, openLater };
}
