import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { STEADY_UPLOAD_TIMEOUT_MS } from "~server/forms/constants";
import { UPLOAD_DEADLINE_MS } from "~server/upstream/constants";
import { HEALTH_PATHS } from "@storefront/http-server/health-check";
import { manifests, ROOT, textOf, type Manifest } from "../../support/deployed";

/** The manifests agree with each other: names, ports, selectors, and paths closed to the outside. */

const KUBERNETES = "deploy/kubernetes";
const all = manifests();

/** The objects of a kind. */
const ofKind = (kind: string): unknown[] =>
  all.filter(({ manifest }) => manifest.kind === kind).map(({ manifest }) => manifest);

/** The one object of a kind and name. */
function one(kind: string, name = "storefront"): unknown {
  const found = all.filter(({ manifest }) => manifest.kind === kind && manifest.metadata?.name === name);
  expect({ kind, name, found: found.length }).toEqual({ kind, name, found: 1 });
  return found[0]?.manifest;
}

interface Selecting {
  spec: { selector: { matchLabels: object } };
}
interface Deployment extends Selecting {
  spec: Selecting["spec"] & {
    template: {
      metadata: { labels: object };
      spec: {
        enableServiceLinks?: boolean;
        containers: { ports: { name: string }[] }[];
        topologySpreadConstraints: { topologyKey: string; labelSelector: { matchLabels: object } }[];
      };
    };
  };
}

const LABELS = { "app.kubernetes.io/name": "storefront" };
const deployment = (one("Deployment") as Deployment).spec;
const portNames = deployment.template.spec.containers.flatMap(({ ports }) => ports.map(({ name }) => name));

test("every file of a kustomization exists, and every manifest is in one", () => {
  const named = all.flatMap(({ path, manifest }) => {
    const { kind, resources = [] } = manifest as Manifest & { resources?: string[] };
    return kind === "Kustomization" ? resources.map((each) => join(path, "..", each)) : [];
  });
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  const files = new Set(all.filter(({ manifest }) => manifest.kind !== "Kustomization").map(({ path }) => path));
  expect([...files].filter((path) => !named.includes(path))).toEqual([]);
  // The ingress is the alternative to the gateway.
  const parts = ["base", "gateway", "monitoring"].map((part) => `${KUBERNETES}/${part}`);
  expect(named).toEqual(expect.arrayContaining(parts));
});

test("every pod selector matches the deployment's pods", () => {
  expect(deployment.template.metadata.labels).toEqual(LABELS);
  const selectors = [
    deployment.selector.matchLabels,
    (one("PodDisruptionBudget") as Selecting).spec.selector.matchLabels,
    (one("PodMonitor") as Selecting).spec.selector.matchLabels,
    (one("NetworkPolicy") as { spec: { podSelector: { matchLabels: object } } }).spec.podSelector.matchLabels,
    (one("Service") as { spec: { selector: object } }).spec.selector,
    ...deployment.template.spec.topologySpreadConstraints.map(({ labelSelector }) => labelSelector.matchLabels),
  ];
  for (const selector of selectors) expect(selector).toEqual(LABELS);
  expect((one("HorizontalPodAutoscaler") as { spec: { scaleTargetRef: object } }).spec.scaleTargetRef).toEqual({
    apiVersion: "apps/v1",
    kind: "Deployment",
    name: "storefront",
  });
});

interface Rule {
  matches?: { path: { type: string; value: string } }[];
  filters?: { type: string; urlRewrite?: { path: { replaceFullPath: string } } }[];
  backendRefs?: { name: string; port: number }[];
  timeouts?: { request: string };
}
interface Route {
  spec: { parentRefs: { name: string; sectionName: string }[]; hostnames: string[]; rules: Rule[] };
}
interface Gateway {
  spec: { listeners: { name: string; hostname: string }[] };
}
interface Ingress {
  metadata: { annotations: Record<string, string> };
  spec: {
    rules: {
      http: { paths: { path: string; backend: { service: { name: string; port: { name: string } } } }[] };
    }[];
  };
}

const service = (one("Service") as { spec: { ports: { name: string; port: number; targetPort: string }[] } }).spec
  .ports;

test("routes lead to the service's port, and the service to the container port", () => {
  expect(service.map(({ targetPort }) => portNames.includes(targetPort))).toEqual([true]);
  const { listeners } = (one("Gateway") as Gateway).spec;
  for (const { spec } of ofKind("HTTPRoute") as Route[]) {
    for (const { name, sectionName } of spec.parentRefs) {
      expect(name).toBe("storefront");
      const listener = listeners.find((each) => each.name === sectionName);
      expect(spec.hostnames).toEqual([listener?.hostname]);
    }
    for (const { name, port } of spec.rules.flatMap(({ backendRefs = [] }) => backendRefs)) {
      expect({ name, port }).toEqual({ name: "storefront", port: service[0]?.port });
    }
  }
  for (const { spec } of ofKind("Ingress") as Ingress[]) {
    for (const { backend } of spec.rules.flatMap(({ http }) => http.paths)) {
      expect(backend.service).toEqual({ name: "storefront", port: { name: service[0]?.name } });
    }
  }
});

test("/readyz and /metrics are unreachable from outside: gateway and ingress rewrite them", () => {
  const inside = ["/readyz", "/metrics"];
  const [closed] = (one("HTTPRoute") as Route).spec.rules;
  expect(closed?.matches?.map(({ path }) => path)).toEqual(inside.map((value) => ({ type: "PathPrefix", value })));
  const { metadata, spec } = one("Ingress", "storefront-inside") as Ingress;
  expect(spec.rules.flatMap(({ http }) => http.paths.map(({ path }) => path))).toEqual(inside);
  const targets = [
    closed?.filters?.[0]?.urlRewrite?.path.replaceFullPath,
    metadata.annotations["nginx.ingress.kubernetes.io/rewrite-target"],
  ];
  expect(targets).toEqual(["/not-found", "/not-found"]);
  expect(HEALTH_PATHS.has("/not-found")).toBe(false);
});

test("neither gateway nor ingress resends a request or cuts a payment before 45 s", () => {
  const { rules } = (one("HTTPRoute") as Route).spec;
  expect(rules.filter((rule) => "retry" in rule)).toEqual([]);
  for (const { timeouts } of rules.slice(1)) expect(parseInt(timeouts?.request ?? "0", 10)).toBeGreaterThan(60);
  expect(textOf(`${KUBERNETES}/ingress/ingress.yaml`)).not.toContain("non_idempotent");
});

test("the ingress accepts request heads as long as nginx does, since the longest token exceeds its default", () => {
  const [ingress, nginx] = [`${KUBERNETES}/ingress/ingress.yaml`, "deploy/nginx/storefront.conf"].map((path) =>
    textOf(path),
  );
  for (const name of ["proxy-buffer-size", "large-client-header-buffers"]) {
    const size = new RegExp(`${name.replace(/-/g, "_")} (.*);`).exec(nginx ?? "")?.[1];
    expect(size).toMatch(/k$/);
    expect(ingress).toMatch(new RegExp(`${name}: "?${size}"?\\n`));
  }
});

test("the gateway allows the storefront's upload time plus the time to send photos on", () => {
  const { rules } = (one("HTTPRoute") as Route).spec;
  const upload = rules.find(({ matches }) => matches?.some(({ path }) => path.value === "/UploadImage"));
  const seconds = parseInt(upload?.timeouts?.request ?? "0", 10);
  expect(1_000 * seconds).toBeGreaterThan(STEADY_UPLOAD_TIMEOUT_MS + UPLOAD_DEADLINE_MS);
});

test("the Prometheus operator scrapes the metrics under the job name used by the alerts", () => {
  const { spec } = one("PodMonitor") as {
    spec: { jobLabel: keyof typeof LABELS; podMetricsEndpoints: { port: string; path: string }[] };
  };
  expect(LABELS[spec.jobLabel]).toBe("storefront");
  for (const { port, path } of spec.podMetricsEndpoints) {
    expect({ known: portNames.includes(port), path }).toEqual({ known: true, path: "/metrics" });
  }
});

test("the Prometheus operator's rules equal deploy/prometheus/alerts.yml", async () => {
  const alerts = textOf("deploy/prometheus/alerts.yml");
  const groups = alerts.slice(alerts.indexOf("groups:"));
  const rule = [
    "# Generated from deploy/prometheus/alerts.yml by npm run test:unit -- deploy/kubernetes -u",
    "apiVersion: monitoring.coreos.com/v1",
    "kind: PrometheusRule",
    "metadata:",
    "  name: storefront",
    "spec:",
    groups.replace(/^(?=.)/gm, "  "),
  ].join("\n");
  await expect(rule).toMatchFileSnapshot(join(ROOT, KUBERNETES, "monitoring/prometheus-rule.yaml"));
});
