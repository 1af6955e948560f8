import { rmSync } from "node:fs";
import { join } from "node:path";
import { env } from "~server/env";
import { forgetLimits } from "~server/store/limits";
import { closeStore } from "~server/store/shared";
import { setEnv } from "./environment";

/** Closes the store and throws its file away, as a machine does that lost its disk. The next use begins an empty one. */
export async function loseStore(): Promise<void> {
  await closeStore();
  for (const suffix of ["", "-wal", "-shm"]) rmSync(join(env().DATA_DIR, `storefront.db${suffix}`), { force: true });
}

/** Goes on with an empty store in the file, or with the store that is in a Redis. */
export async function useStoreIn(redisUrl: string | undefined): Promise<void> {
  await loseStore();
  forgetLimits();
  setEnv({ REDIS_URL: redisUrl });
}
