import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { EXTERNAL } from "./external";

/** Which packages are in a release: as folders, or as a part of the build. */

/**
 * Machine code for systems with another libc than a release is for, which npm installs all the same, and the compiler,
 * which packages of Remix name as a peer for their types alone.
 */
const NOT_SHIPPED = /(?:^|\/)node_modules\/(?:.*musl.*|typescript)$/;

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
    if (path === undefined || found.has(path) || NOT_SHIPPED.test(path)) return;
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

const lockfile = z.object({
  packages: z.record(
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

/** A package of others that a release has. */
export interface Shipped {
  /** Its folder, relative to the project's. */
  path: string;
  name: string;
  version: string;
  licence: string | undefined;
}

/**
 * Every package of others that a release has, also those whose code is a part of the build.
 *
 * @param root the project's folder, with its packages installed
 */
export function shippedPackages(root: string): Shipped[] {
  const { packages } = lockfile.parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
  return Object.entries(packages)
    .filter(([path, { dev, devOptional, link }]) => path.includes("node_modules/") && !dev && !devOptional && !link)
    .filter(([path]) => !NOT_SHIPPED.test(path) && existsSync(join(root, path)))
    .map(([path, { name = path.slice(path.lastIndexOf("node_modules/") + 13), version = "", license }]) => ({
      ...{ path, name, version },
      licence: license,
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
