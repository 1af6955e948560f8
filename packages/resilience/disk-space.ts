import { statfs } from "node:fs/promises";

/** Optional files leave this much of a disk free for purchases, several times what those need. */
export const SPARED_BYTES = 256 * 1024 * 1024;

/** Returns the free space of a folder's disk in bytes. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
