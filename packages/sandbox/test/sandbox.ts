import { beforeEach } from "vitest";
import { startSandbox, type Sandbox } from "../start";

/** The sandbox that all test files of this process share. It ends with the process. */
let started: Promise<Sandbox> | undefined;

/**
 * Returns the sandbox, reset to its seed now and before each test. Call it in the first lines of a test file.
 *
 * @param options.eachTest what is reset before each test: "everything", or only "faults" for tests that share accounts
 */
export async function useSandbox({
  eachTest = "everything",
}: { eachTest?: "everything" | "faults" } = {}): Promise<Sandbox> {
  const sandbox = await (started ??= startSandbox());
  await sandbox.reset();
  beforeEach(() => (eachTest === "everything" ? sandbox.reset() : sandbox.heal()));
  return sandbox;
}
