import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { readAdvisories } from "../../tooling/security/advisories";
import { buildIn, checkOut, commitOf } from "./checkout";
import { writeContents } from "./contents";
import { changesOf, notesOf } from "./notes";

/** Writes a release of the checked-out commit, which needs only Node to run and always has the same bytes. */

const BESIDE = ["deploy", "docs", "CHANGELOG.md", ".env.example"];
const SBOM = "sbom.cdx.json";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = resolve(process.argv[2] ?? "release");
const commit = commitOf(root, "HEAD");
const digestOf = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest("hex");

const stage = mkdtempSync(join(tmpdir(), "storefront-release-"));
try {
  const source = join(stage, "source");
  checkOut(root, commit, source);
  const read = (path: string) => readFileSync(join(source, path), "utf8");
  const project = z.object({ name: z.string(), version: z.string() }).parse(JSON.parse(read("package.json")));
  const name = `storefront-${project.version}-${commit.id}`;
  await buildIn(source, commit);
  const sbom = writeContents(source, join(stage, name), commit.epochS);
  for (const path of BESIDE) cpSync(join(source, path), join(stage, name, path), { recursive: true });
  const notes = notesOf({
    title: `${project.name} ${project.version} (${commit.id})`,
    changes: changesOf(read("CHANGELOG.md"), project.version),
    sbom: { file: SBOM, sha256: digestOf(sbom.text), components: sbom.components },
    advisories: readAdvisories(read("tooling/security/advisories.json")),
  });

  // These options make the bytes independent of the files' order, owner and time, and of the archive's name.
  const owner = ["--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX"];
  const order = ["--format=gnu", "--sort=name", `--mtime=@${commit.epochS}`];
  const tar = join(stage, `${name}.tar`);
  execFileSync("tar", ["-c", "-C", stage, ...order, ...owner, "-f", tar, name], {
    env: { ...process.env, LC_ALL: "C" },
  });
  execFileSync("gzip", ["-n", "-9", tar]);

  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(`${tar}.gz`, join(folder, `${name}.tar.gz`));
  writeFileSync(join(folder, SBOM), sbom.text);
  writeFileSync(join(folder, "release-notes.md"), notes);
  const files = [`${name}.tar.gz`, SBOM, "release-notes.md"];
  const sums = files.map((file) => `${digestOf(readFileSync(join(folder, file)))}  ${file}\n`).join("");
  writeFileSync(join(folder, "SHA256SUMS"), sums);
  process.stdout.write(sums);
} finally {
  rmSync(stage, { recursive: true, force: true });
}
