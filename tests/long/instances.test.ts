import { Redis } from "ioredis";
import { Agent, request } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSandbox, type Sandbox } from "@storefront/sandbox/start";
import { sessionCookie } from "~server/session/session";
import { freePort, sandboxedVariables, startStorefront, type StorefrontProcess } from "~tools/demo/storefront-process";
import { withEnv } from "../support/environment";
import { PRODUCT_PATH, PURCHASE } from "../support/purchase-paths";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { openLine, type Line } from "../support/redis-line";
import { hasRedis, startRedis } from "@storefront/test-support/redis";
import { hashrate, signInAt } from "@storefront/sandbox/test/calls";
import { ScriptlessContext } from "../support/scriptless/context";
import type { WireResponse } from "../support/scriptless/wire";
import { TEXTS } from "../support/texts";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findProgram } from "../support/chromium";
import { startProgram } from "../support/proxied";

const hasBalancer = findProgram("haproxy") !== undefined;

/** An HAProxy in front of instances of the storefront. */
interface Balancer {
  url: string;
  /** Resolves once the balancer considers that instance up or down. */
  sees(server: string, state: "UP" | "DOWN"): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Like deploy/haproxy/haproxy.cfg, but without TLS and with a check of /readyz every 500 ms: it retries only GETs of a
 * stopped instance on the other one, and forwards the visitor's address.
 */
const configuration = (port: number, metricsPort: number, servers: Readonly<Record<string, number>>) => `
global
    maxconn 2000
defaults
    mode http
    option redispatch 1
    retries 2
    retry-on conn-failure empty-response
    timeout connect 2s
    timeout client 65s
    timeout http-keep-alive 60s
    timeout server 70s
    timeout queue 10s
    # A process that has just started and is asked for much answers late, and is not down.
    timeout check 2s
frontend web
    bind 127.0.0.1:${port}
    http-request disable-l7-retry unless { method GET HEAD }
    default_backend storefront
frontend metrics
    bind 127.0.0.1:${metricsPort}
    http-request use-service prometheus-exporter if { path /metrics }
backend storefront
    balance roundrobin
    option forwardfor
    default-server check inter 500ms fall 2 rise 2 slowstart 2s
    option httpchk
    http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host health
    http-check expect status 200
${Object.entries(servers)
  .map(([name, its]) => `    server ${name} 127.0.0.1:${its}`)
  .join("\n")}
`;

/**
 * Starts the balancer.
 *
 * @param port its port on loopback
 * @param servers the instances' ports, by name
 */
async function startBalancer(port: number, servers: Readonly<Record<string, number>>): Promise<Balancer> {
  const metricsPort = await freePort(port + 1);
  const file = join(freshFolder("balancer"), "haproxy.cfg");
  writeFileSync(file, configuration(port, metricsPort, servers));
  const program = await startProgram("haproxy", ["-db", "-q", "-f", file], { port });
  const stateOf = async (server: string): Promise<string | undefined> => {
    const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).catch(() => undefined);
    const line = new RegExp(`^haproxy_server_status\\{proxy="storefront",server="${server}",state="(\\w+)"\\} 1$`, "m");
    return line.exec((await response?.text()) ?? "")?.[1];
  };
  return {
    url: `http://127.0.0.1:${port}`,
    async sees(server, state) {
      while ((await stateOf(server)) !== state) await new Promise((resume) => setTimeout(resume, 50));
    },
    stop: () => program.stop(),
  };
}

/** Two instances behind HAProxy, on one Redis: how a rolling restart, a kill and a bad store affect visitors. */

const NAMES = ["one", "two"] as const;
type Name = (typeof NAMES)[number];

const isPossible = hasBalancer && hasRedis;
let sandbox: Sandbox;
let balancer: Balancer;
let redis: Awaited<ReturnType<typeof startRedis>>;
let line: Line;
const variables: Record<string, string> = {};
const instances = new Map<Name, { port: number; process: StorefrontProcess }>();
let addresses = 0;

async function start(name: Name, port: number): Promise<void> {
  const env = { ...variables, PORT: String(port), DATA_DIR: freshFolder(`instance-${name}`) };
  instances.set(name, { port, process: await startStorefront({ env }) });
}

function instance(name: Name) {
  const found = instances.get(name);
  if (!found) throw new Error(`There is no instance ${name}.`);
  return found;
}

beforeAll(async () => {
  if (!isPossible) return;
  sandbox = await startSandbox();
  await sandbox.setProduct("1001", { stock: "100000" });
  redis = await startRedis({ keepIn: freshFolder("instances-redis"), settings: ["--maxmemory-policy", "noeviction"] });
  line = await openLine(redis.port);
  const port = await freePort(25_000);
  Object.assign(variables, sandboxedVariables({ port, sandboxUrl: sandbox.url }), {
    REDIS_URL: `redis://127.0.0.1:${line.port}`,
    TRUST_PROXY: "2",
    DRAIN_DELAY_MS: "1500",
    MAX_LAG_MS: "60000",
    LOG_LEVEL: "error",
  });
  for (const [index, name] of NAMES.entries()) await start(name, await freePort(25_200 + index * 100));
  balancer = await startBalancer(port, { one: instance("one").port, two: instance("two").port });
  for (const name of NAMES) await balancer.sees(name, "UP");
}, 60_000);

afterAll(async () => {
  if (!isPossible) return;
  await balancer.stop();
  for (const { process } of instances.values()) await process.kill();
  line.close();
  await redis.stop();
  await sandbox.close();
});

/** A visitor with an IP address of their own, who reads English. */
function visitor(at = balancer.url): ScriptlessContext {
  addresses += 1;
  const headers = { "X-Forwarded-For": `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}` };
  const made = new ScriptlessContext(at, { headers });
  made.jar.set("ulan", "en_US");
  return made;
}

/** A buyer signed in with the cookie that the form would set. */
async function buyer() {
  const account = await sandbox.createAccount({ balances: { USDT: "10000" } });
  const token = await signInAt(sandbox, account);
  const cookie = await withEnv(variables, () => sessionCookie({ token, account: account.email }));
  const [pair = ""] = cookie.split(";");
  const browser = visitor();
  browser.jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
  return { account, browser, token };
}

/** The number of an account's orders at the upstream. */
async function ordersOf(token: string): Promise<number> {
  const { data } = await hashrate(
    sandbox,
    "getOrderList",
    { page: 1, pageSize: 100, paramType: "calcuPower" },
    { token },
  );
  return Number(data.count);
}

/** A request to one instance, as the balancer would send it. */
async function askAt(name: Name, path: string, cookies: string): Promise<number> {
  const { host } = new URL(balancer.url);
  const headers = { Host: host, Cookie: cookies, "X-Forwarded-For": "10.9.9.9, 10.0.0.1" };
  const { statusCode, body } = await request(`http://127.0.0.1:${instance(name).port}${path}`, { headers });
  await body.dump();
  return statusCode;
}

/** Retries as a person would, until the storefront itself responds. */
async function insist(act: () => Promise<WireResponse>): Promise<WireResponse> {
  for (let tries = 0; ; tries += 1) {
    const response = await act().catch(() => undefined);
    if (response && ![502, 503, 504].includes(response.status)) return response;
    if (tries === 40) throw new Error(`No response: ${String(response?.status)}`);
    await new Promise((resume) => setTimeout(resume, 250));
  }
}

type Buyer = Awaited<ReturnType<typeof buyer>>;

/** Makes a purchase. Presses twice at the same time, and again if there was no response. */
async function buy({ account, browser }: Buyer): Promise<WireResponse[]> {
  const page = await insist(() => browser.open(PRODUCT_PATH));
  await insist(() => browser.submit(PRODUCT_PATH, { intent: "buy", buyAmount: "2" }, page));
  const sheet = await insist(() => browser.open(`${PRODUCT_PATH}?step=code`));
  const googleCode = await sandbox.code(account.email, "google");
  const form = { csrf: sheet.field("csrf"), quote: sheet.field("quote"), googleCode };
  return Promise.all([1, 2].map(() => insist(() => browser.post(`${PRODUCT_PATH}?step=code`, form))));
}

const isPaid = (ends: readonly WireResponse[]) => ends.some(({ location }) => location?.startsWith("/Successpay"));
const isNotCharged = (ends: readonly WireResponse[]) =>
  ends.some(({ text }) => text.includes(TEXTS.en_US("errors.notCharged")));

describe.skipIf(!isPossible)("two instances behind HAProxy", () => {
  test("ten rolling restarts at 200 requests a second lose no request", { timeout: 300_000 }, async () => {
    const { browser } = await buyer();
    const cookies = browser.jar.all().map(({ name, value }) => `${name}=${value}`);
    // Cached pages, a rendered one, and a private one.
    const paths = ["/Index/Power", "/Login", "/MyOrder", "/Index/Home", PRODUCT_PATH];
    const isOwn = (path: string) => path === "/MyOrder";
    const lost: string[] = [];
    let asked = 0;
    const dispatcher = new Agent({ connections: 40, pipelining: 1 });
    const asking: Promise<void>[] = [];
    const clock = setInterval(() => {
      const path = paths[asked % paths.length] ?? "/";
      asked += 1;
      const own = isOwn(path) ? { Cookie: cookies.join("; ") } : {};
      const headers = { ...own, "X-Forwarded-For": `10.77.${(asked >> 8) & 255}.${asked & 255}` };
      asking.push(
        request(balancer.url + path, { headers, dispatcher })
          .then(async ({ statusCode, body }) => {
            await body.dump();
            if (statusCode !== 200) lost.push(`${path} ${statusCode}`);
          })
          .catch((error: unknown) => void lost.push(`${path} ${String(error)}`)),
      );
    }, 5);
    try {
      for (let round = 0; round < 10; round += 1) {
        for (const name of NAMES) {
          const { port, process } = instance(name);
          expect(await process.stop(), "the process exits by itself").toBe(0);
          await start(name, port);
          await balancer.sees(name, "UP");
        }
      }
    } finally {
      clearInterval(clock);
    }
    await Promise.all(asking);
    await dispatcher.close();
    expect(asked).toBeGreaterThan(1_000);
    expect(lost).toEqual([]);
  });

  test("a session and its sign-out are effective on both instances", async () => {
    const { browser } = await buyer();
    const cookies = () =>
      browser.jar
        .all()
        .map(({ name, value }) => `${name}=${value}`)
        .join("; ");
    const before = cookies();
    for (const name of NAMES) expect(await askAt(name, "/MyOrder", before)).toBe(200);
    const page = await browser.open("/UserCenter?step=logout");
    await browser.submit("/UserCenter", { intent: "logout" }, page);
    for (const name of NAMES) expect(await askAt(name, "/MyOrder", before), `after the sign-out, at ${name}`).toBe(303);
  });

  test(
    "200 purchases with one instance killed midway: no quote is paid twice, and every page reports the right outcome",
    { timeout: 300_000 },
    async () => {
      const callsBefore = await sandbox.calls(PURCHASE);
      const buyers = await Promise.all(Array.from({ length: 200 }, buyer));
      const waiting = [...buyers];
      const ends = new Map<Buyer, WireResponse[]>();
      const killing = async () => {
        while (ends.size < 40) await new Promise((resume) => setTimeout(resume, 20));
        const { port, process } = instance("one");
        await process.kill();
        await start("one", port);
      };
      const killed = killing();
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          for (let next = waiting.pop(); next; next = waiting.pop()) ends.set(next, await buy(next));
        }),
      );
      await killed;
      expect(ends.size).toBe(200);
      expect(await sandbox.calls(PURCHASE), "at most one call per quote").toBeLessThanOrEqual(callsBefore + 200);
      for (const [{ token }, pages] of ends) {
        const orders = await ordersOf(token);
        expect(orders, "orders per account").toBeLessThanOrEqual(1);
        if (isPaid(pages)) expect(orders, "orders after a page reports payment").toBe(1);
        if (isNotCharged(pages)) expect(orders, "orders after a page reports no charge").toBe(0);
      }
      expect([...ends.values()].filter(isPaid).length).toBeGreaterThanOrEqual(180);
    },
  );
});

describe.skipIf(!isPossible)("while their Redis", () => {
  const ADMIN = { maxRetriesPerRequest: null } as const;

  /** Expects that each page takes at most 6 s, and that a payment is sent at most once, and made or not charged. */
  async function shopIsOpen(): Promise<void> {
    const somebody = visitor();
    for (const path of ["/Index/Home", "/Index/Power", "/Login", PRODUCT_PATH, "/Notice"]) {
      const startedAtMs = performance.now();
      const response = await somebody.open(path);
      expect(response.status, path).toBe(200);
      expect(performance.now() - startedAtMs, path).toBeLessThan(6_000);
    }
    const { browser } = await buyer();
    const startedAtMs = performance.now();
    expect([200, 503]).toContain((await browser.open("/MyOrder")).status);
    expect(performance.now() - startedAtMs).toBeLessThan(6_000);
  }

  async function payOnce(): Promise<void> {
    const before = await sandbox.calls(PURCHASE);
    const someone = await buyer();
    const page = await someone.browser.open(PRODUCT_PATH);
    const csrf = page.field("csrf");
    await someone.browser.post(PRODUCT_PATH, { csrf, intent: "buy", buyAmount: "2" });
    const sheet = await someone.browser.open(`${PRODUCT_PATH}?step=code`);
    const quote = sheet.field("quote");
    if (quote !== undefined) {
      const googleCode = await sandbox.code(someone.account.email, "google");
      const form = { csrf: sheet.field("csrf"), quote, googleCode };
      await Promise.all([1, 2].map(() => someone.browser.post(`${PRODUCT_PATH}?step=code`, form)));
    }
    expect(await sandbox.calls(PURCHASE)).toBeLessThanOrEqual(before + 1);
    expect(await ordersOf(someone.token)).toBeLessThanOrEqual(1);
  }

  test("takes 500 ms for every command", { timeout: 120_000 }, async () => {
    line.waitMs = 500;
    try {
      await shopIsOpen();
      await payOnce();
    } finally {
      line.waitMs = 0;
    }
  });

  test("is emptied", async () => {
    const admin = new Redis(redis.url, ADMIN);
    await admin.flushall();
    await shopIsOpen();
    await payOnce();
    await admin.quit();
  });

  test.each([
    ["is read-only", ["min-replicas-to-write", "1", "0"]],
    ["is full", ["maxmemory", "1", "0"]],
  ] as const)("%s", { timeout: 120_000 }, async (_, [setting, bad, good]) => {
    const admin = new Redis(redis.url, ADMIN);
    await admin.config("SET", setting, bad);
    try {
      await shopIsOpen();
      await payOnce();
    } finally {
      await admin.config("SET", setting, good);
      await admin.quit();
    }
  });

  test("is restarted", { timeout: 120_000 }, async () => {
    const { port } = redis;
    await redis.stop();
    await shopIsOpen();
    redis = await startRedis({ port, settings: ["--maxmemory-policy", "noeviction"] });
    await shopIsOpen();
    await payOnce();
  });

  test("has recovered: a purchase succeeds", { timeout: 60_000 }, async () => {
    let ends: WireResponse[] = [];
    for (let tries = 0; !isPaid(ends) && tries < 20; tries += 1) {
      ends = await buyer()
        .then(buy)
        .catch(() => []);
      if (ends.length === 0) await new Promise((resume) => setTimeout(resume, 500));
    }
    expect(isPaid(ends)).toBe(true);
  });
});
