import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { concurrencyLimit } from "@storefront/resilience/concurrency-limit";
import { freeBytes, SPARED_BYTES } from "@storefront/resilience/disk-space";
import { sharedWork } from "@storefront/resilience/shared-work";
import type { CacheLimits } from "./options";
import { FILE_MAX_BYTES, fromFile, toFile, VERSION, type Rendition } from "./rendition-file";

const UNFINISHED = ".unfinished-";
const ABANDONED_AFTER_MS = 60 * 60_000;
/** The last use of a file is recorded at most this often. */
const USE_NOTED_MS = 60 * 60_000;
/** Eviction goes down to this share of the limits, so that it does not run after each new file. */
const LEFT_SHARE = 0.9;
/** The folder is read again after this many writes, because other processes write too. */
const SCAN_EVERY_WRITES = 200;
/** The maximum number of bytes that may wait for a slow disk, overhead included. Further renditions are not stored. */
const WAITING_MAX_BYTES = 32 * 1024 * 1024;
const WAITING_ENTRY_BYTES = 4_096;
/** The maximum number of files that are read at a time. Each may have 16 MB. */
export const READS_MAX = 8;

/**
 * Makes the cache of renditions: files, some of them also in memory. It has no index, so processes may share the folder
 * and a start reads nothing. A file's modification time is when its source was last fetched; its access time is when it
 * was last used.
 */
export function diskCache(folder: string, limits: CacheLimits, onWriteError: (error: unknown) => void) {
  const { maxBytes, maxFiles, memoryBytes } = limits;
  const memory = new LRUCache<string, { rendition: Rendition; notedAtMs: number }>({
    maxSize: memoryBytes,
    maxEntrySize: Math.ceil(memoryBytes / 8),
    sizeCalculation: ({ rendition }) => rendition.bytes.length + 500,
  });
  let usage: { bytes: number; files: number; writes: number } | undefined;
  let writing: Promise<void> = Promise.resolve();
  let waitingBytes = 0;
  /** Large files are not stored in memory, so concurrent requests share one read. */
  const reading = new Map<string, Promise<Rendition | undefined>>();
  const reads = concurrencyLimit({ concurrent: READS_MAX, perName: READS_MAX, waiting: Infinity });
  const fileOf = (key: string) => join(folder, nameOf(key));

  async function readFromDisk(key: string): Promise<Rendition | undefined> {
    const path = fileOf(key);
    try {
      const stats = await stat(path);
      // We open only files that we wrote: reading a pipe would never end.
      const isOurs = stats.isFile() && stats.size <= FILE_MAX_BYTES;
      const rendition = isOurs ? fromFile(await readFile(path), stats.mtimeMs) : undefined;
      if (rendition) memory.set(key, { rendition, notedAtMs: stats.atimeMs });
      else await rm(path, { force: true });
      return rendition;
    } catch (error) {
      // In most cases the file does not exist, or another process has just evicted it.
      if (!(error instanceof Error && "code" in error)) throw error;
      return undefined;
    }
  }

  async function noteUse(key: string, rendition: Rendition): Promise<void> {
    const entry = memory.get(key);
    const nowMs = Date.now();
    if (entry && nowMs - entry.notedAtMs < USE_NOTED_MS) return;
    if (entry) entry.notedAtMs = nowMs;
    await setTimes(key, rendition);
  }

  /** Marks a file as used now, unless it was evicted. */
  async function setTimes(key: string, { validatedAtMs }: Rendition): Promise<void> {
    await utimes(fileOf(key), Date.now() / 1000, validatedAtMs / 1000).catch(() => undefined);
  }

  /** Evicts the least recently used files until both limits are met, and unfinished files of killed processes. */
  async function evict(): Promise<void> {
    const nowMs = Date.now();
    const files: { path: string; bytes: number; usedAtMs: number }[] = [];
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const stats = await stat(path).catch(() => undefined);
      if (!stats?.isFile()) continue;
      if (!name.startsWith(UNFINISHED)) files.push({ path, bytes: stats.size, usedAtMs: stats.atimeMs });
      else if (stats.mtimeMs < nowMs - ABANDONED_AFTER_MS) await rm(path, { force: true });
    }
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    let count = files.length;
    if (bytes > maxBytes || count > maxFiles) {
      for (const file of files.sort((one, other) => one.usedAtMs - other.usedAtMs)) {
        if (bytes <= maxBytes * LEFT_SHARE && count <= maxFiles * LEFT_SHARE) break;
        await rm(file.path, { force: true });
        bytes -= file.bytes;
        count -= 1;
      }
    }
    usage = { bytes, files: count, writes: 0 };
  }

  async function writeToDisk(key: string, rendition: Rendition): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await freeBytes(folder)) < SPARED_BYTES) return;
    const unfinished = join(folder, `${UNFINISHED}${randomUUID()}`);
    const file = toFile(rendition);
    try {
      await writeFile(unfinished, file, { mode: 0o600 });
      await rename(unfinished, fileOf(key));
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    // The times are set last: another process would take a file with an old modification time for an abandoned one.
    await setTimes(key, rendition);
    if (usage) {
      usage.bytes += file.length;
      usage.files += 1;
      usage.writes += 1;
    }
    if (usage && usage.bytes <= maxBytes && usage.files <= maxFiles && usage.writes < SCAN_EVERY_WRITES) return;
    await evict();
  }

  return {
    async read(key: string): Promise<Rendition | undefined> {
      const rendition =
        memory.get(key)?.rendition ?? (await sharedWork(reading, key, () => reads.run("", () => readFromDisk(key))));
      if (rendition) await noteUse(key, rendition);
      return rendition;
    },
    /** Stores a rendition, on disk in the background; only in memory if the disk is too slow or not writable. */
    write(key: string, rendition: Rendition): void {
      memory.set(key, { rendition, notedAtMs: Date.now() });
      const bytes = rendition.bytes.length + WAITING_ENTRY_BYTES;
      if (waitingBytes + bytes > WAITING_MAX_BYTES) return;
      waitingBytes += bytes;
      writing = writing
        .then(() => writeToDisk(key, rendition))
        .catch(onWriteError)
        .finally(() => (waitingBytes -= bytes));
    },
    written: () => writing,
  };
}

const nameOf = (key: string) => createHash("sha256").update(`${VERSION} ${key}`).digest("hex").slice(0, 40);
