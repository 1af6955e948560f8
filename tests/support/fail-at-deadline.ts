import { vi } from "vitest";
import { WRITE_DEADLINE_MS } from "~server/upstream/constants";
import type { Fault, Sandbox } from "@storefront/sandbox/start";

/**
 * Makes a call fail like `sandbox.fail`, but without waiting for an upstream that hangs: the call's deadline passes as
 * soon as the upstream has received it. Other calls retain their deadlines. The end of the test, or
 * `vi.restoreAllMocks`, undoes it.
 *
 * @param options.times how often; always by default
 * @param options.deadlineMs the deadline that passes; by default that of a write
 */
export async function failAtDeadline(
  sandbox: Sandbox,
  call: string,
  fault: Fault,
  { deadlineMs = WRITE_DEADLINE_MS, ...options }: { times?: number; deadlineMs?: number } = {},
): Promise<void> {
  await sandbox.fail(call, fault, options);
  if (fault.kind !== "hang") return;
  const before = await sandbox.calls(call);
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    if (ms !== deadlineMs) return timeout(ms);
    const deadline = new AbortController();
    const isTaken = async () => (await sandbox.calls(call)) > before;
    void vi
      .waitUntil(isTaken, { timeout: deadlineMs, interval: 5 })
      .catch(() => undefined)
      .then(() => deadline.abort(new DOMException("The deadline has passed.", "TimeoutError")));
    return deadline.signal;
  });
}
