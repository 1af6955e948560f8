import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Attack, Variant } from "./siege/attack";
import { ATTACKS } from "./siege/attacks";
import { mayMount } from "./siege/besieged";
import { play, startCrew, unplayed, type Verdict } from "./siege/play";
import { headLine, lineOf, reportOf, variantName } from "./siege/report";
import { findProgram } from "./support/chromium";
import { provideBalancer, provideNode, provideRedis, RUNTIME_NODE } from "./support/provision";
import { ROOT } from "./support/deployed";

/**
 * `npm run siege`: plays every attack of `tests/siege/attacks.ts` on the built storefront, which has 1 GiB, while a
 * visitor buys. By default on this Node, with the file store, without a proxy.
 *
 * - `--only WORDS`: only attacks with these words in their names; may be given several times
 * - `--node 24`, `--redis`, `--behind haproxy|nginx`: another variant
 * - `--all`: every variant, on this Node and on the container's
 * - `--minutes 10`: the time for one variant; attacks that have not run by then count as failed
 * - `--write`: writes docs/change/siege.md
 *
 * Exits with 1 if an attack succeeds.
 */

const REPORT = join(ROOT, "docs/change/siege.md");
const FRONTS = ["direct", "haproxy", "nginx"] as const;
const STORES = ["file", "redis"] as const;

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [] },
    node: { type: "string" },
    redis: { type: "boolean", default: false },
    behind: { type: "string" },
    all: { type: "boolean", default: false },
    minutes: { type: "string", default: "10" },
    write: { type: "boolean", default: false },
  },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error("--minutes is a number above 0.");
const ownMajor = process.versions.node.split(".")[0] ?? "";
const behind = FRONTS.find((front) => front === (values.behind ?? "direct"));
if (!behind) throw new Error("--behind is haproxy or nginx.");
const attacks = ATTACKS.filter(
  ({ name }) => values.only.length === 0 || values.only.some((words) => name.includes(words)),
);
if (attacks.length === 0) throw new Error(`--only is part of one of: ${ATTACKS.map(({ name }) => name).join(", ")}`);

/** `isWanted` is true if the siege is to end early. */
const interruption = { isWanted: false };
/** The first signal lets the current attack clean up. */
const interrupted = new Promise<never>((_, reject) => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (interruption.isWanted) process.exit(1);
      interruption.isWanted = true;
      reject(new Error(`interrupted by ${signal}`));
    });
  }
});
interrupted.catch(() => undefined);

interface Planned extends Variant {
  major: string;
}

function plan(): Planned[] {
  const of = (major: string, store: Variant["store"], front: Variant["front"]): Planned => {
    const node = provideNode(major);
    if (!node) throw new Error(`Node ${major} is missing.`);
    return { major, node, store, front };
  };
  if (!values.all) return [of(values.node ?? ownMajor, values.redis ? "redis" : "file", behind ?? "direct")];
  const majors = [...new Set([ownMajor, RUNTIME_NODE])];
  return majors.flatMap((major) => STORES.flatMap((store) => FRONTS.map((front) => of(major, store, front))));
}

/** Returns the reason why a variant cannot run here; undefined if it can. */
function missing({ store, front }: Variant): string | undefined {
  if (store === "redis" && !provideRedis()) return "redis-server is missing";
  if (front === "haproxy" && !provideBalancer()) return "haproxy is missing";
  if (front === "nginx" && !findProgram("nginx")) return "nginx is missing";
  return undefined;
}

/** Returns the reason why an attack does not run in this variant; undefined if it does. */
function skipped(attack: Attack, variant: Variant): string | undefined {
  if (attack.suits?.(variant) === false) return "not in this variant";
  if (attack.log === "disk that fills up" && !mayMount()) return "only root may mount a disk";
  if (attack.name.startsWith("decoder") && !(findProgram("python3") && process.getuid?.() === 0)) {
    return "only root with python3 may write into the decoder's pipe";
  }
  return undefined;
}

async function besiegeAll(variant: Planned): Promise<Verdict[]> {
  const crew = await startCrew();
  const untilMs = performance.now() + minutes * 60_000;
  const verdicts: Verdict[] = [];
  try {
    for (const attack of attacks) {
      const reason = skipped(attack, variant);
      if (reason !== undefined) {
        console.log(`${attack.name}: ${reason}`);
        continue;
      }
      const isLate = performance.now() > untilMs;
      const verdict = isLate
        ? { ...unplayed(attack, variant), wrong: [`not played: ${minutes} minutes are over`] }
        : await play(attack, variant, crew, interrupted);
      console.log(lineOf(verdict));
      verdicts.push(verdict);
      if (interruption.isWanted) break;
    }
  } finally {
    await crew.stop();
  }
  return verdicts;
}

if (!existsSync(join(ROOT, "build/server/index.js"))) throw new Error("The build is missing: npm run build.");
const played: { name: string; verdicts: Verdict[] }[] = [];
let variantsMissing = 0;
for (const variant of plan()) {
  if (interruption.isWanted) break;
  const name = variantName(variant, variant.major);
  const why = missing(variant);
  console.log(`\n${name}${why === undefined ? "" : `: not played, ${why}`}`);
  if (why !== undefined) {
    variantsMissing += 1;
    continue;
  }
  console.log(headLine());
  played.push({ name, verdicts: await besiegeAll(variant) });
}
if (values.write) {
  writeFileSync(REPORT, reportOf(played));
  execFileSync(join(ROOT, "node_modules/.bin/oxfmt"), [REPORT]);
}
const verdicts = played.flatMap(({ verdicts: own }) => own);
const failed = verdicts.filter(({ wrong }) => wrong.length > 0).length + variantsMissing;
console.log(`\n${verdicts.length - (failed - variantsMissing)} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
