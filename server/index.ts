import type { ServerBuild } from "@remix-run/node";
import * as build from "virtual:remix/server-build";
import { fileURLToPath } from "node:url";
import { describeContent } from "~server/content/describe";
import { doctor } from "~tools/doctor/doctor";
import { contentDir, describeEnv } from "~server/env";
import { switchPurchases } from "~server/purchase/purchase-switch";
import { isMain, runCommand, start } from "~server/start";

/**
 * The entry of the server's bundle. It is the app's plain build, which stock `remix-serve` can run, and serves it with
 * the server of this product when it is the program itself: `node build/server/index.js`. `purchases`, `env`, `doctor`
 * or `content` as the first argument is a command instead (docs/operations.md).
 */
export * from "virtual:remix/server-build";

if (isMain(import.meta.url)) {
  const [command, ...args] = process.argv.slice(2);
  if (command === "purchases") void runCommand(() => switchPurchases(args));
  else if (command === "env") void runCommand(async () => describeEnv());
  else if (command === "doctor") void runCommand(() => doctor(args));
  else if (command === "content") void runCommand(async () => describeContent(args[0] ?? contentDir()));
  else void start(build as ServerBuild, fileURLToPath(new URL("../client", import.meta.url)));
}
