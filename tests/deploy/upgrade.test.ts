import type { Page } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { startSandbox, type Sandbox } from "@storefront/sandbox/start";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { hasRedis, startRedis } from "@storefront/test-support/redis";
import { freePort, sandboxedVariables, startStorefront } from "~tools/demo/storefront-process";
import { buildIn, checkOut, commitOf } from "~tools/release/checkout";
import { CODE_PATH, CONFIRM_PATH, OUTCOME_PATH, PRODUCT_PATH, PURCHASE, RECEIPT_PATH } from "../support/purchase-paths";
import { ordersAt } from "../faults/at-upstream";
import { ScriptlessContext } from "../support/scriptless/context";
import { buyButton, code, payWithCode, quantity, sheet, toCode } from "../support/shopping";
import { signInThrough } from "../support/signing-in";
import { ROOT } from "../support/steps";
import { TEXTS } from "../support/texts";

/**
 * Tests an upgrade and a rollback: sessions stay valid, and an open quote is paid once, or confirmed again with its
 * quantity. With a shared DATA_DIR the builds run one after the other; with a shared Redis they run at the same time.
 * The earlier build is a hundred commits old, about as much as between two releases, and needs only packages that are
 * installed here. `UPGRADE_FROM` names another commit.
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
  // The old build uses the packages installed here, so they must satisfy its package.json.
  expect(packagesOf(readFileSync(join(ROOT, "package.json"), "utf8"))).toMatchObject(packagesOf(old));
  checkOut(ROOT, commit, earlier);
  await buildIn(earlier, commit);
}, BUILD_DEADLINE_MS);

/** Returns the payment form on the code sheet. */
async function openForm(page: Page): Promise<{ csrf: string; quote: string }> {
  const form = page.locator("form").filter({ has: page.locator("[name=quote]") });
  const valueOf = (name: string) => form.locator(`[name=${name}]`).inputValue();
  return { csrf: await valueOf("csrf"), quote: await valueOf("quote") };
}

/** Goes to the code sheet of a product that was bought before, which takes an additional press. */
async function toCodeAgain(page: Page, amount: string): Promise<void> {
  await page.goto(PRODUCT_PATH);
  await quantity(page).fill(amount);
  await buyButton(page).click();
  if (page.url().includes("step=again")) {
    await sheet(page)
      .locator("form button")
      .filter({ hasText: TEXTS.el_GR("Purchase.againButton", { quantity: amount }) })
      .click();
  }
  await sheet(page).locator(`a[href^="${CODE_PATH}"]`).click();
}

/** Pays the quote confirmed before the process was replaced; if it must be confirmed again, checks its quantity. */
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

/** Posts the payment form without following the redirect. */
async function pay(
  page: Page,
  form: Record<string, string>,
): Promise<{ status: number; location: string | undefined }> {
  const headers = { "Sec-Fetch-Site": "same-origin" };
  const response = await page.request.post(CODE_PATH, { form, headers, maxRedirects: 0 });
  return { status: response.status(), location: response.headers()["location"] };
}

test("an upgrade and a rollback sign nobody out, and pay each open quote once", async () => {
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
  // The upstream counts the orders, because the two builds may show them differently.
  const expectOrders = async (count: number) => expect(await ordersAt(sandbox, { email, password })).toBe(count);
  const expectSignedIn = async () => {
    await page.goto("/UserCenter");
    expect(page.url()).toBe(`${running.url}/UserCenter`);
  };

  await signInThrough(page, sandbox, { email, password });
  await toCode(page, "3");
  const first = await openForm(page);
  await replaceBy(ROOT);
  await payWhatIsOpen(page, { sandbox, email, amount: "3" });
  await expectOrders(1);
  await expectSignedIn();

  await toCode(page, "2");
  const second = await openForm(page);
  await replaceBy(earlier);
  await payWhatIsOpen(page, { sandbox, email, amount: "2" });
  await expectOrders(2);
  await expectSignedIn();
  expect(await sandbox.calls(PURCHASE)).toBe(2);

  // Posting an old form again to either build must buy nothing.
  for (const folder of [earlier, ROOT]) {
    await replaceBy(folder);
    for (const form of [first, second]) {
      const googleCode = await sandbox.code(email, "google");
      expect((await pay(page, { ...form, googleCode })).status).toBe(303);
    }
    await expectOrders(2);
    await expectSignedIn();
  }
  expect(await sandbox.calls(PURCHASE)).toBe(2);
});

test.skipIf(!hasRedis).each([
  ["the earlier build", "this one", earlier, ROOT],
  ["this build", "the earlier one", ROOT, earlier],
])("a buyer who started on %s continues on %s with the same Redis", async (_, __, firstFolder, secondFolder) => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const variables = sandboxedVariables({ port: 0, sandboxUrl: sandbox.url });
  const start = async (folder: string, from: number) => {
    const PORT = String(await freePort(from));
    const origin = { PORT, PUBLIC_ORIGIN: `http://127.0.0.1:${PORT}` };
    const env = { ...variables, ...origin, REDIS_URL: redis.url, DATA_DIR: freshFolder("storefront-upgrade") };
    const running = await startStorefront({ env, buildDirectory: join(folder, "build") });
    onTestFinished(async () => void (await running.stop()));
    const context = new ScriptlessContext(running.url);
    return { context, page: (await context.newPage()) as unknown as Page };
  };
  const [first, second] = [await start(firstFolder, 47_300), await start(secondFolder, 47_400)];
  /** Copies the buyer's cookies to the other build, because a browser would send them to both. */
  const goOver = () => {
    for (const { name, value } of first.context.jar.all()) second.context.jar.set(name, value);
  };
  const account = await sandbox.createAccount();
  await signInThrough(first.page, sandbox, account);

  await toCode(first.page, "3");
  goOver();
  const form = { ...(await openForm(first.page)), googleCode: await sandbox.code(account.email, "google") };
  const posts = Array.from({ length: 10 }, (___, n) => pay(n % 2 ? first.page : second.page, form));
  for (const response of await Promise.all(posts)) expect(response).toEqual({ status: 303, location: RECEIPT_PATH });
  expect(await sandbox.calls(PURCHASE)).toBe(1);
  expect(await ordersAt(sandbox, account)).toBe(1);

  // Each build knows the other's purchases that got no response, resolved or not. If the order was found, a form posted
  // again leads to the receipt; in builds before 0.1.0 to the outcome.
  for (const [fault, amount, title, repeated] of [
    [{ kind: "lost" }, "4", "unknownMade", "/Successpay?tokenAmount=4&payAmount=62&paySymbol=USDT"],
    [{ kind: "reset", after: "nothing" }, "5", "unknownTitle", OUTCOME_PATH],
  ] as const) {
    await sandbox.advance(60_000);
    await toCodeAgain(first.page, amount);
    goOver();
    await sandbox.fail(PURCHASE, fault, { times: 1 });
    const lost = { ...(await openForm(first.page)), googleCode: await sandbox.code(account.email, "google") };
    expect((await pay(first.page, lost)).location).toBe(OUTCOME_PATH);
    await second.page.goto(PRODUCT_PATH);
    expect(await buyButton(second.page).count(), "the product is blocked").toBe(0);
    await second.page.goto(OUTCOME_PATH);
    expect(await sheet(second.page).innerText()).toContain(TEXTS.el_GR(`Purchase.${title}`));
    expect([repeated, OUTCOME_PATH]).toContain((await pay(second.page, lost)).location);
  }
  expect(await sandbox.calls(PURCHASE)).toBe(3);

  const guesser = await sandbox.createAccount();
  for (const { context } of [first, second]) for (const { name } of context.jar.all()) context.jar.delete(name);
  await signInThrough(first.page, sandbox, guesser);
  const statuses: number[] = [];
  for (const { page } of [first, second, first, second, first, second]) {
    goOver();
    await toCode(page, "2");
    statuses.push((await pay(page, { ...(await openForm(page)), googleCode: "918273" })).status);
  }
  expect(statuses, "five wrong codes in total over both instances").toEqual([422, 422, 422, 422, 422, 429]);

  // Signing out everywhere on either build ends sessions that began on the other.
  const owner = await sandbox.createAccount();
  for (const [where, elsewhere] of [
    [first, second],
    [second, first],
  ] as const) {
    for (const { context } of [first, second]) for (const { name } of context.jar.all()) context.jar.delete(name);
    for (const { page } of [where, elsewhere]) await signInThrough(page, sandbox, owner);
    await where.page.goto("/Security?step=everywhere");
    await sheet(where.page).locator("form button").first().click();
    await elsewhere.page.goto("/UserCenter");
    expect(elsewhere.page.url()).toContain("/Login");
  }
});
