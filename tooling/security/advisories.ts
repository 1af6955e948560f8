import { satisfies, validRange } from "semver";
import { z } from "zod";
import type { Locked } from "./lockfile";

/** The list of known advisories (advisories.json), and whether it explains what a lockfile has. */

/** A range that cannot be read would have nothing in it, and the empty one has everything. */
const range = z.string().refine((text) => text !== "" && validRange(text) !== null, "is not a range of versions");

const list = z
  .object({
    /** The day on which it was last gone through, whole. */
    made: z.string().date(),
    /** From what. */
    how: z.string(),
    /** Packages for which advisories were looked for, and none was found. */
    notFound: z.array(z.string()),
    advisories: z.array(
      z
        .object({
          id: z.string().regex(/^GHSA(-[23456789cfghjmpqrvwx]{4}){3}$/),
          package: z.string(),
          /** Any of them. */
          affected: z.array(range).min(1),
          severity: z.enum(["low", "moderate", "high", "critical"]),
          about: z.string(),
        })
        .strict(),
    ),
    explained: z.array(
      z
        .object({
          ids: z.array(z.string()).min(1),
          package: z.string(),
          /** Exactly those that are locked, and affected by each of the ids. */
          versions: z.array(z.string()).min(1),
          for: z.enum(["production", "development"]),
          /** Whether what is vulnerable in it can be reached here. What can be has no place in a release. */
          reached: z.literal(false),
          why: z.string().min(40),
          until: z.string().min(10),
        })
        .strict(),
    ),
  })
  .strict();

export type AdvisoryList = z.infer<typeof list>;

/**
 * Reads the list.
 *
 * @throws ZodError for a file of another form
 */
export const readAdvisories = (text: string): AdvisoryList => list.parse(JSON.parse(text));

/** Whether a version is in a range such as `>=7.0.0 <7.12.0`; one before a release, as 7.12.0-rc.1, is as well. */
export const isInRange = (version: string, versions: string): boolean =>
  satisfies(version, versions, { includePrerelease: true });

/**
 * Problems between a list and a lockfile: an affected version without an explanation, an explanation of what is no
 * longer locked or affected, and one that takes for a tool what a production install has.
 */
export function advisoryProblems(locked: readonly Locked[], { advisories, explained }: AdvisoryList): string[] {
  const problems: string[] = [];
  const isAffected = ({ name, version }: Pick<Locked, "name" | "version">, id: string) =>
    advisories.some(
      (each) =>
        each.id === id && each.package === name && each.affected.some((versions) => isInRange(version, versions)),
    );

  for (const { name, version, path } of locked) {
    for (const { id, package: about, severity, about: title } of advisories) {
      if (about !== name || !isAffected({ name, version }, id)) continue;
      const isExplained = explained.some(
        (each) => each.package === name && each.ids.includes(id) && each.versions.includes(version),
      );
      if (!isExplained) problems.push(`${path} ${version} is affected by ${id} (${severity}): ${title}`);
    }
  }
  for (const { ids, package: name, versions, for: purpose } of explained) {
    for (const version of versions) {
      const those = locked.filter((each) => each.name === name && each.version === version);
      if (!those.length) {
        problems.push(`${name} ${version} is explained, and not locked`);
        continue;
      }
      for (const id of ids) {
        if (!isAffected({ name, version }, id)) problems.push(`${name} ${version} is explained, and not in ${id}`);
      }
      const really = those.some(({ isForProduction }) => isForProduction) ? "production" : "development";
      if (really !== purpose) problems.push(`${name} ${version} is explained for ${purpose}, and is for ${really}`);
    }
  }
  return [...new Set(problems)];
}
