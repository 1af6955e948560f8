import { readdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { fieldVariables, startDemoSandbox } from "~tools/demo/sandbox";
import { freePort, PROJECT_DIR, sandboxedVariables, startStorefront } from "~tools/demo/storefront-process";
import { isScenario, SCENARIOS } from "@storefront/sandbox/scenarios";
import { DEMO_ACCOUNTS } from "@storefront/sandbox/seed";

/** Runs the built storefront on its sandbox until Ctrl-C. `--brand` is a folder of `content/`. */

const { brand, scenario = "demo" } = parseArgs({
  options: { brand: { type: "string" }, scenario: { type: "string" } },
}).values;
const brands = readdirSync(path.join(PROJECT_DIR, "content"));
if (brand !== undefined && !brands.includes(brand)) {
  console.error(`Unknown brand "${brand}". Available: ${brands.join(", ")}.`);
  process.exit(1);
}

if (!isScenario(scenario)) {
  console.error(`Unknown scenario "${scenario}". Available: ${Object.keys(SCENARIOS).join(", ")}.`);
  process.exit(1);
}

const sandbox = await startDemoSandbox(process.env["DATA_DIR"] || ".data", scenario);
const port = await freePort(Number(process.env["PORT"] || 3000));
const storefront = await startStorefront({
  // The estimator needs these two variables.
  env: {
    PROFIT_RATIO_PERIOD: "cycle",
    PROFIT_RATIO_MEANING: "return",
    DEMO: "on",
    ...(scenario === "field" ? fieldVariables(sandbox.url) : {}),
    ...process.env,
    ...(brand === undefined ? {} : { CONTENT_DIR: path.join(PROJECT_DIR, "content", brand) }),
    ...sandboxedVariables({ port, sandboxUrl: sandbox.url }),
  },
});

const [account, ...others] = DEMO_ACCOUNTS;
console.log(
  [
    "",
    "  The storefront runs on its sandbox: no real platform, no real money.",
    "",
    `  Storefront     ${storefront.url}`,
    `  Inbox          ${sandbox.url}/inbox   (mails, SMS and authenticator codes)`,
    `  Demo account   ${account.email}   password ${account.password}   (${account.note})`,
    ...others.map(({ email, password, note }) => `                 ${email}   password ${password}   (${note})`),
    "",
    "  Ctrl-C stops both.",
    "",
  ].join("\n"),
);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void storefront.stop());
const exitCode = await storefront.exited;
await sandbox.close();
if (exitCode !== 0) console.error(storefront.output());
process.exit(exitCode ?? 1);
