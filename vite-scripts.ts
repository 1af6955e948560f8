import { readFile } from "node:fs/promises";
import { transformWithEsbuild, type Plugin } from "vite";

const QUERY = "?script";

/** `import text from "./name.js?script"`: the minified text of a script that the server writes into a page. */
export function scriptText(): Plugin {
  return {
    name: "script-text",
    enforce: "pre",
    async load(id) {
      if (!id.endsWith(QUERY)) return undefined;
      const file = id.slice(0, -QUERY.length);
      const { code } = await transformWithEsbuild(await readFile(file, "utf8"), file, {
        loader: "js",
        target: "es2017",
        minify: true,
        sourcemap: false,
        legalComments: "none",
        // Dynamic imports stay: they are why the script is a module.
        supported: { "dynamic-import": true },
      });
      return `export default ${JSON.stringify(code.trim())};`;
    },
  };
}

/**
 * Remix's own last boundary shows "Application Error" with a stack trace. Without it an error that no page handles
 * reaches `entry.client`, which puts the server's page back (behaviour 10.34).
 */
export function leaveOutApplicationError(): Plugin {
  const name = "\0application-error-left-out";
  return {
    name: "leave-out-application-error",
    enforce: "pre",
    apply: "build",
    resolveId: (id, importer, { ssr }) =>
      id === "./errorBoundaries.js" && importer?.includes("@remix-run/react") && !ssr ? name : undefined,
    load: (id) =>
      id === name
        ? `export const RemixErrorBoundary = ({ children }) => children;
export const RemixRootDefaultErrorBoundary = ({ error }) => { throw error; };
export const BoundaryShell = ({ children }) => children;`
        : undefined,
  };
}
