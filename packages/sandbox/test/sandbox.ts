import { beforeEach } from "vitest";
import { startSandbox, type Sandbox } from "../start";

/** One sandbox for all files that run in this process; it ends with the process. */
let started: Promise<Sandbox> | undefined;

/**
 * The sandbox for a test file whose first lines call it, reset to its seed now and before each test.
 *
 * @param options.eachTest what is reset before each test: "everything", or only its "faults", for tests that share
 *   accounts
 */
export async function useSandbox({
  eachTest = "everything",
}: { eachTest?: "everything" | "faults" } = {}): Promise<Sandbox> {
  const sandbox = await (started ??= startSandbox());
  await sandbox.reset();
  beforeEach(() => (eachTest === "everything" ? sandbox.reset() : sandbox.heal()));
  return sandbox;
}
