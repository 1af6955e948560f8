import { expect, test } from "vitest";
import { registerGauge } from "@storefront/observability/metrics";
import { createMetrics } from "~server/metrics";
import "~server/upstream/client";

test("the metrics contain each gauge's value at the time of the scrape", async () => {
  const { registry } = createMetrics();
  const things = ["a"];
  registerGauge("things of a test", () => things.length);
  expect(await registry.metrics()).toContain('storefront_held{kind="things of a test"} 1');
  things.push("b");
  const text = await registry.metrics();
  expect(text).toContain('storefront_held{kind="things of a test"} 2');
  expect(text).toMatch(/held\{kind="public answers"\} \d+/);
});
