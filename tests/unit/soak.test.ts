import { expect, test } from "vitest";
import { secondHalf, slopePerMinute, troughs } from "../soak/growth";
import { readMetrics } from "../soak/samples";

const points = (of: (seconds: number) => number) =>
  Array.from({ length: 61 }, (_, index) => ({ seconds: index * 10, value: of(index * 10) }));

test("a saw that does not rise has no slope through its troughs, and one that does has its own", () => {
  const saw = (seconds: number) => (seconds % 60) * 2;
  expect(slopePerMinute(troughs(points(saw), 60))).toBeCloseTo(0);
  expect(
    slopePerMinute(
      troughs(
        points((seconds) => saw(seconds) + seconds / 20),
        60,
      ),
    ),
  ).toBeCloseTo(3);
});

test("the first half is the warm-up", () => {
  const flatAfterwards = (seconds: number) => Math.min(seconds, 290);
  expect(slopePerMinute(secondHalf(points(flatAfterwards)))).toBeCloseTo(0);
  expect(slopePerMinute([{ seconds: 1, value: 5 }])).toBe(0);
});

test("metrics are read with their labels", () => {
  const text = [
    "# HELP held How much",
    "# TYPE held gauge",
    'held{kind="cached pages"} 12',
    "lag_p99_seconds 1.5e+3",
    "",
  ].join("\n");
  expect(readMetrics(text)).toEqual([
    { name: "held", labels: { kind: "cached pages" }, value: 12 },
    { name: "lag_p99_seconds", labels: {}, value: 1500 },
  ]);
});
