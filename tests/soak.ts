import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startSandbox } from "@storefront/sandbox/start";
import { freePort } from "~tools/demo/storefront-process";
import { startChild } from "./bench/children";
import { startStorefronts } from "./bench/storefronts";
import { findings, reportOf, type Soaked } from "./soak/report";
import { sample, type Sample } from "./soak/samples";
import type { Visit, Visited } from "./soak/visitors";
import { bin, ROOT } from "./support/steps";

/**
 * `npm run soak -- --minutes 10`: lets visitors come and go for this time, during which no resource may grow. The
 * storefront runs as with `npm start`, with metrics. Visitors and upstream have their own processes. Writes
 * docs/change/soak.md, and exits with 1 if something grows.
 */

const REPORT = join(ROOT, "docs/change/soak.md");
const SAMPLE_MS = 2_000;
const METRICS_PORT = 19_500;
/** The wait after the last visitor, which is longer than the lifetime of connections and forms. */
const REST_MS = 10_000;

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    "passers-by": { type: "string", default: "4" },
    buyers: { type: "string", default: "1" },
    "pause-ms": { type: "string", default: "10" },
  },
});
const durationMs = Number(values.minutes) * 60_000;
if (!(durationMs > 0)) throw new Error("--minutes is a number above 0.");

const sandbox = await startSandbox();
// In an hour buyers would exceed the sandbox's stock.
await sandbox.setProduct("1001", { stock: "1000000000" });
const metricsPort = await freePort(METRICS_PORT);
const storefront = await startStorefronts({
  upstreamUrl: sandbox.url,
  variables: { TRUST_PROXY: "on", METRICS_PORT: String(metricsPort) },
});
const visitors = await startChild<Visit, Visited>("../soak/visitors");
const samples: Sample[] = [];
const [pid = 0] = storefront.pids;
const fromMs = performance.now();
const look = async () => {
  samples.push(await sample(`http://127.0.0.1:${metricsPort}/metrics`, pid, (performance.now() - fromMs) / 1000));
};

try {
  await look();
  const visit: Visit = {
    url: storefront.url,
    sandboxUrl: sandbox.url,
    durationMs,
    passersBy: Number(values["passers-by"]),
    buyers: Number(values.buyers),
    pauseMs: Number(values["pause-ms"]),
  };
  let visited: Visited | undefined;
  const asked = visitors.ask(visit).then((done) => (visited = done));
  while (!visited) {
    await Promise.race([asked, wait(SAMPLE_MS)]);
    await look();
    const last = samples.at(-1);
    if (last && samples.length % 15 === 0) {
      console.log(
        `${last.seconds.toFixed(0)} s: heap ${(last.heapBytes / 2 ** 20).toFixed(0)} MB`,
        JSON.stringify(last.gauges),
      );
    }
  }
  await wait(REST_MS);
  await look();
  const soaked: Soaked = { samples: samples.slice(0, -1), rested: samples.at(-1) as Sample, visited, durationMs };
  writeFileSync(REPORT, reportOf(soaked));
  execFileSync(bin("oxfmt"), [REPORT]);
  console.log(reportOf(soaked));
  const wrong = findings(soaked).filter(({ isFine }) => !isFine);
  process.exitCode = wrong.length > 0 ? 1 : 0;
} finally {
  await visitors.stop();
  await storefront.stop();
  await sandbox.close();
}
