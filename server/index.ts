import type { ServerBuild } from "@remix-run/node";
import * as build from "virtual:remix/server-build";
import { fileURLToPath } from "node:url";
import { describeContent } from "~server/content/describe";
import { doctor } from "~tools/doctor/doctor";
import { describeEnv, variable } from "~server/env";
import { switchPurchases } from "~server/purchase/purchase-switch";
import { isMain, runCommand, start } from "~server/start";

/**
 * Entry of the server's bundle: exports the plain Remix build for stock `remix-serve`. Run as a program, it serves the
 * app or runs the command in its first argument (docs/operate).
 */
export * from "virtual:remix/server-build";

if (isMain(import.meta.url)) {
  const [command, ...args] = process.argv.slice(2);
  if (command === "purchases") void runCommand(() => switchPurchases(args));
  else if (command === "env") void runCommand(async () => describeEnv());
  else if (command === "doctor") void runCommand(() => doctor(args));
  else if (command === "content") void runCommand(async () => describeContent(args[0] ?? variable("CONTENT_DIR")));
  else void start(build as ServerBuild, fileURLToPath(new URL("../client", import.meta.url)));
}
