import { execFile } from "node:child_process";
import { expect, test } from "vitest";
import { bin, ROOT } from "../support/steps";

/** A sample of `npm run siege`: an attack of each kind, which tries to end, bloat or block the process. */
const ATTACKS = ["multipart-names", "multipart-charsets", "pipelined-posts", "path-slashes", "login-0xff", "vitals"];

test("the build withstands attacks while a visitor buys", { timeout: 240_000 }, async () => {
  const only = ATTACKS.flatMap((name) => ["--only", name]);
  const output = await new Promise<string>((resolve) => {
    execFile(bin("tsx"), ["tests/siege.ts", ...only], { cwd: ROOT, encoding: "utf8" }, (_, out, errors) =>
      resolve(out + errors),
    );
  });
  expect(output).toMatch(/^\d+ passed, 0 failed$/m);
});
