import { expect } from "vitest";
import { startSandbox } from "@storefront/sandbox/start";
import { freePort, sandboxedVariables, startStorefront } from "~server/demo/storefront-process";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { SITE, visit, type Program } from "./proxied";

/**
 * That an address of 20 kB gets through a proxy to the storefront, whose own page reports that it is too long.
 *
 * @param startBefore starts the proxy before the storefront at this port
 * @param end what is to be done at the end of the test
 */
export async function expectOwn414(
  startBefore: (port: number) => Promise<Program & { port: number }>,
  end: (stop: () => Promise<void>) => void,
): Promise<void> {
  const sandbox = await startSandbox();
  const port = await freePort(43_800);
  const env = {
    ...sandboxedVariables({ port, sandboxUrl: sandbox.url }),
    ...{ PUBLIC_ORIGIN: `https://${SITE}`, TRUST_PROXY: "1", LOG_LEVEL: "warn", DATA_DIR: freshFolder("long-address") },
  };
  const storefront = await startStorefront({ env });
  const proxy = await startBefore(port);
  end(async () => {
    await proxy.stop();
    await storefront.stop();
    await sandbox.close();
  });
  const { status, body } = await visit(proxy.port, `/LeavingMessage?text=${"a".repeat(20_000)}`);
  expect(status).toBe(414);
  expect(body).toContain("This address is too long.");
  expect(body).toContain('href="/LeavingMessage"');
}
