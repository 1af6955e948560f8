import { rmSync } from "node:fs";
import { join } from "node:path";
import { env } from "~server/env";
import { closeStore } from "~server/store/store";

/** Closes the store and throws its file away, as a machine does that lost its disk. The next use begins an empty one. */
export async function loseStore(): Promise<void> {
  await closeStore();
  for (const suffix of ["", "-wal", "-shm"]) rmSync(join(env().DATA_DIR, `storefront.db${suffix}`), { force: true });
}
