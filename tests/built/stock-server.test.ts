import { rmSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { startSandbox } from "@storefront/sandbox/start";
import { freePort, sandboxedVariables } from "~tools/demo/storefront-process";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { SERVER_BUILD } from "../support/built";
import { all, attributesOf } from "../support/html";
import { startProgram } from "../support/proxied";
import { bin } from "../support/steps";

test("stock remix-serve runs the build: the home page, its products and pictures", { timeout: 60_000 }, async () => {
  const dataDir = freshFolder("storefront-stock");
  const sandbox = await startSandbox();
  const port = await freePort(25_600);
  const variables = sandboxedVariables({ port, sandboxUrl: sandbox.url });
  const env = { ...variables, NODE_ENV: "production", DATA_DIR: dataDir };
  const server = await startProgram(bin("remix-serve"), [SERVER_BUILD], { port, env, deadlineMs: 30_000 });
  onTestFinished(async () => {
    await server.stop();
    await sandbox.close();
    rmSync(dataDir, { recursive: true });
  });
  const at = (path: string) => new URL(path, variables.PUBLIC_ORIGIN);
  const response = await fetch(at("/Index/Home"));
  const html = await response.text();
  expect(response.status).toBe(200);
  expect(all(html, "h1")).toHaveLength(1);
  expect(html).toContain("/PowerProductDetail/");
  const [src = ""] = attributesOf(html, ".banner img", "src");
  const picture = await fetch(at(src), { headers: { Accept: "image/webp" } });
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/webp"]);
  expect((await fetch(at(src.replace("/b720/", "/b721/")))).status).toBe(404);
});
