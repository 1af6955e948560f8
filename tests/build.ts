import { spawnSync } from "node:child_process";
import { provideNode, RUNTIME_NODE } from "./support/provision";
import { ROOT } from "./support/steps";

/**
 * The build of `npm test`, made by the Node that the container has, whichever Node runs the tests: `tsx
 * tests/build.ts`. It installs that Node if it is missing.
 */

const node = provideNode(RUNTIME_NODE);
if (!node) throw new Error(`No Node ${RUNTIME_NODE} could be had.`);
const command = ["node_modules/@remix-run/dev/dist/cli.js", "vite:build"];
process.exitCode = spawnSync(node, command, { cwd: ROOT, stdio: "inherit" }).status ?? 1;
