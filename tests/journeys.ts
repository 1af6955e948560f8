import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { SERVER_BUILD } from "./support/built";
import { bin, ROOT } from "./support/steps";

/**
 * `npm run test:e2e -- [words of a file's name] [-g "words of a title"]`: runs some journeys. It builds first if a
 * source is newer than the build.
 */

const SOURCES = [
  "app",
  "server",
  "packages",
  "tooling",
  "public",
  "vite.config.ts",
  "remix.config.js",
  "package-lock.json",
];

/** Returns the time, in milliseconds, at which a file or the newest file of a folder was last changed. */
function changedMs(path: string): number {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => changedMs(join(path, name))));
}

function run(program: string, ...args: string[]): void {
  const { status } = spawnSync(bin(program), args, { cwd: ROOT, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

const newestMs = Math.max(...SOURCES.map((name) => changedMs(join(ROOT, name))));
if (!existsSync(SERVER_BUILD) || statSync(SERVER_BUILD).mtimeMs < newestMs) run("remix", "vite:build");
run("playwright", "test", "--config=tests/playwright.config.ts", ...process.argv.slice(2));
