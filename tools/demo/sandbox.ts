import path from "node:path";
import { freePort } from "~tools/demo/storefront-process";
import { SCENARIOS, type ScenarioName } from "@storefront/sandbox/scenarios";
import { startSandbox, type Sandbox } from "@storefront/sandbox/start";

const SANDBOX_PORT = 4000;

/** Starts the sandbox on loopback. The demo's data persists in `dataDir`; other scenarios have theirs in memory. */
export async function startDemoSandbox(dataDir: string, scenario: ScenarioName = "demo"): Promise<Sandbox> {
  return startSandbox({
    port: await freePort(SANDBOX_PORT),
    host: "127.0.0.1",
    ...(scenario === "demo" ? { databaseFile: path.join(dataDir, "sandbox.db") } : {}),
    scenario: SCENARIOS[scenario],
  });
}

/** Returns the variables that the doctor proposes for the scenario `field`. */
export function fieldVariables(sandboxUrl: string): Record<string, string> {
  const { protocol, port } = new URL(sandboxUrl);
  return { SESSION_TOKEN: "confirmed", IMAGE_HOSTS: `${protocol}//localhost:${port}` };
}
