import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "~tools/demo/storefront-process";
import { ROOT } from "./deployed";
import { certificateFolder, has, startProgram } from "./proxied";
import type { Switched } from "./proxy-switches";
import { carryOut, commandsOf } from "./runbook";

/** Runs HAProxy with the unchanged configuration of `deploy/haproxy`. */

/** True if this machine has HAProxy and can make certificates for it. */
export const HAS_HAPROXY = has("haproxy", "-v") && has("openssl", "version");

export interface RunningHaproxy extends Switched {
  /** The folder of all its files, which is never deleted. */
  folder: string;
  metricsPort: number;
  /** The file that replaces its journal. */
  logFile: string;
}

/**
 * Starts HAProxy in front of two instances.
 *
 * @param edited changes its configuration
 * @param maxConnections its maximum number of connections
 * @param checkPorts the ports of the instances' health checks
 */
export async function startHaproxy(
  [one, other]: readonly [number, number],
  edited = (text: string) => text,
  maxConnections = 1_000,
  checkPorts: readonly [number, number] = [one, other],
): Promise<RunningHaproxy> {
  const certificates = certificateFolder();
  const folder = join(certificates, "haproxy");
  const [install = ""] = commandsOf("HAProxy");
  carryOut(install, {
    "/opt/storefront/current": ROOT,
    "/etc/haproxy/storefront": folder,
    "/etc/haproxy": folder,
    "/etc/default": folder,
  });
  writeFileSync(join(folder, "haproxy.cfg"), edited(readFileSync(join(folder, "haproxy.cfg"), "utf8")));
  const [http, port] = [await freePort(43_100), await freePort(43_200)];
  const [metricsPort, switchesPort] = [await freePort(43_300), await freePort(43_400)];
  const env = {
    CERTIFICATE: join(certificates, "site.pem"),
    ERROR_PAGES: folder,
    HTTP_BIND: `127.0.0.1:${http}`,
    HTTPS_BIND: `127.0.0.1:${port}`,
    METRICS_BIND: `127.0.0.1:${metricsPort}`,
    SWITCHES_BIND: `127.0.0.1:${switchesPort}`,
    STOREFRONT_1: `127.0.0.1:${one}`,
    STOREFRONT_2: `127.0.0.1:${other}`,
    CHECK_PORT_1: String(checkPorts[0]),
    CHECK_PORT_2: String(checkPorts[1]),
    RESOLVER: "127.0.0.1:53",
    MAXCONN: String(maxConnections),
  };
  const program = await startProgram("haproxy", ["-db", "-f", join(folder, "haproxy.cfg")], { port, env });
  const logFile = join(folder, "log");
  const places = {
    "/etc/haproxy/storefront": folder,
    "127.0.0.1:8406": env.SWITCHES_BIND,
    "journalctl -u haproxy -o cat --since -1min": `cat ${logFile}`,
  };
  return { ...program, port, metricsPort, places, logFile, folder: certificates };
}
