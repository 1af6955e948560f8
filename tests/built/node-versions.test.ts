import type { Page } from "@playwright/test";
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { startSandbox } from "@storefront/sandbox/start";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { freePort, PROJECT_DIR, sandboxedVariables, startStorefront } from "~tools/demo/storefront-process";
import { findNode, RUNTIME_NODE } from "../support/provision";
import { ScriptlessContext } from "../support/scriptless/context";
import { expectOrders, payWithCode, toCode } from "../support/shopping";
import { signInThrough } from "../support/signing-in";

/**
 * The storefront starts and sells on versions of Node other than the one that runs the tests: in `npm test`, on the
 * container's, with the build that this Node has made (`tests/build.ts`); in `npm run test:node -- 20 22 24` on each of
 * these, with its own build.
 */

const builds = process.env.TEST_NODES !== undefined;
const NODES = (process.env.TEST_NODES ?? RUNTIME_NODE).split(",");

describe.each(NODES)("Node %s", (major) => {
  const node = findNode(major);

  const buildDirectory = builds ? `build/node-${major}` : "build";

  test.runIf(builds)("builds the storefront", { timeout: 300_000 }, () => {
    const build = spawnSync(node ?? "", ["node_modules/@remix-run/dev/dist/cli.js", "vite:build"], {
      cwd: PROJECT_DIR,
      env: { ...process.env, NODE_ENV: "production", BUILD_DIRECTORY: buildDirectory },
      encoding: "utf8",
    });
    expect(build.status, build.stderr).toBe(0);
  });
  if (builds) afterAll(() => rmSync(join(PROJECT_DIR, buildDirectory), { recursive: true, force: true }));

  test.skipIf(!node)(
    "starts the storefront and completes a purchase",
    { timeout: 60_000 },
    async ({ onTestFinished }) => {
      const sandbox = await startSandbox();
      onTestFinished(() => sandbox.close());
      const dataDir = freshFolder("storefront-node");
      onTestFinished(() => rmSync(dataDir, { recursive: true }));
      const variables = sandboxedVariables({ port: await freePort(25_800), sandboxUrl: sandbox.url });
      const env = { ...variables, DATA_DIR: dataDir };
      const storefront = await startStorefront({ env, buildDirectory, ...(node && { node }) });
      onTestFinished(async () => void (await storefront.stop()));
      await expect.poll(() => storefront.output()).toContain(`"node":"${major}.`);

      const account = await sandbox.createAccount();
      const page = (await new ScriptlessContext(storefront.url).newPage()) as unknown as Page;
      await signInThrough(page, sandbox, account);
      await toCode(page);
      await payWithCode(page, sandbox, account.email);
      await expectOrders(page, 1);
      expect(await storefront.stop()).toBe(0);
    },
  );
});
