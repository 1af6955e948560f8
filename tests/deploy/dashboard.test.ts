import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { startSandbox } from "@storefront/sandbox/start";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { freePort, sandboxedVariables, startStorefront } from "~tools/demo/storefront-process";
import { askedOfPrometheus } from "../support/deployed";
import { has, startProgram } from "../support/proxied";
import { carryOut, quotedCommand } from "../support/runbook";

/** Runs the dashboard's queries on a Prometheus that scrapes a storefront with a few visitors. */

const HAS_PROMETHEUS = has("prometheus", "--version");

/** Expressions that have no data for a healthy storefront that has just started. */
const NOTHING_TO_SHOW = new Map([["annotation Starts", "a mark for each start after the first"]]);

/** This is long enough for a count to grow between two scrapes. */
const DEADLINE_MS = 30_000;

test.skipIf(!HAS_PROMETHEUS)("each expression of the dashboard returns data", async ({ onTestFinished }) => {
  const sandbox = await startSandbox();
  const port = await freePort(45_100);
  const [metricsPort, prometheusPort] = [await freePort(45_200), await freePort(45_300)];
  const storefront = await startStorefront({
    env: {
      ...sandboxedVariables({ port, sandboxUrl: sandbox.url }),
      METRICS_PORT: String(metricsPort),
      DATA_DIR: freshFolder("storefront-dashboard"),
      LOG_LEVEL: "warn",
    },
  });
  const folder = freshFolder("prometheus");
  const config = {
    global: { scrape_interval: "1s" },
    scrape_configs: [{ job_name: "storefront", static_configs: [{ targets: [`127.0.0.1:${metricsPort}`] }] }],
  };
  writeFileSync(join(folder, "prometheus.yml"), stringify(config));
  const prometheus = await startProgram(
    "prometheus",
    [
      ...[`--config.file=${join(folder, "prometheus.yml")}`, `--storage.tsdb.path=${join(folder, "data")}`],
      `--web.listen-address=127.0.0.1:${prometheusPort}`,
    ],
    { port: prometheusPort },
  );
  onTestFinished(async () => {
    await prometheus.stop();
    await storefront.stop();
    await sandbox.close();
  });

  async function seriesOf(expr: string): Promise<number> {
    const asked = new URLSearchParams({ query: expr });
    const response = await fetch(`http://127.0.0.1:${prometheusPort}/api/v1/query?${asked}`);
    const { data, error } = (await response.json()) as { data?: { result: unknown[] }; error?: string };
    if (!data) throw new Error(`${expr}: ${error}`);
    return data.result.length;
  }

  const panels = askedOfPrometheus().filter(({ where }) => !where.startsWith("alert"));
  expect(panels.length).toBeGreaterThan(25);
  const shown = panels.filter(({ where }) => !NOTHING_TO_SHOW.has(where));
  await expect
    .poll(
      async () => {
        for (const path of ["/Index/Home", "/Index/Power", "/Login", "/nowhere", "/healthz"])
          await fetch(`${storefront.url}${path}`);
        const counts = await Promise.all(shown.map(async (one) => ({ ...one, series: await seriesOf(one.expr) })));
        return counts.filter(({ series }) => series === 0).map(({ where, expr }) => `${where}: ${expr}`);
      },
      { timeout: DEADLINE_MS, interval: 500 },
    )
    .toEqual([]);
  const askForTargets = quotedCommand(/`(promtool query instant [^`]*)`/);
  expect(carryOut(askForTargets, { ":9090": `:${prometheusPort}` })).toMatch(/^up\{.* => 1 @.*\n$/);
  for (const { where, expr } of panels.filter((one) => NOTHING_TO_SHOW.has(one.where)))
    expect({ where, series: await seriesOf(expr) }).toEqual({ where, series: 0 });
});
