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
 * Prometheus's own `promtool` evaluates the alerts with invented metrics of instances: each alert fires in its case,
 * and not in the most similar other case. `increase` extrapolates, so the counts are not close to the limits.
 */

const HAS_PROMTOOL = has("promtool", "--version");

const ONE = "storefront-1:9464";
const OTHER = "storefront-2:9464";

/** Metrics with their values in promtool's notation: `0x20 1x60` means 0 for 21 scrapes, then 1. */
type Series = Record<string, string>;

interface Case {
  alert: string;
  /** A short description of the event. */
  when: string;
  series: Series;
  /** The time of the evaluation, since the first scrape. */
  at: string;
  /** The scrape interval: 15 s by default, as in prometheus.yml. */
  interval?: string;
  fires?: { summary: string; labels: Record<string, string> };
}

/** Health checks of each instance, 4 per second: at night far more than visits. */
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

/** A case in which an alert fires: metrics, evaluation time, its message, and its labels besides the severity. */
const comes = (
  alert: string,
  at: string,
  when: string,
  series: Series,
  summary: string,
  labels: Record<string, string> = {},
): Case => ({ alert, at, when, series, fires: { summary, labels } });
const stays = (alert: string, at: string, when: string, series: Series): Case => ({ alert, at, when, series });
/** Returns the same case with longer intervals, for alerts that take hours. */
const everyMinute = (one: Case): Case => ({ ...one, interval: "1m" });

const CASES: Case[] = [
  comes(
    "PurchasesUnknown",
    "6m",
    "the first purchase has no known outcome",
    { [purchases("unknown")]: "0x20 1x60" },
    "1 purchases in the last 10 minutes have no known outcome",
  ),
  stays("PurchasesUnknown", "6m", "an instance has restarted and counts from 0", {
    [purchases("unknown")]: "3x20 0x60",
  }),
  comes(
    "PurchasesNotSent",
    "6m",
    "five purchases could not be sent",
    { [purchases("not_sent")]: "0x20 5x60" },
    "5 purchases in the last 10 minutes were not sent to the upstream",
  ),
  stays("PurchasesNotSent", "6m", "two purchases could not be sent", { [purchases("not_sent")]: "0x20 2x60" }),
  comes(
    "QuotesRefused",
    "6m",
    "five buyers could not start",
    { 'storefront_quotes_refused_total{reason="store"}': "0x20 5x60" },
    "5 buyers in the last 10 minutes could not start, because the store fails",
  ),
  stays("QuotesRefused", "6m", "two buyers could not start", {
    'storefront_quotes_refused_total{reason="store"}': "0x20 2x60",
  }),
  comes(
    "PurchasesRefused",
    "20m",
    "20 of 30 purchases were rejected",
    { [purchases("refused")]: "0+0.5x40 20x100", [purchases("accepted")]: "0+0.25x40 10x100" },
    "More than half of the purchases in the last 30 minutes were rejected",
  ),
  stays("PurchasesRefused", "20m", "4 of 5 purchases were refused, too few to judge", {
    [purchases("refused")]: "0x20 4x100",
    [purchases("accepted")]: "0x20 1x100",
  }),
  stays("PurchasesRefused", "20m", "10 of 30 purchases were rejected", {
    [purchases("refused")]: "0+0.25x40 10x100",
    [purchases("accepted")]: "0+0.5x40 20x100",
  }),
  everyMinute(
    comes(
      "NobodyBuys",
      "26h30m",
      "a purchase each 10 minutes until two and a half hours ago",
      { [purchases("accepted")]: "0+0.1x1440 144x300" },
      "No purchases for two hours in which there were some yesterday",
    ),
  ),
  everyMinute(
    stays("NobodyBuys", "26h30m", "nobody bought at this hour yesterday either", {
      [purchases("accepted")]: "0x300 0+0.1x900 90x600",
    }),
  ),
  everyMinute(
    comes(
      "PurchasesOff",
      "12h5m",
      "purchases stopped for twelve hours",
      { [of("storefront_purchases_off", ONE)]: "1x800" },
      "Purchases have been stopped for twelve hours",
    ),
  ),
  everyMinute(
    stays("PurchasesOff", "11h", "purchases stopped for eleven hours", {
      [of("storefront_purchases_off", ONE)]: "1x800",
    }),
  ),
  comes(
    "StorefrontGone",
    "3m",
    "no instance answers",
    { [of("up", ONE)]: "1x4 0x40", [of("up", OTHER)]: "0x44" },
    "No instance of the storefront answers",
  ),
  comes("StorefrontGone", "3m", "Prometheus knows no instance any more", {}, "No instance of the storefront answers"),
  stays("StorefrontGone", "3m", "one of two instances answers", { [of("up", ONE)]: "1x44", [of("up", OTHER)]: "0x44" }),
  comes(
    "ProxyDown",
    "3m",
    "HAProxy has not answered for a minute, while the instances do",
    { [PROXY]: "1x4 0x40", [of("up", ONE)]: "1x44" },
    "HAProxy (127.0.0.1:8405) does not answer: visitors may not reach the site",
    { instance: "127.0.0.1:8405", job: "haproxy" },
  ),
  stays("ProxyDown", "2m", "the proxy is restarted", { [PROXY]: "1x4 0x1 1x40" }),
  stays("ProxyDown", "3m", "an instance is down, or another proxy is used", { [of("up", ONE)]: "0x44" }),
  comes(
    "InstanceDown",
    "4m",
    "one of two instances has not answered for 2 minutes",
    { [of("up", ONE)]: "1x44", [of("up", OTHER)]: "1x4 0x44" },
    `${OTHER} does not answer`,
    { instance: OTHER, job: "storefront" },
  ),
  stays("InstanceDown", "2m15s", "one of two instances is replaced within a minute", {
    [of("up", ONE)]: "1x44",
    [of("up", OTHER)]: "1x4 0x4 1x44",
  }),
  comes(
    "InstanceRestarts",
    "11m",
    "restarted three times",
    { [of("process_start_time_seconds", ONE)]: "1x10 2x10 3x10 4x10" },
    `${ONE} has restarted 3 times within 30 minutes`,
    { instance: ONE, job: "storefront" },
  ),
  stays("InstanceRestarts", "9m", "restarted twice, as by two deployments", {
    [of("process_start_time_seconds", ONE)]: "1x10 2x10 3x20",
  }),
  comes(
    "UpstreamDown",
    "3m",
    "no instance has got an answer for a minute",
    {
      [of("storefront_upstream_up", ONE)]: "1x4 0x20",
      [of("storefront_upstream_up", OTHER)]: "1x4 0x20",
    },
    "The upstream does not answer any instance",
  ),
  stays("UpstreamDown", "3m", "only one instance cannot reach it", {
    [of("storefront_upstream_up", ONE)]: "0x24",
    [of("storefront_upstream_up", OTHER)]: "1x24",
  }),
  comes(
    "StoreDown",
    "2m",
    "one instance cannot write for half a minute",
    { [of("storefront_store_up", ONE)]: "1x24", [of("storefront_store_up", OTHER)]: "1x4 0x20" },
    "The store does not answer, so nothing can be bought",
  ),
  stays("StoreDown", "1m15s", "a failover of 15 s", { [of("storefront_store_up", ONE)]: "1x4 0 1x20" }),
  comes(
    "BreakerOpen",
    "4m",
    "one instance does not make a call for 2 minutes",
    { 'storefront_circuit_breaker_state{call="/a"}': "0x4 2x8 1 2x20" },
    "The breaker of /a has not been closed for 2 minutes",
    { call: "/a" },
  ),
  stays("BreakerOpen", "4m", "the breaker opens for a minute and closes again", {
    'storefront_circuit_breaker_state{call="/a"}': "0x4 2x4 0x20",
  }),
  comes(
    "UpstreamQueue",
    "2m",
    "6 calls wait in each of two instances",
    {
      [`storefront_upstream_pool_waiting{purpose="public",instance="${ONE}"}`]: "6x20",
      [`storefront_upstream_pool_waiting{purpose="public",instance="${OTHER}"}`]: "6x20",
    },
    "12 calls for public wait for a connection to the upstream",
    { purpose: "public" },
  ),
  stays("UpstreamQueue", "2m", "6 calls wait, and 6 for another purpose", {
    'storefront_upstream_pool_waiting{purpose="public"}': "6x20",
    'storefront_upstream_pool_waiting{purpose="account"}': "6x20",
  }),
  comes(
    "UpstreamRefused",
    "5m",
    "one call a second is dropped",
    { 'storefront_upstream_refused_total{purpose="public"}': "0+15x40" },
    "Calls for public are dropped because too many wait for the upstream",
    { purpose: "public" },
  ),
  stays("UpstreamRefused", "5m", "ten calls were dropped at once", {
    'storefront_upstream_refused_total{purpose="public"}': "0x8 10x40",
  }),
  comes(
    "RequestsShed",
    "5m",
    "a request a second is rejected",
    { 'storefront_requests_shed_total{kind="page"}': "0+15x40" },
    "Requests are rejected because there are too many",
  ),
  stays("RequestsShed", "5m", "ten requests were rejected at once", {
    'storefront_requests_shed_total{kind="page"}': "0x8 10x40",
  }),
  comes(
    "ServerErrors",
    "15m",
    "one visit in 20 fails, and health checks succeed",
    { ...HEALTH, [requests(200)]: "0+15x120", [requests(500)]: "0+0.75x120" },
    "More than one request in 200 fails with a storefront error",
  ),
  stays("ServerErrors", "15m", "one visit in 1,000 fails", {
    [requests(200)]: "0+1500x120",
    [requests(500)]: "0+1.5x120",
  }),
  stays("ServerErrors", "15m", "a host of pictures is down, or one visitor reloads a broken picture", {
    [requests(200)]: "0+15x120",
    [requests(502, "/pictures/*/*/*")]: "0+15x120",
  }),
  stays("ServerErrors", "11m", "two of three visits of a quiet hour failed", {
    ...HEALTH,
    [requests(200)]: "0x20 1x100",
    [requests(500)]: "0x20 1x15 2x100",
  }),
  comes(
    "PagesUnavailable",
    "15m",
    "all of a few visitors get 503, and health checks succeed",
    { ...HEALTH, [requests(503)]: "0+1.5x120" },
    "More than one request in 20 gets 503",
  ),
  stays("PagesUnavailable", "15m", "an instance drains: its health checks alone are 503", {
    [requests(200)]: "0+15x120",
    [requests(503, "/readyz")]: "0+60x120",
  }),
  stays("PagesUnavailable", "11m", "two of three visits of a quiet hour got 503", {
    ...HEALTH,
    [requests(200)]: "0x20 1x100",
    [requests(503)]: "0x20 1x15 2x100",
  }),
  comes(
    "SlowAnswers",
    "25m",
    "one response in 20 takes 10 s, and health checks are instant",
    {
      ...HEALTH,
      'storefront_http_request_duration_seconds_bucket{route="/Login",le="0.001"}': "0+0.57x120",
      'storefront_http_request_duration_seconds_bucket{route="/Login",le="5"}': "0+0.57x120",
      'storefront_http_request_duration_seconds_bucket{route="/Login",le="+Inf"}': "0+0.6x120",
    },
    "One answer in a hundred takes longer than 5.0 s",
  ),
  stays("SlowAnswers", "25m", "only photos take long", {
    ...HEALTH,
    'storefront_http_request_duration_seconds_bucket{route="/UploadImage",le="5"}': "0+0x120",
    'storefront_http_request_duration_seconds_bucket{route="/UploadImage",le="+Inf"}': "0+6x120",
  }),
  comes(
    "EventLoopLag",
    "6m",
    "late by 0.4 s for 5 minutes",
    { [of("nodejs_eventloop_lag_p99_seconds", ONE)]: "0.4x40" },
    `${ONE} is full: its event loop is 0.40 s late`,
    { instance: ONE, job: "storefront" },
  ),
  stays("EventLoopLag", "6m", "late by 0.4 s for 2 minutes", {
    [of("nodejs_eventloop_lag_p99_seconds", ONE)]: "0.01x12 0.4x8 0.01x20",
  }),
  comes(
    "PageCacheHitsLow",
    "35m",
    "half of the public pages are rendered",
    {
      'storefront_page_cache_responses_total{kind="fresh"}': "0+75x160",
      'storefront_page_cache_responses_total{kind="rendered"}': "0+75x160",
    },
    "Fewer than four in five public pages come from the page cache",
  ),
  stays("PageCacheHitsLow", "35m", "many pages are never cached", {
    'storefront_page_cache_responses_total{kind="fresh"}': "0+75x160",
    'storefront_page_cache_responses_total{kind="bypass"}': "0+75x160",
  }),
  stays("PageCacheHitsLow", "35m", "few visitors open different pages", {
    'storefront_page_cache_responses_total{kind="rendered"}': "0+1x160",
  }),
  comes(
    "MemoryHigh",
    "16m",
    "500 MB for a quarter of an hour",
    { [of("process_resident_memory_bytes", ONE)]: "5e8x80" },
    `${ONE} uses 476.8MiB, twice the measured size`,
    { instance: ONE, job: "storefront" },
  ),
  stays("MemoryHigh", "16m", "500 MB for 5 minutes", {
    [of("process_resident_memory_bytes", ONE)]: "2e8x20 5e8x20 2e8x40",
  }),
  comes(
    "FilesHigh",
    "6m",
    "900 of 1,000 files are open",
    { [of("process_open_fds", ONE)]: "900x40", [of("process_max_fds", ONE)]: "1000x40" },
    `${ONE} is close to its limit of open connections and files`,
    { instance: ONE, job: "storefront" },
  ),
  stays("FilesHigh", "6m", "700 of 1,000 files are open", {
    [of("process_open_fds", ONE)]: "700x40",
    [of("process_max_fds", ONE)]: "1000x40",
  }),
  comes(
    "LogLinesDropped",
    "4m",
    "the disk of the log is full",
    {
      [`storefront_log_lines_dropped_total{instance="${ONE}",reason="failed"}`]: "0x10 5+5x20",
    },
    `${ONE} drops log lines (failed)`,
    { instance: ONE, reason: "failed" },
  ),
  stays("LogLinesDropped", "90m", "lines were dropped an hour ago", {
    [`storefront_log_lines_dropped_total{instance="${ONE}",reason="failed"}`]: "9x400",
  }),
  comes(
    "PasswordsGuessed",
    "25m",
    "ten wrong passwords a minute, counted by account and address",
    { [limited("tries:password")]: "0+1.25x160", [limited("password:account")]: "0+1.25x160" },
    "Somebody is guessing passwords or codes",
  ),
  stays("PasswordsGuessed", "25m", "as many hits of another limit", {
    [limited("lookups")]: "0+2.5x160",
  }),
  comes(
    "PaymentCodesWrong",
    "10m",
    "eight accounts paused",
    { [limited("tries:payment")]: "0x20 8x60" },
    "Accounts are paused after wrong payment codes",
  ),
  stays("PaymentCodesWrong", "10m", "one owner whose clock is wrong", { [limited("tries:payment")]: "0x20 2x60" }),
  comes(
    "LimitsHit",
    "25m",
    "a limit is reached twice a second",
    { [limited("lookups")]: "0+30x160" },
    "The limit lookups is reached more than once a second",
    { limit: "lookups" },
  ),
  stays("LimitsHit", "25m", "a limit is reached once in two seconds", { [limited("lookups")]: "0+7.5x160" }),
];

const RULES = join(DEPLOY, "prometheus/alerts.yml");
const run = promisify(execFile);

/** Returns promtool's errors; empty if it succeeds. */
const wrongBy = (...args: string[]): Promise<string> =>
  run("promtool", args).then(
    () => "",
    (error: unknown) => {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      return stdout + stderr;
    },
  );

/** Returns a test in promtool's own format. */
function testOf({ alert, series, at, interval = "15s", fires }: Case) {
  const rule = alerts().find((each) => each.alert === alert);
  const summaryAndRunbook = { summary: fires?.summary, runbook: rule?.annotations.runbook };
  return {
    interval,
    input_series: Object.entries(series).map(([name, values]) => ({
      // The job is named as in prometheus.yml.
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

test("each alert has a case in which it fires, and one in which it does not", () => {
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
  "Prometheus, installed as in docs/operate/alerts.md, loads all rules, also with an Alertmanager",
  () => {
    const folder = freshFolder("storefront-prometheus");
    const [install = "", check = ""] = commandsOf("Set up");
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
