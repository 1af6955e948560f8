import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { transformWithEsbuild, type Plugin } from "vite";

const QUERY = "?script";

/**
 * `import url from "./name.ts?script"`: the address of a script of one file, minified, that runs before all others and
 * on browsers that run no other. In development it is the file itself.
 */
export function scriptUrl(): Plugin {
  let isBuild = false;
  let isForBrowser = false;

  async function build(file: string): Promise<{ fileName: string; source: string }> {
    const { code } = await transformWithEsbuild(await readFile(file, "utf8"), file, {
      loader: "ts",
      target: "es2017",
      minify: true,
      sourcemap: false,
      legalComments: "none",
      // Dynamic imports stay: they are why the script is a module.
      supported: { "dynamic-import": true },
    });
    const name = /([^/]+)\.ts$/.exec(file)?.[1] ?? "script";
    const digest = createHash("sha256").update(code).digest("base64url").slice(0, 8);
    return { fileName: `assets/${name}-${digest}.js`, source: code.trim() };
  }

  return {
    name: "script-url",
    enforce: "pre",
    configResolved({ command, build: { ssr } }) {
      isBuild = command === "build";
      isForBrowser = isBuild && !ssr;
    },
    // No file of the browser's build imports it: the server does.
    async buildStart() {
      if (isForBrowser) this.emitFile({ type: "asset", ...(await build(BOOT_FILE)) });
    },
    async load(id) {
      if (!id.endsWith(QUERY)) return undefined;
      const file = id.slice(0, -QUERY.length);
      const url = isBuild ? `/${(await build(file)).fileName}` : "/app/boot.ts";
      return `export default ${JSON.stringify(url)};`;
    },
  };
}

const BOOT_FILE = fileURLToPath(new URL("app/boot.ts", import.meta.url));

/** Modules of Remix that no page runs, each with what stands in for it in the browser. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  // It shows "Application Error" with a stack trace. Without it an error that no page handles reaches `entry.client`,
  // which puts the server's page back (behaviour 10.34).
  "./errorBoundaries.js": `
    export const RemixErrorBoundary = ({ children }) => children;
    export const RemixRootDefaultErrorBoundary = ({ error }) => { throw error; };
    export const BoundaryShell = ({ children }) => children;`,
  // Single fetch and lazy route discovery are off (decision 0003); they would weigh 4 kB on every hydrated page.
  "./single-fetch.js": `
    const off = () => { throw new Error("single fetch is off"); };
    export { off as StreamTransfer, off as decodeViaTurboStream, off as getSingleFetchDataStrategy, off as singleFetchUrl };`,
  "./fog-of-war.js": `
    const nothing = () => {};
    export { nothing as getPartialManifest, nothing as getPatchRoutesOnNavigationFunction };
    export { nothing as isFogOfWarEnabled, nothing as useFogOFWarDiscovery };`,
};

/** Leaves them out of the browser's files. */
export function leaveOut(): Plugin {
  const prefix = "\0left-out:";
  return {
    name: "leave-out",
    enforce: "pre",
    apply: "build",
    resolveId: (id, importer, { ssr }) =>
      id in LEFT_OUT && importer?.includes("/@remix-run/react/") && !ssr ? prefix + id : undefined,
    load: (id) => (id.startsWith(prefix) ? LEFT_OUT[id.slice(prefix.length)] : undefined),
  };
}
