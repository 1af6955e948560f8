import { satisfies, validRange } from "semver";
import { z } from "zod";
import type { Locked } from "./lockfile";

/** An unreadable range would contain no version, and an empty one every version. */
const range = z.string().refine((text) => text !== "" && validRange(text) !== null, "is not a range of versions");

const list = z.strictObject({
  /** The day of the last complete review. */
  made: z.string().date(),
  how: z.string(),
  advisories: z.array(
    z.strictObject({
      id: z.string().regex(/^GHSA(-[23456789cfghjmpqrvwx]{4}){3}$/),
      package: z.string(),
      affected: z.array(range).min(1),
    }),
  ),
  explained: z.array(
    z.strictObject({
      ids: z.array(z.string()).min(1),
      package: z.string(),
      /** The locked versions. Every id affects each of them. */
      versions: z.array(z.string()).min(1),
      for: z.enum(["production", "development"]),
      /** A release must not contain a vulnerability that is reachable in it. */
      reached: z.literal(false),
      why: z.string().min(40),
      until: z.string().min(10),
    }),
  ),
});

export type AdvisoryList = z.infer<typeof list>;

export const readAdvisories = (text: string): AdvisoryList => list.parse(JSON.parse(text));

/** Returns true if a version, even a pre-release, is in a range such as `>=7.0.0 <7.12.0`. */
export const isInRange = (version: string, versions: string): boolean =>
  satisfies(version, versions, { includePrerelease: true });

/** Returns affected versions without an explanation, and explanations that are outdated or for another purpose. */
export function advisoryProblems(locked: readonly Locked[], { advisories, explained }: AdvisoryList): string[] {
  const problems: string[] = [];
  const isAffected = ({ name, version }: Pick<Locked, "name" | "version">, id: string) =>
    advisories.some(
      (each) =>
        each.id === id && each.package === name && each.affected.some((versions) => isInRange(version, versions)),
    );

  for (const { name, version, path } of locked) {
    for (const { id, package: about } of advisories) {
      if (about !== name || !isAffected({ name, version }, id)) continue;
      const isExplained = explained.some(
        (each) => each.package === name && each.ids.includes(id) && each.versions.includes(version),
      );
      if (!isExplained) problems.push(`${path} ${version} is affected by https://github.com/advisories/${id}`);
    }
  }
  for (const { ids, package: name, versions, for: purpose } of explained) {
    for (const version of versions) {
      const those = locked.filter((each) => each.name === name && each.version === version);
      if (!those.length) {
        problems.push(`${name} ${version} is explained, but not locked`);
        continue;
      }
      for (const id of ids) {
        if (!isAffected({ name, version }, id)) problems.push(`${name} ${version} is explained, but not in ${id}`);
      }
      const really = those.some(({ isForProduction }) => isForProduction) ? "production" : "development";
      if (really !== purpose) problems.push(`${name} ${version} is explained for ${purpose}, and is for ${really}`);
    }
  }
  return [...new Set(problems)];
}
