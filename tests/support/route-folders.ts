import { existsSync, readdirSync, readFileSync } from "node:fs";

const ROUTES = new URL("../../app/routes/", import.meta.url);

/** The folder of a route, and the source of its module. */
export interface RouteFolder {
  folder: string;
  source: string;
}

/** The routes by their paths, as the Remix convention reads the names of their folders; without the catch-all. */
export function routeFolders(): Map<string, RouteFolder> {
  const found = new Map<string, RouteFolder>();
  for (const folder of readdirSync(ROUTES)) {
    const file = ["route.tsx", "route.ts"]
      .map((name) => new URL(`${encodeURIComponent(folder)}/${name}`, ROUTES))
      .find((url) => existsSync(url));
    const parts = folder.match(/(?:\[[^\]]*\]|[^.[\]])+/g) ?? [];
    const path = parts
      .map((part) => part.replace(/[[\]]/g, ""))
      .filter((part) => !part.startsWith("_"))
      .map((part) =>
        part
          .replace(/_$/, "")
          .replace(/^\((.*)\)$/, "$1?")
          .replace(/^\$/, ":"),
      )
      .join("/");
    if (file && path !== ":" && !folder.endsWith("._index")) {
      found.set(`/${path}`, { folder, source: readFileSync(file, "utf8") });
    }
  }
  return found;
}
