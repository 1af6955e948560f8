import type { Database } from "libsql";
import { createHash, randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { factOf, PAGE_BYTES, SEALS, writeFact } from "./layout";
import { CLOCK_JUMP_MS } from "./store";

/**
 * Detects whether the store's file is the one that the storefront wrote last, or an older copy. A witness, a note in
 * memory that no backup contains and that a reboot empties, records the last epoch and durable change. If it names
 * another epoch or a later change than the file, the file gets a new epoch, and visitors must confirm quotes of the old
 * epoch again.
 */

/** A random value in its own page, and the last durable change before it. */
const sealSchema = z.object({ slot: z.union([z.literal(0), z.literal(1)]), value: z.string(), counter: z.number() });

const witnessSchema = z.object({
  epoch: z.string(),
  /** The number of the last durable change. */
  counter: z.number().int(),
  /** Wall clock minus monotonic clock, which changes when the wall clock jumps. */
  clockOffsetMs: z.number(),
  /** The seal that the last complete checkpoint wrote into the file. */
  sealed: sealSchema.optional(),
  /** The seal that the next checkpoint must write. */
  pending: sealSchema.optional(),
});
type Witness = z.infer<typeof witnessSchema>;
type Seal = z.infer<typeof sealSchema>;

/** Returns milliseconds since this machine booted, the same for all its processes. Tests replace it. */
export const monotonicClock = { nowMs: (): number => Number(process.hrtime.bigint() / 1_000_000n) };

const clockOffsetMs = (): number => Date.now() - monotonicClock.nowMs();

/** This must never change, because every process and version must find the file's witness. */
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
 * @param file the file's real path
 * @param witnessDir a folder in memory, not the folder of the file
 */
export function continuityOf(
  database: Database,
  file: string,
  witnessDir: string,
  onRenewed: (reason: Discontinuity) => void,
) {
  const witnessFile = join(witnessDir, `storefront-${digestOf(file)}`);
  // We never close it: a process that closes any descriptor of the file loses SQLite's locks.
  const opened = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  const seals = SEALS.map((table) => sealTable(database, opened, table));

  const counterOfFile = (): number => Number(factOf(database, "counter") ?? 0);

  function readWitness(): Witness | undefined {
    const parsed = witnessSchema.safeParse(parseJson(readOwnFile(witnessFile)));
    return parsed.success ? parsed.data : undefined;
  }

  function writeWitness(witness: Omit<Witness, "clockOffsetMs">): void {
    replaceFile(witnessFile, JSON.stringify({ ...witness, clockOffsetMs: clockOffsetMs() }));
  }

  function discontinuity(): Discontinuity | undefined {
    const witness = readWitness();
    if (!witness) return "no witness";
    if (witness.epoch !== factOf(database, "epoch") || witness.counter > counterOfFile()) {
      return "older than the witness";
    }
    if (Math.abs(clockOffsetMs() - witness.clockOffsetMs) > CLOCK_JUMP_MS) return "the clock has jumped";
    return witness.sealed && !isInFile(witness.sealed) ? "restored beside a write-ahead log" : undefined;
  }

  function continueUnless(reason: Discontinuity | undefined): string {
    const known = factOf(database, "epoch");
    if (reason === undefined && known !== undefined) return known;
    const epoch = randomUUID();
    const counter = Math.max(counterOfFile(), readWitness()?.counter ?? 0) + 1;
    writeFact(database, "epoch", epoch);
    writeFact(database, "counter", String(counter));
    writeWitness({ epoch, counter });
    onRenewed(reason ?? "no witness");
    return epoch;
  }

  /**
   * A write-ahead log belongs to the file only if nothing else has written to the file since. Over a restored file it
   * would put its last pages, including the counter, on an older ledger. So we look for a seal in the file, not in the
   * log.
   */
  const isInFile = ({ slot, value }: Seal): boolean => seals[slot]?.isInFile(value) ?? false;

  /** Returns true if nothing has changed since the last seal, and no other seal is pending. */
  const isSealed = ({ pending, counter, sealed }: Witness) => !pending && counter === sealed?.counter;

  /** Gives the next checkpoint a seal to write into the file, if anything has changed since the last one. */
  function beginSeal(): Seal | undefined {
    continueUnless(discontinuity());
    const witness = readWitness();
    if (!witness || witness.pending || isSealed(witness)) return witness?.pending;
    const pending: Seal = { slot: witness.sealed?.slot === 0 ? 1 : 0, value: randomUUID(), counter: witness.counter };
    seals[pending.slot]?.write(pending.value);
    writeWitness({ ...witness, pending });
    return pending;
  }

  /**
   * Requires the checkpoint's seal in the file next to the previous one. If the new seal is missing, the file was
   * replaced during the checkpoint after its pages were written; if the previous one is missing, before.
   */
  function endSeal({ value }: Seal): void {
    const witness = readWitness();
    const pending = witness?.pending;
    if (!witness || pending?.value !== value) return;
    const reason = discontinuity() ?? (isInFile(pending) ? undefined : "restored beside a write-ahead log");
    if (reason) continueUnless(reason);
    else writeWitness({ ...witness, sealed: pending, pending: undefined });
  }

  return {
    /**
     * Returns true if the file needs a new epoch, as far as visible outside a transaction. Throws as `confirm` does.
     */
    isBroken: () => discontinuity() !== undefined,
    /**
     * Returns the file's epoch, which is new if needed. Call it in a transaction.
     *
     * @throws Error of the system if the witness cannot be written
     */
    confirm: () => continueUnless(discontinuity()),
    /** Counts a durable change. Must be the last step before COMMIT. Throws as `confirm` does. */
    advance: () => {
      const counter = counterOfFile() + 1;
      writeFact(database, "counter", String(counter));
      writeWitness({ ...readWitness(), epoch: factOf(database, "epoch") ?? "", counter });
    },
    /** Tests that the witness is writable by writing as much as a durable change does. Throws as `confirm` does. */
    probe: () => rmSync(writeHalf(witnessFile, readOwnFile(witnessFile) ?? "")),
    /**
     * Makes a checkpoint and seals the file with it.
     *
     * @param run makes the checkpoint; resolves to false if some of the log is left for the next one
     * @param locked runs something in a transaction
     */
    async checkpoint(run: () => Promise<boolean>, locked: <T>(act: () => T) => Promise<T>): Promise<void> {
      const witness = readWitness();
      const seal = witness && isSealed(witness) ? undefined : await locked(beginSeal);
      if ((await run()) && seal) await locked(() => endSeal(seal));
    },
  };
}

/** Opens a table with one row in one page, its root page, which moves only in a VACUUM. */
function sealTable(database: Database, opened: number, table: string) {
  const root = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").raw();
  const page = Buffer.alloc(PAGE_BYTES);

  /** Reads the page from the file itself, because SQLite would return the page in its log or cache. */
  function readPage(): Buffer {
    const [number] = root.get(table) as [number];
    return page.subarray(0, readSync(opened, page, 0, PAGE_BYTES, (number - 1) * PAGE_BYTES));
  }

  return {
    isInFile: (value: string): boolean => readPage().includes(value),
    write: (value: string): void => void database.prepare(`INSERT OR REPLACE INTO ${table} VALUES (1, ?)`).run(value),
  };
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

/** Reads a file of our own user only, because others may write to /dev/shm too. */
function readOwnFile(file: string): string | undefined {
  let opened: number | undefined;
  try {
    // Without O_NONBLOCK, opening a named pipe would block forever.
    opened = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    return fstatSync(opened).uid === process.getuid?.() ? readFileSync(opened, "utf8") : undefined;
  } catch (error) {
    // If the system refuses to open the file, it is not a witness.
    if (!(error instanceof Error && "syscall" in error)) throw error;
    return undefined;
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

/** Replaces a file atomically, because a process may be killed at any time. Does not follow a link that others made. */
function replaceFile(file: string, text: string): void {
  renameSync(writeHalf(file, text), file);
}

function writeHalf(file: string, text: string): string {
  const half = `${file}.${process.pid}`;
  rmSync(half, { force: true });
  writeFileSync(half, text, { flag: "wx", mode: 0o600 });
  return half;
}
