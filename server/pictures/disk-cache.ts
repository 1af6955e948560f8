import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { fromFile, toFile, VERSION, type Made } from "./kept-file";

/**
 * The cache of pictures: files, and those in use in memory. The folder is the truth, so that several processes may
 * share it and nothing has to be read at a start: a file's time of change says when its source was looked at, its time
 * of access when it was last used. It gets its name when it is complete.
 */
export interface PictureCache {
  read: (key: string) => Promise<Made | undefined>;
  /** Keeps a picture, and writes it behind whoever waits for it. A disk that cannot be written costs only that. */
  write: (key: string, made: Made) => void;
  /** Settles when everything is written. */
  written: () => Promise<void>;
}

export interface CacheLimits {
  maxBytes: number;
  maxFiles: number;
  memoryBytes: number;
}

const UNFINISHED = ".unfinished-";
const ABANDONED_AFTER_MS = 60 * 60_000;
/** How exactly the last use of a file is known; a picture in memory is used without its file. */
const USE_NOTED_MS = 60 * 60_000;
/** After clearing up, this much is left: so it is not needed after each file. */
const LEFT = 0.9;
/** Files of other processes are only seen by looking. */
const LOOK_EVERY_WRITES = 200;

/**
 * @param folder where the files are; made when it is needed
 * @param onTrouble told of a disk that cannot be written
 */
export function pictureCache(folder: string, limits: CacheLimits, onTrouble: (error: unknown) => void): PictureCache {
  const { maxBytes, maxFiles, memoryBytes } = limits;
  const inUse = new LRUCache<string, { made: Made; notedAtMs: number }>({
    maxSize: memoryBytes,
    maxEntrySize: Math.ceil(memoryBytes / 8),
    sizeCalculation: ({ made }) => made.bytes.length + 500,
  });
  /** Unknown until the folder was looked through. */
  let known: { bytes: number; files: number; writes: number } | undefined;
  let writing: Promise<void> = Promise.resolve();
  const fileOf = (key: string) => join(folder, nameOf(key));

  async function readFromDisk(key: string): Promise<Made | undefined> {
    const path = fileOf(key);
    try {
      const [file, { mtimeMs, atimeMs }] = await Promise.all([readFile(path), stat(path)]);
      const made = fromFile(file, mtimeMs);
      if (!made) {
        await rm(path, { force: true });
        return undefined;
      }
      inUse.set(key, { made, notedAtMs: atimeMs });
      return made;
    } catch {
      // It was never there, or another process has just cleared it away.
      return undefined;
    }
  }

  async function noteUse(key: string, made: Made): Promise<void> {
    const entry = inUse.get(key);
    const nowMs = Date.now();
    if (entry && nowMs - entry.notedAtMs < USE_NOTED_MS) return;
    if (entry) entry.notedAtMs = nowMs;
    await setTimes(key, made);
  }

  /** Says of a file that it is used now, and when its source was looked at; it may have been cleared away. */
  async function setTimes(key: string, { madeAtMs }: Made): Promise<void> {
    await utimes(fileOf(key), Date.now() / 1000, madeAtMs / 1000).catch(() => undefined);
  }

  /** Removes what was used longest ago until both bounds hold, and what a killed process has left unfinished. */
  async function clearUp(): Promise<void> {
    const nowMs = Date.now();
    const files: { path: string; bytes: number; usedAtMs: number }[] = [];
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const facts = await stat(path).catch(() => undefined);
      if (!facts?.isFile()) continue;
      if (!name.startsWith(UNFINISHED)) files.push({ path, bytes: facts.size, usedAtMs: facts.atimeMs });
      else if (facts.mtimeMs < nowMs - ABANDONED_AFTER_MS) await rm(path, { force: true });
    }
    let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    let count = files.length;
    if (bytes > maxBytes || count > maxFiles) {
      for (const file of files.sort((one, other) => one.usedAtMs - other.usedAtMs)) {
        if (bytes <= maxBytes * LEFT && count <= maxFiles * LEFT) break;
        await rm(file.path, { force: true });
        bytes -= file.bytes;
        count -= 1;
      }
    }
    known = { bytes, files: count, writes: 0 };
  }

  async function writeToDisk(key: string, made: Made): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const unfinished = join(folder, `${UNFINISHED}${randomUUID()}`);
    const file = toFile(made);
    try {
      await writeFile(unfinished, file, { mode: 0o600 });
      await rename(unfinished, fileOf(key));
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    // Not before: by an old time another process would take the file for one that was left unfinished.
    await setTimes(key, made);
    if (known) {
      known.bytes += file.length;
      known.files += 1;
      known.writes += 1;
    }
    if (known && known.bytes <= maxBytes && known.files <= maxFiles && known.writes < LOOK_EVERY_WRITES) return;
    await clearUp();
  }

  return {
    async read(key) {
      const made = inUse.get(key)?.made ?? (await readFromDisk(key));
      if (made) await noteUse(key, made);
      return made;
    },
    write(key, made) {
      inUse.set(key, { made, notedAtMs: Date.now() });
      writing = writing.then(() => writeToDisk(key, made)).catch(onTrouble);
    },
    written: () => writing,
  };
}

const nameOf = (key: string) => createHash("sha256").update(`${VERSION} ${key}`).digest("hex").slice(0, 40);
