import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { minify } from "terser";
import { build, type Plugin, type Rollup } from "vite";

const QUERY = "?script";
const TEXT_QUERY = "?script-text";

/**
 * Makes a plugin for `import url from "./name.ts?script"`: the address of a minified script that runs before all others
 * and without modules. `?script-text` imports its text.
 */
export function scriptUrl(): Plugin {
  let isBuild = false;
  let isForBrowser = false;
  let sharedUrl = "";

  async function asset(file: string): Promise<{ fileName: string; source: string }> {
    const source = await bundled(file);
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
    // Only the server imports the addresses, so the browser's build must emit the files here.
    async buildStart() {
      if (!isForBrowser) return;
      for (const file of FILES) {
        const { fileName, source } = await asset(path(file));
        this.emitFile({ type: "asset", fileName, source });
        if (file === SHARING) sharedUrl = `/${fileName}`;
      }
    },
    // The page has these modules in its first script, which exports them.
    async resolveId(id, importer) {
      if (!isForBrowser || !SHARED.some((name) => id.endsWith(`/${name}`))) return undefined;
      const found = await this.resolve(id, importer, { skipSelf: true });
      return found && SHARED.some((name) => found.id === path(`app/components/${name}.ts`))
        ? { id: sharedUrl, external: "absolute", moduleSideEffects: false }
        : found;
    },
    async load(id) {
      if (id.endsWith(TEXT_QUERY)) {
        return `export default ${JSON.stringify(await bundled(id.slice(0, -TEXT_QUERY.length)))};`;
      }
      if (!id.endsWith(QUERY)) return undefined;
      const file = id.slice(0, -QUERY.length);
      const url = isBuild ? `/${(await asset(file)).fileName}` : `/${file.slice(ROOT.length)}`;
      return `export default ${JSON.stringify(url)};`;
    },
  };
}

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url));
const ROOT = path("");
/** The first script of a page. It exports the modules that the page's other scripts share with it. */
const SHARING = "app/early.ts";
/** The modules that it exports. Other pages must not import them from there: the script would run too. */
const SHARED = ["product/amounts", "form/decimal-text"];
const FILES = ["app/boot-at-once.ts", "app/on-use.ts", SHARING];

/** Returns a file with all its imports, minified. It is built as a library, so that the build adds nothing. */
async function bundled(file: string): Promise<string> {
  const isModule = file === path(SHARING);
  const built = await build({
    configFile: false,
    envDir: false,
    logLevel: "error",
    publicDir: false,
    resolve: { alias: { "~/": path("app/") } },
    build: {
      write: false,
      target: "es2017",
      // Vite would not minify a module of a library.
      minify: false,
      lib: { entry: file, formats: [isModule ? "es" : "iife"], name: "script" },
    },
  });
  const [{ output }] = built as [Rollup.RollupOutput];
  const { code = "" } = await minify(output[0].code, {
    module: isModule,
    ecma: 2017,
    compress: { ecma: 2017, passes: 3 },
  });
  return code.trim();
}
