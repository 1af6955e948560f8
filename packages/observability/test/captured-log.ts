import { onTestFinished } from "vitest";
import { createLog, useLog } from "@storefront/observability/log";

export interface CapturedLog {
  text: string[];
  lines: Record<string, unknown>[];
}

/** Captures the log of this process until the test ends. */
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
