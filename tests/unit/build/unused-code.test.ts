import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { bin, ROOT } from "../../support/steps";

/** Nobody would notice if the settings in `knip.jsonc` found nothing. */

test("finds a cycle through a dynamic import, and an unused file, export or package", () => {
  const folder = freshFolder("unused-code");
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = {
    "package.json": JSON.stringify({ name: "a", type: "module", dependencies: { zod: "3.25.76" } }),
    "server/index.ts": `import { a } from "~server/circle/a"; a();`,
    "server/circle/a.ts": `import { b } from "./b"; export const a = () => b();`,
    "server/circle/b.ts": `export const b = () => import("~server/circle/a"); export const unused = 1;`,
    "server/lost.ts": `export const lost = 1;`,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  for (const name of ["knip.jsonc", "tsconfig.json"]) copyFileSync(join(ROOT, name), join(folder, name));
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const { status, stdout } = spawnSync(bin("knip"), ["--no-progress", "--reporter=json"], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(status).toBe(1);
  const { issues } = JSON.parse(stdout) as { issues: Record<string, unknown>[] };
  const found = (kind: string) =>
    issues.flatMap((issue) => (Array.isArray(issue[kind]) && issue[kind].length > 0 ? [issue["file"]] : []));
  expect(found("cycles")).toEqual(["server/circle/a.ts"]);
  expect(found("exports")).toEqual(["server/circle/b.ts"]);
  expect(found("dependencies")).toEqual(["package.json"]);
  expect(stdout).toContain("server/lost.ts");
});
