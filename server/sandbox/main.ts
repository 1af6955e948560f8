import { join } from "node:path";
import { DEMO_ACCOUNTS } from "./seed";
import { startSandbox } from "./start";

/**
 * The sandbox on its own: `npm run sandbox`. PORT (4000) and DATA_DIR (.data) come from the environment; `--reset`
 * begins with the seed. It reads them itself: the storefront's `env()` demands a secret that a sandbox does not need.
 */

const port = Number(process.env.PORT || "4000");
if (!Number.isInteger(port) || port < 0 || port > 65535) {
  console.error(`PORT must be a port number, not "${process.env.PORT ?? ""}".`);
  process.exit(1);
}

const sandbox = await startSandbox({
  port,
  databaseFile: join(process.env.DATA_DIR || ".data", "sandbox.db"),
  reset: process.argv.includes("--reset"),
});

console.log(`Sandbox platform: ${sandbox.url}`);
console.log(`Inbox (mails, SMS, authenticator codes, faults): ${sandbox.url}/inbox`);
for (const { email, password, note } of DEMO_ACCOUNTS) console.log(`  ${email}  ${password}  (${note})`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    void sandbox.close().then(() => process.exit(0));
  });
}
