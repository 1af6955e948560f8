import type { ServerBuild } from "@remix-run/node";
import { getDefaultAutoSelectFamilyAttemptTimeout, setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { shownSite } from "~server/content/site";
import { LOCALES } from "~server/i18n/locale";
import { start } from "~server/start";
import { store } from "~server/store/shared";
import { drainOnSignals } from "@storefront/http-server/graceful-shutdown";
import { freePort } from "~tools/demo/storefront-process";
import { LONG_WAIT } from "@storefront/test-support/endless-wait";
import { beginAnew, setEnv } from "../../support/environment";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import type { Reply } from "@storefront/test-support/peer";
import { envelope, usePeer } from "../../support/upstream-peer";

// It would end the process; the test stops the storefront itself.
vi.mock("@storefront/http-server/graceful-shutdown", () => ({ drainOnSignals: vi.fn() }));

const peer = await usePeer();
const folder = freshFolder("start");
const assets = { url: "", version: "", entry: { module: "", imports: [] }, routes: {} };
const build = { routes: {}, assets, entry: { module: {} }, publicPath: "/", future: {}, isSpaMode: false };

/** Starts a storefront without pages, and swallows its messages to the parent, which is the test runner. */
async function starting(startReadsMs: number) {
  const [port, metricsPort] = [await freePort(23_900), await freePort(24_900)];
  const ports = { PORT: String(port), METRICS_PORT: String(metricsPort) };
  setEnv({ ...ports, HOST: "127.0.0.1", PUBLIC_ORIGIN: `http://127.0.0.1:${port}`, DATA_DIR: folder });
  vi.spyOn(process as Required<Pick<NodeJS.Process, "send">>, "send").mockReturnValue(true);
  let isReady = false;
  const ready = start(build as unknown as ServerBuild, folder, startReadsMs).then(() => (isReady = true));
  const isHealthy = async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok;
  const readiness = async () => (await fetch(`http://127.0.0.1:${metricsPort}/readyz`)).text();
  return { ready, isReady: () => isReady, isHealthy, readiness };
}

afterEach(async () => {
  vi.restoreAllMocks();
  await vi.mocked(drainOnSignals).mock.calls.at(-1)?.[0](false);
  beginAnew();
});

/** The calls for configuration, market and public info. */
const asked = () =>
  ["/common/kv", "/public_info_market", "/public_info_v5"].map(
    (end) => peer.requests.filter(({ path }) => path.endsWith(end)).length,
  );

test("at start, configuration, market and public info are requested before listening", async () => {
  const pending: ((reply: Reply) => void)[] = [];
  peer.reply = () => new Promise((resolve) => pending.push(resolve));
  const storefront = await starting(600_000);
  await vi.waitFor(() => expect(asked()).toEqual([2, 2, 1]), { timeout: 10_000 });
  expect(storefront.isReady()).toBe(false);
  await expect(storefront.isHealthy(), "nothing listens yet").rejects.toThrow();
  expect(await storefront.readiness()).toBe("starting\n");
  for (const release of pending) release({ body: "{}" });
  await storefront.ready;
  expect(await storefront.isHealthy()).toBe(true);
  expect(await storefront.readiness()).toMatch(/^ready\n/);
});

test("each address of a name has half a second to connect, or the operator's own limit", async () => {
  const before = getDefaultAutoSelectFamilyAttemptTimeout();
  onTestFinished(() => setDefaultAutoSelectFamilyAttemptTimeout(before));
  peer.reply = () => ({ body: "{}" });
  for (const [flag, allowed] of [
    [250, 500],
    [800, 800],
  ] as const) {
    setDefaultAutoSelectFamilyAttemptTimeout(flag);
    await (
      await starting(1)
    ).ready;
    expect(getDefaultAutoSelectFamilyAttemptTimeout()).toBe(allowed);
    await vi.mocked(drainOnSignals).mock.calls.at(-1)?.[0](false);
  }
});

test("a hanging upstream delays the start no longer than its limit", async () => {
  peer.reply = () => "hang";
  const timeout = vi.spyOn(AbortSignal, "timeout");
  const storefront = await starting(1);
  await storefront.ready;
  expect(await storefront.isHealthy()).toBe(true);
  expect(Math.min(...timeout.mock.calls.map(([ms]) => ms))).toBeLessThanOrEqual(1);
});

test("after a restart in an outage, pages show the name and logo that were read before", async () => {
  const config = { title: "Meridian", appHomeLogoOS: "https://img.example/logo.png" };
  const shown = () => Promise.all(LOCALES.map((locale) => shownSite({ locale })));
  peer.reply = () => ({ status: 502, body: "" });
  await (
    await starting(1_000)
  ).ready;
  expect(await shown(), "nothing was read yet").toEqual([undefined, undefined]);
  beginAnew();
  peer.reply = () => envelope(config);
  expect(await shown()).toEqual([config, config]);
  await vi.waitUntil(async () => (await store().get("site:en_US")) && (await store().get("site:el_GR")), LONG_WAIT);
  await vi.mocked(drainOnSignals).mock.calls.at(-1)?.[0](false);
  beginAnew();
  peer.reply = () => ({ status: 502, body: "" });
  await (
    await starting(1_000)
  ).ready;
  expect(await shown()).toEqual([config, config]);
});
