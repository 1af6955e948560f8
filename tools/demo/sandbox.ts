import path from "node:path";
import { freePort } from "~tools/demo/storefront-process";
import { SCENARIOS, type ScenarioName } from "@storefront/sandbox/scenarios";
import { startSandbox, type Sandbox } from "@storefront/sandbox/start";

const SANDBOX_PORT = 4000;

/**
 * The sandbox of `npm run demo` and `npm run dev`: on loopback, with the data of the demo, which persist between runs.
 *
 * @param dataDir DATA_DIR, where its database file is
 * @param scenario another one than the demo's: its data are in memory alone
 * @throws Error when the file cannot be opened
 */
export async function startDemoSandbox(dataDir: string, scenario: ScenarioName = "demo"): Promise<Sandbox> {
  return startSandbox({
    port: await freePort(SANDBOX_PORT),
    host: "127.0.0.1",
    ...(scenario === "demo" ? { databaseFile: path.join(dataDir, "sandbox.db") } : {}),
    scenario: SCENARIOS[scenario],
  });
}

/**
 * The variables that `npm run doctor` finds for the scenario `field`: which token its session is, and the other host of
 * its pictures.
 *
 * @param sandboxUrl the sandbox's address
 */
export function fieldVariables(sandboxUrl: string): Record<string, string> {
  const { protocol, port } = new URL(sandboxUrl);
  return { SESSION_TOKEN: "confirmed", IMAGE_HOSTS: `${protocol}//localhost:${port}` };
}
