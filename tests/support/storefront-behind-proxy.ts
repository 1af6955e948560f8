import { startSandbox, type Sandbox } from "@storefront/sandbox/start";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { freePort, sandboxedVariables, startStorefront } from "~tools/demo/storefront-process";
import { SITE, type Program } from "./proxied";

/** Starts a proxy in front of an instance at this port. */
export type StartBefore<Proxy = Program & { port: number }> = (port: number) => Promise<Proxy>;

/** Registers a function to call at the end of a test, like vitest's `onTestFinished`. */
export type AtEnd = (stop: () => Promise<void>) => void;

/**
 * Runs a built storefront on a sandbox behind a proxy until the test ends.
 *
 * @param startBefore starts the proxy
 * @param end vitest's `onTestFinished`
 */
export async function storefrontBehind<Proxy extends Program>(
  startBefore: StartBefore<Proxy>,
  end: AtEnd,
): Promise<{ sandbox: Sandbox; proxy: Proxy }> {
  const sandbox = await startSandbox();
  const port = await freePort(43_800);
  const env = {
    ...sandboxedVariables({ port, sandboxUrl: sandbox.url }),
    PUBLIC_ORIGIN: `https://${SITE}`,
    TRUST_PROXY: "1",
    LOG_LEVEL: "warn",
    DATA_DIR: freshFolder("storefront-behind"),
  };
  const storefront = await startStorefront({ env });
  const proxy = await startBefore(port);
  end(async () => {
    await proxy.stop();
    await storefront.stop();
    await sandbox.close();
  });
  return { sandbox, proxy };
}
