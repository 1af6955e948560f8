import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { setContent } from "~server/content/content";
import { readContent } from "~server/content/read-content";
import { freshFolder } from "@storefront/test-support/fresh-folder";

/** Makes a folder with these files for `CONTENT_DIR`, which exists until the test ends. */
export function contentFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const dir = freshFolder("content");
  onTestFinished(() => rmSync(dir, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return dir;
}

/** Makes pages use the content of a folder with these files, until the test ends. */
export function showContent(files: Readonly<Record<string, string>>): void {
  setContent(readContent(contentFolder(files)));
  onTestFinished(() => setContent(undefined));
}
