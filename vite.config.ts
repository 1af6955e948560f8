import { vitePlugin as remix } from "@remix-run/dev";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { denyImports, envOnlyMacros } from "vite-env-only";
import { tokens } from "./tooling/postcss/tokens";
import { wideScreenSizes } from "./tooling/postcss/wide-screen";
import { stripFramework, stripPageScripts } from "./packages/remix-runtime/vite/strip";
import { EXTERNAL } from "./tooling/vite/external";
import { scriptUrl } from "./tooling/vite/script-url";
import { sharedStyles } from "./packages/critical-css/vite/shared-styles";
import { FIRST_PAGES } from "./server/documents/first-pages";
import remixConfig from "./remix.config.js";

/** The version and the commit; `COMMIT` names it where there is no repository. */
function buildInfo(): { version: string; commit: string } {
  const { version } = JSON.parse(readFileSync(path("./package.json"), "utf8")) as { version: string };
  const named = process.env.COMMIT;
  if (named) return { version, commit: named };
  const git = spawnSync("git", ["rev-parse", "--short=12", "HEAD"], { cwd: path("."), encoding: "utf8" });
  return { version, commit: git.status === 0 ? git.stdout.trim() : "unknown" };
}

/** Never run on a server: a parser of `style` attributes, which the allowlist refuses, and the browser's React. */
const UNUSED_ON_SERVER = /\/node_modules\/(?:postcss\/lib\/postcss|react-dom\/index)\.js$/;

/**
 * Bundles the HTTP server and the packages with the app, so that caches and limits exist once in the process; unused
 * parts of packages take 10 MB and a tenth of a rendered page's time. Not minified: operators read its
 * stack traces.
 */
function bundleServer(): Plugin {
  return {
    name: "bundle-server",
    enforce: "post",
    apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
    config: () => ({
      ssr: { noExternal: true, external: EXTERNAL },
      define: { "process.env.NODE_ENV": '"production"', __BUILD__: JSON.stringify(buildInfo()) },
      // V8 needs two bytes for each character of a file with one beyond Latin-1.
      esbuild: { charset: "ascii", legalComments: "none" },
      build: {
        minify: false,
        // A package that tries `require` would find none: prom-client would not measure the event loop.
        commonjsOptions: { ignoreTryCatch: false },
        // Node, not the oldest browser: helpers for spreads cost 2 % of a page.
        target: "node20",
        // The browser's dynamic imports must not split the program.
        rollupOptions: { input: "server/index.ts", output: { inlineDynamicImports: true } },
      },
    }),
    load: (id, { ssr } = {}) => (ssr && UNUSED_ON_SERVER.test(id) ? "module.exports = {};" : undefined),
    generateBundle(_, files) {
      for (const file of Object.values(files)) {
        if (file.type !== "chunk") continue;
        // esbuild leaves those in comments.
        file.code = file.code.replace(/[^\0-\x7f]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
      }
    },
  };
}

/**
 * At most six files for a page: a distant phone requests six at a time, and tiny files compress worse.
 */
const FILES: Readonly<Record<string, RegExp>> = {
  // On every page.
  libraries: /\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|@remix-run\/[^/]+)\/|^\0/,
  app: within(
    String.raw`(?:entry\.client|root)\.tsx`,
    String.raw`components/\w+/(?:DescriptionList|EmptyState|ErrorPage|FormToken|Icon|LanguageSwitch|Reference|Screen|Unavailable)\.tsx`,
    String.raw`components/layout/hydrated\.ts`,
    String.raw`i18n/formats\.ts`,
  ),
  // On every page with a form.
  form: within(
    String.raw`components/\w+/(?:AntiPhishingCode|CheckField|CodeField|CodeSheet|ErrorSummary|Field|FormField)\.tsx`,
    String.raw`components/\w+/(?:MenuItem|SecurityInfo|Sheet)\.tsx`,
    String.raw`components/\w+/(?:PasswordField|SubmitButton)\.tsx`,
    String.raw`components/\w+/(?:countdown|form-result|incomplete-form)\.ts`,
  ),
  // Codes to copy, scan or compare: deposit, authenticator, invitation.
  exact: within(
    String.raw`components/\w+/(?:AccountMenu|CopyButton|CopyField|CopyableValue|QrCode)\.tsx`,
    String.raw`components/form/copying\.ts`,
  ),
  // The two lists, with the shell around them.
  lists: within(
    String.raw`routes/Index/(?:[\w-]+\.tsx?|route\.tsx\?.*)`,
    String.raw`components/\w+/(?:InfiniteProductList|OmittedNotice|PageOutOfRange|ProductLink|SiteFoot|SocialLinks)\.tsx`,
    String.raw`components/\w+/(?:infinite-list|page-icons)\.ts`,
  ),
  // The lists and the product.
  productShared: within(
    String.raw`components/\w+/(?:Attributes|Section|ShareBar|StaleNote|StatusTag)\.tsx`,
    String.raw`components/product/product-terms\.tsx`,
  ),
  // The product alone; pages that ship no script use the same style.
  product: within(
    String.raw`routes/PowerProductDetail\.\$id/.*`,
    String.raw`components/\w+/(?:Gallery|ProductErrorPage|ProductIntroduction)\.tsx`,
    String.raw`styles/gallery\.css`,
  ),
};

function within(...paths: readonly string[]): RegExp {
  return new RegExp(`/app/(?:${paths.join("|")})$`);
}

function manualChunksPlugin(): Plugin {
  const manualChunks = (id: string) => Object.entries(FILES).find(([, files]) => files.test(id))?.[0];
  return {
    name: "manual-chunks",
    config: (_, { command, isSsrBuild }) =>
      command === "build" && !isSsrBuild
        ? // A route may share a file with modules that others use.
          { build: { rollupOptions: { preserveEntrySignatures: "allow-extension", output: { manualChunks } } } }
        : undefined,
  };
}

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^~server\//, replacement: path("./server/") },
      { find: /^~tools\//, replacement: path("./tools/") },
      { find: /^~\//, replacement: path("./app/") },
    ],
  },
  plugins: [
    // A component that imports server code fails the build.
    denyImports({ client: { specifiers: [/^~server\//, /^@storefront\//], files: ["server/**/*", "packages/**/*"] } }),
    envOnlyMacros(),
    stripFramework(),
    stripPageScripts(),
    scriptUrl(),
    remix(remixConfig),
    bundleServer(),
    sharedStyles(path(`./${remixConfig.buildDirectory ?? "build"}/client`), FIRST_PAGES),
    manualChunksPlugin(),
  ],
  // Chrome 60 and Safari 11.1 have spreads of objects: their replacement would be 0.3 kB in each file.
  esbuild: { supported: { "object-rest-spread": true } },
  css: { postcss: { plugins: [...tokens(), wideScreenSizes()] } },
  build: {
    target: "es2017",
    cssTarget: "chrome61",
    assetsInlineLimit: 0,
    // Late files import nothing that their page has not loaded.
    modulePreload: { resolveDependencies: () => [] },
    // Tests weigh what a page ships.
    reportCompressedSize: false,
    // 4 kB less on every hydrated page than with esbuild.
    minify: "terser",
    // Safari 10 does not know `import()`.
    terserOptions: {
      ecma: 2017,
      safari10: false,
      compress: { ecma: 2017, keep_fargs: false, passes: 3, pure_getters: true },
    },
    sourcemap: false,
  },
});
