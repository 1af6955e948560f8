import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readEnv, VARIABLES } from "~server/env";
import { DRAIN_DEADLINE_MS } from "~server/start";
import { HEALTH_PATHS } from "@storefront/http-server/health-check";
import { deployFiles, manifestOf, manifests, ROOT, textOf, yamlOf, type Manifest } from "../../support/deployed";

/** `deploy/` agrees with the code and with itself. Checks that need other tools: `npm run deploy:check`. */

const DOCKERFILE = textOf("deploy/container/Dockerfile");
const UNIT = textOf("deploy/systemd/storefront@.service");
const HAPROXY = textOf("deploy/haproxy/haproxy.cfg");
const NGINX = textOf("deploy/nginx/storefront.conf");

const NEEDED = {
  PUBLIC_ORIGIN: "https://m.example.com",
  UPSTREAM_URL: "https://upstream.example/",
  SESSION_SECRET: "s".repeat(32),
};

interface Compose {
  services: Record<string, Service>;
}
interface Service {
  environment?: Record<string, string>;
  stop_grace_period?: string;
  restart?: string;
  read_only?: boolean;
  volumes?: string[];
  cap_drop?: string[];
  command?: string;
}
interface ConfigMap extends Manifest {
  data: Record<string, string>;
}
interface Probe {
  httpGet: { path: string; port: string };
  periodSeconds: number;
  failureThreshold: number;
}
interface Deployment extends Manifest {
  spec: {
    template: {
      metadata: { annotations: Record<string, string> };
      spec: {
        terminationGracePeriodSeconds: number;
        securityContext: { runAsNonRoot: boolean; runAsUser: number };
        containers: {
          ports: { name: string; containerPort: number }[];
          startupProbe: Probe;
          readinessProbe: Probe;
          livenessProbe: Probe;
          securityContext: { readOnlyRootFilesystem: boolean; allowPrivilegeEscalation: boolean };
          volumeMounts: { mountPath: string }[];
        }[];
      };
    };
  };
}

const compose = yamlOf("deploy/compose/compose.yaml") as Compose;
const instances = Object.entries(compose.services)
  .filter(([name]) => name.startsWith("storefront-"))
  .map(([, service]) => service);
const config = (manifestOf("ConfigMap") as ConfigMap).data;
const pod = (manifestOf("Deployment") as Deployment).spec.template;
const [container] = pod.spec.containers;

/** `NAME=value` lines, also those of `Environment=` of a unit and of `ENV` of a Dockerfile. */
function assignments(text: string): Record<string, string> {
  const lines = text.matchAll(/^(?:Environment=|ENV |\s+)?([A-Z][A-Z0-9_]+)=(.*?)\s*\\?$/gm);
  return Object.fromEntries([...lines].map(([, name = "", value = ""]) => [name, value]));
}

const unitEnvironment = assignments(UNIT.replace(/^(?!Environment=).*$/gm, ""));
const environments: Record<string, Record<string, string>> = {
  Dockerfile: assignments(/^ENV (?:.*\\\n)*.*$/m.exec(DOCKERFILE)?.[0] ?? ""),
  "compose.yaml": instances[0]?.environment ?? {},
  "configmap.yaml": config,
  "storefront@.service": unitEnvironment,
  "systemd/storefront.env.example": assignments(textOf("deploy/systemd/storefront.env.example")),
  "compose/storefront.env.example": assignments(textOf("deploy/compose/storefront.env.example")),
};

test("every variable set in deploy/ is read by the storefront, node or the system", () => {
  const known = new Set([...Object.values(VARIABLES).flatMap(Object.keys), "NODE_ENV", "MALLOC_ARENA_MAX", "TMPDIR"]);
  for (const [file, variables] of Object.entries(environments)) {
    expect({ file, names: Object.keys(variables).length > 0 }).toEqual({ file, names: true });
    expect({ file, unknown: Object.keys(variables).filter((name) => !known.has(name)) }).toEqual({ file, unknown: [] });
  }
});

test("no file in deploy/ contains a secret", () => {
  for (const { manifest } of manifests()) expect(manifest.kind).not.toBe("Secret");
  for (const path of deployFiles("")) {
    const values = [...textOf(path).matchAll(/\b(?:SESSION_SECRET|REDIS_URL)[=:][ \t]*(\S*)/g)].map(
      ([, value]) => value,
    );
    expect({ path, values: values.filter((value) => value && !/^redis:\/\/[\w.-]+:\d+$/.test(value)) }).toEqual({
      path,
      values: [],
    });
  }
});

test("every process gets more time to stop than its drain takes, on every platform", () => {
  const seconds = (variables: Record<string, string>) => Number(variables["DRAIN_DELAY_MS"]) / 1000;
  const graces = [
    [
      seconds(compose.services["storefront-1"]?.environment ?? {}),
      /^(\d+)s$/.exec(instances[0]?.stop_grace_period ?? "")?.[1],
    ],
    [seconds(config), pod.spec.terminationGracePeriodSeconds],
    [seconds(unitEnvironment), /^TimeoutStopSec=(\d+)$/m.exec(UNIT)?.[1]],
  ] as const;
  for (const [delay, grace] of graces) {
    expect(delay).toBeGreaterThan(0);
    // One second is for the last lines of the log.
    expect(Number(grace)).toBeGreaterThan(delay + DRAIN_DEADLINE_MS / 1000 + 1);
  }
});

test("a process that exits is restarted within a second, however often it exits", () => {
  const [, pauseMs] = /^RestartSec=(\d+)ms$/m.exec(UNIT) ?? [];
  expect(Number(pauseMs)).toBeLessThan(1_000);
  expect(UNIT).toMatch(/^Restart=always$/m);
  expect(UNIT).toMatch(/^StartLimitIntervalSec=0$/m);
  expect(instances.map(({ restart }) => restart)).toEqual(["unless-stopped", "unless-stopped"]);
});

test("a load balancer notices within the drain delay that an instance will stop", () => {
  const { periodSeconds, failureThreshold } = container?.readinessProbe ?? { periodSeconds: 99, failureThreshold: 99 };
  expect(periodSeconds * (failureThreshold + 1)).toBeLessThan(Number(config["DRAIN_DELAY_MS"]) / 1000);
  const checks = [...HAPROXY.matchAll(/check inter (\d+)s fall (\d+)/g)];
  expect(checks).toHaveLength(2);
  for (const [, inter, fall] of checks) expect(Number(inter) * (Number(fall) + 1)).toBeLessThan(5);
});

test("health checks use existing paths: /healthz for liveness, /readyz for readiness", () => {
  const asked = [
    ["Dockerfile", /path: '([^']+)'/.exec(DOCKERFILE)?.[1], "/healthz"],
    ["startup", container?.startupProbe.httpGet.path, "/healthz"],
    ["liveness", container?.livenessProbe.httpGet.path, "/healthz"],
    ["readiness", container?.readinessProbe.httpGet.path, "/readyz"],
    ...[...HAPROXY.matchAll(/http-check send meth GET uri (\S+)/g)].map(
      ([, path]) => ["HAProxy", path, "/readyz"] as const,
    ),
  ] as const;
  for (const [who, path, expected] of asked) expect({ who, path }).toEqual({ who, path: expected });
  // On the visitors' port a check would queue behind their connections.
  const { startupProbe, livenessProbe, readinessProbe } = container ?? {};
  const probes = [startupProbe, livenessProbe, readinessProbe];
  expect(probes.map((probe) => probe?.httpGet.port)).toEqual(["metrics", "metrics", "metrics"]);
  const servers = [
    ...HAPROXY.matchAll(/^ {4}server storefront-(\d) "\$\{STOREFRONT_\1\}" port "\$\{CHECK_PORT_\1\}"$/gm),
  ];
  expect(servers.map(([, number]) => number)).toEqual(["1", "2", "1", "2"]);
  expect(asked.every(([, path]) => HEALTH_PATHS.has(path ?? ""))).toBe(true);
  // The state of upstream and store must not be public.
  expect(HAPROXY).toMatch(/return status 404 if \{ path -i \/readyz \}/);
  expect(NGINX).toMatch(/location = \/readyz \{ return 404; \}/);
});

test("the ports of containers, health checks, metrics and network agree", () => {
  const { PORT: port, METRICS_PORT: metrics } = config;
  expect(environments["Dockerfile"]?.["PORT"]).toBe(port);
  expect(/^EXPOSE (.*)$/m.exec(DOCKERFILE)?.[1]).toBe(`${port} ${metrics}`);
  expect(container?.ports).toEqual([
    { name: "http", containerPort: Number(port) },
    { name: "metrics", containerPort: Number(metrics) },
  ]);
  expect(pod.metadata.annotations["prometheus.io/port"]).toBe(metrics);
  const policy = textOf("deploy/kubernetes/base/network-policy.yaml");
  for (const one of [port, metrics]) expect(policy).toContain(`port: ${one} }`);
  expect(compose.services["haproxy"]?.environment).toMatchObject({
    STOREFRONT_1: `storefront-1:${port}`,
    STOREFRONT_2: `storefront-2:${port}`,
    CHECK_PORT_1: metrics,
    CHECK_PORT_2: metrics,
  });
  expect(textOf("deploy/prometheus/prometheus.yml")).toContain(
    `["storefront-1:${metrics}", "storefront-2:${metrics}"]`,
  );
  // nginx and Prometheus use the ports of the unit's instances.
  expect(unitEnvironment).toMatchObject({ PORT: "%i", METRICS_PORT: "1%i" });
  const haproxyVariables = textOf("deploy/haproxy/haproxy.env.example");
  for (const one of [1, 2]) {
    expect(haproxyVariables).toContain(`\nSTOREFRONT_${one}=127.0.0.1:300${one}\n`);
    expect(haproxyVariables).toContain(`\nCHECK_PORT_${one}=1300${one}\n`);
  }
  expect([...NGINX.matchAll(/^ {4}server 127\.0\.0\.1:(\d+)/gm)].map(([, one]) => one)).toEqual(["3001", "3002"]);
});

test("container, systemd unit and manifests start node like npm start", () => {
  const { scripts } = JSON.parse(textOf("package.json")) as { scripts: { start: string } };
  const [, variables = "", start] = /^((?:\w+=\S+ )*)(.*)$/.exec(scripts.start) ?? [];
  const set = Object.fromEntries(
    variables
      .trim()
      .split(" ")
      .map((one) => one.split("=")),
  );
  expect(set).toEqual({ NODE_ENV: "production", MALLOC_ARENA_MAX: "2" });
  for (const file of ["Dockerfile", "storefront@.service"]) expect(environments[file]).toMatchObject(set);
  const entry = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(DOCKERFILE)?.[1] ?? "[]") as string[];
  expect(entry.join(" ")).toBe(start);
  expect(/^ExecStart=(.*)$/m.exec(UNIT)?.[1]).toBe(`/usr/bin/${start}`);
});

test("only DATA_DIR and TMPDIR are writable, and nothing runs as root", () => {
  const writable = [config["DATA_DIR"], config["TMPDIR"]];
  expect(writable).toEqual([environments["Dockerfile"]?.["DATA_DIR"], environments["Dockerfile"]?.["TMPDIR"]]);
  expect(container?.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(writable);
  expect(container?.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
  expect(pod.spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
  expect(JSON.parse(/^VOLUME (.*)$/m.exec(DOCKERFILE)?.[1] ?? "[]")).toEqual(writable);
  expect(/^USER (.*)$/m.exec(DOCKERFILE)?.[1]).toBe("1000:1000");
  expect(instances).toHaveLength(2);
  for (const { read_only: isReadOnly, cap_drop: dropped, volumes = [] } of instances) {
    expect({ isReadOnly, dropped }).toEqual({ isReadOnly: true, dropped: ["ALL"] });
    expect(volumes.map((volume) => volume.split(":")[1])).toEqual(writable);
  }
  expect(UNIT).toMatch(/^User=storefront$/m);
  expect(UNIT).toMatch(/^ProtectSystem=strict$/m);
  // docs/operate/brand.md explains why the folder of content cannot be in these places.
  for (const setting of ["ProtectHome", "PrivateTmp"]) expect(UNIT).toMatch(new RegExp(`^${setting}=yes$`, "m"));
  expect(unitEnvironment["DATA_DIR"]).toBe(`/var/lib/${/^StateDirectory=(.*)$/m.exec(UNIT)?.[1]}`);
  // Without the second line, a stopping instance would delete the witness that all instances share.
  expect(UNIT).toMatch(/^RuntimeDirectory=storefront$/m);
  expect(UNIT).toMatch(/^RuntimeDirectoryPreserve=yes$/m);
});

test("the Redis of the compose file persists each write and evicts nothing", () => {
  const command = compose.services["redis"]?.command ?? "";
  expect(command).toContain("--appendonly yes");
  expect(command).toContain("--maxmemory-policy noeviction");
});

test("no proxy resends a request that may have taken effect", () => {
  expect(HAPROXY).toContain("http-request disable-l7-retry unless { method GET HEAD }");
  expect(HAPROXY.match(/retry-on .*/g)).toEqual([
    "retry-on conn-failure empty-response",
    "retry-on conn-failure empty-response 404",
  ]);
  // A missing file is requested from the other instance; a page is not.
  expect(HAPROXY).toMatch(/use_backend builds if \{ path_beg \/assets\/ \} \{ method GET HEAD \}/);
  expect(NGINX).not.toContain("non_idempotent");
});

test("HAProxy and nginx accept the same TLS 1.2 cipher suites, none of them CBC", () => {
  const suites = [/ssl_ciphers (\S+);/.exec(NGINX)?.[1], /ssl-default-bind-ciphers (\S+)/.exec(HAPROXY)?.[1]];
  expect(suites[0]).toBe(suites[1]);
  for (const suite of suites[0]?.split(":") ?? [""]) expect(suite).toMatch(/^ECDHE-.*(?:GCM|POLY1305)/);
});

test("proxies close idle connections before the storefront does, so that no request is lost", () => {
  const keepAliveMs = readEnv(NEEDED).KEEP_ALIVE_MS;
  const upstreams = NGINX.match(/^upstream [^}]*}/gm) ?? [];
  const timeouts = [...upstreams, HAPROXY].map((text) =>
    Number(/(?:keepalive_timeout|timeout http-keep-alive) (\d+)s/.exec(text)?.[1]),
  );
  expect(timeouts).toHaveLength(4);
  for (const seconds of timeouts) expect(1_000 * seconds).toBeLessThan(keepAliveMs);
  // Envoy, the base of most gateways, keeps idle connections for an hour.
  expect(Number(config["KEEP_ALIVE_MS"])).toBeGreaterThan(3_600_000);
});

test("proxy logs contain no path, query or visitor's address", () => {
  const formats = [/log-format (.*)/.exec(HAPROXY)?.[1], /log_format storefront([\s\S]*?);\n/.exec(NGINX)?.[1]];
  for (const format of formats) {
    expect(format).toMatch(/requestId/);
    expect(format).not.toMatch(/%r\b|%HU|%HP|%HQ|%ci|%hr|\$request\b|request_uri|\$uri|\$args|remote_addr|http_/);
  }
});

test("files named in deploy/ exist", () => {
  const named = [
    ...[...textOf("deploy/compose/compose.yaml").matchAll(/- (\.\.\/[^:]+):/g)].map(([, path = ""]) =>
      join("deploy/compose", path),
    ),
    ...(yamlOf("deploy/prometheus/prometheus.yml") as { rule_files: string[] }).rule_files.map((name) =>
      join(dirname("deploy/prometheus/prometheus.yml"), name),
    ),
  ];
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test("both proxies have the same error pages: bilingual, small, without scripts", () => {
  const [head = "", unavailable = ""] = textOf("deploy/haproxy/503.http").split("\n\n");
  expect(unavailable).toBe(textOf("deploy/nginx/unavailable.html"));
  const maintenance = textOf("deploy/haproxy/maintenance.html");
  expect(maintenance).toBe(textOf("deploy/nginx/maintenance.html"));
  for (const policy of [head, HAPROXY, NGINX]) {
    expect(policy).toContain("default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
    expect(policy).not.toContain("default-src 'none'; frame-ancestors");
  }
  for (const body of [unavailable, maintenance]) {
    expect(body).toContain('lang="zh-Hant"');
    expect(body).toContain('lang="en"');
    expect(body).not.toMatch(/<script|style=|src=|url\(/);
    expect(body.match(/<a [^>]*>/g)).toEqual(['<a href="">']);
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(2048);
  }
});

test("haproxy.env.example has every variable of HAProxy's configuration", () => {
  const example = textOf("deploy/haproxy/haproxy.env.example").match(/^[A-Z_\d]+(?==\S)/gm) ?? [];
  const read = [...HAPROXY.matchAll(/\$\{(\w+)\}/g)].map(([, name = ""]) => name);
  expect(example.sort()).toEqual([...new Set(read)].sort());
});

test("as shipped, HAProxy's switches are off and no address is blocked", () => {
  const switches = textOf("deploy/haproxy/switches.map").match(/^\w+ \w+$/gm);
  expect(switches).toEqual(["maintenance off", "payments on", "limit off", "networks off"]);
  expect(textOf("deploy/haproxy/refused.lst")).not.toMatch(/^[^#\n]/m);
});

test("the image's install stage has the package.json of every package", () => {
  const copied = [...DOCKERFILE.matchAll(/^COPY (packages\/[^/]+)\/package\.json \1\/$/gm)].map(([, name]) => name);
  expect(copied).toEqual(readdirSync(join(ROOT, "packages")).map((name) => `packages/${name}`));
});

test("the image is built from all folders that the code imports", () => {
  const { compilerOptions } = JSON.parse(textOf("tsconfig.json")) as {
    compilerOptions: { paths: Record<string, string[]> };
  };
  const folders = Object.values(compilerOptions.paths).flatMap(([path = ""]) => path.split("/")[1] ?? []);
  const context = textOf("deploy/container/Dockerfile.dockerignore").split("\n");
  expect(folders.filter((folder) => !context.includes(`!${folder}`))).toEqual([]);
});

test("the image is labelled with the project's version, and uses its Node version", () => {
  const { version } = JSON.parse(textOf("package.json")) as { version: string };
  expect(/image\.version="([^"]*)"/.exec(DOCKERFILE)?.[1]).toBe(version);
  expect(/^ARG NODE_IMAGE=node:(\d+)\./m.exec(DOCKERFILE)?.[1]).toBe(textOf(".nvmrc").trim());
});
