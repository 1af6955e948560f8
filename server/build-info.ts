/** The build replaces this name (`vite.config.ts`). */
declare const __BUILD__: { version: string; commit: string } | undefined;

/** Version and commit of the build, or placeholders if there is no build. */
export const BUILD = typeof __BUILD__ === "undefined" ? { version: "0.0.0", commit: "none" } : __BUILD__;

export const BUILD_NAME = `${BUILD.version} ${BUILD.commit}`;
