import { z } from "zod";

/** The installed packages, by package-lock.json. */

const lockfile = z.object({
  lockfileVersion: z.literal(3),
  packages: z.record(
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      license: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

/** A package as it is locked; one name may be locked in several versions. */
export interface Locked {
  /** As the registry knows it, whatever it is called here. */
  name: string;
  version: string;
  /** An SPDX expression; undefined where the package states none. */
  licence?: string | undefined;
  /** Whether a production install has it; else only the build and the tests do. */
  isForProduction: boolean;
  /** Whether the product itself can do without it. */
  isOptional: boolean;
  /** Where it is installed. */
  path: string;
  resolved?: string | undefined;
  integrity?: string | undefined;
}

/** The folder of a package of this repository. */
const OWN_FOLDER = /^packages\/[\w-]+$/;

/**
 * Reads the entries of a lockfile that are packages of others.
 *
 * @throws ZodError for a file of another form; Error for an entry without a version
 */
export function readLockfile(text: string): Locked[] {
  const { packages } = lockfile.parse(JSON.parse(text));
  return Object.entries(packages).flatMap(([path, { name, version, link = false, ...locked }]) => {
    const { license: licence, dev, devOptional: isOptional = false, resolved, integrity } = locked;
    if (path === "" || OWN_FOLDER.test(link ? (resolved ?? "") : path)) return [];
    if (version === undefined) throw new Error(`${path} has no version`);
    const called = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
    return [{ name: name ?? called, version, licence, isForProduction: !dev, isOptional, path, resolved, integrity }];
  });
}

const REGISTRY = "https://registry.npmjs.org/";

/**
 * Problems with the sources of packages: each must come from the npm registry, pinned by a digest of what was tested.
 */
export function sourceProblems(locked: readonly Locked[]): string[] {
  return locked.flatMap(({ path, resolved, integrity }) => [
    ...(resolved === undefined || resolved.startsWith(REGISTRY) ? [] : [`${path} comes from ${resolved}`]),
    ...(integrity?.startsWith("sha512-") ? [] : [`${path} is not held by a SHA-512 digest`]),
  ]);
}
