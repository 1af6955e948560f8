import { setTimeout as wait } from "node:timers/promises";
import { FileBusyError, isBusy } from "./layout";

/** How long a write waits while another process locks the file. */
const LOCK_DEADLINE_MS = 2_000;
/** The pauses between attempts double up to this one. */
const PAUSE_MAX_MS = 25;

/** Makes a write. Rejects with the write's error, or with FileBusyError if the file stays locked. */
export type WhenFree = <T>(write: () => T | Promise<T>) => Promise<T>;

/**
 * Makes writes to a file that other processes lock too. SQLite's own wait would block the event loop, so an attempt at
 * a locked file fails at once (`busy_timeout = 0`), and one of the waiting writes tries again after a pause. After the
 * deadline each write makes one attempt, until one succeeds.
 */
export function lockWait(): WhenFree {
  let lockedSinceMs: number | undefined;
  let pause: Promise<void> | undefined;
  let pauses = 0;

  function refuseHeld(): void {
    if (lockedSinceMs === undefined || performance.now() - lockedSinceMs < LOCK_DEADLINE_MS) return;
    throw new FileBusyError("busy: another process holds the file");
  }

  function noteFree(): void {
    lockedSinceMs = undefined;
    pauses = 0;
  }

  return async (write) => {
    for (;;) {
      if (pause) await pause;
      // Another write has just found the file locked.
      if (pause) {
        refuseHeld();
        continue;
      }
      try {
        const result = await write();
        noteFree();
        return result;
      } catch (error) {
        if (!isBusy(error)) {
          noteFree();
          throw error;
        }
        lockedSinceMs ??= performance.now();
        pause ??= wait(Math.min(2 ** pauses, PAUSE_MAX_MS)).then(() => {
          pause = undefined;
        });
        pauses += 1;
        refuseHeld();
      }
    }
  };
}
