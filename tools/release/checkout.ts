import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

export interface Commit {
  /** The first twelve digits of the commit's hash. */
  id: string;
  epochS: number;
}

/** Reads a commit. Throws if there is no such commit. */
export function commitOf(root: string, name: string): Commit {
  const format = ["log", "-1", "--abbrev=12", "--format=%h %ct", name];
  const [id = "", epoch] = execFileSync("git", format, { cwd: root, encoding: "utf8" }).trim().split(" ");
  return { id, epochS: Number(epoch) };
}

/** Writes the sources of a commit into a folder, and links the installed packages. */
export function checkOut(root: string, commit: Commit, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync("git", ["archive", commit.id], { cwd: root, maxBuffer: 512 * 1024 * 1024 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  const link = (from: string, to: string) => symlinkSync(from, join(folder, "node_modules", to));
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync(join(root, "node_modules"))) {
    // The links of our own packages lead into the project's folder, which may be at another commit.
    if (name !== "@storefront" && name !== ".cache") link(join(root, "node_modules", name), name);
  }
  if (!readdirSync(folder).includes("packages")) return;
  mkdirSync(join(folder, "node_modules/@storefront"));
  for (const name of readdirSync(join(folder, "packages"))) link(join(folder, "packages", name), `@storefront/${name}`);
}

export async function buildIn(folder: string, commit: Commit): Promise<void> {
  await promisify(execFile)(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", "vite:build"], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "production", COMMIT: commit.id, SOURCE_DATE_EPOCH: String(commit.epochS) },
  });
}
