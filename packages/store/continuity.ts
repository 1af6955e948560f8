import type { Database } from "libsql";
import { createHash, randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { factOf, FileBusyError, writeFact } from "./layout";
import { CLOCK_JUMP_MS } from "./store";

/**
 * Detects whether the store's file is the one that the storefront wrote last, or an older copy. A witness outside of
 * the file, in memory that no backup contains and that a reboot empties, records the last epoch and durable change.
 * Unless it names the file's epoch and no later change, the file gets a new epoch, and quotes of the old one have to be
 * confirmed again (decision 0050).
 */

const witnessSchema = z.object({
  epoch: z.string(),
  /** The number of the last durable change. */
  counter: z.number().int(),
  /** Wall clock minus monotonic clock: it changes when the wall clock jumps. */
  clockOffsetMs: z.number(),
});
type Witness = z.infer<typeof witnessSchema>;

/** How long a change waits until a checkpoint of another process is recorded: each makes one every second. */
const NOTE_DEADLINE_MS = 3_000;

/** Milliseconds since the boot of this machine, for all of its processes. Tests replace it. */
export const monotonicClock = { nowMs: (): number => Number(process.hrtime.bigint() / 1_000_000n) };

const clockOffsetMs = (): number => Date.now() - monotonicClock.nowMs();

/** Must never change: every process and version has to find the file's witness. */
const digestOf = (file: string): string => createHash("sha256").update(`store:${file}`).digest("base64url");

export type Discontinuity =
  | "no witness"
  | "older than the witness"
  | "the clock has jumped"
  | "restored beside a write-ahead log";

export type Continuity = ReturnType<typeof continuityOf>;

/**
 * Watches the continuity of a store's file.
 *
 * @param file its real path
 * @param witnessDir a folder in memory, outside of the folder of the file
 */
export function continuityOf(
  database: Database,
  file: string,
  witnessDir: string,
  onRenewed: (reason: Discontinuity) => void,
) {
  const witnessFile = join(witnessDir, `storefront-${digestOf(file)}`);
  /** When our last checkpoint changed the file; empty while one runs. */
  const stampFile = `${witnessFile}.stamp`;
  /** When an unrecorded write to the file counts as foreign; undefined without one. */
  let noteByMs: number | undefined;

  const counterOfFile = (): number => Number(factOf(database, "counter") ?? 0);

  function readWitness(): Witness | undefined {
    const parsed = witnessSchema.safeParse(parseJson(readOwnFile(witnessFile)));
    return parsed.success ? parsed.data : undefined;
  }

  function writeCounter(epoch: string, counter: number): void {
    writeFact(database, "counter", String(counter));
    const witness: Witness = { epoch, counter, clockOffsetMs: clockOffsetMs() };
    replaceFile(witnessFile, JSON.stringify(witness));
  }

  function discontinuity(): Discontinuity | undefined {
    const witness = readWitness();
    if (!witness) return "no witness";
    if (witness.epoch !== factOf(database, "epoch") || witness.counter > counterOfFile()) {
      return "older than the witness";
    }
    if (Math.abs(clockOffsetMs() - witness.clockOffsetMs) > CLOCK_JUMP_MS) return "the clock has jumped";
    return isOverwritten() ? "restored beside a write-ahead log" : undefined;
  }

  function continueUnless(reason: Discontinuity | undefined): string {
    const known = factOf(database, "epoch");
    if (reason === undefined && known !== undefined) return known;
    const epoch = randomUUID();
    writeFact(database, "epoch", epoch);
    writeCounter(epoch, Math.max(counterOfFile(), readWitness()?.counter ?? 0) + 1);
    replaceFile(stampFile, stampOf(file));
    onRenewed(reason ?? "no witness");
    return epoch;
  }

  /**
   * A write-ahead log belongs to the file only if nothing else has written to the file since. Over a restored file it
   * would put its last pages, the counter among them, on an older ledger.
   */
  function hasForeignLog(stamp: string | undefined): boolean {
    const hasLog = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
    return hasLog && stamp !== "" && stamp !== stampOf(file);
  }

  /** True if the log is foreign. Throws FileBusyError while a checkpoint may still be recorded. */
  function isOverwritten(): boolean {
    const stamp = readOwnFile(stampFile);
    if (!hasForeignLog(stamp)) {
      noteByMs = undefined;
      return false;
    }
    noteByMs ??= monotonicClock.nowMs() + NOTE_DEADLINE_MS;
    const mayBeNoted = stamp !== undefined && monotonicClock.nowMs() < noteByMs;
    if (mayBeNoted) throw new FileBusyError("a checkpoint is not noted yet");
    return true;
  }

  return {
    /** True if the file needs a new epoch, as far as can be seen outside a transaction. Throws as `confirm` does. */
    isBroken: () => discontinuity() !== undefined,
    /**
     * The file's epoch; a new one if needed. In a transaction.
     *
     * @throws FileBusyError, for a few seconds at most, while a write to the file is not recorded: a checkpoint of
     *   another process, or a restore; Error of the system when the witness cannot be written
     */
    confirm: () => continueUnless(discontinuity()),
    /** Counts a durable change, as the last step before COMMIT. Throws as `confirm` does. */
    advance: () => writeCounter(factOf(database, "epoch") ?? "", counterOfFile() + 1),
    /** Writes as much beside the witness as a durable change does. Throws as `confirm` does. */
    probe: () => rmSync(writeHalf(witnessFile, readOwnFile(witnessFile) ?? "")),
    /**
     * Records a checkpoint, the only write to the file itself; not while another write is not recorded.
     *
     * @param run makes it; false when another process does, which records its own
     */
    async checkpoint(run: () => Promise<boolean>): Promise<void> {
      if (hasForeignLog(readOwnFile(stampFile))) return;
      replaceFile(stampFile, "");
      if (await run()) replaceFile(stampFile, stampOf(file));
    },
  };
}

const stampOf = (file: string): string => String(statSync(file, { bigint: true }).ctimeNs);

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

/** Reads a file of this user, because others may write to /dev/shm too. */
function readOwnFile(file: string): string | undefined {
  let opened: number | undefined;
  try {
    // Without O_NONBLOCK, opening a named pipe would block forever.
    opened = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    return fstatSync(opened).uid === process.getuid?.() ? readFileSync(opened, "utf8") : undefined;
  } catch (error) {
    // If the system refuses, it is not a witness.
    if (!(error instanceof Error && "syscall" in error)) throw error;
    return undefined;
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

/** Atomic, because a process may be killed at any time. Follows no link that another user may have put there. */
function replaceFile(file: string, text: string): void {
  renameSync(writeHalf(file, text), file);
}

function writeHalf(file: string, text: string): string {
  const half = `${file}.${process.pid}`;
  rmSync(half, { force: true });
  writeFileSync(half, text, { flag: "wx", mode: 0o600 });
  return half;
}
