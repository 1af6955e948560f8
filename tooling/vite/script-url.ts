import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { transformWithEsbuild, type Plugin } from "vite";

const QUERY = "?script";
const TEXT_QUERY = "?script-text";

/**
 * `import url from "./name.ts?script"`: the address of a script of one file, minified, that runs before all others and
 * on browsers that run no other. In development it is the file itself. `?script-text` returns the script instead, for
 * responses of the server that contain it.
 */
export function scriptUrl(): Plugin {
  let isBuild = false;
  let isForBrowser = false;

  async function minified(file: string): Promise<string> {
    const { code } = await transformWithEsbuild(await readFile(file, "utf8"), file, {
      loader: "ts",
      target: "es2017",
      minify: true,
      sourcemap: false,
      legalComments: "none",
      // Dynamic imports stay: they are why the script is a module.
      supported: { "dynamic-import": true },
    });
    return code.trim();
  }

  async function build(file: string): Promise<{ fileName: string; source: string }> {
    const source = await minified(file);
    const name = /([^/]+)\.ts$/.exec(file)?.[1] ?? "script";
    const digest = createHash("sha256").update(source).digest("base64url").slice(0, 8);
    return { fileName: `assets/${name}-${digest}.js`, source };
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
      if (id.endsWith(TEXT_QUERY)) {
        return `export default ${JSON.stringify(await minified(id.slice(0, -TEXT_QUERY.length)))};`;
      }
      if (!id.endsWith(QUERY)) return undefined;
      const file = id.slice(0, -QUERY.length);
      const url = isBuild ? `/${(await build(file)).fileName}` : "/app/boot.ts";
      return `export default ${JSON.stringify(url)};`;
    },
  };
}

const BOOT_FILE = fileURLToPath(new URL("../../app/boot.ts", import.meta.url));
