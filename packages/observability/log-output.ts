import type { Writable } from "node:stream";
import { guarded } from "@storefront/resilience/guarded";
import { registerCounter } from "./metrics";

const BATCH_CHARACTERS = 8 * 1024;
export const FLUSH_AFTER_MS = 200;
/** The maximum bytes that may wait for a reader who has stopped reading; later batches are dropped. */
const UNREAD_MAX_BYTES = 4 * 1024 * 1024;

/** Counts lines that could not be written: the log must never end a process. */
export const droppedLines = registerCounter({
  metric: "storefront_log_lines_dropped_total",
  help: "Log lines that were dropped, by reason: nobody reads standard output, or writing to it fails",
  label: "reason",
  counts: { unread: 0, failed: 0 },
});

export interface LogOutput {
  write(line: string): void;
  /** Writes waiting lines, then calls `done` when they are written or dropped; never while nobody reads. */
  flush: (done?: () => void) => void;
}

/**
 * Makes an output that writes lines to `output` in batches; a write per line would take a third of a cached page's
 * time. Writing to a pipe or socket never blocks, and no failure, such as a full disk, reaches the caller.
 */
export function batchedOutput(output: Writable): LogOutput {
  let batch = "";
  let lines = 0;
  let timer: NodeJS.Timeout | undefined;

  function flush(done = () => {}): void {
    clearTimeout(timer);
    timer = undefined;
    const [text, count] = [batch, lines];
    batch = "";
    lines = 0;
    if (output.writableLength > UNREAD_MAX_BYTES) {
      droppedLines.counts.unread += count;
      return;
    }
    const onWritten = guarded((error?: Error | null) => {
      if (error) droppedLines.counts.failed += count;
      done();
    });
    output.write(text, onWritten);
  }

  // Failed writes are counted in `droppedLines`.
  output.on("error", () => undefined);
  // We try to write the last lines once, without waiting for a reader.
  const onExit = guarded(() => lines > 0 && flush());
  process.once("exit", onExit);
  const onTime = guarded(() => flush());

  return {
    write(line) {
      batch += line;
      lines += 1;
      if (batch.length >= BATCH_CHARACTERS) flush();
      else timer ??= setTimeout(onTime, FLUSH_AFTER_MS).unref();
    },
    flush,
  };
}
