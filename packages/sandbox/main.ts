import { join } from "node:path";
import { parseArgs } from "node:util";
import { isScenario, SCENARIOS } from "./scenarios";
import { DEMO_ACCOUNTS } from "./seed";
import { startSandbox } from "./start";

/**
 * Runs the sandbox without the storefront: `npm run sandbox`. It reads PORT (4000) and DATA_DIR (.data) itself, because
 * the storefront's `env()` requires a secret that a sandbox does not need. `--reset` restores the seed; `--scenario
 * crowded` simulates another upstream in memory (docs/change/testing.md).
 */

const port = Number(process.env.PORT || "4000");
if (!Number.isInteger(port) || port < 0 || port > 65535) {
  console.error(`PORT must be a port number, not "${process.env.PORT ?? ""}".`);
  process.exit(1);
}

const { values } = parseArgs({ options: { reset: { type: "boolean" }, scenario: { type: "string" } } });
const { reset = false, scenario } = values;
if (scenario !== undefined && !isScenario(scenario)) {
  console.error(`Unknown scenario "${scenario}". Available: ${Object.keys(SCENARIOS).join(", ")}.`);
  process.exit(1);
}

const sandbox = await startSandbox({
  port,
  ...(scenario
    ? { scenario: SCENARIOS[scenario] }
    : { databaseFile: join(process.env.DATA_DIR || ".data", "sandbox.db"), reset }),
});

console.log(`Sandbox upstream: ${sandbox.url}`);
console.log(`Inbox (mails, SMS, authenticator codes, faults): ${sandbox.url}/inbox`);
for (const { email, password, note } of DEMO_ACCOUNTS) console.log(`  ${email}  ${password}  (${note})`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    void sandbox.close().then(() => process.exit(0));
  });
}
