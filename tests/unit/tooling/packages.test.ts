import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const packages = fileURLToPath(new URL("../../../packages", import.meta.url));

test("a package with a test script has tests, without which the script fails", () => {
  const empty = readdirSync(packages).filter((name) => {
    const hasScript = readFileSync(join(packages, name, "package.json"), "utf8").includes('"test":');
    const files = readdirSync(join(packages, name), { recursive: true, encoding: "utf8" });
    return hasScript && !files.some((file) => file.endsWith(".test.ts"));
  });
  expect(empty).toEqual([]);
});
