import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { getText } from "~server/texts/text";
import * as product from "~/routes/PowerProductDetail.$id/route";
import { purchaseStop, switchPurchases, watchPurchaseStop } from "~server/purchase/purchase-switch";
import { closeStore, sharedRedis } from "~server/store/shared";
import { LONG_WAIT } from "@storefront/test-support/endless-wait";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { hasRedis } from "@storefront/test-support/redis";
import { buyerOf, TERMS } from "../../support/buying";
import { shop } from "../../support/documents";
import { setEnv } from "../../support/environment";
import { attributesOf, textOf, textsOf } from "../../support/html";
import { CODE_PATH, CONFIRM_PATH, confirmPath, PRODUCT, PRODUCT_PATH } from "../../support/purchase-paths";
import { useRedisServers } from "../../support/redis-servers";
import { carryOut, commandsOf } from "../../support/runbook";
import { ask, openStorefront } from "../../support/test-storefront";
import { useUpstream } from "../../support/upstream";

/** The operator stops purchases without a restart: nothing can be paid, and everything else works. */

const sandbox = await useUpstream();
const { redisOf } = useRedisServers();
const t = getText("en_US");
const OURS = t("errors.purchasesOff");

let folder = "";
const file = (of = "") => join(folder, `purchases-off${of}`);
const payments = () => sandbox.calls("userPayMinerOrderV2");
const cardOf = (html: string) => textsOf(html, ".page-side .card").join(" ");

beforeEach(async () => {
  await sandbox.setProduct(PRODUCT, TERMS);
  folder = freshFolder("purchases-off");
  setEnv({ DATA_DIR: folder });
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("with the switch file a product shows the operator's text and cannot be bought; other pages work", async () => {
  const buyer = await buyerOf(sandbox);
  const sent = { csrf: (await buyer.open(PRODUCT_PATH)).field("csrf") ?? "" };
  writeFileSync(file(), "  Back at 14:00 \n <b>UTC</b>\n");
  const page = await buyer.open(PRODUCT_PATH);
  expect(page.status).toBe(200);
  expect(cardOf(page.html)).toContain("Back at 14:00 <b>UTC</b>");
  expect(attributesOf(page.html, ".action-bar button", "disabled")).toEqual(["disabled"]);
  const refused = await buyer.buy(sent);
  expect([refused.status, refused.location]).toEqual([503, null]);
  expect(cardOf(refused.html)).toContain("Back at 14:00");
  expect((await buyer.open("/MyOrder")).status).toBe(200);
  rmSync(file());
  expect((await buyer.buy()).location).toBe(confirmPath("2.5"));
});

test.each([
  ["en_US", { "": "for all", ".en_US": "for English" }, "for English"],
  ["el_GR", { "": "for all", ".en_US": "for English" }, "for all"],
  ["el_GR", { ".el_GR": "今天維護" }, "今天維護"],
  ["en_US", { ".el_GR": "今天維護" }, OURS],
  ["en_US", { "": "" }, OURS],
  ["en_US", { "": "x".repeat(2_000) }, "x".repeat(300)],
] as const)("a visitor of %s reads the matching text (%#)", async (locale, files, words) => {
  for (const [of, text] of Object.entries(files)) writeFileSync(file(of), text);
  const buyer = await buyerOf(sandbox);
  buyer.cookies.set("ulan", locale);
  const card = cardOf((await buyer.open(PRODUCT_PATH)).html);
  expect(card).toContain(words);
  expect(card).not.toContain("x".repeat(301));
});

test.each([
  ["a named pipe", () => execFileSync("mkfifo", [file()])],
  ["a folder", () => mkdirSync(file())],
  ["a link to an endless device", () => symlinkSync("/dev/zero", file())],
  ["a broken link", () => symlinkSync(join(folder, "missing"), file(".en_US"))],
])("%s in place of the file stops purchases at once, and /readyz reports it", async (_, make) => {
  make();
  const end = await watchPurchaseStop();
  try {
    expect(await purchaseStop()).toEqual({});
    const { port } = await openStorefront((_req, res) => void res.send("the app"), {});
    const ready = () => ask(port, "/readyz").then(({ body }) => body.toString());
    await vi.waitUntil(
      async () => (await ready()).includes("purchases: down (purchases-off is not a readable file)\n"),
      LONG_WAIT,
    );
  } finally {
    end();
  }
});

test("an unreadable file also stops purchases", async () => {
  setEnv({ DATA_DIR: file() });
  writeFileSync(file(), "a file in the place of the folder");
  expect(await purchaseStop()).toEqual({});
});

test("a buyer on the code step is not charged, sees why, and can pay with a new quote later", async () => {
  const buyer = await buyerOf(sandbox);
  const sheet = await buyer.toCode();
  writeFileSync(file(), "Back soon");
  const stopped = await buyer.pay(sheet);
  expect(stopped.location).toBe(`${PRODUCT_PATH}?buyAmount=2.5`);
  const page = await buyer.open(stopped.location ?? "");
  expect(textsOf(page.html, ".toast").join()).toContain(`Back soon ${t("errors.nothingCharged")}`);
  expect(await payments()).toBe(0);
  for (const path of [CONFIRM_PATH, CODE_PATH]) {
    const closed = await buyer.open(path);
    expect(closed.status, path).toBe(303);
    expect(closed.location?.startsWith(PRODUCT_PATH), path).toBe(true);
  }
  rmSync(file());
  expect((await buyer.pay(await buyer.toCode())).location).toContain("/Successpay");
  expect(await payments()).toBe(1);
});

test.each(["x", "維"])("a buyer on the code step sees the longest possible text (%s)", async (letter) => {
  const buyer = await buyerOf(sandbox);
  const sheet = await buyer.toCode();
  writeFileSync(file(), letter.repeat(2_000));
  const stopped = await buyer.pay(sheet);
  expect(stopped.location).toBe(`${PRODUCT_PATH}?buyAmount=2.5`);
  const page = await buyer.open(stopped.location ?? "");
  expect(textsOf(page.html, ".toast").join()).toContain(`${letter.repeat(300)} ${t("errors.nothingCharged")}`);
});

test("a payment already sent finishes, and a repeated post returns its outcome", async () => {
  const buyer = await buyerOf(sandbox);
  const sheet = await buyer.toCode();
  await sandbox.fail("userPayMinerOrderV2", { kind: "latency", ms: 300 });
  const paying = buyer.pay(sheet);
  await vi.waitUntil(async () => (await payments()) === 1, LONG_WAIT);
  writeFileSync(file(), "");
  const paid = await paying;
  expect(paid.location).toContain("/Successpay");
  expect((await buyer.pay(sheet)).location).toBe(paid.location);
  expect(await payments()).toBe(1);
});

test("the commands of docs/operate/run.md stop and resume purchases", async () => {
  const [off = "", on = ""] = commandsOf("Stopping purchases");
  const here = { "/var/lib/storefront": folder };
  writeFileSync(file(".en_US"), "an earlier stop");
  carryOut(off, here);
  expect(await purchaseStop()).toEqual({ all: "Back at 14:00 UTC", en_US: "an earlier stop" });
  carryOut(on, here);
  expect(await purchaseStop()).toBeNull();
});

test("PURCHASES=off stops purchases from the start", async () => {
  const buyer = await buyerOf(sandbox);
  const sent = { csrf: (await buyer.open(PRODUCT_PATH)).field("csrf") ?? "" };
  setEnv({ PURCHASES: "off" });
  expect(cardOf((await buyer.open(PRODUCT_PATH)).html)).toContain(OURS);
  expect((await buyer.buy(sent)).status).toBe(503);
  expect(await switchPurchases(["on"])).toBe(`purchases: off (PURCHASES=off, or a file in DATA_DIR) {}, in ${folder}`);
});

test("the page cache follows the switch", async () => {
  const end = await watchPurchaseStop();
  const { app, options } = shop({ "PowerProductDetail/:id": product });
  const { port } = await openStorefront({ app }, options);
  const shown = async () => textOf((await ask(port, PRODUCT_PATH)).body.toString());
  try {
    expect(await shown()).not.toContain("Back soon");
    writeFileSync(file(), "Back soon");
    await vi.waitUntil(async () => (await shown()).includes("Back soon"), LONG_WAIT);
    rmSync(file());
    await vi.waitUntil(async () => !(await shown()).includes("Back soon"), LONG_WAIT);
  } finally {
    end();
  }
});

describe("npm run purchases", () => {
  test("writes and removes the files in DATA_DIR", async () => {
    const where = `in ${folder}`;
    expect(await switchPurchases([])).toBe(`purchases: on, ${where}`);
    expect(await switchPurchases(["off", "Back soon", "el_GR=稍後恢復"])).toBe(
      `purchases: off {"all":"Back soon","el_GR":"稍後恢復"}, ${where}`,
    );
    expect(await switchPurchases(["off"]), "the earlier text disappears").toBe(`purchases: off {}, ${where}`);
    expect(await switchPurchases(["on"])).toBe(`purchases: on, ${where}`);
  });

  test.each([["of"], ["on", "now"], ["--help"]])("shows its usage after a typing error: %j", async (...typed) => {
    await expect(switchPurchases(typed)).rejects.toThrow("usage: npm run purchases -- on | off");
  });

  test.skipIf(!hasRedis)("sets the key that all instances on one Redis see", async () => {
    const { url } = await redisOf();
    setEnv({ REDIS_URL: url });
    await closeStore();
    const buyer = await buyerOf(sandbox);
    const sheet = await buyer.toCode();
    expect(await switchPurchases(["off", "Back soon"])).toBe('purchases: off {"all":"Back soon"}, in Redis');
    expect(cardOf((await buyer.open(PRODUCT_PATH)).html)).toContain("Back soon");
    expect((await buyer.pay(sheet)).location).toContain(PRODUCT_PATH);
    expect(await payments()).toBe(0);
    // Values set by hand.
    for (const value of ["Back soon", "", "1"]) {
      await sharedRedis()?.set("storefront:purchases-off", value);
      expect(await purchaseStop(), value).toEqual({});
    }
    expect(await switchPurchases(["on"])).toBe("purchases: on, in Redis");
    expect((await buyer.pay(await buyer.toCode())).location).toContain("/Successpay");
    await closeStore();
  });
});
