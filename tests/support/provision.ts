import { spawnSync } from "node:child_process";
import { findChromium, findProgram } from "./chromium";

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

/** Installs Debian packages, as root or through sudo that asks for nothing; false where that cannot be done. */
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
  // A failed update is no reason to give up: the lists may be there already.
  if (!listsAreFresh) listsAreFresh = apt("update");
  return apt("install", "--no-install-recommends", ...packages);
}

/**
 * Makes sure of a Chromium: the system's, else Debian's package, else Playwright's download.
 *
 * @returns its path, or undefined when none could be had
 */
export function provideChromium(): string | undefined {
  const present = findChromium();
  if (present) return present;
  console.log("No Chromium here: installing one.");
  if (aptInstall("chromium")) {
    const installed = findChromium();
    // Chinese text has no glyphs otherwise. The journeys pass without them.
    if (installed) aptInstall("fonts-noto-cjk");
    if (installed) return installed;
  }
  run(process.execPath, ["node_modules/playwright/cli.js", "install", "--with-deps", "chromium"]);
  return findChromium();
}

/**
 * Makes sure of a Redis server, so that the tests of the shared store run against both of its kinds.
 *
 * @returns whether there is one; without it those tests are skipped
 */
export function provideRedis(): boolean {
  if (findProgram("redis-server")) return true;
  console.log("No redis-server here: installing one.");
  return aptInstall("redis-server") && findProgram("redis-server") !== undefined;
}
