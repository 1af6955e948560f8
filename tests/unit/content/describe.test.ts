import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeContent } from "~server/content/describe";
import { PROJECT_DIR } from "~tools/demo/storefront-process";
import { contentFolder } from "../../support/content-folder";

/** `npm run content:check`. */

const BRANDS = join(PROJECT_DIR, "content");

test("every brand in the repository is valid", () => {
  const brands = readdirSync(BRANDS);
  expect(brands).toContain("example");
  for (const brand of brands) expect(describeContent(join(BRANDS, brand))).toContain("company's name: ");
});

test("the description has one line for each thing used", () => {
  const legal = "---\ndate: 2026-01-31\nversion: 2\n---\n## A\n\nText\n";
  const dir = contentFolder({
    "company.json": '{"name":"A Ltd","phone":"12345"}',
    "legal/privacy.el_GR.md": legal,
    "legal/privacy.en_US.md": legal,
    "texts.en_US.json": '{"Home.headline":"Hello"}',
    "theme.css": ":root{--line:#d0d0d0}@media (prefers-color-scheme:dark){:root{--line:#303030}}",
  });
  expect(describeContent(dir).split("\n")).toEqual([
    "privacy (el_GR): version 2, dated 2026-01-31, sections: 1",
    "privacy (en_US): version 2, dated 2026-01-31, sections: 1",
    "Home.headline (en_US): Hello",
    "--line (light): #d0d0d0",
    "--line (dark): #303030",
    "company's name: A Ltd",
    "company's phone: 12345",
  ]);
  expect(describeContent(contentFolder({}))).toBe("Nothing is replaced.");
});

test("the command names faults, and shows the usage if no folder is given", () => {
  const dir = contentFolder({ "texts.el_GR.json": '{"Home.nothing":"x"}' });
  expect(() => describeContent(dir)).toThrow("texts.el_GR.json: Home.nothing: is not a key of the texts");
  expect(() => describeContent(undefined)).toThrow("usage: npm run content:check -- FOLDER");
});
