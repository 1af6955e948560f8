import type { Sandbox } from "@storefront/sandbox/start";
import { useSandbox } from "@storefront/sandbox/test/sandbox";
import { setEnv } from "./environment";

/**
 * Connects the storefront to the sandbox. Call it in the first lines of a test file.
 *
 * @param options the options of `useSandbox`
 * @returns the sandbox, reset to its seed when the file begins
 */
export async function useUpstream(options?: Parameters<typeof useSandbox>[0]): Promise<Sandbox> {
  const sandbox = await useSandbox(options);
  setEnv({ UPSTREAM_URL: sandbox.url });
  return sandbox;
}
