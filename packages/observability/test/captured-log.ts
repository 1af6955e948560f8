import { onTestFinished } from "vitest";
import { createLog, setLog } from "@storefront/observability/log";

export interface CapturedLog {
  text: string[];
  lines: Record<string, unknown>[];
}

/** Captures the log of this process until the test ends. */
export function captureLog(): CapturedLog {
  const captured: CapturedLog = { text: [], lines: [] };
  const write = (line: string) => {
    captured.text.push(line);
    captured.lines.push(JSON.parse(line) as Record<string, unknown>);
  };
  setLog(() => createLog("debug", { write }));
  onTestFinished(() => setLog(() => createLog("silent")));
  return captured;
}
