import { expect, test } from "vitest";
import { z } from "zod";
import { listOf } from "~server/store/list-of";

test.each([
  ["a list", ["a", "b"], ["a", "b"]],
  ["a list with a wrong element", ["a", 1], undefined],
  ["a list longer than any that is stored", ["a", "b", "c"], undefined],
  ["no list", "ab", undefined],
])("from the store comes %s", (_, sent, read) => {
  expect(listOf(z.string(), 2).safeParse(sent).data).toEqual(read);
});
