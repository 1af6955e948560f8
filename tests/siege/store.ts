import Libsql from "libsql";
import { setTimeout as wait } from "node:timers/promises";
import { attack, type Attack, type Target } from "./attack";
import { readStore } from "./dependencies";

/** Attacks in which another process locks the store's file. */

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

export const STORE: readonly Attack[] = [
  attack("9", "store-frozen", "another process holds BEGIN IMMEDIATE on the store's file for 10 s", {
    accounts: 4,
    buys: "after",
    suits: ({ store }) => store === "file",
    prepare: (target) => () => freeze(target),
  }),
];
