import type { Writable } from "node:stream";
import { guarded } from "@storefront/resilience/guarded";
import { registerCounter } from "./counters";

/** Lines are written together once they have so many characters, and after so long at the latest. */
const BATCH_CHARACTERS = 8 * 1024;
export const FLUSH_AFTER_MS = 200;
/** Bytes that may wait for a reader who has stopped reading; batches beyond it are dropped. */
const UNREAD_MAX_BYTES = 4 * 1024 * 1024;

/** The log is the last thing that may end a process: what cannot be written is dropped and counted. */
export const droppedLines = registerCounter({
  metric: "storefront_log_lines_dropped_total",
  help: "Log lines that were dropped, by reason: nobody reads standard output, or writing to it fails",
  label: "reason",
  counts: { unread: 0, failed: 0 },
});

/** The output of a logger. */
export interface LogOutput {
  write(line: string): void;
  /** Writes what waits. `done` is called once it was written or dropped; never while nobody reads. */
  flush: (done?: () => void) => void;
}

/**
 * Batches lines before they are written: a write for each takes a third of the time of a cached page. Writing never
 * blocks where the output is a pipe or a socket, and no failure of the output, such as a full disk, gets any further.
 *
 * @param output standard output; no other program part may write to it
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
    output.write(
      text,
      guarded((error?: Error | null) => {
        if (error) droppedLines.counts.failed += count;
        done();
      }),
    );
  }

  // Each failed write has counted its lines.
  output.on("error", () => undefined);
  // The last lines: one attempt, which does not wait for a reader.
  process.once(
    "exit",
    guarded(() => lines > 0 && flush()),
  );

  return {
    write(line) {
      batch += line;
      lines += 1;
      if (batch.length >= BATCH_CHARACTERS) flush();
      else
        timer ??= setTimeout(
          guarded(() => flush()),
          FLUSH_AFTER_MS,
        ).unref();
    },
    flush,
  };
}
