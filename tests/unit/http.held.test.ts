import { expect, test } from "vitest";
import { tellsHowMany } from "~server/held";
import { createMetrics } from "~server/http/metrics";
import "~server/upstream/public-cache";

test("the metrics say how much is held of each kind, as it is when they are read", async () => {
  const { registry } = createMetrics();
  const things = ["a"];
  tellsHowMany("things of a test", () => things.length);
  expect(await registry.metrics()).toContain('held{kind="things of a test"} 1');
  things.push("b");
  const text = await registry.metrics();
  expect(text).toContain('held{kind="things of a test"} 2');
  expect(text).toMatch(/held\{kind="public answers"\} \d+/);
});
