import { existsSync, readdirSync, readFileSync } from "node:fs";

const ROUTES = new URL("../../app/routes/", import.meta.url);

/** The folder of a route, and its module with its path below `app/routes` and its source. */
export interface RouteFolder {
  folder: string;
  file: string;
  source: string;
}

/** Returns the routes by path, as the Remix convention reads the names of their folders, without the catch-all. */
export function routeFolders(): Map<string, RouteFolder> {
  const found = new Map<string, RouteFolder>();
  for (const folder of readdirSync(ROUTES)) {
    const urlOf = (file: string) => new URL(file.split("/").map(encodeURIComponent).join("/"), ROUTES);
    const file = [`${folder}/route.tsx`, `${folder}/route.ts`].find((name) => existsSync(urlOf(name)));
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
      found.set(`/${path}`, { folder, file, source: readFileSync(urlOf(file), "utf8") });
    }
  }
  return found;
}
