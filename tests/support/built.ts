import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { z } from "zod";

/** The files that `npm run build` wrote. */

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The folder of the static files. */
export const CLIENT_BUILD = join(root, "build/client");

/** Both stock remix-serve and `npm start` run this file. */
export const SERVER_BUILD = join(root, "build/server/index.js");

/** Runs a command of the build with only these variables and returns its output. */
export function runCommand(args: readonly string[], variables: Readonly<Record<string, string>> = {}, cwd = root) {
  const env = { PATH: process.env.PATH ?? "", NODE_ENV: "production" as const, ...variables };
  const options = { env, cwd, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [SERVER_BUILD, ...args], options);
  return { status, printed: stdout.trim(), error: stderr.trim() };
}

const manifestSchema = z.object({
  url: z.string(),
  entry: z.object({ module: z.string(), imports: z.array(z.string()).default([]) }),
  routes: z.record(
    z.object({
      parentId: z.string().optional(),
      module: z.string(),
      imports: z.array(z.string()).default([]),
      css: z.array(z.string()).default([]),
    }),
  ),
});

const handle = z.object({ hydrate: z.boolean().optional(), i18n: z.array(z.string()).default([]) });

const serverBuild = z.object({
  routes: z.record(
    z.object({
      id: z.string(),
      module: z.object({ handle: handle.optional() }),
    }),
  ),
});

/** Returns the handle of a route from the server's build. */
export async function handleOf(id: string): Promise<z.infer<typeof handle>> {
  const { routes } = serverBuild.parse(await import(SERVER_BUILD));
  return handle.parse(routes[id]?.module.handle);
}

/** Returns the ids of the routes that hydrate, from the server's build. */
export async function hydratedRoutes(): Promise<string[]> {
  const { routes } = serverBuild.parse(await import(SERVER_BUILD));
  return Object.values(routes)
    .filter(({ module }) => module.handle?.hydrate)
    .map(({ id }) => id);
}

type Manifest = z.infer<typeof manifestSchema>;

/** Returns the paths of all scripts of the client build, from `build/client`. */
export function clientScripts(): string[] {
  return readdirSync(CLIENT_BUILD, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".js"))
    .map((entry) => relative(CLIENT_BUILD, join(entry.parentPath, entry.name)));
}

/** Returns the text of a file of the client build; `path` may begin with a slash, as in a page. */
export function clientFile(path: string): string {
  return readFileSync(join(CLIENT_BUILD, path), "utf8");
}

/** Returns Remix's list of the files that each route loads in the browser. */
export function clientManifest(): Manifest {
  const path = clientScripts().find((script) => /(^|\/)manifest-[^/]+\.js$/.test(script));
  if (!path) throw new Error("The client build has no manifest");
  const text = clientFile(path);
  return manifestSchema.parse(JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)));
}

/**
 * Returns the scripts that hydrate a page of that route, each once: boot, entry, the route, its parents, their imports.
 * The root is in the entry's file.
 */
export function scriptsOf(routeId: string, manifest: Manifest): string[] {
  const first =
    {
      "routes/PowerProductDetail.$id": /(^|\/)early-[^/]+\.js$/,
      "routes/Index.Miner": /(^|\/)on-use-[^/]+\.js$/,
      "routes/Index.Power": /(^|\/)on-use-[^/]+\.js$/,
    }[routeId] ?? /(^|\/)boot-at-once-[^/]+\.js$/;
  const boot = clientScripts().filter((script) => first.test(script));
  const scripts = new Set([...boot, manifest.entry.module, ...manifest.entry.imports]);
  for (let id: string | undefined = routeId; id && id !== "root"; id = manifest.routes[id]?.parentId) {
    const route = manifest.routes[id];
    if (!route) throw new Error(`The client build has no route ${id}`);
    for (const script of [route.module, ...route.imports]) scripts.add(script);
  }
  return [...scripts];
}

/** Returns the size of a file in bytes with gzip, which every browser accepts. */
export function gzipBytes(path: string): number {
  return gzipSync(clientFile(path), { level: 9 }).length;
}
