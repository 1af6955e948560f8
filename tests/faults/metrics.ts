import { setTimeout as wait } from "node:timers/promises";
import { alerts } from "../support/deployed";
import type { TestEnvironment } from "../support/stage";

/** Reads a storefront's metrics as the alerts do (deploy/prometheus/alerts.yml). */

const READ_LIMIT_MS = 10_000;

/** The alerts about failures of purchases. */
export const MONEY_ALERTS = ["PurchasesUnknown", "PurchasesNotSent", "PurchasesRefused", "QuotesRefused"] as const;

/** The same, and the alerts about failed pages. */
export const PAGE_ALERTS = [...MONEY_ALERTS, "PagesUnavailable", "ServerErrors"] as const;

export type PageAlert = (typeof PAGE_ALERTS)[number];

type Measured = Pick<TestEnvironment, "metricsPort">;

/** The first series that an alert reads: its name, and the labels in the selector. */
function seriesOf(alert: string) {
  const expr = alerts().find((one) => one.alert === alert)?.expr ?? "";
  const [, name = "", asked = ""] = /(storefront_\w+)\{([^}]*)\}/.exec(expr) ?? [];
  const labels = [...asked.matchAll(/(\w+)(=~|!~|=)"([^"]*)"/g)]
    // Prometheus itself adds the job.
    .filter(([, label]) => label !== "job")
    .map(([, label = "", operator = "", value = ""]) => ({
      label,
      isWanted: operator !== "!~",
      value: new RegExp(`^(?:${value})$`),
    }));
  if (name === "") throw new Error(`The alert ${alert} reads no series of the storefront.`);
  return { name, labels };
}

const textOf = async ({ metricsPort }: Measured) => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();

/** The sum of the series that an alert reads; NaN, which equals no number, if the storefront has none of them. */
export async function readFor(alert: string, storefront: Measured): Promise<number> {
  const { name, labels } = seriesOf(alert);
  const text = await textOf(storefront);
  const values = text.split("\n").flatMap((line) => {
    const [, found, own = "", value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    const valueOf = (label: string) => new RegExp(`(?:^|,)${label}="([^"]*)"`).exec(own)?.[1] ?? "";
    const isRead = labels.every(({ label, isWanted, value: wanted }) => wanted.test(valueOf(label)) === isWanted);
    return found === name && isRead ? [Number(value)] : [];
  });
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0);
}

/** Reads an alert's metric until it has such a value, for at most 10 s; returns the last value. */
export async function readUntil(
  alert: string,
  isWanted: (value: number) => boolean,
  storefront: Measured,
): Promise<number> {
  const untilMs = performance.now() + READ_LIMIT_MS;
  for (;;) {
    const value = await readFor(alert, storefront);
    if (isWanted(value) || performance.now() > untilMs) return value;
    await wait(100);
  }
}

/**
 * Resolves when no upstream call is under way. Reading the metrics makes one, and a fault that begins must not
 * find its connection open.
 */
export async function upstreamIdle(storefront: Measured): Promise<void> {
  await textOf(storefront);
  while (/^storefront_upstream_pool_in_use\{.*\} [1-9]/m.test(await textOf(storefront))) await wait(10);
}

/** Reads the values of several alerts; returns a function that gives the growth of each since. */
export async function growthSince<Alert extends string>(asked: readonly Alert[], storefront: Measured) {
  const read = async () => Promise.all(asked.map((alert) => readFor(alert, storefront)));
  const before = await read();
  return async (): Promise<Record<Alert, number>> => {
    const now = await read();
    const growth = asked.map((alert, n) => [alert, (now[n] ?? Number.NaN) - (before[n] ?? Number.NaN)] as const);
    return Object.fromEntries(growth) as Record<Alert, number>;
  };
}
