import Libsql from "libsql";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Scenario } from "@storefront/sandbox/scenario";
import { startSandbox, type Sandbox } from "@storefront/sandbox/start";
import { sessionCookie } from "~server/session/session";
import { freePort, sandboxedVariables, startStorefront, type StorefrontProcess } from "~tools/demo/storefront-process";
import { withEnv } from "./environment";
import { freshFolder } from "@storefront/test-support/fresh-folder";

/** A sandbox in this process, and the built storefront, connected to it, in another process. */
export interface TestEnvironment {
  sandbox: Sandbox;
  storefront: StorefrontProcess;
  /** Returns the `Set-Cookie` line with which this storefront signs in the holder of an upstream token. */
  sessionCookie: typeof sessionCookie;
  /** Kills the storefront, and starts it again at the same address with the same store. */
  crash(): Promise<void>;
  /** Ends the storefront with SIGTERM, changes something in its store's folder, and starts it at the same address. */
  restart(meanwhile: (dataDir: string) => void): Promise<void>;
  /** The folder of its store. */
  dataDir: string;
  metricsPort: number;
  stop(): Promise<void>;
}

/** The folder of the store of each sandbox's storefront. */
const storeFiles = new WeakMap<Sandbox, string>();

/** Changes the store of this sandbox's storefront while the storefront runs. */
function inStore(sandbox: Sandbox, statements: string): void {
  const file = storeFiles.get(sandbox);
  if (file === undefined) throw new Error("No storefront is on this sandbox.");
  const database = new Libsql(file);
  // The storefront may be writing at this moment.
  database.exec("PRAGMA busy_timeout = 5000");
  database.exec(`BEGIN IMMEDIATE; ${statements}; COMMIT`);
  database.close();
}

/** Empties the store of this sandbox's storefront, like a Redis that is flushed while the storefront runs. */
export const emptyStore = (sandbox: Sandbox): void =>
  inStore(sandbox, "DELETE FROM entries; UPDATE facts SET value = value || '+' WHERE name = 'epoch'");

/** Makes the records of watched deposits due again, as if they were read long ago. */
export const passDepositWait = (sandbox: Sandbox): void =>
  inStore(
    sandbox,
    `UPDATE entries SET value = (
       SELECT json_group_object(key, json_set(value, '$.last.atMs', 0)) FROM json_each(entries.value)
     ) WHERE key LIKE 'deposits:%';
     DELETE FROM limits WHERE key LIKE '%deposit-watch%'`,
  );

/** The ports are below those that Linux uses for outgoing connections, any of which may be in use. */
const FIRST_PORT = 20_000;
const PORTS_EACH = 10;
/** Each run of the tests has its own range of ports, chosen by the id of its parent process. */
const PORTS_OF_A_RUN = 500;
const RUNS = 24;
const firstPort = FIRST_PORT + (process.ppid % RUNS) * PORTS_OF_A_RUN;

/** Starts a storefront on a sandbox, on the first free ports from this one upwards. */
async function startStorefrontOn(sandbox: Sandbox, lowestPort: number, variables: Record<string, string>) {
  for (let from = lowestPort; ;) {
    const port = await freePort(from);
    const own = { PROFIT_RATIO_PERIOD: "cycle", PROFIT_RATIO_MEANING: "return" };
    const metricsPort = await freePort(port + 1);
    const env = {
      ...sandboxedVariables({ port, sandboxUrl: sandbox.url }),
      ...own,
      METRICS_PORT: String(metricsPort),
      ...variables,
    };
    try {
      return { storefront: await startStorefront({ env }), env, metricsPort };
    } catch (error) {
      if (!String(error).includes("EADDRINUSE")) throw error;
      from = port + 1;
    }
  }
}

/**
 * Sets up the test environment of a journey.
 *
 * @param place a number below 50 that no other environment of this run has at the same time, as it selects the ports
 * @param variables additional variables, or a function that makes them from the sandbox's address
 * @param scenario the sandbox's scenario
 * @throws Error with the storefront's output if it does not start (`npm run build` first)
 */
export async function startTestEnvironment(
  place: number,
  variables: Record<string, string> | ((sandboxUrl: string) => Record<string, string>) = {},
  scenario: Scenario = {},
): Promise<TestEnvironment> {
  const sandbox = await startSandbox({ scenario });
  // Accounts of two sandboxes have the same ids, so their environments must not share a store.
  const dataDir = freshFolder("storefront-stage");
  const witnessDir = freshFolder("storefront-witness");
  const clear = () => {
    for (const folder of [dataDir, witnessDir]) rmSync(folder, { recursive: true, force: true });
  };
  try {
    const { storefront, env, metricsPort } = await startStorefrontOn(sandbox, firstPort + place * PORTS_EACH, {
      // Each test sends its own IP address, so that no test uses up the limits of another.
      TRUST_PROXY: "on",
      // Journeys check the log for personal data.
      LOG_LEVEL: "info",
      // Tests keep both cores busy, which must not shed load.
      MAX_LAG_MS: "60000",
      DATA_DIR: dataDir,
      WITNESS_DIR: witnessDir,
      ...(typeof variables === "function" ? variables(sandbox.url) : variables),
    });
    storeFiles.set(sandbox, join(dataDir, "storefront.db"));
    const environment: TestEnvironment = {
      sandbox,
      storefront,
      sessionCookie: (session) => withEnv(env, () => sessionCookie(session)),
      dataDir,
      metricsPort,
      async restart(meanwhile) {
        await environment.storefront.stop();
        meanwhile(dataDir);
        environment.storefront = await startStorefront({ env });
      },
      async crash() {
        await environment.storefront.kill();
        environment.storefront = await startStorefront({ env });
      },
      async stop() {
        await environment.storefront.stop();
        await sandbox.close();
        clear();
      },
    };
    return environment;
  } catch (error) {
    await sandbox.close();
    clear();
    throw error;
  }
}
