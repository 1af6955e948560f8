import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { FLUSH_AFTER_MS } from "@storefront/observability/log-output";
import { READ_DEADLINE_MS } from "~server/upstream/constants";
import { PURCHASE } from "../support/purchase-paths";
import { TEXTS } from "../support/texts";
import { signInAt } from "@storefront/sandbox/test/calls";
import { ScriptlessContext } from "../support/scriptless/context";
import type { WireResponse } from "../support/scriptless/wire";
import type { TestEnvironment } from "../support/stage";
import type { Column } from "./columns";
import type { Lateness } from "./late";
import { assertAlerts, assertOutcome, preservedFields } from "./assert-outcome";
import { growthSince, PAGE_ALERTS, upstreamIdle } from "./metrics";
import { expectedOf, unless, type Row, type TestContext } from "./row";

/** The result for one call that failed in one way. */
export interface Verdict {
  row: Row;
  column: Column;
  /** The last page's status; 0 if there was no page. */
  status: number;
  seconds: number;
  /** Descriptions of the errors; empty if all is well. */
  wrong: string[];
}

/** The maximum time of a page (docs/change/faults.md). */
export const PAGE_LIMIT_MS = 6_000;

let cells = 0;

/** One sign-in at a time, since it briefly changes this process's environment. */
let turn: Promise<unknown> = Promise.resolve();

async function enter({ environment, sandbox, tab, account }: TestContext): Promise<void> {
  const token = await signInAt(sandbox, account);
  const mine = turn.then(() =>
    environment.sessionCookie({ token, account: account.email, userId: String(account.id) }),
  );
  turn = mine.catch(() => undefined);
  tab.visitor.jar.take(await mine);
}

/**
 * Runs one cell of the matrix: a new visitor goes to the call, it fails, and the page is checked.
 *
 * @param environment used by nothing else; freshly started for a `cold` row
 * @param locale the visitor's language
 * @param lateness for a late column
 */
export async function playCell(
  environment: TestEnvironment,
  row: Row,
  column: Column,
  locale: TestContext["locale"],
  lateness?: Lateness,
): Promise<Verdict> {
  const { sandbox } = environment;
  const address = `10.77.${(cells += 1) >> 8}.${cells & 255}`;
  const headers = { "X-Forwarded-For": address, "User-Agent": "Mozilla/5.0 (Linux; Android 10) Chrome/120 Mobile" };
  const context = new ScriptlessContext(environment.storefront.url, { headers });
  await context.addCookies([{ name: "ulan", value: locale }]);
  const tab = await context.newPage();
  const verdict: Verdict = { row, column, status: 0, seconds: 0, wrong: [] };
  await sandbox.open();
  await sandbox.reset();
  try {
    const account = await sandbox.createAccount(row.account ?? row.stranger ?? {});
    const page = tab as unknown as Page;
    const testContext: TestContext = {
      environment,
      sandbox,
      tab,
      page,
      account,
      locale,
      t: TEXTS[locale],
      column,
      shown: [],
    };
    if (row.account) await enter(testContext);
    await row.way?.(testContext);
    const before = context.jar.get("utoken") !== undefined;
    const callsBefore = await sandbox.calls(row.call);
    const linesBefore = row.atStart ? 0 : failureLines(row, environment);

    let growth = await growthSince(PAGE_ALERTS, environment);
    await upstreamIdle(environment);

    const responses: WireResponse[] = [];
    context.wire.onResponse = (response) => responses.push(response);
    if (lateness) lateness.begin(environment);
    else await begin(row, testContext);
    if (row.atStart) {
      await environment.crash();
      // A new process counts from 0.
      growth = await growthSince(PAGE_ALERTS, environment);
    }
    const fromMs = performance.now();
    await row.step(testContext).catch((error: unknown) => verdict.wrong.push(`the visitor is stuck: ${String(error)}`));
    verdict.seconds = (performance.now() - fromMs) / 1000;
    context.wire.onResponse = () => undefined;
    const isExplained = await explained(testContext, row, linesBefore);
    verdict.wrong.push(...(lateness?.end(environment) ?? []));
    await sandbox.open();
    await sandbox.heal();

    const calls = (await sandbox.calls(row.call)) - callsBefore;
    const purchases = row.call === PURCHASE ? 0 : await sandbox.calls(PURCHASE);
    verdict.status = responses.at(-1)?.status ?? 0;
    verdict.wrong.push(
      ...assertAlerts(row, column, responses, await growth()),
      ...(await assertOutcome(row, testContext, responses, before)),
      ...(await tryAgain(row, testContext)),
      ...((await expectedOf(row, column).afterwards?.(testContext)) ?? []),
      ...unless(column.fault === undefined || calls > 0, "the call was not made, so nothing was tested"),
      ...unless(isExplained, "the log does not say why"),
      ...unless(calls <= (row.sentAtMost ?? Infinity), `it was sent ${calls} times`),
      ...unless(purchases === 0 || row.call === "getOrderList", "a purchase was sent"),
    );
  } catch (error) {
    verdict.wrong.push(`it could not be played: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await sandbox.open();
    await sandbox.heal();
  }
  verdict.wrong.push(...late(verdict));
  return verdict;
}

/** The number of log lines about calls without a response. */
function failureLines({ call }: Row, { storefront }: TestEnvironment): number {
  const lines = storefront.output().split("\n");
  const isOfCall = (line: string) => line.includes(`/${call}"`) && line.includes("gave no usable response");
  return lines.filter((line) => isOfCall(line) || line.includes("a purchase was refused, but may have made an order"))
    .length;
}

/**
 * True if the operator sees the reason: each call without a response leaves a log line. Some pages do not wait for a
 * read, so this waits for the read's second failure before the upstream recovers. If nothing listens, an earlier call
 * may have failed instead.
 */
async function explained({ environment, column }: TestContext, row: Row, linesBefore: number): Promise<boolean> {
  const untilMs = performance.now() + READ_DEADLINE_MS + 4 * FLUSH_AFTER_MS;
  const isLogged = () => column.knowledge !== "unclear" || failureLines(row, environment) > linesBefore;
  while (!isLogged() && performance.now() < untilMs) await wait(FLUSH_AFTER_MS);
  return isLogged();
}

/** Checks that the retry link works once the upstream has recovered. Public reads are retried after a short pause. */
async function tryAgain(row: Row, testContext: TestContext): Promise<string[]> {
  const { tab, t, column } = testContext;
  const { retry, preservedAfterwards } = expectedOf(row, column);
  if (row.isCold || !retry) return [];
  const link = tab.locator("main a").filter({ hasText: t("common.retry") });
  if ((await link.count()) === 0) return [];
  await link.first().click();
  const status = tab.tab.answer?.status ?? 0;
  return [
    ...unless(status === 200, `trying again gives ${status} when all is well`),
    ...preservedFields(testContext, preservedAfterwards),
  ];
}

/** Makes the call fail from now on. */
async function begin({ call, asking, shutAfter }: Row, { sandbox, column }: TestContext): Promise<void> {
  if (column.fault) return sandbox.fail(call, column.fault, asking ? { asking } : {});
  sandbox.shut(shutAfter === undefined ? {} : { after: shutAfter });
}

/** Reports a page that took too long. */
function late({ row, seconds }: Verdict): string[] {
  const limitMs = row.limitMs ?? PAGE_LIMIT_MS;
  return unless(seconds * 1000 <= limitMs, `it took ${seconds.toFixed(1)} s of ${limitMs / 1000}`);
}
