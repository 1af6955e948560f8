import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { readLockfile, type Locked } from "../../tooling/security/lockfile";
import { EXTERNAL } from "../../tooling/vite/external";

/** Which packages are in a release: as folders, or as a part of the build. */

/**
 * Machine code for systems with another libc than a release is for, which npm installs all the same, and the compiler,
 * which packages of Remix name as a peer for their types alone.
 */
const isNotShipped = (path: string) => path.includes("musl") || path.endsWith("node_modules/typescript");

const packageJson = z.object({
  dependencies: z.record(z.string()).default({}),
  optionalDependencies: z.record(z.string()).default({}),
});

/** The folder that node takes for a package that is named in a folder, relative to the root. */
function resolved(root: string, name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder === "." ? "" : folder, "node_modules", name);
    if (existsSync(join(root, path, "package.json"))) return path;
    if (folder === ".") return undefined;
  }
}

/**
 * The folders that the build needs to run: the packages that it leaves out, and what they depend on.
 *
 * @param root the project's folder, with its packages installed
 * @returns paths relative to it, sorted
 * @throws Error for a package that is not installed
 */
export function runtimeFolders(root: string): string[] {
  const found = new Set<string>();
  const add = (name: string, from: string, isOptional: boolean): void => {
    const path = resolved(root, name, from);
    if (path === undefined && !isOptional) throw new Error(`${name} is not installed: run npm ci`);
    if (path === undefined || found.has(path) || isNotShipped(path)) return;
    found.add(path);
    const { dependencies, optionalDependencies } = packageJson.parse(
      JSON.parse(readFileSync(join(root, path, "package.json"), "utf8")),
    );
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) {
      add(each, path, each in optionalDependencies);
    }
  };
  for (const name of EXTERNAL) add(name, ".", false);
  return [...found].sort();
}

/**
 * Every package of others that a release has, also those whose code is a part of the build.
 *
 * @param root the project's folder, with its packages installed
 */
export function shippedPackages(root: string): Locked[] {
  return readLockfile(readFileSync(join(root, "package-lock.json"), "utf8"))
    .filter(({ isForProduction, isOptional }) => isForProduction && !isOptional)
    .filter(({ path }) => !isNotShipped(path) && existsSync(join(root, path)))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
