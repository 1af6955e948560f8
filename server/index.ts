import type { ServerBuild } from "@remix-run/node";
import * as build from "virtual:remix/server-build";
import { fileURLToPath } from "node:url";
import { isMain, start } from "~server/start";

/**
 * The entry of the server's bundle. It is the app's plain build, which stock `remix-serve` can run, and serves it with
 * the server of this product when it is the program itself: `node build/server/index.js`.
 */
export * from "virtual:remix/server-build";

if (isMain(import.meta.url)) void start(build as ServerBuild, fileURLToPath(new URL("../client", import.meta.url)));
