import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LIMITS } from "~server/limits";
import { createMetrics } from "~server/metrics";
import { registeredCounters } from "@storefront/observability/metrics";
// The server's counters, and those that only routes import.
import "~server/start";
import "~server/purchase/outcome";
import { alerts, askedOfPrometheus, ROOT, textOf } from "../../support/deployed";
import { OPERATORS_GUIDE } from "../../support/runbook";
import { tableOf } from "../../support/route-table";

/** Alerts and dashboard use the names of the storefront's metrics. */

/** Words of PromQL that are not metrics. */
const WORDS = new Set([
  ...["sum", "max", "min", "count", "avg", "topk", "rate", "increase", "changes", "absent", "vector"],
  ...["histogram_quantile", "avg_over_time", "by", "without", "ignoring", "on", "group_left", "offset", "and", "or"],
  ...["unless", "bool"],
]);
/** Metrics that Prometheus itself adds for each target. */
const OF_PROMETHEUS = ["up"];

function metricsIn(expr: string): string[] {
  const bare = expr
    .replace(/\{[^}]*\}/g, " ")
    .replace(/\[[^\]]*\]/g, " ")
    .replace(/\b(?:by|ignoring|on|without)\s*\([^)]*\)/g, " ")
    .replace(/\boffset\s+\w+/g, " ");
  const words = bare.match(/[a-zA-Z_:][\w:]*/g) ?? [];
  return words.filter((word) => !WORDS.has(word) && !/^e\d+$/.test(word));
}

/** Names of metrics in the registry, and in the sources of server and packages. */
async function metricsThatThereAre(): Promise<Set<string>> {
  const registered = (await createMetrics().registry.getMetricsAsJSON()).map(({ name }) => name);
  const sources = ["server", "packages"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => readFileSync(join(ROOT, folder, path), "utf8")),
  );
  const named = sources.flatMap((text) =>
    [...text.matchAll(/\b(?:name|metric): "([a-z_]+)"/g)].map(([, name = ""]) => name),
  );
  return new Set([...registered, ...named, ...OF_PROMETHEUS]);
}

test("every metric used in alerts and dashboard is exported by the storefront", async () => {
  const there = await metricsThatThereAre();
  const unknown = askedOfPrometheus().flatMap(({ where, expr }) =>
    metricsIn(expr)
      .filter((metric) => !there.has(metric.replace(/_(?:bucket|count|sum)$/, "")) && !there.has(metric))
      .map((metric) => `${where}: ${metric}`),
  );
  expect(unknown).toEqual([]);
});

test("every metric in the operators' documents exists", async () => {
  const there = await metricsThatThereAre();
  const named = OPERATORS_GUIDE.match(/\bstorefront_[a-z_]+/g) ?? [];
  expect(named).toContain("storefront_purchases_total");
  expect(named.filter((metric) => !there.has(metric.replace(/_bucket$/, "")))).toEqual([]);
});

test("every metric of the storefront is in the operators' documents", async () => {
  const there = [...(await metricsThatThereAre())].filter((metric) => metric.startsWith("storefront_"));
  expect(there.filter((metric) => !OPERATORS_GUIDE.includes(`\`${metric}`))).toEqual([]);
});

/** The counters whose increase an expression uses, with the label values that it names. */
function growthIn(expr: string): { metric: string; label: string; value: string }[] {
  return [...expr.matchAll(/(\w+_total)\{([^}]*)\}\[/g)].flatMap(([, metric = "", labels = ""]) => {
    const named = [...labels.matchAll(/(\w+)=~?"([^"]*)"/g)].filter(([, label]) => label !== "job");
    if (named.length === 0) return [{ metric, label: "", value: "" }];
    return named.flatMap(([, label = "", values = ""]) => values.split("|").map((value) => ({ metric, label, value })));
  });
}

test("every counter whose increase triggers an alert starts at 0, so that its first event counts", async () => {
  const metrics = createMetrics();
  metrics.expectRoutes(tableOf(["/Index/Home", "/Login/:account?"]).shapes);
  const lines = (await metrics.registry.metrics()).split("\n");
  const read = alerts().flatMap(({ alert, expr }) => growthIn(expr).map((growth) => ({ alert, ...growth })));
  expect(read.length).toBeGreaterThan(20);
  const absent = read.filter(
    ({ metric, label, value }) =>
      !lines.some((line) => line.startsWith(`${metric}{`) && line.includes(label && `${label}="${value}"`)),
  );
  expect(absent).toEqual([]);
  for (const route of ["/Index/Home", "/Login", "/Login/*", "/*"])
    expect(lines).toContain(`storefront_http_requests_total{method="POST",route="${route}",status="500"} 0`);
});

test("health checks do not count among visitors' responses, whose statistics they would improve", () => {
  const asked = askedOfPrometheus().flatMap(({ where, expr }) =>
    [...expr.matchAll(/storefront_http_request(?:s_total|_duration_seconds_bucket)\{([^}]*)\}/g)].map(
      ([, labels = ""]) => ({ where, labels }),
    ),
  );
  expect(asked.length).toBeGreaterThan(8);
  // Health checks never return 500.
  const visitors = asked.filter(({ labels }) => !labels.includes('status="500"'));
  expect(visitors.filter(({ labels }) => !labels.includes('route!~"/(healthz|readyz)'))).toEqual([]);
});

test("label values used in alerts and dashboard are exported by the storefront", () => {
  const counted = new Map(
    registeredCounters().map(({ metric, label, counts }) => [metric, { label, values: Object.keys(counts) }]),
  );
  // The alerts use these names of limits; the others come from their callers.
  const limits = [...Object.keys(LIMITS).filter((name) => name.startsWith("tries:")), "password:account", "lookups"];
  counted.set("storefront_rate_limited_total", { label: "limit", values: limits });
  for (const { where, expr } of askedOfPrometheus()) {
    for (const [, metric = "", labels = ""] of expr.matchAll(/(\w+)\{([^}]*)\}/g)) {
      const counter = counted.get(metric);
      const named = [...labels.matchAll(/(\w+)(?:=~|!=|!~|=)"([^"]*)"/g)];
      const wrong = named
        .filter(([, label]) => label === counter?.label)
        .flatMap(([, , values = ""]) => values.split("|"))
        .filter((value) => !counter?.values.includes(value));
      expect({ where, metric, wrong }).toEqual({ where, metric, wrong: [] });
      // Without the job the counts of another program under the same name would be added.
      expect({ where, metric, labels }).toMatchObject({
        labels: expect.stringMatching(/^job="(?:storefront|haproxy)"/) as string,
      });
    }
  }
});

test("each alert has a paragraph on meaning and remedy, and each paragraph an alert", () => {
  const page = textOf("docs/operate/alerts.md");
  const headings = new Set(
    [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, "")
        .replace(/ /g, "-"),
    ),
  );
  const named = alerts();
  expect(named.length).toBeGreaterThan(20);
  for (const { alert, annotations } of named) {
    const [file, place = ""] = annotations.runbook.split("#");
    expect({ alert, file, place: headings.has(place) }).toEqual({ alert, file: "docs/operate/alerts.md", place: true });
  }
  const paragraphs = [...page.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
  expect([...paragraphs].sort()).toEqual(
    named
      .map(({ alert }) => alert)
      .filter((alert) => alert !== "PurchasesUnknown")
      .sort(),
  );
});
