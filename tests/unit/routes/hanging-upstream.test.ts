import { expect, test, vi } from "vitest";
import { getText } from "~server/texts/text";
import * as root from "~/root";
import { EXTRA_WAIT_MS } from "~server/loader/reads";
import { PUBLIC_FRESH_MS } from "~server/upstream/constants";
import { readAtStart } from "~server/start";
import { browserAt } from "../../support/documents";
import { waitForEver, LONG_WAIT } from "@storefront/test-support/endless-wait";
import { titleOf } from "../../support/html";
import { pages } from "../../support/pages";
import { moveClock, sentence } from "../../support/move-clock";
import { useUpstream } from "../../support/upstream";
import { signedIn } from "../../support/signed-in";
import { Visitor } from "../../support/visitor";
import { readsEnd } from "../../support/reads-end";

const sandbox = await useUpstream();
const CALLS = ["kv", "project_sku", "project_sku_detail", "notice_info_list", "app_download"] as const;
const DEFAULT_TITLE = getText("en_US")("common.siteTitle");

const open = (path: string) => browserAt(pages, "en_US").open(path);

async function hang(): Promise<void> {
  await Promise.all(CALLS.map((call) => sandbox.fail(call, { kind: "hang" })));
}

test.each([
  ["/Index/Home", 200],
  ["/Index/Power?page=2", 200],
  ["/Index/Miner?page=2", 200],
  ["/PowerProductDetail/1001", 200],
  ["/MinerProductDetail/2001", 200],
  ["/PowerProductDetail/2001", 301],
  ["/Notice", 200],
  ["/NoticeDetail?id=14", 200],
  ["/AppDownload?platform=ios", 200],
  ["/LeavingMessage?productId=1001", 200],
  ["/Index/AboutUs", 200],
  ["/PrivacyAgreement", 200],
  ["/UserAgreement", 200],
  ["/NoSuchPage", 404],
  ["/sitemap.xml", 200],
  ["/manifest.webmanifest", 200],
])("%s does not wait while the upstream hangs, since its data is cached", async (path, status) => {
  await open(path);
  await readsEnd();
  const before = await open(path);
  moveClock(PUBLIC_FRESH_MS + 1_000);
  await hang();
  waitForEver(readsEnd);
  const page = await open(path);
  expect([before.status, page.status]).toEqual([status, status]);
  expect(page.html, "no “as of”, since nothing failed").not.toMatch(sentence("common.asOf"));
  if (page.html.startsWith("<!DOCTYPE")) expect(titleOf(page.html)).toBe(titleOf(before.html));
});

test.each([
  ["/PrivacyAgreement", 200],
  ["/useragreement/", 200],
  ["/Index/AboutUs", 200],
  ["/NoSuchPage", 404],
  ["/No/Such/Page", 404],
])("%s does not wait for a configuration not read yet", async (path, status) => {
  await hang();
  waitForEver(readsEnd);
  const page = await open(path);
  expect([page.status, titleOf(page.html)]).toEqual([status, expect.stringContaining(DEFAULT_TITLE)]);
  // A retry of the previous test may come too.
  await vi.waitUntil(async () => (await sandbox.calls("kv")) >= 1, LONG_WAIT);
});

test("a page that does not wait for the configuration uses it once read", async () => {
  expect(titleOf((await open("/PrivacyAgreement")).html)).toContain(DEFAULT_TITLE);
  await readsEnd();
  expect(titleOf((await open("/PrivacyAgreement")).html)).toContain("Meridian");
});

test("the start reads configuration, market and public info", async () => {
  await readAtStart();
  const called = await Promise.all(["kv", "public_info_market", "public_info_v5"].map((call) => sandbox.calls(call)));
  expect(called).toEqual([2, 2, 1]);
  expect(titleOf((await open("/PrivacyAgreement")).html)).toContain("Meridian");
  expect(await sandbox.calls("kv")).toBe(2);
});

test("other pages wait half a second for a configuration not read yet", async () => {
  await hang();
  waitForEver(readsEnd);
  const reading = new Visitor(root).read<{ site: { title: string } }>("/Login");
  await vi.waitUntil(() => vi.getTimerCount() > 0, LONG_WAIT);
  vi.advanceTimersByTime(EXTRA_WAIT_MS);
  expect((await reading).site.title).toBe(DEFAULT_TITLE);
  // Waits here, so that the call does not arrive during the next test.
  await vi.waitUntil(async () => (await sandbox.calls("kv")) === 1, LONG_WAIT);
});

test("while the configuration fails, 40 pages in 4 s request it three times", async () => {
  await sandbox.fail("kv", { kind: "gateway", status: 404 });
  const startMs = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: startMs });
  for (let ms = 0; ms < 4_000; ms += 100) {
    vi.setSystemTime(startMs + ms);
    expect((await open("/Index/AboutUs")).status).toBe(200);
    // Meanwhile the reads get time to fail.
    if (ms % 500 === 0) await readsEnd();
  }
  await readsEnd();
  expect(await sandbox.calls("kv"), "three reads, each with a retry").toBe(6);
});

test("a product page reads the product and the list of products in parallel", async () => {
  await hang();
  waitForEver(readsEnd);
  const reading = open("/PowerProductDetail/1001");
  await vi.waitUntil(async () => (await sandbox.calls("project_sku")) === 1, LONG_WAIT);
  await vi.waitUntil(async () => (await sandbox.calls("project_sku_detail")) === 1, LONG_WAIT);
  void reading;
});

test("a signed-in visitor's product page reads coins and product in parallel", async () => {
  const { cookies } = await signedIn(sandbox);
  await hang();
  waitForEver(readsEnd);
  void browserAt(pages, "en_US", cookies).open("/PowerProductDetail/1001");
  await vi.waitUntil(async () => (await sandbox.calls("public_info_market")) === 1, LONG_WAIT);
});
