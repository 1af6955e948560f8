import { rmSync } from "node:fs";
import { setTimeout as setTimeoutOfNode } from "node:timers";
import { afterAll, afterEach, beforeEach, vi } from "vitest";
import { closeStore } from "~server/store/shared";
import { beginAnew, saveEnvironment, resetEnvironment, undoEnvironment } from "./environment";
import { catalogueEnd, readsEnd } from "./reads-end";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { emptyStore } from "./store";

/**
 * Runs before each test file. Files share a process and its modules (vitest.config.ts), so this file restores
 * everything that a test can change outside its own: clocks, spies, globals, the environment, and the state of the
 * server's modules.
 */

// React chooses its build when it is first loaded. The storefront's own is a third faster.
process.env.NODE_ENV = "production";
await Promise.all([import("react/jsx-runtime"), import("react-dom/server")]);

const dataDir = freshFolder("storefront-store");
const witnessDir = freshFolder("storefront-witness");

/**
 * The environment of a unit test, set before the module under test reads it. No upstream listens on port 9 (discard); a
 * test that needs one calls `useUpstream` or `usePeer`.
 */
resetEnvironment({
  NODE_ENV: "test",
  PUBLIC_ORIGIN: "http://127.0.0.1:3000",
  UPSTREAM_URL: "http://127.0.0.1:9",
  SESSION_SECRET: "a-secret-for-tests-of-at-least-32-characters",
  LOG_LEVEL: "silent",
  DATA_DIR: dataDir,
  WITNESS_DIR: witnessDir,
});

beforeEach(saveEnvironment);

/** Background reads whose retries would reach the upstream of the next file. */
const leftBehind: Promise<void>[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  leftBehind.push(readsEnd(), catalogueEnd());
  undoEnvironment();
  await emptyStore();
  beginAnew();
  // A spy on a fake timer would restore the fake one and leave later files without a timer.
  if (globalThis.setTimeout !== setTimeoutOfNode) throw new Error("This test leaves a setTimeout that never fires.");
});

afterAll(async () => {
  await Promise.all(leftBehind);
  await closeStore();
  for (const folder of [dataDir, witnessDir]) rmSync(folder, { recursive: true, force: true });
});
