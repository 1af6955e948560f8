import { existsSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import { LONG_WAIT } from "@storefront/test-support/endless-wait";
import { env } from "~server/env";
import { closeStore, openedLimits, sharedRedis, store } from "~server/store/shared";
import { setEnv } from "./environment";

const storeFile = () => join(env().DATA_DIR, "storefront.db");

/** Closes the store and deletes its file, as if the disk were lost. The next use starts an empty store. */
export async function loseStore(): Promise<void> {
  await closeStore();
  for (const suffix of ["", "-wal", "-shm"]) rmSync(storeFile() + suffix, { force: true });
}

/** Empties the store after a test, which is quicker than a new file for each test. */
export async function emptyStore(): Promise<void> {
  const { fileLimits } = openedLimits();
  if (!fileLimits || !existsSync(storeFile())) return loseStore();
  const [main] = fileLimits.prepare("PRAGMA database_list").all() as { file: string }[];
  if (main?.file !== realpathSync(storeFile())) return loseStore();
  const clear = () => {
    for (const table of ["entries", "limits"]) fileLimits.prepare(`DELETE FROM ${table}`).run();
  };
  await fileLimits.transaction(clear)();
}

/** Makes every call of the store fail until the test ends, as if Redis were lost. */
export function breakStore(): void {
  const calls = ["get", "getAll", "set", "add", "delete", "commit", "epoch"] as const;
  for (const call of calls) vi.spyOn(store(), call).mockRejectedValue(new Error("lost"));
}

/** Uses an empty store in the file, or the store in a Redis after it has connected or refused. */
export async function useStoreIn(redisUrl: string | undefined): Promise<void> {
  await loseStore();
  setEnv({ REDIS_URL: redisUrl });
  const redis = redisUrl === undefined ? null : sharedRedis();
  if (redis) await vi.waitUntil(() => ["ready", "reconnecting"].includes(redis.status), LONG_WAIT);
}
