import { spawnSync } from "node:child_process";
import { provideNode, RUNTIME_NODE } from "./support/provision";
import { ROOT } from "./support/steps";

/**
 * `tsx tests/build.ts`: the build of `npm test`, made by the container's Node whichever Node runs the tests. Installs
 * that Node if it is missing.
 */

const node = provideNode(RUNTIME_NODE);
if (!node) throw new Error(`Node ${RUNTIME_NODE} is missing and could not be installed.`);
const command = ["node_modules/@remix-run/dev/dist/cli.js", "vite:build"];
process.exitCode = spawnSync(node, command, { cwd: ROOT, stdio: "inherit" }).status ?? 1;
