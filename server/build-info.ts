/** Written by the build (`vite.config.ts`). */
declare const __BUILD__: { version: string; commit: string } | undefined;

/** Which build runs: the version of `package.json`, and the commit; a program that is not built has none. */
export const BUILD = typeof __BUILD__ === "undefined" ? { version: "0.0.0", commit: "none" } : __BUILD__;

/** The build as health checks and error pages name it. */
export const BUILD_NAME = `${BUILD.version} ${BUILD.commit}`;
