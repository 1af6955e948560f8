import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureBefore } from "./bench/before";
import { measureBrowser } from "./bench/browser";
import { measureConnections } from "./bench/connections";
import { prepareGround, type Ground, type Wanted } from "./bench/ground";
import { measureLighthouse } from "./bench/lighthouse";
import { NO_PAGE_CACHE } from "./bench/loaded-page";
import { measurePeers } from "./bench/peers";
import { measurePhotos } from "./bench/photos";
import { documentOf, tablesOf } from "./bench/report";
import { machineName, marked, readRecord, writeRecord, type Part, type Results } from "./bench/results";
import { measureGrowth, measureInstances } from "./bench/scaling";
import { measureCached, measureRendered } from "./bench/side-by-side";
import { measureFailing, measureHang } from "./bench/trouble";
import { bin, ROOT } from "./support/steps";

/**
 * `npm run bench -- [PART]… [--rounds N] [--before COMMIT] [--write] [words of a path]`: measures speed and cost of the
 * built storefront on a sandbox with fixed data that responds immediately (docs/change/testing.md). Without parts it
 * measures everything except Lighthouse and peers, which must be downloaded. It reports and tests nothing.
 */

/** The data of the document. Both files retain the earlier results of parts that this run does not measure. */
const RESULTS = join(ROOT, "docs/change/performance.json");
const DOCUMENT = join(ROOT, "docs/change/performance.md");

const MEASURES: { [Name in Part]: (ground: Ground, wanted: Wanted) => Promise<Results[Name]> } = {
  before: measureBefore,
  cached: measureCached,
  rendered: measureRendered,
  peers: measurePeers,
  hang: measureHang,
  failing: measureFailing,
  growth: measureGrowth,
  instances: measureInstances,
  connections: measureConnections,
  browser: measureBrowser,
  photos: measurePhotos,
  lighthouse: measureLighthouse,
};
const PARTS = Object.keys(MEASURES) as Part[];
const DOWNLOADED: readonly Part[] = ["lighthouse", "peers"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", multiple: true, default: [] },
    rounds: { type: "string", default: "5" },
    before: { type: "string", default: "HEAD~1" },
    write: { type: "boolean", default: false },
  },
});
const { before, write } = values;
const rounds = Number(values.rounds);
const isPart = (word: string) => PARTS.some((part) => part === word);
const words = positionals.filter((word) => !isPart(word));
const only = [...values.only, ...positionals.filter(isPart)];
const parts = PARTS.filter((part) => (only.length > 0 ? only.includes(part) : !DOWNLOADED.includes(part)));
if (!only.every(isPart)) throw new Error(`--only is one of ${PARTS.join(", ")}.`);
if (!(rounds >= 1)) throw new Error("--rounds is a number from 1 on.");
if (write && words.length > 0) throw new Error("--write is for whole parts, without words.");

const isWanted = (path: string) => words.every((word) => path.includes(word));
const record = readRecord(RESULTS);
const noCache = process.env.BENCH_CACHE === "off";
const ground = await prepareGround(noCache ? NO_PAGE_CACHE : {});
console.log(machineName());
try {
  for (const part of parts.filter((name) => !(noCache && name === "cached"))) {
    Object.assign(record, { [part]: marked(await MEASURES[part](ground, { rounds, isWanted, before })) });
    // We write results immediately, so that they are not lost if a later part fails.
    if (write) writeRecord(RESULTS, record);
    console.log(tablesOf(record, [part])[0]);
  }
} finally {
  await ground.stop();
}
console.log(tablesOf(record, []).join("\n\n"));
if (write) {
  writeFileSync(DOCUMENT, documentOf(record, DOCUMENT));
  execFileSync(bin("oxfmt"), [DOCUMENT, RESULTS]);
}
