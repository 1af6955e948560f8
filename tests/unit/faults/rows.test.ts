import { expect, test } from "vitest";
import { CALL_NAMES } from "@storefront/sandbox/calls";
import { COLUMNS } from "../../faults/columns";
import { ROWS } from "../../faults/rows";

test("every upstream call fails in some row, and cell names are unique", () => {
  expect(new Set(ROWS.map(({ call }) => call))).toEqual(new Set(CALL_NAMES));
  expect(new Set(ROWS.map(({ name }) => name)).size).toBe(ROWS.length);
  expect(new Set(COLUMNS.map(({ short }) => short)).size).toBe(COLUMNS.length);
});
