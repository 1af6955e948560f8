import { spawnSync } from "node:child_process";
import { provideNode } from "./support/provision";
import { bin, ROOT } from "./support/steps";

/**
 * `npm run test:node -- 20 22 24`: builds and starts the storefront, makes a purchase and runs the unit tests on each
 * of these Node versions. It installs those that are missing.
 */

const majors = process.argv.slice(2);
if (majors.length === 0) throw new Error("usage: npm run test:node -- 20 22 24");

/** Runs Vitest on a Node version. Returns true if it passed. */
function passes(node: string, args: readonly string[], env: Record<string, string> = {}): boolean {
  const command = [bin("vitest"), "run", ...args];
  return spawnSync(node, command, { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...env } }).status === 0;
}

const failed = majors.filter((major) => {
  const node = provideNode(major);
  if (!node) return true;
  const sells = passes(process.execPath, ["--project=built", "tests/built/node-versions"], { TEST_NODES: major });
  return !passes(node, ["--project=unit", "--project=isolated"]) || !sells;
});
console.log(failed.length === 0 ? `passed on Node ${majors.join(", ")}` : `failed on Node ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
