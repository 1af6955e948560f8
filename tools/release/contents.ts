import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Locked } from "../../tooling/security/lockfile";
import { runtimeFolders, shippedPackages } from "./packages";
import { sbomOf } from "./sbom";

/** Writes the files of a release and of an image. Run it after a build: `tsx tools/release/contents.ts <folder>`. */

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice|third-party-notices)\b/i;

/** Files for compilers and debuggers only, which are a third of all packages. */
const NOT_RUN = /\.(?:map|d\.[cm]?ts)$/;

function licencesOf(root: string, packages: readonly Locked[]): string {
  const parts = packages.map(({ path, name, version, licence }) => {
    const texts = readdirSync(join(root, path))
      .filter((file) => LICENCE_FILE.test(file))
      .sort()
      .map((file) => readFileSync(join(root, path, file), "utf8").trim());
    return [`${name} ${version}: ${licence ?? "see its text"}`, ...texts].join("\n\n");
  });
  return `${parts.join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

/** Writes the build, the packages that it needs, its bill of materials and the licences into an empty folder. */
export function writeContents(root: string, folder: string, epochS: number): ReturnType<typeof sbomOf> {
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, "build"), join(folder, "build"), { recursive: true });
  cpSync(join(root, "package.json"), join(folder, "package.json"));
  for (const path of runtimeFolders(root)) {
    // Nested packages that are needed are copied on their own.
    const inside = join(root, path, "node_modules");
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      dereference: true,
      filter: (source) => source !== inside && !NOT_RUN.test(source),
    });
  }
  const sbom = sbomOf(root, epochS);
  writeFileSync(join(folder, "sbom.cdx.json"), sbom.text);
  writeFileSync(join(folder, "licences.txt"), licencesOf(root, shippedPackages(root)));
  return sbom;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder] = process.argv;
  if (!folder) throw new Error("usage: tsx tools/release/contents.ts <folder>");
  writeContents(process.cwd(), folder, Number(process.env.SOURCE_DATE_EPOCH ?? 0));
}
