import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "~tools/demo/storefront-process";
import { ROOT } from "./deployed";
import { certificateFolder, has, startProgram } from "./proxied";
import type { Switched } from "./proxy-switches";
import { carryOut, commandsOf } from "./runbook";

/** Runs nginx with the configuration of `deploy/nginx`, in which only addresses and folders are changed. */

/** True if this machine has nginx and can make certificates for it. */
export const HAS_NGINX = has("nginx", "-v") && has("openssl", "version");

export interface RunningNginx extends Switched {
  /** The port without TLS. */
  httpPort: number;
  /** The folder of all its files, which is never deleted. */
  folder: string;
  /** Returns the lines of its log. */
  log: () => Record<string, unknown>[];
}

/**
 * Starts nginx in front of two instances.
 *
 * @param edited changes its configuration
 * @param maxConnections its maximum number of connections, including those to the instances
 */
export async function startNginx(
  [one, other]: readonly [number, number],
  edited = (text: string) => text,
  maxConnections = 512,
): Promise<RunningNginx> {
  const folder = certificateFolder();
  const [http, port] = [await freePort(44_100), await freePort(44_200)];
  const [install = ""] = commandsOf("nginx");
  carryOut(install, {
    "/opt/storefront/current": ROOT,
    "/etc/nginx/conf.d": folder,
    "/usr/share/storefront": folder,
    "/etc/nginx/storefront": join(folder, "switches"),
    "/var/cache/nginx": join(folder, "cache"),
  });
  const text = edited(readFileSync(join(folder, "storefront.conf"), "utf8"))
    .replaceAll("127.0.0.1:3001", `127.0.0.1:${one}`)
    .replaceAll("127.0.0.1:3002", `127.0.0.1:${other}`)
    .replace(/^ *listen \[::\].*\n/gm, "")
    .replace("listen 80;", `listen 127.0.0.1:${http};`)
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port} ssl http2;`)
    .replaceAll("/etc/ssl/storefront", folder)
    .replaceAll("/var/cache/nginx", join(folder, "cache"))
    .replaceAll("/var/log/nginx", folder)
    .replaceAll("/usr/share/storefront", folder)
    .replaceAll("/etc/nginx/storefront/", `${folder}/switches/`);
  for (const name of ["body", "proxy"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "storefront.conf"), text);
  writeFileSync(
    join(folder, "nginx.conf"),
    [
      ...["daemon off;", `user ${process.getuid?.() === 0 ? "root" : "nobody"};`, `pid ${folder}/pid;`],
      ...[
        `error_log stderr warn;`,
        `events { worker_connections ${maxConnections}; }`,
        "http {",
        "default_type application/octet-stream;",
      ],
      ...[
        `client_body_temp_path ${folder}/body;`,
        `proxy_temp_path ${folder}/proxy;`,
        `include ${folder}/storefront.conf;`,
      ],
      "}",
    ].join("\n"),
  );
  const program = await startProgram("nginx", ["-c", join(folder, "nginx.conf")], { port });
  const log = () =>
    readFileSync(join(folder, "storefront.log"), "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const places = {
    "/etc/nginx/storefront": join(folder, "switches"),
    "/var/log/nginx": folder,
    "nginx -s reload": `nginx -c ${join(folder, "nginx.conf")} -s reload`,
    "nginx -t": `nginx -c ${join(folder, "nginx.conf")} -t`,
  };
  return { ...program, port, httpPort: http, log, places, folder };
}
