import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FONTS } from "./fonts";
import { findChromium, findProgram, HEADLESS_SHELL } from "./chromium";

const INSTALL_DEADLINE_MS = 10 * 60_000;

function run(command: string, args: string[]): boolean {
  console.log(`$ ${command} ${args.join(" ")}`);
  const { status } = spawnSync(command, args, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    timeout: INSTALL_DEADLINE_MS,
  });
  return status === 0;
}

let listsAreFresh = false;

/** Installs Debian packages, as root or through sudo without a password. Returns false if that is impossible. */
function aptInstall(...packages: string[]): boolean {
  if (!findProgram("apt-get")) return false;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && !findProgram("sudo")) return false;
  const apt = (...args: string[]) => {
    const words = ["apt-get", "-o", "DPkg::Lock::Timeout=120", "-q", "-y", ...args];
    return isRoot
      ? run(words[0] ?? "", words.slice(1))
      : run("sudo", ["-n", "DEBIAN_FRONTEND=noninteractive", ...words]);
  };
  // A failed update is ignored, because the lists may exist already.
  if (!listsAreFresh) listsAreFresh = apt("update");
  return apt("install", "--no-install-recommends", ...packages);
}

/**
 * Finds or installs a Chromium: Debian's headless shell, else the system's browser, else Playwright's download.
 *
 * @returns its path, or undefined if there is none
 */
export function provideChromium(): string | undefined {
  if (process.env.CHROMIUM_PATH) return findChromium();
  if (!findProgram(HEADLESS_SHELL)) {
    console.log("Headless Chromium is missing: installing it.");
    const isNew = !findChromium();
    // Older distributions have only the whole browser.
    const installed = aptInstall(HEADLESS_SHELL) || (isNew && aptInstall("chromium"));
    // Journeys pass without Chinese glyphs, but pictures need them.
    if (installed && isNew) aptInstall("fonts-noto-cjk");
  }
  const found = findChromium();
  if (found) return found;
  run(process.execPath, ["node_modules/playwright/cli.js", "install", "--with-deps", "chromium"]);
  return findChromium();
}

/** Returns true if the wide and the narrow font are installed. */
function hasFonts(): boolean {
  if (!findProgram("fc-list")) return false;
  const families = spawnSync("fc-list", [":", "family"], { encoding: "utf8" }).stdout;
  return FONTS.every((font) => families.includes(font));
}

/**
 * Finds programs, or installs their packages.
 *
 * @returns true if all are here; tests that need a missing one are skipped
 */
function provide(packages: Readonly<Record<string, string>>): boolean {
  const missing = () => Object.entries(packages).filter(([program]) => !findProgram(program));
  const before = missing();
  if (before.length === 0) return true;
  console.log(`Missing, installing: ${before.map(([program]) => program).join(", ")}`);
  return aptInstall(...before.map(([, name]) => name)) && missing().length === 0;
}

/** Provides Redis for the tests of the shared store, which run on the file and on Redis. */
export const provideRedis = () => provide({ "redis-server": "redis-server" });
/** Provides SQLite for the runbook's backup of the store's file. */
export const provideSqlite = () => provide({ sqlite3: "sqlite3" });
/** Provides a balancer for tests with two instances behind it. */
export const provideBalancer = () => provide({ haproxy: "haproxy" });
/** Provides the programs that `tests/checkers` runs besides its packages. */
export const provideCheckers = () =>
  provide({ "firefox-esr": "firefox-esr", nginx: "nginx", java: "default-jre-headless" });

/**
 * Finds or installs a wide and a narrow font, with which journeys measure the space between texts.
 *
 * @returns true if both are here; otherwise the journeys fail and name the missing one
 */
export function provideFonts(): boolean {
  if (hasFonts()) return true;
  console.log("The wide and narrow fonts are missing: installing them.");
  return aptInstall("fontconfig", "fonts-dejavu-core", "fonts-liberation") && hasFonts();
}

/** The folder for Node versions that tests install. It is below `node_modules`, which git ignores. */
const NODES = fileURLToPath(new URL("../../node_modules/.cache/storefront-node", import.meta.url));

/** The major version of Node in the container and in `.nvmrc`. */
export const RUNTIME_NODE = readFileSync(fileURLToPath(new URL("../../.nvmrc", import.meta.url)), "utf8").trim();

/** Returns the path of a Node that `provideNode` installed, or of this one if it has that major version. */
export function findNode(major: string): string | undefined {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const program = join(NODES, major, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  return existsSync(program) ? program : undefined;
}

/**
 * Finds or installs the newest Node of a major version, from the npm package that `node` installs for this machine.
 *
 * @returns the path of its program; if undefined, the tests on that Node are skipped
 */
export function provideNode(major: string): string | undefined {
  if (findNode(major)) return findNode(major);
  console.log(`Node ${major} is missing: installing it.`);
  const folder = join(NODES, major);
  const quiet = ["--no-audit", "--no-fund", "--no-save", "--ignore-scripts"];
  const name = `node-${process.platform}-${process.arch}`;
  run("npm", ["install", "--prefix", folder, ...quiet, `${name}@${major}`]);
  return findNode(major);
}
