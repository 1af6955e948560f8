import { createCipheriv, createDecipheriv, randomBytes, randomUUID, type Cipher } from "node:crypto";
import { open, stat, statfs, unlink, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ByteCollector } from "@storefront/resilience/byte-collector";
import { SPARED_BYTES } from "@storefront/resilience/disk-space";
import { env } from "~server/env";

/** Larger files go into an encrypted temporary file. */
export const UPLOAD_IN_MEMORY_BYTES = 64 * 1024;
const UPLOADS_SPOOLED_MAX_BYTES = 1024 * 1024 * 1024;

/** The temporary files have used up their space, or the disk is full. */
export class TooBusy extends Error {
  override name = "TooBusy";
}

export type Spooled = ReturnType<typeof spool>;

/** The key exists only in memory: once the process ends, nobody can read the files. */
const KEY = randomBytes(32);
const ALGORITHM = "aes-256-ctr";
const PIECE_BYTES = 256 * 1024;

let spooledBytes = 0;

export function bytesSpooled(): number {
  return spooledBytes;
}

/** Starts to store a file; `mostBytes` limits all temporary files together. */
export function spool(mostBytes = UPLOADS_SPOOLED_MAX_BYTES) {
  let inMemory = new ByteCollector();
  let file: { handle: FileHandle; cipher: Cipher; iv: Buffer } | undefined;
  let bytes = 0;
  let counted = 0;

  async function write(chunk: Buffer): Promise<void> {
    counted += chunk.length;
    spooledBytes += chunk.length;
    if (spooledBytes > mostBytes) throw new TooBusy();
    try {
      if (await isDiskOfTheStoreLow()) throw new TooBusy();
      file ??= await openFile();
      await file.handle.appendFile(file.cipher.update(chunk));
    } catch (error) {
      // The disk is full, or too many files are open. The system's message may name folders of this machine.
      if (error instanceof Error && "syscall" in error) throw new TooBusy();
      throw error;
    }
  }

  return {
    /** Adds bytes; must not be called concurrently. @throws TooBusy, PiecesTooSmall */
    async append(chunk: Buffer): Promise<void> {
      bytes += chunk.length;
      if (!file && bytes <= UPLOAD_IN_MEMORY_BYTES) {
        inMemory.append(chunk);
        return;
      }
      const before = inMemory.length > 0 ? Buffer.concat([inMemory.bytes(), chunk]) : chunk;
      inMemory = new ByteCollector();
      await write(before);
    },
    /** Returns the file; may be called repeatedly until `drop`. */
    read: async (): Promise<Buffer> => {
      const from = file;
      if (!from) return Buffer.from(inMemory.bytes());
      // Decrypts in pieces, because memory for a second copy of a large photo would be freed late.
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      const decipher = createDecipheriv(ALGORITHM, KEY, from.iv);
      const content = Buffer.allocUnsafeSlow(bytes);
      for (let at = 0; at < bytes;) {
        const { bytesRead } = await from.handle.read(piece, 0, PIECE_BYTES, at);
        if (bytesRead === 0) throw new Error("A temporary file ends too early.");
        decipher.update(piece.subarray(0, bytesRead)).copy(content, at);
        at += bytesRead;
      }
      return content;
    },
    async drop(): Promise<void> {
      inMemory = new ByteCollector();
      spooledBytes -= counted;
      counted = 0;
      const closing = file;
      file = undefined;
      await closing?.handle.close();
    },
  };
}

/** Strangers' photos must not stop purchases, which need space on the store's disk. */
async function isDiskOfTheStoreLow(): Promise<boolean> {
  const [own, ofStore] = await Promise.all([diskOf(tmpdir()), diskOf(env().DATA_DIR).catch(() => undefined)]);
  // On one disk, a container's folders and volumes differ in device number, and folders with a quota in size.
  return (own.dev === ofStore?.dev || own.bytes === ofStore?.bytes) && own.freeBytes < SPARED_BYTES;
}

async function diskOf(folder: string) {
  const [{ dev }, { blocks, bavail, bsize }] = await Promise.all([stat(folder), statfs(folder)]);
  return { dev, bytes: blocks * bsize, freeBytes: bavail * bsize };
}

/** Opens a file without a name, so that the system deletes it however this process ends. */
async function openFile() {
  const path = join(tmpdir(), `storefront-upload-${randomUUID()}`);
  const handle = await open(path, "wx+", 0o600);
  try {
    await unlink(path);
  } catch (error) {
    await handle.close();
    throw error;
  }
  const iv = randomBytes(16);
  return { handle, iv, cipher: createCipheriv(ALGORITHM, KEY, iv) };
}
