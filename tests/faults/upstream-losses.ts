import { setTimeout as wait } from "node:timers/promises";
import { startTestEnvironment, type TestEnvironment } from "../support/stage";
import { readFor, readUntil } from "./metrics";
import { unless } from "./row";
import { buyerAt, PLACE, type Buyer } from "./store-buyers";

/** The whole upstream fails, or one read fails for everybody; measures the alerts (docs/change/faults.md). */

/** Connections for account reads; four times as many calls may wait for one. */
const CONNECTIONS = 4;
/** More visitors than can have a connection or wait for one. */
const CROWD = CONNECTIONS * 5 + 4;
/** The number of visitors for whom a read must fail to open its circuit. */
const FAILURES = 5;
/** Enough visits for the circuit's next probe, which comes after some seconds. */
const VISITS_MAX = 100;

/** An alert that must fire, judged by its metric. It stops with the fault, unless it counts events. */
interface Seen {
  alert: string;
  comes: (value: number) => boolean;
  ends?: (value: number) => boolean;
}

interface UpstreamLoss {
  name: string;
  seen: readonly Seen[];
  break: () => unknown;
  mend: () => unknown;
}

/** The result for one fault. */
export interface UpstreamVerdict {
  name: string;
  /** The alerts with their values. */
  read: string[];
  wrong: string[];
}

async function playUpstreamLoss(
  environment: TestEnvironment,
  { name, seen, ...loss }: UpstreamLoss,
): Promise<UpstreamVerdict> {
  const verdict: UpstreamVerdict = { name, read: [], wrong: [] };
  for (const { alert, comes } of seen) {
    const before = await readFor(alert, environment);
    verdict.wrong.push(...unless(!comes(before), `${alert} reads ${before} while all is well`));
  }
  await loss.break();
  for (const { alert, comes } of seen) {
    const value = await readUntil(alert, comes, environment);
    verdict.read.push(`${alert}: ${value}`);
    verdict.wrong.push(...unless(comes(value), `${alert} does not fire: it reads ${value}`));
  }
  await loss.mend();
  for (const { alert, ends } of seen) {
    if (!ends) continue;
    const value = await readUntil(alert, ends, environment);
    verdict.wrong.push(...unless(ends(value), `${alert} does not stop firing: it reads ${value}`));
  }
  return verdict;
}

const DOWN: Seen = { alert: "UpstreamDown", comes: (up) => up === 0, ends: (up) => up === 1 };
const STOPPED: Seen = { alert: "BreakerOpen", comes: (state) => state === 2, ends: (state) => state === 0 };

/** Plays all faults, one after the other on one storefront, and prints the results. */
export async function playUpstream(): Promise<UpstreamVerdict[]> {
  const environment = await startTestEnvironment(PLACE, { UPSTREAM_POOLS: `account:${CONNECTIONS}` });
  const { sandbox } = environment;
  const verdicts: UpstreamVerdict[] = [];
  try {
    const visitors: Buyer[] = [];
    for (let n = 0; n < CROWD; n += 1) visitors.push(await buyerAt(environment));
    /** Visitors open their orders simultaneously; one browser without scripts would have too few connections. */
    const open = (count: number) =>
      Promise.all(
        visitors.slice(0, count).map(async ({ browser: { jar } }, n) => {
          const headers = { Cookie: String(jar), "X-Forwarded-For": `10.89.0.${n + 1}` };
          await (await fetch(`${environment.storefront.url}/MyOrder`, { headers })).text();
        }),
      );
    let crowd: Promise<unknown> = Promise.resolve();
    const heal = () => sandbox.heal();
    /** Ends the fault, and sends visitors until the read is made again. */
    const healAndVisit = async () => {
      await sandbox.heal();
      await crowd;
      for (let visits = 0; visits < VISITS_MAX && (await readFor(STOPPED.alert, environment)) !== 0; visits += 1) {
        await wait(200);
        await open(1);
      }
    };
    const losses: UpstreamLoss[] = [
      { name: "nothing listens", seen: [DOWN], break: () => sandbox.shut(), mend: () => sandbox.open() },
      {
        name: "it never answers",
        seen: [DOWN],
        break: () => sandbox.fail("public_info_v5", { kind: "hang" }),
        mend: heal,
      },
      {
        name: "it answers with error pages",
        seen: [DOWN],
        break: () => sandbox.fail("public_info_v5", { kind: "html", status: 500 }),
        mend: heal,
      },
      {
        name: "one read fails",
        seen: [STOPPED],
        break: async () => {
          await sandbox.fail("getOrderList", { kind: "html", status: 500 });
          await open(FAILURES);
        },
        mend: healAndVisit,
      },
      {
        name: "one read hangs while many visitors request it",
        seen: [
          { alert: "UpstreamQueue", comes: (waiting) => waiting > 10, ends: (waiting) => waiting === 0 },
          { alert: "UpstreamRefused", comes: (refused) => refused > 0 },
          STOPPED,
        ],
        break: async () => {
          await sandbox.fail("getOrderList", { kind: "hang" });
          crowd = open(CROWD);
        },
        mend: healAndVisit,
      },
    ];
    for (const loss of losses) {
      const verdict = await playUpstreamLoss(environment, loss);
      console.log(upstreamLine(verdict));
      verdicts.push(verdict);
    }
  } finally {
    await environment.stop();
  }
  return verdicts;
}

const upstreamLine = ({ name, read, wrong }: UpstreamVerdict) =>
  `| ${name} | ${read.join(", ")} | ${wrong.length === 0 ? "as expected" : `**MISS**: ${wrong.join("; ")}`} |`;

/** The part of docs/change/faults.md about these faults. */
export const upstreamReport = (verdicts: readonly UpstreamVerdict[]): string =>
  [
    "## The upstream as a whole",
    "",
    "The values that the alerts of `deploy/prometheus` read during each fault. Afterwards the gauges return to normal.",
    "",
    "| the upstream | alert: value read | result |",
    "| --- | --- | --- |",
    ...verdicts.map(upstreamLine),
    "",
  ].join("\n");
