import type { Page } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startSandbox, type Sandbox } from "@storefront/sandbox/start";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { freePort, sandboxedVariables, startStorefront } from "~server/demo/storefront-process";
import { buildIn, checkOut, commitOf } from "../../tooling/release/checkout";
import { CODE_PATH, CONFIRM_PATH, PRODUCT_PATH, PURCHASE } from "../support/purchase-paths";
import { ScriptlessContext } from "../support/scriptless/context";
import { buyButton, code, expectOrders, payWithCode, quantity, sheet, toCode } from "../support/shopping";
import { signInThrough } from "../support/signing-in";
import { ROOT } from "../support/steps";

/**
 * An upgrade, and the way back, on one DATA_DIR: who is signed in stays signed in, and a quote that is open is paid
 * once, or confirmed again with its quantity. The earlier build is of a hundred commits before, as far apart as two
 * releases are, which has packages that are installed here; `UPGRADE_FROM` names another one.
 */

const EARLIER = process.env.UPGRADE_FROM ?? "HEAD~100";
const BUILD_DEADLINE_MS = 10 * 60_000;
const earlier = freshFolder("storefront-earlier");

const pinned = z.object({ dependencies: z.record(z.string()), devDependencies: z.record(z.string()) });
const packagesOf = (text: string) => {
  const { dependencies, devDependencies } = pinned.parse(JSON.parse(text));
  return { ...dependencies, ...devDependencies };
};

beforeAll(async () => {
  const commit = commitOf(ROOT, EARLIER);
  const old = execFileSync("git", ["show", `${commit.id}:package.json`], { cwd: ROOT, encoding: "utf8" });
  // It is built with the packages that are installed here: others would not be its own.
  expect(packagesOf(readFileSync(join(ROOT, "package.json"), "utf8"))).toMatchObject(packagesOf(old));
  checkOut(ROOT, commit, earlier);
  await buildIn(earlier, commit);
}, BUILD_DEADLINE_MS);

/** The form that pays, as it stands on the sheet for the code. */
async function openForm(page: Page): Promise<{ csrf: string; quote: string }> {
  const form = page.locator("form").filter({ has: page.locator("[name=quote]") });
  const valueOf = (name: string) => form.locator(`[name=${name}]`).inputValue();
  return { csrf: await valueOf("csrf"), quote: await valueOf("quote") };
}

/** Pays what was confirmed before the process was replaced; where it has to be confirmed again, with its quantity. */
async function payWhatIsOpen(
  page: Page,
  { sandbox, email, amount }: { sandbox: Sandbox; email: string; amount: string },
) {
  await page.reload();
  if ((await code(page).count()) === 0) {
    await page.goto(PRODUCT_PATH);
    expect(await quantity(page).inputValue()).toBe(amount);
    await buyButton(page).click();
    expect(page.url()).toContain(CONFIRM_PATH);
    await sheet(page).locator(`a[href^="${CODE_PATH}"]`).click();
  }
  await payWithCode(page, sandbox, email);
}

test("an upgrade and the way back sign nobody out, and pay each open quote once", async ({ onTestFinished }) => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const env = {
    ...sandboxedVariables({ port: await freePort(47_100), sandboxUrl: sandbox.url }),
    DATA_DIR: freshFolder("storefront-upgrade"),
  };
  const start = (folder: string) => startStorefront({ env, buildDirectory: join(folder, "build") });
  let running = await start(earlier);
  onTestFinished(async () => void (await running.stop()));
  const replaceBy = async (folder: string) => {
    expect(await running.stop()).toBe(0);
    running = await start(folder);
  };
  const { email, password } = await sandbox.createAccount();
  const page = (await new ScriptlessContext(running.url).newPage()) as unknown as Page;
  const expectSignedIn = async () => {
    await page.goto("/UserCenter");
    expect(page.url()).toBe(`${running.url}/UserCenter`);
  };

  await signInThrough(page, sandbox, { email, password }, false);
  await toCode(page, "3");
  const first = await openForm(page);
  await replaceBy(ROOT);
  await payWhatIsOpen(page, { sandbox, email, amount: "3" });
  await expectOrders(page, 1);
  await expectSignedIn();

  await toCode(page, "2");
  const second = await openForm(page);
  await replaceBy(earlier);
  await payWhatIsOpen(page, { sandbox, email, amount: "2" });
  await expectOrders(page, 2);
  await expectSignedIn();
  expect(await sandbox.calls(PURCHASE)).toBe(2);

  // Whoever posts one of them again, to either build, buys nothing.
  for (const folder of [earlier, ROOT]) {
    await replaceBy(folder);
    for (const form of [first, second]) {
      const googleCode = await sandbox.code(email, "google");
      const headers = { "Sec-Fetch-Site": "same-origin" };
      const { status } = await page.request
        .post(CODE_PATH, { form: { ...form, googleCode }, headers, maxRedirects: 0 })
        .then((response) => ({ status: response.status() }));
      expect(status).toBe(303);
    }
    await expectOrders(page, 2);
    await expectSignedIn();
  }
  expect(await sandbox.calls(PURCHASE)).toBe(2);
});
