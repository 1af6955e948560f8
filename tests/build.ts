import { spawnSync } from "node:child_process";
import { provideNode, RUNTIME_NODE } from "./support/provision";
import { ROOT } from "./support/steps";

/**
 * `tsx tests/build.ts`: makes the build of `npm test` with the container's Node version, which it installs if missing.
 */

const node = provideNode(RUNTIME_NODE);
if (!node) throw new Error(`Node ${RUNTIME_NODE} is missing and could not be installed.`);
const command = ["node_modules/@remix-run/dev/dist/cli.js", "vite:build"];
process.exitCode = spawnSync(node, command, { cwd: ROOT, stdio: "inherit" }).status ?? 1;
