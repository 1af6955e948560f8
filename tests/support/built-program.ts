import { mkdtempSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { afterAll } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Below node_modules, so that a built program finds the packages. */
const CACHE = join(ROOT, "node_modules/.cache");

/**
 * Builds a program for a test file, which calls this in its first lines. A process that tsx compiles takes more than
 * twice the CPU time to start.
 *
 * @param source the path of the program, which need not know that it is built
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
