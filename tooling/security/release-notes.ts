import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readAdvisories } from "./advisories";
import { changesOf, notesOf } from "./notes";

/**
 * `npm run release-notes -- <folder>`: writes what a release is published with, `sbom.cdx.json` (all that a production
 * install has, as CycloneDX) and `release-notes.md`, which has its digest.
 */

const SBOM = "sbom.cdx.json";
const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const { name, version } = JSON.parse(read("package.json")) as { name: string; version: string };

const folder = process.argv[2] ?? "release";
const { stdout, status, stderr } = spawnSync("npm", ["run", "--silent", "sbom"], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
});
if (status !== 0) throw new Error(stderr);
const bom = JSON.parse(stdout) as { metadata: { component: { name: string } }; components: unknown[] };
// npm names it after the folder that it lies in.
bom.metadata.component.name = name;
const sbom = `${JSON.stringify(bom, null, 2)}\n`;

const notes = notesOf({
  title: `${name} ${version}`,
  changes: changesOf(read("CHANGELOG.md"), version),
  sbom: { file: SBOM, sha256: createHash("sha256").update(sbom).digest("hex"), components: bom.components.length },
  advisories: readAdvisories(read("tooling/security/advisories.json")),
});
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, SBOM), sbom);
writeFileSync(join(folder, "release-notes.md"), notes);
console.log(`${join(folder, SBOM)}, ${join(folder, "release-notes.md")}`);
