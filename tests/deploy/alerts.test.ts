import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { alerts, DEPLOY, ROOT } from "../support/deployed";
import { has } from "../support/proxied";
import { carryOut, commandsOf } from "../support/runbook";

/**
 * The alerts, evaluated by Prometheus's own `promtool` over metrics as instances have them: each comes when it should,
 * and stays away in the state that is nearest to it. `increase` extrapolates, so that counts keep off the limits.
 */

const HAS_PROMTOOL = has("promtool", "--version");

const ONE = "storefront-1:9464";
const OTHER = "storefront-2:9464";

/** Metrics with their values in the notation of promtool: `0x20 1x60` is 0 for 21 scrapes, then 1. */
type Series = Record<string, string>;

interface Case {
  alert: string;
  /** What has happened, in a few words. */
  when: string;
  series: Series;
  /** The time of the evaluation, since the first scrape. */
  at: string;
  /** Between two scrapes: 15 s, as in prometheus.yml, but for what takes hours. */
  interval?: string;
  /** What the alert says, with its labels beside the severity; without it there is none. */
  fires?: { summary: string; labels?: Record<string, string> };
}

/** Machines ask after the health of each instance far more often than anybody visits at night: 4 times a second. */
const HEALTH = {
  'storefront_http_requests_total{method="GET",route="/readyz",status="200"}': "0+60x120",
  'storefront_http_request_duration_seconds_bucket{route="/readyz",le="0.001"}': "0+60x120",
  'storefront_http_request_duration_seconds_bucket{route="/readyz",le="5"}': "0+60x120",
  'storefront_http_request_duration_seconds_bucket{route="/readyz",le="+Inf"}': "0+60x120",
};
const requests = (status: number, route = "/Index/Home") =>
  `storefront_http_requests_total{method="GET",route="${route}",status="${status}"}`;
const purchases = (outcome: string) => `storefront_purchases_total{outcome="${outcome}"}`;
const limited = (limit: string) => `storefront_rate_limited_total{limit="${limit}"}`;
const PROXY = 'up{job="haproxy",instance="127.0.0.1:8405"}';
const of = (metric: string, instance: string) => `${metric}{instance="${instance}"}`;

const CASES: Case[] = [
  {
    alert: "PurchasesUnknown",
    when: "the first purchase has no known outcome",
    series: { [purchases("unknown")]: "0x20 1x60" },
    at: "6m",
    fires: { summary: "1 purchases of the last 10 minutes have no known outcome" },
  },
  {
    alert: "PurchasesUnknown",
    when: "an instance has restarted and counts from 0",
    series: { [purchases("unknown")]: "3x20 0x60" },
    at: "6m",
  },
  {
    alert: "PurchasesNotSent",
    when: "five purchases could not be sent",
    series: { [purchases("not_sent")]: "0x20 5x60" },
    at: "6m",
    fires: { summary: "5 purchases of the last 10 minutes were not sent to the upstream" },
  },
  {
    alert: "PurchasesNotSent",
    when: "two purchases could not be sent",
    series: { [purchases("not_sent")]: "0x20 2x60" },
    at: "6m",
  },
  {
    alert: "QuotesRefused",
    when: "five buyers could not begin",
    series: { 'storefront_quotes_refused_total{reason="store"}': "0x20 5x60" },
    at: "6m",
    fires: { summary: "5 buyers of the last 10 minutes could not begin, because the store fails" },
  },
  {
    alert: "QuotesRefused",
    when: "two buyers could not begin",
    series: { 'storefront_quotes_refused_total{reason="store"}': "0x20 2x60" },
    at: "6m",
  },
  {
    alert: "PurchasesRefused",
    when: "20 of 30 purchases were refused",
    series: { [purchases("refused")]: "0+0.5x40 20x100", [purchases("accepted")]: "0+0.25x40 10x100" },
    at: "20m",
    fires: { summary: "More than half of the purchases of the last 30 minutes were refused" },
  },
  {
    alert: "PurchasesRefused",
    when: "4 of 5 purchases were refused, which are too few to say anything",
    series: { [purchases("refused")]: "0x20 4x100", [purchases("accepted")]: "0x20 1x100" },
    at: "20m",
  },
  {
    alert: "PurchasesRefused",
    when: "10 of 30 purchases were refused",
    series: { [purchases("refused")]: "0+0.25x40 10x100", [purchases("accepted")]: "0+0.5x40 20x100" },
    at: "20m",
  },
  {
    alert: "NobodyBuys",
    when: "a purchase each 10 minutes until two and a half hours ago",
    series: { [purchases("accepted")]: "0+0.1x1440 144x300" },
    at: "26h30m",
    interval: "1m",
    fires: { summary: "Nothing was bought for two hours in which something was bought yesterday" },
  },
  {
    alert: "NobodyBuys",
    when: "nobody bought at this hour of yesterday either",
    series: { [purchases("accepted")]: "0x300 0+0.1x900 90x600" },
    at: "26h30m",
    interval: "1m",
  },
  {
    alert: "PurchasesOff",
    when: "stopped for twelve hours",
    series: { [of("storefront_purchases_off", ONE)]: "1x800" },
    at: "12h5m",
    interval: "1m",
    fires: { summary: "Purchases have been stopped for twelve hours" },
  },
  {
    alert: "PurchasesOff",
    when: "stopped for eleven hours",
    series: { [of("storefront_purchases_off", ONE)]: "1x800" },
    at: "11h",
    interval: "1m",
  },
  {
    alert: "StorefrontGone",
    when: "no instance answers",
    series: { [of("up", ONE)]: "1x4 0x40", [of("up", OTHER)]: "0x44" },
    at: "3m",
    fires: { summary: "No instance of the storefront answers" },
  },
  {
    alert: "StorefrontGone",
    when: "Prometheus knows no instance any more",
    series: {},
    at: "3m",
    fires: { summary: "No instance of the storefront answers" },
  },
  {
    alert: "StorefrontGone",
    when: "one of two answers",
    series: { [of("up", ONE)]: "1x44", [of("up", OTHER)]: "0x44" },
    at: "3m",
  },
  {
    alert: "ProxyDown",
    when: "HAProxy has not answered for a minute, while the instances do",
    series: { [PROXY]: "1x4 0x40", [of("up", ONE)]: "1x44" },
    at: "3m",
    fires: {
      summary: "HAProxy (127.0.0.1:8405) does not answer: visitors may reach nothing",
      labels: { instance: "127.0.0.1:8405", job: "haproxy" },
    },
  },
  {
    alert: "ProxyDown",
    when: "it is restarted",
    series: { [PROXY]: "1x4 0x1 1x40" },
    at: "2m",
  },
  {
    alert: "ProxyDown",
    when: "an instance is gone, or the proxy is another one",
    series: { [of("up", ONE)]: "0x44" },
    at: "3m",
  },
  {
    alert: "InstanceDown",
    when: "one of two has not answered for 2 minutes",
    series: { [of("up", ONE)]: "1x44", [of("up", OTHER)]: "1x4 0x44" },
    at: "4m",
    fires: { summary: `${OTHER} does not answer`, labels: { instance: OTHER, job: "storefront" } },
  },
  {
    alert: "InstanceDown",
    when: "one of two is replaced, which takes a minute",
    series: { [of("up", ONE)]: "1x44", [of("up", OTHER)]: "1x4 0x4 1x44" },
    at: "2m15s",
  },
  {
    alert: "InstanceRestarts",
    when: "started three times more",
    series: { [of("process_start_time_seconds", ONE)]: "1x10 2x10 3x10 4x10" },
    at: "11m",
    fires: {
      summary: `${ONE} has restarted 3 times within 30 minutes`,
      labels: { instance: ONE, job: "storefront" },
    },
  },
  {
    alert: "InstanceRestarts",
    when: "started twice more, as two deployments do",
    series: { [of("process_start_time_seconds", ONE)]: "1x10 2x10 3x20" },
    at: "9m",
  },
  {
    alert: "UpstreamDown",
    when: "it has not answered any instance for a minute",
    series: {
      [of("storefront_upstream_up", ONE)]: "1x4 0x20",
      [of("storefront_upstream_up", OTHER)]: "1x4 0x20",
    },
    at: "3m",
    fires: { summary: "The upstream does not answer any instance" },
  },
  {
    alert: "UpstreamDown",
    when: "one instance alone cannot reach it",
    series: { [of("storefront_upstream_up", ONE)]: "0x24", [of("storefront_upstream_up", OTHER)]: "1x24" },
    at: "3m",
  },
  {
    alert: "StoreDown",
    when: "one instance cannot write for half a minute",
    series: { [of("storefront_store_up", ONE)]: "1x24", [of("storefront_store_up", OTHER)]: "1x4 0x20" },
    at: "2m",
    fires: { summary: "The store does not answer, so that nothing can be bought" },
  },
  {
    alert: "StoreDown",
    when: "a failover of 15 s",
    series: { [of("storefront_store_up", ONE)]: "1x4 0 1x20" },
    at: "1m15s",
  },
  {
    alert: "BreakerOpen",
    when: "one instance does not make a call for 2 minutes",
    series: { 'storefront_circuit_breaker_state{call="/a"}': "0x4 2x8 1 2x20" },
    at: "4m",
    fires: { summary: "The breaker of /a has not been closed for 2 minutes", labels: { call: "/a" } },
  },
  {
    alert: "BreakerOpen",
    when: "open for a minute and closed again",
    series: { 'storefront_circuit_breaker_state{call="/a"}': "0x4 2x4 0x20" },
    at: "4m",
  },
  {
    alert: "UpstreamQueue",
    when: "6 calls wait in each of two instances",
    series: {
      [`storefront_upstream_pool_waiting{purpose="public",instance="${ONE}"}`]: "6x20",
      [`storefront_upstream_pool_waiting{purpose="public",instance="${OTHER}"}`]: "6x20",
    },
    at: "2m",
    fires: { summary: "12 calls for public wait for a connection to the upstream", labels: { purpose: "public" } },
  },
  {
    alert: "UpstreamQueue",
    when: "6 calls wait, and 6 for another purpose",
    series: {
      'storefront_upstream_pool_waiting{purpose="public"}': "6x20",
      'storefront_upstream_pool_waiting{purpose="account"}': "6x20",
    },
    at: "2m",
  },
  {
    alert: "UpstreamRefused",
    when: "one call a second is given up",
    series: { 'storefront_upstream_refused_total{purpose="public"}': "0+15x40" },
    at: "5m",
    fires: {
      summary: "Calls for public are given up because too many wait for the upstream",
      labels: { purpose: "public" },
    },
  },
  {
    alert: "UpstreamRefused",
    when: "ten calls at once were given up",
    series: { 'storefront_upstream_refused_total{purpose="public"}': "0x8 10x40" },
    at: "5m",
  },
  {
    alert: "RequestsShed",
    when: "a request a second is turned away",
    series: { 'storefront_requests_shed_total{kind="page"}': "0+15x40" },
    at: "5m",
    fires: { summary: "Requests are turned away because there are too many" },
  },
  {
    alert: "RequestsShed",
    when: "ten requests at once were turned away",
    series: { 'storefront_requests_shed_total{kind="page"}': "0x8 10x40" },
    at: "5m",
  },
  {
    alert: "ServerErrors",
    when: "one visit in 20 fails, and health checks are well",
    series: { ...HEALTH, [requests(200)]: "0+15x120", [requests(500)]: "0+0.75x120" },
    at: "15m",
    fires: { summary: "More than one request in 200 ends with an error of the storefront" },
  },
  {
    alert: "ServerErrors",
    when: "one visit in 1,000 fails",
    series: { [requests(200)]: "0+1500x120", [requests(500)]: "0+1.5x120" },
    at: "15m",
  },
  {
    alert: "ServerErrors",
    when: "two of three visits of a quiet hour failed",
    series: { ...HEALTH, [requests(200)]: "0x20 1x100", [requests(500)]: "0x20 1x15 2x100" },
    at: "11m",
  },
  {
    alert: "PagesUnavailable",
    when: "all of a few visitors get 503, and health checks are well",
    series: { ...HEALTH, [requests(503)]: "0+1.5x120" },
    at: "15m",
    fires: { summary: "More than one request in 20 is answered 503" },
  },
  {
    alert: "PagesUnavailable",
    when: "an instance drains: its health checks alone are 503",
    series: { [requests(200)]: "0+15x120", [requests(503, "/readyz")]: "0+60x120" },
    at: "15m",
  },
  {
    alert: "PagesUnavailable",
    when: "two of three visits of a quiet hour got 503",
    series: { ...HEALTH, [requests(200)]: "0x20 1x100", [requests(503)]: "0x20 1x15 2x100" },
    at: "11m",
  },
  {
    alert: "SlowAnswers",
    when: "one answer in 20 takes 10 s, and health checks take none",
    series: {
      ...HEALTH,
      'storefront_http_request_duration_seconds_bucket{route="/Login",le="0.001"}': "0+0.57x120",
      'storefront_http_request_duration_seconds_bucket{route="/Login",le="5"}': "0+0.57x120",
      'storefront_http_request_duration_seconds_bucket{route="/Login",le="+Inf"}': "0+0.6x120",
    },
    at: "25m",
    fires: { summary: "One answer in a hundred takes longer than 5.0 s" },
  },
  {
    alert: "SlowAnswers",
    when: "photos alone take long",
    series: {
      ...HEALTH,
      'storefront_http_request_duration_seconds_bucket{route="/UploadImage",le="5"}': "0+0x120",
      'storefront_http_request_duration_seconds_bucket{route="/UploadImage",le="+Inf"}': "0+6x120",
    },
    at: "25m",
  },
  {
    alert: "EventLoopLag",
    when: "late by 0.4 s for 5 minutes",
    series: { [of("nodejs_eventloop_lag_p99_seconds", ONE)]: "0.4x40" },
    at: "6m",
    fires: {
      summary: `${ONE} is full: its event loop is 0.40 s late`,
      labels: { instance: ONE, job: "storefront" },
    },
  },
  {
    alert: "EventLoopLag",
    when: "late by 0.4 s for 2 minutes",
    series: { [of("nodejs_eventloop_lag_p99_seconds", ONE)]: "0.01x12 0.4x8 0.01x20" },
    at: "6m",
  },
  {
    alert: "PageCacheHitsLow",
    when: "half of the public pages are rendered",
    series: {
      'storefront_page_cache_responses_total{kind="fresh"}': "0+75x160",
      'storefront_page_cache_responses_total{kind="rendered"}': "0+75x160",
    },
    at: "35m",
    fires: { summary: "Less than four of five public pages come from the page cache" },
  },
  {
    alert: "PageCacheHitsLow",
    when: "pages that are never cached are many",
    series: {
      'storefront_page_cache_responses_total{kind="fresh"}': "0+75x160",
      'storefront_page_cache_responses_total{kind="bypass"}': "0+75x160",
    },
    at: "35m",
  },
  {
    alert: "PageCacheHitsLow",
    when: "few visitors come, each to a page of their own",
    series: { 'storefront_page_cache_responses_total{kind="rendered"}': "0+1x160" },
    at: "35m",
  },
  {
    alert: "MemoryHigh",
    when: "500 MB for a quarter of an hour",
    series: { [of("process_resident_memory_bytes", ONE)]: "5e8x80" },
    at: "16m",
    fires: {
      summary: `${ONE} takes 476.8MiB, twice what it was measured with`,
      labels: { instance: ONE, job: "storefront" },
    },
  },
  {
    alert: "MemoryHigh",
    when: "500 MB for 5 minutes",
    series: { [of("process_resident_memory_bytes", ONE)]: "2e8x20 5e8x20 2e8x40" },
    at: "16m",
  },
  {
    alert: "FilesHigh",
    when: "900 of 1,000 files are open",
    series: { [of("process_open_fds", ONE)]: "900x40", [of("process_max_fds", ONE)]: "1000x40" },
    at: "6m",
    fires: {
      summary: `${ONE} has nearly as many connections and files open as it may`,
      labels: { instance: ONE, job: "storefront" },
    },
  },
  {
    alert: "FilesHigh",
    when: "700 of 1,000 files are open",
    series: { [of("process_open_fds", ONE)]: "700x40", [of("process_max_fds", ONE)]: "1000x40" },
    at: "6m",
  },
  {
    alert: "LogLinesDropped",
    when: "the disk of the log is full",
    series: {
      [`storefront_log_lines_dropped_total{instance="${ONE}",reason="failed"}`]: "0x10 5+5x20",
    },
    at: "4m",
    fires: { summary: `${ONE} drops log lines (failed)`, labels: { instance: ONE, reason: "failed" } },
  },
  {
    alert: "LogLinesDropped",
    when: "lines were dropped an hour ago",
    series: { [`storefront_log_lines_dropped_total{instance="${ONE}",reason="failed"}`]: "9x400" },
    at: "90m",
  },
  {
    alert: "PasswordsGuessed",
    when: "ten wrong passwords a minute, by limits of accounts and addresses",
    series: { [limited("tries:password")]: "0+1.25x160", [limited("password:account")]: "0+1.25x160" },
    at: "25m",
    fires: { summary: "Somebody guesses passwords or codes" },
  },
  {
    alert: "PasswordsGuessed",
    when: "as many hits of a limit that is about something else",
    series: { [limited("lookups")]: "0+2.5x160" },
    at: "25m",
  },
  {
    alert: "PaymentCodesWrong",
    when: "eight accounts paused",
    series: { [limited("tries:payment")]: "0x20 8x60" },
    at: "10m",
    fires: { summary: "Accounts are paused for wrong codes of payments" },
  },
  {
    alert: "PaymentCodesWrong",
    when: "an owner whose clock is wrong",
    series: { [limited("tries:payment")]: "0x20 2x60" },
    at: "10m",
  },
  {
    alert: "LimitsHit",
    when: "a limit is reached twice a second",
    series: { [limited("lookups")]: "0+30x160" },
    at: "25m",
    fires: { summary: "The limit lookups is reached more than once a second", labels: { limit: "lookups" } },
  },
  {
    alert: "LimitsHit",
    when: "a limit is reached once in two seconds",
    series: { [limited("lookups")]: "0+7.5x160" },
    at: "25m",
  },
];

const RULES = join(DEPLOY, "prometheus/alerts.yml");
const run = promisify(execFile);

/** What promtool finds wrong; nothing where it succeeds. */
const wrongBy = (...args: string[]): Promise<string> =>
  run("promtool", args).then(
    () => "",
    (error: unknown) => {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      return stdout + stderr;
    },
  );

/** A test of promtool's own format. */
function testOf({ alert, series, at, interval = "15s", fires }: Case) {
  const rule = alerts().find((each) => each.alert === alert);
  const summaryAndRunbook = { summary: fires?.summary, runbook: rule?.annotations.runbook };
  return {
    interval,
    input_series: Object.entries(series).map(([name, values]) => ({
      // As prometheus.yml names the job.
      series: name.includes("{job=") ? name : name.replace("{", '{job="storefront",'),
      values,
    })),
    alert_rule_test: [
      {
        eval_time: at,
        alertname: alert,
        exp_alerts: fires
          ? [{ exp_labels: { severity: rule?.labels.severity, ...fires.labels }, exp_annotations: summaryAndRunbook }]
          : [],
      },
    ],
  };
}

test("each alert has a state in which it comes, and one in which it does not", () => {
  const names = alerts().map(({ alert }) => alert);
  for (const fires of [true, false]) {
    const covered = new Set(CASES.filter((each) => Boolean(each.fires) === fires).map(({ alert }) => alert));
    expect({ fires, covered: [...covered].sort() }).toEqual({ fires, covered: [...names].sort() });
  }
});

test.skipIf(!HAS_PROMTOOL).each(CASES.map((one) => ({ name: `${one.alert}: ${one.when}`, one })))(
  "$name",
  async ({ one }) => {
    const path = join(freshFolder("storefront-alerts"), "test.yml");
    const tests = { rule_files: [RULES], evaluation_interval: one.interval ?? "15s", tests: [testOf(one)] };
    writeFileSync(path, stringify(tests));
    expect(await wrongBy("test", "rules", path)).toBe("");
  },
);

test.skipIf(!HAS_PROMTOOL)(
  "Prometheus, installed as operations.md says, reads all rules, with an Alertmanager too",
  () => {
    const folder = freshFolder("storefront-prometheus");
    const [install = "", check = ""] = commandsOf("Alerts");
    const places = { "/opt/storefront/current": ROOT, "/etc/prometheus": folder };
    carryOut(install, places);
    const path = join(folder, "prometheus.yml");
    for (const edited of [(text: string) => text, (text: string) => text.replace("\n# alerting:", "\nalerting:")]) {
      writeFileSync(path, edited(readFileSync(path, "utf8")));
      expect(carryOut(check, places)).toContain(`${alerts().length} rules found`);
    }
    expect(readFileSync(path, "utf8")).toContain("\nalerting:");
  },
);
