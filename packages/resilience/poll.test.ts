import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { poll } from "./poll";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the value is read at once and at each interval until polling stops", async () => {
  const values: number[] = [];
  let reads = 0;
  const polling = poll(
    async () => ++reads,
    (value) => void values.push(value),
    1_000,
  );
  await polling.first;
  expect(values).toEqual([1]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(values).toEqual([1, 2, 3]);
  polling.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reads).toBe(3);
});

test("a read longer than the interval is not started twice; a result after the stop is dropped", async () => {
  const values: string[] = [];
  let reads = 0;
  let finish = (_: string) => {};
  const polling = poll(
    () => {
      reads += 1;
      return new Promise<string>((resolve) => void (finish = resolve));
    },
    (value) => void values.push(value),
    1_000,
  );
  await vi.advanceTimersByTimeAsync(3_000);
  expect(reads).toBe(1);
  finish("first");
  await polling.first;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reads).toBe(2);
  polling.stop();
  finish("second");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(values).toEqual(["first"]);
});
