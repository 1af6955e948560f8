import { beforeEach } from "vitest";
import { startSandbox, type Sandbox } from "~server/sandbox/start";
import { setEnv } from "./environment";

/** One sandbox for all files that run in this process; it ends with the process. */
let started: Promise<Sandbox> | undefined;

/**
 * Connects the storefront to the sandbox platform, for the file of tests whose first lines call it.
 *
 * @param options.eachTest what is reset before each test: "everything", or only its "faults", for tests that share
 *   accounts
 * @returns the sandbox, reset to its seed when the file begins
 */
export async function usePlatform({
  eachTest = "everything",
}: { eachTest?: "everything" | "faults" } = {}): Promise<Sandbox> {
  const sandbox = await (started ??= startSandbox());
  setEnv({ UPSTREAM_URL: sandbox.url });
  await sandbox.reset();
  beforeEach(() => (eachTest === "everything" ? sandbox.reset() : sandbox.heal()));
  return sandbox;
}
