import { expect, test } from "../support/journey";
import { playCell } from "../faults/cell";
import { COLUMNS } from "../faults/columns";
import { ROWS } from "../faults/rows";

/**
 * A sample of the matrix of `npm run faults`, without cells that wait for a deadline or need a freshly started
 * storefront.
 */
const SAMPLE: readonly (readonly [row: string, column: string])[] = [
  ["originClueCollect", "no JSON"],
  ["userPayMinerOrderV2", "cut"],
  ["userPayMinerOrderV2", "charged"],
];

for (const [number, [name, short]] of SAMPLE.entries()) {
  test(`if ${name} fails: ${short}`, async ({ environment }) => {
    const row = ROWS.find((one) => one.name === name);
    const column = COLUMNS.find((one) => one.short === short);
    if (!row || !column) throw new Error(`There is no cell ${name} | ${short}`);
    const { wrong } = await playCell(environment, row, column, number % 2 ? "el_GR" : "en_US");
    expect(wrong).toEqual([]);
  });
}
