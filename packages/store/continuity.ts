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
 * Detects whether the store's file is the one that the storefront wrote last, or an older copy of it. A witness outside
 * of the file, in memory that no backup contains and that a reboot empties, records which epoch and which durable
 * change came last. The file continues with its epoch only if the witness names this epoch and no later change;
 * otherwise it gets a new epoch, and quotes of the old one have to be confirmed again (decision 0050).
 */

const witnessSchema = z.object({
  epoch: z.string(),
  /** The number of the last durable change. */
  counter: z.number().int(),
  /** Wall clock minus monotonic clock, in milliseconds: another one after the wall clock has jumped. */
  clockOffsetMs: z.number(),
});
type Witness = z.infer<typeof witnessSchema>;

/** How long a change waits for a checkpoint of another process to be noted: each makes one every second. */
const NOTE_DEADLINE_MS = 3_000;

/** Milliseconds since the boot of this machine, the same for all of its processes. Tests replace it. */
export const monotonicClock = { nowMs: (): number => Number(process.hrtime.bigint() / 1_000_000n) };

const clockOffsetMs = (): number => Date.now() - monotonicClock.nowMs();

/** The name of a file's witness must never change: each of its processes has to find it, also a newer version's. */
const digestOf = (file: string): string => createHash("sha256").update(`store:${file}`).digest("base64url");

/** Why a file cannot go on with its epoch. */
export type Discontinuity =
  | "no witness"
  | "older than the witness"
  | "the clock has jumped"
  | "restored beside a write-ahead log";

export interface Continuity {
  /**
   * Whether the file can go on with its epoch, as far as can be seen outside of a transaction. Throws FileBusyError as
   * `confirm` does.
   */
  isBroken(): boolean;
  /**
   * The epoch that the file goes on with; a new one, written to file and witness, if need be. In a transaction.
   *
   * @throws FileBusyError for a few seconds at most, while a write to the file is not noted: either another process has
   *   just made a checkpoint, or the file was restored; Error of the system when the witness cannot be written
   */
  confirm(): string;
  /** Counts a durable change: in its transaction, as the last thing before COMMIT. Throws as `confirm` does. */
  advance(): void;
  /** Writes as much beside the witness as a durable change does. Throws as `confirm` does when that is not possible. */
  probe(): void;
  /**
   * Notes a checkpoint, the only thing that writes to the file itself; there is none while another write to it is not
   * noted. Throws as `confirm` does when the witness cannot be written.
   *
   * @param run makes it; false when another process was at it, which will note its own
   */
  checkpoint(run: () => Promise<boolean>): Promise<void>;
}

/**
 * Watches the continuity of one store's file.
 *
 * @param database a connection to it
 * @param file its real path
 * @param witnessDir a folder in memory, outside of the folder of the file
 * @param onRenewed called with the reason for a new epoch
 */
export function continuityOf(
  database: Database,
  file: string,
  witnessDir: string,
  onRenewed: (reason: Discontinuity) => void,
): Continuity {
  const witnessFile = join(witnessDir, `storefront-${digestOf(file)}`);
  /** When the file was last changed by a checkpoint of ours; empty while one runs. */
  const stampFile = `${witnessFile}.stamp`;
  /** When a write to the file that is not noted is taken for a foreign one; undefined while all are noted. */
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
    // The build before counts no changes. It compares this with the file's inode, and begins an epoch of its own.
    writeFact(database, "inode", "see the witness");
    writeCounter(epoch, Math.max(counterOfFile(), readWitness()?.counter ?? 0) + 1);
    replaceFile(stampFile, stampOf(file));
    onRenewed(reason ?? "no witness");
    return epoch;
  }

  /**
   * A write-ahead log, of a process that runs or was killed, belongs to the file only if nothing else has written to
   * the file since. Over a file that was restored it puts its last pages, the counter among them, on an older ledger.
   */
  function hasForeignLog(stamp: string | undefined): boolean {
    const hasLog = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
    return hasLog && stamp !== "" && stamp !== stampOf(file);
  }

  /** Whether the log is a foreign one. Throws FileBusyError while a checkpoint may still be noted. */
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
    isBroken: () => discontinuity() !== undefined,
    confirm: () => continueUnless(discontinuity()),
    advance: () => writeCounter(factOf(database, "epoch") ?? "", counterOfFile() + 1),
    probe: () => rmSync(writeHalf(witnessFile, readOwnFile(witnessFile) ?? "")),
    async checkpoint(run) {
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

/** The text of a file that this user has written: others may write to /dev/shm too. */
function readOwnFile(file: string): string | undefined {
  let opened: number | undefined;
  try {
    // Without O_NONBLOCK a named pipe in its place would wait for ever.
    opened = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    return fstatSync(opened).uid === process.getuid?.() ? readFileSync(opened, "utf8") : undefined;
  } catch (error) {
    // Whatever the system refuses: it is no witness then.
    if (!(error instanceof Error && "syscall" in error)) throw error;
    return undefined;
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

/** Whole or not at all: a process may be killed at any time. Follows no link that another user may have put there. */
function replaceFile(file: string, text: string): void {
  renameSync(writeHalf(file, text), file);
}

/** Writes the text beside the file; returns where. */
function writeHalf(file: string, text: string): string {
  const half = `${file}.${process.pid}`;
  rmSync(half, { force: true });
  writeFileSync(half, text, { flag: "wx", mode: 0o600 });
  return half;
}
