import { expect, test } from "vitest";
import { fairQueue } from "./rotation";

const { inTurn } = fairQueue();

/** Makes pieces of work that the test ends; `started` lists them in the order in which they started. */
function bench() {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  return {
    started,
    add: (owner: string, name: string) =>
      inTurn(owner, () => {
        started.push(name);
        return new Promise<string>((resolve) => ends.push(() => resolve(name)));
      }),
    /** Ends the running piece, so that the next one starts. */
    next: async () => {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test("an owner's work delays another owner's by at most the piece that is running", async () => {
  const { started, add, next } = bench();
  const all = ["a1", "a2", "a3", "a4", "a5", "a6"].map((name) => add("a", name));
  await next();
  all.push(add("b", "b1"), add("b", "b2"), add("c", "c1"));
  for (let count = 0; count < all.length; count += 1) await next();
  expect(started).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4", "a5", "a6"]);
  await Promise.all(all);
});

test("neither a failing piece nor an empty queue stops the rotation", async () => {
  await expect(inTurn("a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await inTurn("a", async () => 1)).toBe(1);
  expect(await Promise.all([inTurn("a", async () => 2), inTurn("b", async () => 3)])).toEqual([2, 3]);
});
