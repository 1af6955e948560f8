import { expect, test } from "vitest";
import { createPlaces, type Holder } from "./concurrency-limit";

/** Takes as many places as the holder gets, up to a maximum. Returns their number. */
function fill(places: ReturnType<typeof createPlaces>, holder: Holder, most = Infinity): number {
  let got = 0;
  for (; got < most && places.isFree(holder); got += 1) places.take(holder);
  return got;
}

test("places without a share limit are given in order of arrival", () => {
  const places = createPlaces(10, {});
  expect([fill(places, "greedy"), places.isFree("other")]).toEqual([10, false]);
  places.give("greedy");
  expect([places.isFree("other"), places.taken(), places.takenBy("greedy")]).toEqual([true, 9, [9]]);
});

test("one name gets at most a fifth of shared places; sixteen greedy names leave some to a newcomer", () => {
  const places = createPlaces(100, { share: 1 / 4 });
  expect(fill(places, "greedy 0")).toBe(20);
  for (let n = 1; n < 16; n += 1) {
    fill(places, `greedy ${n}`);
    expect(places.isFree("newcomer"), `after ${n}`).toBe(true);
  }
  // A name that still has many places does not get the free ones.
  for (let n = 0; n < 10; n += 1) places.give("greedy 0");
  expect([places.isFree("greedy 0"), fill(places, "newcomer", 3)]).toEqual([false, 3]);
});

test("accounts share their address's places, each up to its own limit at any address", () => {
  const places = createPlaces(125, { perName: 8, share: 1 / 4 });
  const got = Array.from({ length: 16 }, (_, n) => fill(places, ["address", `account ${n}`]));
  expect(got).toEqual([8, 8, 8, 1, ...Array<number>(12).fill(0)]);
  expect(fill(places, ["another address", "account 0"])).toBe(0);
  expect(fill(places, ["another address", "another account"])).toBe(8);
  expect(places.takenBy(["address", "account 3"])).toEqual([25, 1]);
});

test("an account named like an address is not counted as one", () => {
  const places = createPlaces(100, { perName: 1 });
  places.take(["192.0.2.1", "account"]);
  expect(places.isFree(["192.0.2.2", "192.0.2.1"])).toBe(true);
});
