import path from "node:path";
import { freePort } from "~server/demo/storefront-process";
import { SCENARIOS } from "@storefront/sandbox/scenarios";
import { startSandbox, type Sandbox } from "@storefront/sandbox/start";

const SANDBOX_PORT = 4000;

/**
 * The sandbox of `npm run demo` and `npm run dev`: on loopback, with the data of the demo, which persist between runs.
 *
 * @param dataDir DATA_DIR, where its database file is
 * @throws Error when the file cannot be opened
 */
export async function startDemoSandbox(dataDir: string): Promise<Sandbox> {
  return startSandbox({
    port: await freePort(SANDBOX_PORT),
    host: "127.0.0.1",
    databaseFile: path.join(dataDir, "sandbox.db"),
    scenario: SCENARIOS.demo,
  });
}
