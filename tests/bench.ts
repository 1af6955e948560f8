import { spawn } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { CHROMIUM_FLAGS, findChromium } from "./support/chromium";
import { startStage } from "./support/stage";

/**
 * `npm run bench [-- words]`: a report, not a test. Lighthouse's mobile scores of each public page (or of those whose
 * path has the words), then how many pages a second one process renders. It downloads both tools: nothing else needs
 * them.
 */

const LIGHTHOUSE = "lighthouse@12.8.2";
const AUTOCANNON = "autocannon@8.0.0";
const OUT = fileURLToPath(new URL("../bench", import.meta.url));
const PLACE = 44;
const LOAD_SECONDS = 10;
const CONNECTIONS = 32;

const PAGES = [
  ...["/Index/Home", "/Index/Power", "/Index/Miner", "/Index/AboutUs", "/PowerProductDetail/1001"],
  ...["/MinerProductDetail/2001", "/LeavingMessage", "/PrivacyAgreement", "/UserAgreement", "/AppDownload"],
  ...["/Notice", "/NoticeDetail?id=10", "/Login", "/Register"],
];
const LOADED = ["/Index/Home", "/Index/Power", "/PowerProductDetail/1001"];

const report = z.object({
  categories: z.record(z.object({ title: z.string(), score: z.number().nullable() })),
  audits: z.record(z.object({ title: z.string(), score: z.number().nullable(), scoreDisplayMode: z.string() })),
});
const load = z.object({ requests: z.object({ average: z.number() }), latency: z.object({ p99: z.number() }) });

/** Runs a package's program to its end; gives its standard output. */
function run(args: string[], env: Record<string, string> = {}): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn("npx", ["--yes", ...args], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, ...env },
    });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.on("error", fail);
    child.on("close", (code) => (code === 0 ? done(output) : fail(new Error(`${args[0]} ended with ${code}`))));
  });
}

/** Lighthouse's scores of a page out of 100, and the audits that it failed. */
async function score(origin: string, path: string, chromium: string): Promise<string> {
  const file = join(OUT, `${path.replace(/\W+/g, "-").slice(1)}.json`);
  const flags = `--chrome-flags=${["--headless", ...CHROMIUM_FLAGS].join(" ")}`;
  await run([LIGHTHOUSE, origin + path, "--quiet", "--output=json", `--output-path=${file}`, flags], {
    CHROME_PATH: chromium,
  });
  const { categories, audits } = report.parse(JSON.parse(await readFile(file, "utf8")));
  const scores = Object.values(categories).map(({ title, score }) => `${title} ${Math.round((score ?? 0) * 100)}`);
  const below = Object.entries(audits).filter(
    ([, audit]) => ["binary", "numeric", "metricSavings"].includes(audit.scoreDisplayMode) && (audit.score ?? 1) < 0.9,
  );
  return [`${path}: ${scores.join(", ")}`, ...below.map(([id, { title }]) => `    ${id}: ${title}`)].join("\n");
}

async function loadOf(origin: string, path: string): Promise<string> {
  const args = ["-j", "-c", String(CONNECTIONS), "-d", String(LOAD_SECONDS), origin + path];
  const { requests, latency } = load.parse(JSON.parse(await run([AUTOCANNON, ...args])));
  return `${path}: ${Math.round(requests.average)} requests/s, p99 ${latency.p99} ms, ${CONNECTIONS} connections`;
}

async function main(): Promise<void> {
  const wanted = process.argv.slice(2).join(" ");
  const chromium = findChromium();
  if (!chromium) throw new Error("Lighthouse needs a Chromium: CHROMIUM_PATH, or one on the PATH");
  await mkdir(OUT, { recursive: true });
  const stage = await startStage(PLACE);
  try {
    console.log("Lighthouse, mobile");
    for (const path of PAGES.filter((page) => page.includes(wanted))) {
      console.log(await score(stage.storefront.url, path, chromium));
    }
    console.log("\nLoad, one process");
    for (const path of LOADED.filter((page) => page.includes(wanted))) {
      console.log(await loadOf(stage.storefront.url, path));
    }
  } finally {
    await stage.stop();
  }
}

await main();
