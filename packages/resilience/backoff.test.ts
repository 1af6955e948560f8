import { afterEach, expect, test, vi } from "vitest";
import { backoff } from "./backoff";

afterEach(() => vi.useRealTimers());

const context = {} as never;

test("the pauses follow in order, and the last one repeats", () => {
  let pause = backoff([1, 2, 4]).next(context);
  const lengths: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    lengths.push(pause.duration);
    pause = pause.next(context);
  }
  expect(lengths).toEqual([1, 2, 4, 4, 4]);
});

test("a pause that starts in the future, because the clock was set back, is over", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
  const pause = backoff([1_000]).next(context);
  expect(pause.duration).toBe(1_000);
  vi.setSystemTime(0);
  expect(pause.duration).toBe(-Infinity);
});
