import { vi } from "vitest";
import { WRITE_DEADLINE_MS } from "~server/constants";

/** Lets the deadlines of writes pass almost at once, for a platform that hangs; reads keep their time. Undone by `vi.restoreAllMocks`. */
export function hurryWrites(): void {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(ms === WRITE_DEADLINE_MS ? 50 : ms));
}
