import { mkdtempSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { afterAll } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** The folder is below node_modules, so that a built program finds the packages. */
const CACHE = join(ROOT, "node_modules/.cache");

/**
 * Builds a program, because a process that tsx compiles takes more than twice the CPU time to start. Call it in the
 * first lines of a test file.
 *
 * @param source the path of the program
 * @returns the path of the built file
 */
export async function useBuiltProgram(source: string): Promise<string> {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, "program-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: "warn",
    resolve: {
      alias: [
        { find: /^~server\//, replacement: join(ROOT, "server/") },
        { find: /^~\//, replacement: join(ROOT, "app/") },
      ],
    },
    ssr: { noExternal: [/^@storefront\//] },
    build: {
      ssr: source,
      outDir: folder,
      copyPublicDir: false,
      rollupOptions: { output: { entryFileNames: "program.mjs", inlineDynamicImports: true } },
    },
  });
  return join(folder, "program.mjs");
}
