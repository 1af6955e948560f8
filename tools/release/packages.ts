import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { readLockfile, type Locked } from "../../tooling/security/lockfile";
import { EXTERNAL } from "../../tooling/vite/external";

/** Machine code for musl, and the compiler, which Remix needs only for types, are not shipped. */
const isNotShipped = (path: string) => path.includes("musl") || path.endsWith("node_modules/typescript");

const packageJson = z.object({
  dependencies: z.record(z.string()).default({}),
  optionalDependencies: z.record(z.string()).default({}),
});

/** Resolves a package from a folder as Node does; both paths are relative to the root. */
function resolved(root: string, name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder === "." ? "" : folder, "node_modules", name);
    if (existsSync(join(root, path, "package.json"))) return path;
    if (folder === ".") return undefined;
  }
}

/** Returns the packages outside the bundle that the build needs, and their dependencies. Throws if one is missing. */
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

/** Returns every third-party package in a release, including those in the bundle. */
export function shippedPackages(root: string): Locked[] {
  return readLockfile(readFileSync(join(root, "package-lock.json"), "utf8"))
    .filter(({ isForProduction, isOptional }) => isForProduction && !isOptional)
    .filter(({ path }) => !isNotShipped(path) && existsSync(join(root, path)))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
