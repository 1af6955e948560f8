import { spawn } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { CHROMIUM_FLAGS, findChromium } from "../support/chromium";
import { ROOT } from "../support/steps";
import { median } from "./figures";
import type { Ground, Wanted } from "./ground";
import { startStorefronts } from "./storefronts";

/** Lighthouse's mobile scores of a page out of 100, by category, its total blocking time, and the audits it failed. */
export interface Scored {
  path: string;
  blockingMs: number;
  scores: Record<string, number>;
  failed: string[];
}

/** Downloaded on demand, since nothing else uses it. 12.8.2 is the last one for Node 20 (docs/change/versions.md). */
const LIGHTHOUSE = Number(process.versions.node.split(".")[0]) < 22 ? "lighthouse@12.8.2" : "lighthouse@13.5.0";
const OUT = join(ROOT, "bench");
const PAGES = [
  ...["/Index/Home", "/Index/Power", "/Index/Miner", "/Index/AboutUs", "/PowerProductDetail/1001"],
  ...["/MinerProductDetail/2001", "/LeavingMessage", "/PrivacyAgreement", "/UserAgreement", "/AppDownload"],
  ...["/Notice", "/NoticeDetail?id=10", "/Login", "/Register"],
];

/** Pages with a goal for their blocking time, which varies much between rounds. */
const SEVERAL_ROUNDS = ["/Index/Home", "/PowerProductDetail/1001"];
const ROUNDS = 5;

const report = z.object({
  categories: z.record(z.object({ title: z.string(), score: z.number().nullable() })),
  audits: z.record(
    z.object({
      title: z.string(),
      score: z.number().nullable(),
      scoreDisplayMode: z.string(),
      numericValue: z.number().optional(),
    }),
  ),
});

/** Runs a package's program to its end. */
function run(args: string[], env: Record<string, string>): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn("npx", ["--yes", ...args], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, ...env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
    });
    child.on("error", fail);
    child.on("close", (code) => (code === 0 ? done() : fail(new Error(`${args[0]} ended with ${code}`))));
  });
}

async function score(origin: string, path: string, chromium: string): Promise<Scored> {
  const file = join(OUT, `${path.replace(/\W+/g, "-").slice(1)}.json`);
  const flags = `--chrome-flags=${["--headless", ...CHROMIUM_FLAGS].join(" ")}`;
  await run([LIGHTHOUSE, origin + path, "--quiet", "--output=json", `--output-path=${file}`, flags], {
    CHROME_PATH: chromium,
  });
  const { categories, audits } = report.parse(JSON.parse(await readFile(file, "utf8")));
  const scores = Object.values(categories).map(({ title, score }) => [title, Math.round((score ?? 0) * 100)] as const);
  const failed = Object.entries(audits).filter(
    ([, audit]) => ["binary", "numeric", "metricSavings"].includes(audit.scoreDisplayMode) && (audit.score ?? 1) < 0.9,
  );
  const blockingMs = Math.round(audits["total-blocking-time"]?.numericValue ?? NaN);
  return { path, blockingMs, scores: Object.fromEntries(scores), failed: failed.map(([id]) => id) };
}

/** Scores public pages; each whole report is in `bench/`. */
export async function measureLighthouse(ground: Ground, { isWanted }: Wanted): Promise<Scored[]> {
  const chromium = findChromium();
  if (!chromium) throw new Error("Lighthouse needs a Chromium: CHROMIUM_PATH, or one on the PATH");
  await mkdir(OUT, { recursive: true });
  const { url: upstreamUrl } = await ground.upstream.ask({});
  const storefront = await startStorefronts({ upstreamUrl, variables: ground.variables });
  try {
    const results: Scored[] = [];
    for (const path of PAGES.filter(isWanted)) {
      const first = await score(storefront.url, path, chromium);
      const blockingMs = [first.blockingMs];
      while (SEVERAL_ROUNDS.includes(path) && blockingMs.length < ROUNDS) {
        blockingMs.push((await score(storefront.url, path, chromium)).blockingMs);
      }
      results.push({ ...first, blockingMs: median(blockingMs) });
    }
    return results;
  } finally {
    await storefront.stop();
  }
}
