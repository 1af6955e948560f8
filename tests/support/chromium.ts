import { spawnSync } from "node:child_process";
import { accessSync, constants, statfsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, type LaunchOptions } from "@playwright/test";

/** Chromium's processes share memory in /dev/shm, which may be too small in a container. */
const NEEDED_BYTES = 512 * 1024 ** 2;
const SHARED_ON_DISK = "--disable-dev-shm-usage";

function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync("/dev/shm");
    return bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
}

const isSharedMemoryLarge = hasSharedMemory();

/** Flags that let Chromium run in a container without a display and make no requests of its own. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  ...(isSharedMemoryLarge ? [] : [SHARED_ON_DISK]),
];

/** Debian's name of the package and program of the headless browser. */
export const HEADLESS_SHELL = "chromium-headless-shell";

/** The headless shell renders pages like the whole browser, in two thirds of the time. */
const NAMES = [HEADLESS_SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

function executable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the path of a program in `PATH`, or undefined. */
export function findProgram(name: string): string | undefined {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(executable);
}

/**
 * Finds the Chromium of the journeys: `CHROMIUM_PATH`, the system's, or Playwright's own download. Skips one that does
 * not start (Ubuntu's package is a stub that asks for snap).
 *
 * @returns its path, or undefined if there is none
 */
export function findChromium(): string | undefined {
  const candidates = [process.env.CHROMIUM_PATH, ...NAMES.map(findProgram), chromium.executablePath()];
  return candidates.find(
    (path) =>
      path && executable(path) && spawnSync(path, ["--version"], { timeout: 30_000, stdio: "ignore" }).status === 0,
  );
}

/** Returns Playwright's options to launch that Chromium, without Playwright's own flag against shared memory. */
export function launchOptions(): LaunchOptions {
  const executablePath = findChromium();
  return {
    ...(executablePath && { executablePath }),
    args: CHROMIUM_FLAGS,
    ...(isSharedMemoryLarge && { ignoreDefaultArgs: [SHARED_ON_DISK] }),
  };
}
