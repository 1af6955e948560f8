import type { AdvisoryList } from "../../tooling/security/advisories";

/** Returns the section of a changelog about a version. Throws if there is none. */
export function changesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const part = sections.find((section) => section.startsWith(`[${version}]`));
  if (part === undefined) throw new Error(`CHANGELOG.md has no section about ${version}`);
  return part.slice(part.indexOf("\n") + 1).trim();
}

/** Returns the notes of a release, with the open advisories and their reasons. */
export function notesOf(release: {
  title: string;
  changes: string;
  /** The bill of materials; `components` counts the packages of a production install. */
  sbom: { file: string; sha256: string; components: number };
  advisories: Pick<AdvisoryList, "made" | "explained">;
}): string {
  const { title, changes, sbom, advisories } = release;
  const open = advisories.explained.filter((each) => each.for === "production");
  const lines = open.map(
    ({ ids, package: name, versions, why }) => `- ${name} ${versions.join(", ")}: ${ids.join(", ")}. ${why}`,
  );
  return [
    `# ${title}`,
    changes,
    "## Contents",
    `${sbom.components} packages, in \`${sbom.file}\` (CycloneDX), SHA-256 \`${sbom.sha256}\`.`,
    `## Advisories that do not reach it`,
    `As of ${advisories.made}, in a production install:`,
    lines.join("\n") || "None.",
    "",
  ].join("\n\n");
}
