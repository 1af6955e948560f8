import { expect, test } from "vitest";
import { CALL_NAMES } from "@storefront/sandbox/calls";
import { COLUMNS } from "../../faults/columns";
import { MISSES } from "../../faults/misses";
import { ROWS } from "../../faults/rows";

test("every call of the upstream is broken somewhere, and no two cells have one name", () => {
  expect(new Set(ROWS.map(({ call }) => call))).toEqual(new Set(CALL_NAMES));
  expect(new Set(ROWS.map(({ name }) => name)).size).toBe(ROWS.length);
  expect(new Set(COLUMNS.map(({ short }) => short)).size).toBe(COLUMNS.length);
});

test("a named miss is one of a cell that there is, with its reason", () => {
  for (const [cell, reason] of Object.entries(MISSES)) {
    const [row, column] = cell.split(" | ");
    expect(ROWS.map(({ name }) => name)).toContain(row);
    expect(["*", ...COLUMNS.map(({ short }) => short)]).toContain(column);
    expect(reason.length).toBeGreaterThan(20);
  }
});
