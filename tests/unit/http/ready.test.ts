import type { AddressInfo } from "node:net";
import { expect, test, vi } from "vitest";
import { LONG_WAIT } from "@storefront/test-support/endless-wait";
import type { Condition } from "@storefront/http-server/dependencies";
import { serveMetrics } from "@storefront/http-server/metrics";
import { createMetrics } from "~server/metrics";
import type { StorefrontOptions } from "~server/pipeline";
import { ask, openStorefront } from "../../support/test-storefront";

type Probes = Pick<StorefrontOptions, "probe" | "store" | "metrics">;

const open = (probes: Partial<Probes> & { probeDeadlineMs?: number }) =>
  openStorefront((_req, res) => void res.send("the app"), probes);

async function readyz(port: number): Promise<{ status: number; text: string }> {
  const { status, body } = await ask(port, "/readyz", { headers: { Host: "10.0.0.7" } });
  return { status, text: body.toString() };
}

const up = () => Promise.resolve<Condition>({ ok: true });
const down = () => Promise.resolve<Condition>({ ok: false, note: "status 502" });
const broken = () => Promise.reject(new Error("canary"));
const hangs = () => new Promise<never>(() => {});

test.for<[string, Partial<Probes>, string]>([
  ["everything works", {}, "ready\nupstream: ok\nstore: ok\n"],
  ["the upstream is down", { probe: down }, "ready\nupstream: down (status 502)\nstore: ok\n"],
  ["the upstream cannot be reached", { probe: broken }, "ready\nupstream: down\nstore: ok\n"],
  ["the store is down", { store: broken }, "ready\nupstream: ok\nstore: down\n"],
  ["both are down", { probe: broken, store: async () => ({ ok: false }) }, "ready\nupstream: down\nstore: down\n"],
  [
    "the store reports a note",
    { store: async () => ({ ok: true, note: "keeps nothing on disk" }) },
    "ready\nupstream: ok\nstore: ok (keeps nothing on disk)\n",
  ],
])("/readyz is 200 whatever fails behind it, and its body names what fails: %s", async ([, probes, text]) => {
  const { port } = await open({ probe: up, ...probes });
  expect(await readyz(port)).toEqual({ status: 200, text: `${text}purchases: ok\n` });
  const head = await ask(port, "/readyz", { method: "HEAD" });
  expect([head.status, head.body.byteLength]).toEqual([200, 0]);
  expect((await ask(port, "/healthz")).body.toString()).toBe("ok\n0.0.0 none\n");
});

test("/readyz responds in time even if upstream and store hang", async () => {
  const { port } = await open({ probe: hangs, store: hangs, probeDeadlineMs: 5 });
  const hanging = "ready\nupstream: down (no answer yet)\nstore: down (no answer yet)\n";
  expect(await readyz(port)).toEqual({ status: 200, text: expect.stringContaining(hanging) });
  // Reading the file that stops purchases may take longer.
  await vi.waitUntil(async () => (await readyz(port)).text.endsWith("purchases: ok\n"), LONG_WAIT);
  expect(await readyz(port)).toEqual({ status: 200, text: `${hanging}purchases: ok\n` });
});

test("/readyz returns its last result immediately while upstream and store are probed again", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  let response = up;
  const { port } = await open({ probe: () => response(), probeDeadlineMs: 20_000 });
  expect((await readyz(port)).text).toContain("upstream: ok");
  let reply: (response: Condition) => void = () => {};
  response = () => new Promise((resolve) => (reply = resolve));
  vi.setSystemTime(Date.now() + 2_000);
  expect((await readyz(port)).text).toContain("upstream: ok");
  reply({ ok: false });
  expect((await readyz(port)).text).toContain("upstream: down");
});

test("results from before the clock was set back are refreshed", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  let response = down;
  const { port } = await open({ probe: () => response() });
  expect((await readyz(port)).text).toContain("upstream: down");
  response = up;
  vi.setSystemTime(Date.now() - 3_600_000);
  expect((await readyz(port)).text).toContain("upstream: ok");
});

test("simultaneous requests to /readyz share one probe of upstream and store", async () => {
  let asked = 0;
  let resolveProbe: (response: Condition) => void = () => {};
  let arrive: () => void = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const { port } = await open({
    probe: () => {
      asked += 1;
      arrive();
      return new Promise((resolve) => (resolveProbe = resolve));
    },
    store: async () => {
      asked += 1;
      return { ok: true };
    },
    probeDeadlineMs: 20_000,
  });
  const responses = [readyz(port), readyz(port), readyz(port)];
  await arrived;
  resolveProbe({ ok: true });
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(asked).toBe(2);
});

test("the metrics' port answers health checks, also before the first visitor and during a drain", async ({
  onTestFinished,
}) => {
  const { storefront } = await open({ probe: up });
  const server = await serveMetrics(createMetrics(), 0, { health: storefront.health });
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const answer = async (path: string) => {
    const { status, body } = await ask(port, path);
    return `${status} ${body.toString()}`;
  };
  expect(await answer("/readyz")).toBe("200 ready\nupstream: ok\nstore: ok\npurchases: ok\n");
  expect(await answer("/healthz?any")).toBe("200 ok\n0.0.0 none\n");
  expect(await answer("/metrics")).toMatch(/^200 # HELP/);
  expect(await answer("/Index/Home")).toBe("404 ");
  expect(await answer("//")).toBe("404 ");
  const drained = storefront.drain(20_000);
  expect(await answer("/readyz")).toBe("503 draining\n");
  await drained;
  expect([await answer("/readyz"), await answer("/healthz")]).toEqual(["503 draining\n", "200 ok\n0.0.0 none\n"]);
});

test("metrics show whether upstream and store respond, also without requests to /readyz", async ({
  onTestFinished,
}) => {
  const metrics = createMetrics();
  const server = await serveMetrics(metrics, 0);
  onTestFinished(() => void server.close());
  let isUpstreamUp = true;
  vi.useFakeTimers({ toFake: ["Date"] });
  await open({ metrics, probe: async () => ({ ok: isUpstreamUp }), store: broken });
  const scrape = async () => {
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    return (await ask(address.port, "/metrics")).body.toString();
  };
  const first = await scrape();
  expect(first).toMatch(/^storefront_upstream_up 1$/m);
  expect(first).toMatch(/^storefront_store_up 0$/m);
  isUpstreamUp = false;
  vi.setSystemTime(Date.now() + 60_000);
  expect(await scrape()).toMatch(/^storefront_upstream_up 0$/m);
});
