import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { freshFolder } from "@storefront/test-support/fresh-folder";

/** The linter of this repository, over made-up files. */

const root = fileURLToPath(new URL("../..", import.meta.url));
const packages = readdirSync(join(root, "packages")).map((name) => `packages/${name}/package.json`);
const CONFIGURATION = [".oxlintrc.jsonc", "tooling/lint/plugin.js", "tsconfig.json", ...packages];

const report = z.object({
  diagnostics: z.array(z.object({ code: z.string().optional(), message: z.string(), filename: z.string() })),
});

/** A piece of code, and where it would be. A `*` in the path becomes the number of the sample. */
export type Sample = readonly [path: string, code: string];

/**
 * Checks files as if they were the whole repository.
 *
 * @param types whether with the rules that need types, which takes longer
 * @returns the rules that each breaks, as `house(line-length)`
 */
export async function lint(all: readonly Sample[], types = false): Promise<string[][]> {
  const samples = all.map(([path, code], at) => [path.replace("*", String(at)), code] as const);
  const folder = freshFolder("storefront-lint");
  try {
    for (const name of CONFIGURATION) {
      const text = readFileSync(join(root, name), "utf8");
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), types ? text : text.replace('"typeAware": true', '"typeAware": false'));
    }
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    for (const [path, code] of samples) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), `${code}\n`);
    }
    const { diagnostics } = report.parse(
      JSON.parse(await outputOf(folder, [...new Set(samples.map(([path]) => path.replace(/\/.*/, "")))])),
    );
    return samples.map(([path]) =>
      diagnostics.filter(({ filename }) => filename === path).map(({ code, message }) => code ?? message),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the linter reports for folders in a folder. It ends with an error when it has found something. */
function outputOf(folder: string, inside: string[]): Promise<string> {
  const program = join(root, "node_modules/.bin/oxlint");
  return new Promise((done, failed) => {
    execFile(program, ["--format=json", ...inside], { cwd: folder }, (error, output) => {
      if (output.startsWith("{")) done(output);
      else failed(error ?? new Error(output));
    });
  });
}
