import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { measureBefore } from "./bench/before";
import { measureBrowser } from "./bench/browser";
import { measureConnections } from "./bench/connections";
import { prepareGround, type Ground } from "./bench/ground";
import { measureLighthouse } from "./bench/lighthouse";
import { readOptions } from "./bench/options";
import { measurePhotos } from "./bench/photos";
import { measureProfile } from "./bench/profile";
import { documentOf, tablesOf } from "./bench/report";
import { machineName, marked, readRecord, writeRecord, type Part, type Results } from "./bench/results";
import { measureGrowth, measureInstances } from "./bench/scaling";
import { measureCached, measureRendered, NO_PAGE_CACHE, type Wanted } from "./bench/side-by-side";
import { plainOf } from "./bench/tables";
import { measureFailing, measureHang } from "./bench/trouble";
import { bin, ROOT } from "./support/steps";

/**
 * `npm run bench`: a report, not a test. How fast the built storefront is, and what it costs, on a sandbox
 * with fixed data that responds immediately (docs/testing.md).
 */

/** What the document is made of: results of parts that are not measured stay in both. */
const RESULTS = join(ROOT, "docs/performance.json");
const DOCUMENT = join(ROOT, "docs/performance.md");

const MEASURES: { [Name in Part]: (ground: Ground, wanted: Wanted) => Promise<Results[Name]> } = {
  before: measureBefore,
  cached: measureCached,
  rendered: measureRendered,
  hang: measureHang,
  failing: measureFailing,
  growth: measureGrowth,
  instances: measureInstances,
  connections: measureConnections,
  browser: measureBrowser,
  photos: measurePhotos,
  lighthouse: measureLighthouse,
  profile: measureProfile,
};

const { parts, words, rounds, before, write } = readOptions(process.argv.slice(2));
const isWanted = (path: string) => words.every((word) => path.includes(word));
const record = readRecord(RESULTS);
const noCache = process.env.BENCH_CACHE === "off";
const ground = await prepareGround(noCache ? NO_PAGE_CACHE : {});
console.log(machineName());
try {
  for (const part of parts.filter((name) => !(noCache && name === "cached"))) {
    Object.assign(record, { [part]: marked(await MEASURES[part](ground, { rounds, isWanted, before })) });
    // Results are written at once, even if a later part fails.
    if (write) writeRecord(RESULTS, record);
    for (const table of tablesOf(record, [part]).slice(0, 1)) console.log(plainOf(table));
  }
} finally {
  await ground.stop();
}
for (const table of tablesOf(record, [])) console.log(plainOf(table));
if (write) {
  writeFileSync(DOCUMENT, documentOf(record, DOCUMENT));
  execFileSync(bin("oxfmt"), [DOCUMENT, RESULTS]);
}
