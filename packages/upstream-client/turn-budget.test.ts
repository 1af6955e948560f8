import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { turnBudget } from "./turn-budget";

test("what was spent is missing in this turn, and there again in the next one", async () => {
  const budget = turnBudget(10);
  expect(budget.left()).toBe(10);
  budget.spend(4);
  await Promise.resolve();
  expect(budget.left()).toBe(6);
  budget.spend(9);
  expect(budget.left()).toBe(-3);
  await nextTurn();
  expect(budget.left()).toBe(10);
  budget.spend(10);
  await nextTurn();
  expect(budget.left()).toBe(10);
});
