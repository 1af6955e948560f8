import { expect, test } from "vitest";
import { bodiesUnderWay } from "./bodies-under-way";

/** Bodies under way, of which those that were given up are noted. */
function noted(max: number) {
  const bodies = bodiesUnderWay(max);
  const givenUp: string[] = [];
  const add = (sender: string, name: string) => bodies.add(sender, () => givenUp.push(name));
  return { add, givenUp };
}

test("beyond the limit the oldest body of the sender who has most is given up, never another sender's", () => {
  const { add, givenUp } = noted(4);
  add("visitor", "a visitor's, slow since long ago");
  for (const name of ["one", "two", "three", "four", "five"]) add("flood", name);
  add("other", "another visitor's");
  expect(givenUp).toEqual(["one", "two", "three"]);
});

test("of senders with as many, the one who came first loses a body", () => {
  const { add, givenUp } = noted(3);
  for (const sender of ["a", "b", "c", "d", "e"]) add(sender, sender);
  expect(givenUp).toEqual(["a", "b"]);
});

test("a body that has come, or was given up, counts no longer, however often that is said", () => {
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
