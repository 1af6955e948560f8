import { vitePlugin as remix } from "@remix-run/dev";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { denyImports, envOnlyMacros } from "vite-env-only";
import { tokens } from "./postcss-tokens";
import { leaveOut, scriptUrl } from "./vite-scripts";
import remixConfig from "./remix.config.js";

/**
 * Bundles the HTTP server with the app, so that caches and limits exist once in the process. It is not minified: nobody
 * downloads it, and operators read its stack traces.
 */
function bundleServer(): Plugin {
  return {
    name: "bundle-server",
    enforce: "post",
    config: (_, { command, isSsrBuild }) =>
      command === "build" && isSsrBuild
        ? {
            build: {
              minify: false,
              // The engine that runs it, not the oldest browser: helpers for spreads cost 2 % of a page.
              target: "node20",
              // One file: dynamic imports of the browser must not split the program, which is its own main module.
              rollupOptions: { input: "server/index.ts", output: { inlineDynamicImports: true } },
            },
          }
        : undefined,
  };
}

/** Puts the components of every screen, and those of every form, into one file each: tiny files compress worse. */
function keepTogether(): Plugin {
  const together = {
    screen:
      /\/app\/components\/(?:Screen|Trouble|EmptyState|Unavailable|Reference|Icon|LanguageSwitch|FormToken)\.tsx$/,
    form: /\/app\/components\/(?:Field|Labelled|ErrorSummary|SubmitButton|Sheet|form-answer|incomplete-form|scripted)\.tsx?$/,
  };
  const manualChunks = (id: string) => Object.entries(together).find(([, files]) => files.test(id))?.[0];
  return {
    name: "keep-together",
    config: (_, { command, isSsrBuild }) =>
      command === "build" && !isSsrBuild ? { build: { rollupOptions: { output: { manualChunks } } } } : undefined,
  };
}

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^~server\//, replacement: path("./server/") },
      { find: /^~\//, replacement: path("./app/") },
    ],
  },
  plugins: [
    // Server code must never reach the browser: a component that imports it fails the build.
    denyImports({ client: { specifiers: [/^~server\//], files: ["server/**/*"] } }),
    envOnlyMacros(),
    leaveOut(),
    scriptUrl(),
    remix(remixConfig),
    bundleServer(),
    keepTogether(),
  ],
  css: { postcss: { plugins: tokens() } },
  build: {
    target: "es2017",
    cssTarget: "chrome61",
    assetsInlineLimit: 0,
    // 4 kB less on every hydrated page than with esbuild.
    minify: "terser",
    terserOptions: { compress: { passes: 3 } },
    sourcemap: false,
  },
});
