import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";

/** Builds before this one whose scripts and styles are still served. */
const EARLIER_BUILDS_KEPT = 2;

/** Below the client build; names there carry a digest of their content. */
const ASSETS = "assets";
/** A copy that is not complete yet, or never will be. */
const UNFINISHED = ".unfinished-";
const ABANDONED_AFTER_MS = 60 * 60_000;

/**
 * Stores a copy of this build's scripts and styles, so that the next build can serve them to pages that were opened
 * before it was deployed (behaviour 10.34), and finds those of earlier builds.
 *
 * Processes of one machine share the folder: a copy gets its name when it is complete.
 *
 * @param clientFolder the client build
 * @param copiesFolder where copies are stored
 * @returns files of the last `EARLIER_BUILDS_KEPT` builds before this one, by name
 * @throws Error when a folder cannot be read or written
 */
export function earlierFiles(clientFolder: string, copiesFolder: string): ReadonlyMap<string, string> {
  const own = readdirSync(join(clientFolder, ASSETS)).sort();
  const build = createHash("sha256").update(own.join("\n")).digest("hex").slice(0, 16);
  mkdirSync(copiesFolder, { recursive: true });
  retain(join(clientFolder, ASSETS), copiesFolder, build);

  const servedAtMs = (name: string) => statSync(join(copiesFolder, name)).mtimeMs;
  const others = readdirSync(copiesFolder).filter((name) => name !== build);
  const unfinished = others.filter((name) => name.startsWith(UNFINISHED));
  const earlier = others
    .filter((name) => !unfinished.includes(name))
    .sort((one, other) => servedAtMs(other) - servedAtMs(one));
  // A process that is copying right now needs its folder.
  const abandoned = unfinished.filter((name) => servedAtMs(name) < Date.now() - ABANDONED_AFTER_MS);
  for (const name of [...abandoned, ...earlier.splice(EARLIER_BUILDS_KEPT)]) {
    rmSync(join(copiesFolder, name), { recursive: true, force: true });
  }
  const files = earlier.flatMap((name) => readdirSync(join(copiesFolder, name)).map((file) => [file, name] as const));
  return new Map(
    files.filter(([file]) => !own.includes(file)).map(([file, name]) => [file, join(copiesFolder, name, file)]),
  );
}

/** Copies a build unless it is there, and notes that it was served now. */
function retain(assets: string, copiesFolder: string, build: string): void {
  const stored = join(copiesFolder, build);
  if (!existsSync(stored)) {
    const copy = join(copiesFolder, `${UNFINISHED}${process.pid}`);
    rmSync(copy, { recursive: true, force: true });
    cpSync(assets, copy, { recursive: true });
    try {
      renameSync(copy, stored);
    } catch (error) {
      rmSync(copy, { recursive: true, force: true });
      // Another process was faster.
      if (!existsSync(stored)) throw error;
    }
  }
  const now = new Date();
  utimesSync(stored, now, now);
}
