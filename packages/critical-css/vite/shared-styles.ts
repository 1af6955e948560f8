import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { sharedSheets } from "../shared-file";

const MANIFEST = /^manifest-\w+\.js$/;
const MANIFEST_BEGINS = "window.__remixManifest=";

/** Makes a plugin that writes the shared styles into one file, `styles-….css`, after the client's build. */
export function sharedStyles(clientBuild: string, firstPages: readonly string[]): Plugin {
  return {
    name: "shared-styles",
    apply: (_, { command, isSsrBuild }) => command === "build" && isSsrBuild === true,
    writeBundle() {
      const assets = join(clientBuild, "assets");
      const name = readdirSync(assets).find((one) => MANIFEST.test(one)) ?? this.error("no manifest");
      const json = readFileSync(join(assets, name), "utf8").replace(MANIFEST_BEGINS, "").replace(/;\s*$/, "");
      const { routes } = JSON.parse(json) as { routes: Parameters<typeof sharedSheets>[0] };
      const css = sharedSheets(routes, firstPages)
        .map((address) => readFileSync(join(clientBuild, address), "utf8").trim())
        .join("\n");
      const hash = createHash("sha256").update(css).digest("base64url").slice(0, 8);
      writeFileSync(join(assets, `styles-${hash}.css`), css);
    },
  };
}
