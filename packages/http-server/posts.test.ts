import { expect, test } from "vitest";
import { bodiesUnderWay } from "./posts";

/** Counts unfinished bodies, and records those that are given up. */
function noted(max: number) {
  const addBody = bodiesUnderWay(max);
  const givenUp: string[] = [];
  const add = (sender: string, name: string) => addBody(sender, () => givenUp.push(name));
  return { add, givenUp };
}

test("among senders with equally many bodies, the first loses one", () => {
  const { add, givenUp } = noted(3);
  for (const sender of ["a", "b", "c", "d", "e"]) add(sender, sender);
  expect(givenUp).toEqual(["a", "b"]);
});

test("a finished or abandoned body stops counting, and ending it twice changes nothing", () => {
  const { add, givenUp } = noted(2);
  const first = add("a", "first");
  add("b", "second");
  first();
  first();
  add("c", "third");
  expect(givenUp).toEqual([]);
  add("d", "fourth");
  expect(givenUp).toEqual(["second"]);
  first();
  add("e", "fifth");
  expect(givenUp).toEqual(["second", "third"]);
});
