import { onTestFinished } from "vitest";
import { createLog, useLog } from "@storefront/observability/log";

/** Lines of the log as they were written, and parsed from JSON. */
export interface CapturedLog {
  text: string[];
  lines: Record<string, unknown>[];
}

/** Catches what this process logs, from debug on, until the test ends. */
export function captureLog(): CapturedLog {
  const captured: CapturedLog = { text: [], lines: [] };
  useLog(
    createLog("debug", {
      write(line) {
        captured.text.push(line);
        captured.lines.push(JSON.parse(line) as Record<string, unknown>);
      },
    }),
  );
  onTestFinished(() => useLog(undefined));
  return captured;
}
