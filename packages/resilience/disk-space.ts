import { statfs } from "node:fs/promises";

/** Optional files leave this much of a disk for purchases, several times what they need. */
export const SPARED_BYTES = 256 * 1024 * 1024;

/** The free space of a folder's disk. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
