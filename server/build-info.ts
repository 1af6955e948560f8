/** Written by the build (`vite.config.ts`). */
declare const __BUILD__: { version: string; commit: string } | undefined;

/** Neither exists without a build. */
export const BUILD = typeof __BUILD__ === "undefined" ? { version: "0.0.0", commit: "none" } : __BUILD__;

export const BUILD_NAME = `${BUILD.version} ${BUILD.commit}`;
