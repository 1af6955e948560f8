import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "~tools/demo/storefront-process";
import { findProgram } from "./chromium";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { startProxy } from "./proxied";

/** Whether this machine has an HAProxy. */
export const hasBalancer = findProgram("haproxy") !== undefined;

/** An HAProxy in front of instances of the storefront. */
export interface Balancer {
  url: string;
  /** Settles when it sends visitors to that instance, or no longer does. */
  sees(server: string, state: "UP" | "DOWN"): Promise<void>;
  stop(): Promise<void>;
}

/**
 * What deploy/haproxy/haproxy.cfg has, without TLS: it looks at /readyz every 500 ms instead of every second, asks the
 * other instance for a GET that one did not answer before it ended, never sends anything else again, and names the
 * visitor.
 */
const configuration = (port: number, metricsPort: number, servers: Readonly<Record<string, number>>) => `
global
    maxconn 2000
defaults
    mode http
    option redispatch 1
    retries 2
    retry-on conn-failure empty-response
    timeout connect 2s
    timeout client 65s
    timeout http-keep-alive 60s
    timeout server 70s
    timeout queue 10s
    # A process that has just started and is asked for much answers late, and is not down.
    timeout check 2s
frontend web
    bind 127.0.0.1:${port}
    http-request disable-l7-retry unless { method GET HEAD }
    default_backend storefront
frontend metrics
    bind 127.0.0.1:${metricsPort}
    http-request use-service prometheus-exporter if { path /metrics }
backend storefront
    balance roundrobin
    option forwardfor
    default-server check inter 500ms fall 2 rise 2 slowstart 2s
    option httpchk
    http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host health
    http-check expect status 200
${Object.entries(servers)
  .map(([name, its]) => `    server ${name} 127.0.0.1:${its}`)
  .join("\n")}
`;

/**
 * Starts it.
 *
 * @param port where it listens, on loopback
 * @param servers the instances' ports, by name
 */
export async function startBalancer(port: number, servers: Readonly<Record<string, number>>): Promise<Balancer> {
  const metricsPort = await freePort(port + 1);
  const file = join(freshFolder("balancer"), "haproxy.cfg");
  writeFileSync(file, configuration(port, metricsPort, servers));
  const program = await startProxy("haproxy", ["-db", "-q", "-f", file], { port });
  const stateOf = async (server: string): Promise<string | undefined> => {
    const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).catch(() => undefined);
    const line = new RegExp(`^haproxy_server_status\\{proxy="storefront",server="${server}",state="(\\w+)"\\} 1$`, "m");
    return line.exec((await response?.text()) ?? "")?.[1];
  };
  return {
    url: `http://127.0.0.1:${port}`,
    async sees(server, state) {
      while ((await stateOf(server)) !== state) await new Promise((resume) => setTimeout(resume, 50));
    },
    stop: () => program.stop(),
  };
}
