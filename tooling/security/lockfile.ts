import { z } from "zod";

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

export interface Locked {
  name: string;
  version: string;
  /** An SPDX expression. */
  licence?: string | undefined;
  isForProduction: boolean;
  /** True if the product works without the package. */
  isOptional: boolean;
  path: string;
  resolved?: string | undefined;
  integrity?: string | undefined;
}

const OWN_FOLDER = /^packages\/[\w-]+$/;

/** Reads the third-party packages in a lockfile. Throws ZodError, and Error for an entry without a version. */
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

/** Returns the packages that do not come from the npm registry or have no digest. */
export function sourceProblems(locked: readonly Locked[]): string[] {
  return locked.flatMap(({ path, resolved, integrity }) => [
    ...(resolved === undefined || resolved.startsWith(REGISTRY) ? [] : [`${path} comes from ${resolved}`]),
    ...(integrity?.startsWith("sha512-") ? [] : [`${path} has no SHA-512 digest`]),
  ]);
}
