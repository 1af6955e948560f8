import Libsql from "libsql";
import { statSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { attack, type Attack, type Target } from "./attack";
import { readStore } from "./dependencies";
import { ask, attackerAddress, postOf, repeat, visitorOf } from "./wires";

/** Attacks on the store's file: another process locks it, or strangers cause writes without a pause. */

const HOLD_MS = 10_000;

async function readiness(target: Target): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${target.port}/readyz`, { signal: AbortSignal.timeout(3_000) });
  return response.text();
}

async function freeze(target: Target): Promise<string[]> {
  const database = new Libsql(target.storeFile ?? "");
  database.exec("PRAGMA busy_timeout = 5000");
  database.exec("BEGIN IMMEDIATE");
  const untilMs = performance.now() + HOLD_MS;
  const reports: string[] = [];
  const look = async () => {
    while (performance.now() < untilMs) {
      reports.push(await readiness(target).catch((error: unknown) => String(error)));
      await wait(200);
    }
  };
  try {
    await Promise.all([look(), readStore(target, HOLD_MS, 200)]);
  } finally {
    database.exec("ROLLBACK");
    database.close();
  }
  const isDown = reports.some((report) => /^store: down/m.test(report));
  return isDown ? [] : [`/readyz does not say that the store is down: ${reports.at(-1)?.replaceAll("\n", ", ")}`];
}

const WRITES_MS = 25_000;
const WRITE_LOG_MAX_MB = 24;

/** Posts that are refused are counted too. */
async function prepareWrites(target: Target) {
  const csrf = (await visitorOf(target, "ulan=en_US", attackerAddress(1)).open("/LeavingMessage")).field("csrf") ?? "";
  const request = postOf(target, "/LeavingMessage", new URLSearchParams({ csrf, name: "x" }).toString());
  return async () => {
    await repeat({ atATime: 100, forMs: WRITES_MS }, (number) => ask(target, request, 8_000 + (number % 20)));
    const logMb = statSync(`${target.storeFile}-wal`).size / 1024 ** 2;
    return logMb > WRITE_LOG_MAX_MB ? [`the store's write-ahead log has ${logMb.toFixed(0)} MB`] : [];
  };
}

export const STORE: readonly Attack[] = [
  attack("9", "store-frozen", "another process holds BEGIN IMMEDIATE on the store's file for 10 s", {
    accounts: 4,
    buys: "after",
    suits: ({ store }) => store === "file",
    prepare: (target) => () => freeze(target),
  }),
  attack("13", "store-written", "20 addresses post a form for 25 s, also after they are refused", {
    suits: ({ store }) => store === "file",
    prepare: prepareWrites,
  }),
];
