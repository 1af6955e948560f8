import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { load } from "cheerio";
import { expect, test } from "vitest";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { asText, BYTE_ORDER_MARK, csvLine } from "~server/downloads/csv";
import { findProgram } from "../support/chromium";

const PROGRAM = findProgram("soffice");
const NUMBERS = [
  "2026112012345678901",
  "202611201234567890123",
  "0007",
  "12E5",
  "2026-11-20",
  "12:30",
  "50 %",
  "１２３",
];

/** The first two cells of each line of a CSV file as LibreOffice reads it: their type and their text. */
function cellsInLibreOffice(csv: string): { type: string | undefined; text: string }[][] {
  const folder = freshFolder("spreadsheet");
  const file = join(folder, "orders.csv");
  writeFileSync(file, csv);
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, "profile")).href}`;
  // Commas, quotes and UTF-8, as LibreOffice's dialog proposes for a file that begins like this.
  const options = [profile, "--headless", "--infilter=CSV:44,34,76", "--convert-to", "fods", file, "--outdir", folder];
  execFileSync(PROGRAM ?? "", options, { stdio: "pipe" });
  const $ = load(readFileSync(join(folder, "orders.fods"), "utf8"), { xml: true });
  return $("table\\:table-row")
    .toArray()
    .map((row) =>
      $(row)
        .find("table\\:table-cell")
        .toArray()
        .slice(0, 2)
        .map((cell) => ({ type: $(cell).attr("office:value-type"), text: $(cell).text().trim() })),
    );
}

test.skipIf(!PROGRAM)("LibreOffice keeps every digit of order numbers, and calculates with amounts", () => {
  const csv = BYTE_ORDER_MARK + NUMBERS.map((number) => csvLine([asText(number), "-12.5"])).join("");
  const amount = { type: "float", text: "-12.5" };
  expect(cellsInLibreOffice(csv)).toEqual(NUMBERS.map((number) => [{ type: "string", text: `'${number}` }, amount]));
});
