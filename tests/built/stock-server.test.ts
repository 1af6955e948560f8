import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSandbox, type Sandbox } from "@storefront/sandbox/start";
import { freePort, sandboxedVariables } from "~tools/demo/storefront-process";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { all, attributesOf } from "../support/html";
import { startStockServer } from "../support/stock-server";

let sandbox: Sandbox | undefined;
const dataDir = freshFolder("storefront-stock");
let server: Awaited<ReturnType<typeof startStockServer>> | undefined;

beforeAll(async () => {
  sandbox = await startSandbox();
  const variables = sandboxedVariables({ port: await freePort(25_600), sandboxUrl: sandbox.url });
  server = await startStockServer({ ...variables, DATA_DIR: dataDir });
});

afterAll(async () => {
  await server?.stop();
  await sandbox?.close();
  rmSync(dataDir, { recursive: true });
});

test("stock remix-serve runs the build: the home page responds with its heading and products", async () => {
  const response = await fetch(new URL("/Index/Home", server?.url));
  const html = await response.text();
  expect(response.status).toBe(200);
  expect(all(html, "h1")).toHaveLength(1);
  expect(html).toContain("/PowerProductDetail/");
});

test("stock remix-serve gives the pictures of a page", async () => {
  const html = await (await fetch(new URL("/Index/Home", server?.url))).text();
  const [src = ""] = attributesOf(html, ".banner img", "src");
  const picture = await fetch(new URL(src, server?.url), { headers: { Accept: "image/webp" } });
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/webp"]);
  expect((await fetch(new URL(src.replace("/b720/", "/b721/"), server?.url))).status).toBe(404);
});
