import { z } from "zod";
import type { Locked } from "./lockfile";

/** Under which licences packages may be used (licences.json), and whether a lockfile complies. */

const list = z
  .object({
    allowed: z.array(z.string()),
    explained: z.array(
      z
        .object({
          /** As the lockfile states it; null where it states none. */
          licence: z.string().nullable(),
          /** Names; one that ends in `*` means all that begin so. */
          packages: z.array(z.string()).min(1),
          why: z.string().min(40),
        })
        .strict(),
    ),
  })
  .strict();

export type LicenceList = z.infer<typeof list>;

/**
 * Reads the list.
 *
 * @throws ZodError for a file of another form
 */
export const readLicences = (text: string): LicenceList => list.parse(JSON.parse(text));

/**
 * Whether an SPDX expression is allowed: all that AND joins, any that OR joins. One that has both is not understood,
 * and is to be explained.
 */
export function isAllowed(expression: string, allowed: readonly string[]): boolean {
  const bare = expression.replace(/^\((.*)\)$/, "$1");
  const [either, all] = [bare.split(" OR "), bare.split(" AND ")];
  if (either.length > 1 && all.length > 1) return false;
  return either.length > 1
    ? either.some((each) => allowed.includes(each))
    : all.every((each) => allowed.includes(each));
}

const isNamed = (name: string, by: string) => (by.endsWith("*") ? name.startsWith(by.slice(0, -1)) : name === by);

/** Problems: a licence that is neither allowed nor explained, and an explanation that is not needed. */
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
      .map((by) => `${by} is explained under ${licence ?? "no stated licence"}, and needs it no longer`),
  );
  return [...missing, ...needless];
}
