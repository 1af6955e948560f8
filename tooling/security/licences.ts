import { z } from "zod";
import type { Locked } from "./lockfile";

const list = z.strictObject({
  allowed: z.array(z.string()),
  explained: z.array(
    z.strictObject({
      licence: z.string().nullable(),
      /** Names of packages; `*` at the end matches any ending. */
      packages: z.array(z.string()).min(1),
      why: z.string().min(40),
    }),
  ),
});

export type LicenceList = z.infer<typeof list>;

export const readLicences = (text: string): LicenceList => list.parse(JSON.parse(text));

/** Returns true if an SPDX expression is allowed. An expression with both AND and OR must be explained. */
export function isAllowed(expression: string, allowed: readonly string[]): boolean {
  const bare = expression.replace(/^\((.*)\)$/, "$1");
  const [either, all] = [bare.split(" OR "), bare.split(" AND ")];
  if (either.length > 1 && all.length > 1) return false;
  return either.length > 1
    ? either.some((each) => allowed.includes(each))
    : all.every((each) => allowed.includes(each));
}

const isNamed = (name: string, by: string) => (by.endsWith("*") ? name.startsWith(by.slice(0, -1)) : name === by);

/** Returns licences that are neither allowed nor explained, and explanations that are not needed. */
export function licenceProblems(locked: readonly Locked[], { allowed, explained }: LicenceList): string[] {
  const others = locked.filter(({ licence }) => licence === undefined || !isAllowed(licence, allowed));
  const missing = others
    .filter(
      ({ name, licence = null }) =>
        !explained.some((each) => each.licence === licence && each.packages.some((by) => isNamed(name, by))),
    )
    .map(({ path, version, licence }) => `${path} ${version} is under ${licence ?? "no stated licence"}`);
  const needless = explained.flatMap(({ licence, packages }) =>
    packages
      .filter((by) => !others.some((each) => (each.licence ?? null) === licence && isNamed(each.name, by)))
      .map((by) => `${by} is explained under ${licence ?? "no stated licence"}, but no longer needs to be`),
  );
  return [...missing, ...needless];
}
