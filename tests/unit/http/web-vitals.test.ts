import { expect, test } from "vitest";
import { createMetrics } from "~server/metrics";
import { openStorefront, ORIGIN, post } from "../../support/test-storefront";

const PHONE = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36";
const OWN = { Origin: ORIGIN, "User-Agent": PHONE };
const REPORT = "page=%2FLogin%2Fbuyer%40example.com&LCP=1234.500&INP=80.000&CLS=0.020";

async function open(env = {}) {
  const metrics = createMetrics();
  const { port } = await openStorefront((_req, res) => void res.sendStatus(404), { metrics, env });
  const report = (body: string, headers: Record<string, string | number> = OWN) =>
    post(port, "/vitals", { body, headers });
  return { report, counted: async () => (await metrics.registry.metrics()).split("\n").filter(isOfVitals) };
}
const isOfVitals = (line: string) => line.startsWith("storefront_web_vitals_");

test("a report counts by route and device kind, and needs no form token", async () => {
  const { report, counted } = await open();
  expect(await report(REPORT)).toMatchObject({ status: 204, headers: { "cache-control": "no-store" } });
  // A browser may measure only one of the three.
  expect(await report("page=%2FUserCenter&LCP=500")).toMatchObject({ status: 204 });
  const lines = await counted();
  expect(lines).toEqual(
    expect.arrayContaining([
      'storefront_web_vitals_lcp_seconds_sum{page="/Login/*",device="phone"} 1.2345',
      'storefront_web_vitals_inp_seconds_bucket{le="0.1",page="/Login/*",device="phone"} 1',
      'storefront_web_vitals_cls_bucket{le="0.01",page="/Login/*",device="phone"} 0',
      'storefront_web_vitals_cls_bucket{le="0.05",page="/Login/*",device="phone"} 1',
      'storefront_web_vitals_lcp_seconds_count{page="/UserCenter",device="phone"} 1',
    ]),
  );
  expect(lines.join()).not.toContain("buyer");
});

test.each([
  ["without an Origin", REPORT, { "User-Agent": PHONE }, 403],
  ["of another site", REPORT, { ...OWN, Origin: "https://elsewhere.example" }, 403],
  ["of a page that is not a path", "page=https%3A%2F%2Felsewhere.example&LCP=1", OWN, 400],
  ["of a path with broken percent-encoding", "page=/%25&LCP=1", OWN, 400],
  ["of a path with dot segments", "page=/a/../b&LCP=1", OWN, 400],
  ["with an invalid time", "page=%2F&LCP=fast", OWN, 400],
  ["of more than 1 kB", `page=%2F&LCP=1&more=${"x".repeat(2_000)}`, OWN, 400],
])("a report %s is rejected and not counted", async (_what, body, headers, status) => {
  const { report, counted } = await open();
  expect((await report(body, headers)).status).toBe(status);
  expect(await counted()).toEqual([]);
});

test("with WEB_VITALS=off no report is accepted", async () => {
  const { report, counted } = await open({ WEB_VITALS: false });
  expect((await report(REPORT)).status).toBe(404);
  expect(await counted()).toEqual([]);
});
