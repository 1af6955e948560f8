import { expect } from "vitest";
import { startSandbox, type Sandbox } from "@storefront/sandbox/start";
import { signInAt } from "@storefront/sandbox/test/calls";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { freePort, sandboxedVariables, startStorefront } from "~tools/demo/storefront-process";
import { sessionCookie } from "~server/session/session";
import { withEnv } from "./environment";
import { SITE, standIn, visit } from "./proxied";
import type { Switched } from "./proxy-switches";
import { CODE_PATH, PRODUCT_PATH, PURCHASE } from "./purchase-paths";
import { CookieJar } from "./requests";
import { carryOutMeanwhile, commandsOf } from "./runbook";
import { ScriptlessContext } from "./scriptless/context";
import type { Carry } from "./scriptless/wire";
import type { AtEnd } from "./storefront-behind-proxy";

/** Restarts two instances behind a proxy one after the other, as docs/operate/install.md describes. */

const UNITS = ["storefront@3001", "storefront@3002"];
/** The number of buyers who wait for the upstream while an instance stops. */
const BUYERS = 4;
/** This is longer than DRAIN_DELAY_MS, so the instance has stopped accepting connections by then. */
const PAYING_MS = 7_000;
/** With this many simultaneous forms, one would be lost if an instance stopped accepting too early. */
const POSTING = 12;

const POST = { method: "POST", headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: "a=b" };

/** Sends the requests of a browser without scripts to the proxy at this port. */
const throughProxy =
  (port: number): Carry =>
  async ({ method, url, headers, body }) => {
    const got = await visit(port, url.pathname + url.search, { method, headers, ...(body && { body: String(body) }) });
    const lines = Object.entries(got.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    );
    return new Response(got.body || null, { status: got.status, headers: lines });
  };

/** Lets a buyer confirm a purchase. Returns a function that pays it and returns the redirect's target. */
async function confirmedPurchase(sandbox: Sandbox, port: number, variables: Record<string, string>) {
  const account = await sandbox.createAccount();
  const token = await signInAt(sandbox, account);
  const session = await withEnv(variables, () => sessionCookie({ token, account: account.email }));
  const cookies = new CookieJar().take(session);
  const browser = new ScriptlessContext(`https://${SITE}`, { cookies, carry: throughProxy(port) });
  await browser.submit(PRODUCT_PATH, { intent: "buy", buyAmount: "2" }, await browser.open(PRODUCT_PATH));
  const sheet = await browser.open(CODE_PATH);
  const form = { csrf: sheet.field("csrf"), quote: sheet.field("quote") };
  return async () => {
    const googleCode = await sandbox.code(account.email, "google");
    return (await browser.post(CODE_PATH, { ...form, googleCode })).location?.split("?")[0];
  };
}

type Pair = readonly [number, number];

/**
 * Expects that no visitor notices when the runbook's commands restart one instance after the other: each page is
 * served, each form gets its response, and each running payment is sent once and leads to its receipt.
 *
 * @param section the section of docs/operate/install.md with the commands for this proxy
 * @param startBefore starts the proxy
 * @param end vitest's `onTestFinished`
 */
export async function expectRollingRestart(
  section: string,
  startBefore: (ports: Pair, checkPorts: Pair) => Promise<Switched>,
  end: AtEnd,
): Promise<void> {
  const sandbox = await startSandbox();
  const ports = [await freePort(43_600), await freePort(43_700)] as const;
  const checkPorts = [await freePort(53_600), await freePort(53_700)] as const;
  const variables = {
    ...sandboxedVariables({ port: ports[0], sandboxUrl: sandbox.url }),
    PUBLIC_ORIGIN: `https://${SITE}`,
    TRUST_PROXY: "1",
    DRAIN_DELAY_MS: "5000",
    LOG_LEVEL: "warn",
    // On a busy machine the storefront would shed load, which is not the subject of this test.
    MAX_LAG_MS: "10000",
    DATA_DIR: freshFolder("storefront-restarts"),
  };
  const start = (index: 0 | 1) =>
    startStorefront({
      env: { ...variables, PORT: String(ports[index]), METRICS_PORT: String(checkPorts[index]) },
    });
  const instances = [await start(0), await start(1)];
  const proxy = await startBefore(ports, checkPorts);
  const receipts: (string | undefined)[] = [];
  let isGoing = true;

  /** Lets buyers pay, and waits until the upstream has their payments. Returns promises of their redirects' targets. */
  async function pay(): Promise<() => Promise<(string | undefined)[]>> {
    const confirmed = await Promise.all(
      Array.from({ length: BUYERS }, () => confirmedPurchase(sandbox, proxy.port, variables)),
    );
    const before = await sandbox.calls(PURCHASE);
    const paying = Promise.all(confirmed.map((each) => each()));
    await expect.poll(() => sandbox.calls(PURCHASE)).toBe(before + BUYERS);
    return () => paying;
  }

  /** Replaces `systemctl restart`. Buyers began to pay at this instance before it was removed from the proxy. */
  async function restart(unit: string): Promise<void> {
    const index = unit === UNITS[0] ? 0 : 1;
    expect(await instances[index]?.stop()).toBe(0);
    receipts.push(...(await paid()));
    instances[index] = await start(index);
    if (index < UNITS.length - 1) paid = await pay();
  }
  const systemd = await standIn((req, res) => {
    void restart(req.url?.slice(1) ?? "").then(
      () => res.end(),
      (error: unknown) => res.writeHead(500).end(String(error)),
    );
  });
  end(async () => {
    isGoing = false;
    await proxy.stop();
    await systemd.close();
    await Promise.all(instances.map((instance) => instance.stop()));
    await sandbox.close();
  });

  const seen = new Set<string>();
  async function visitor(path: string, method = "GET"): Promise<void> {
    while (isGoing) {
      const what = await visit(proxy.port, path, path === "/Login" && method === "POST" ? POST : { method }).then(
        ({ status }) => `${status}`,
        (error: unknown) => String(error),
      );
      seen.add(`${method} ${path} ${what}`);
    }
  }
  const visitors = Promise.all([
    ...["/Index/Home", "/Login", PRODUCT_PATH, "/Index/Power"].map((path) => visitor(path)),
    // This form has no token, so it is rejected faster than any other.
    visitor("/Login", "POST"),
    ...Array.from({ length: POSTING }, () => visitor("/healthz", "POST")),
  ]);

  await sandbox.fail(PURCHASE, { kind: "latency", ms: PAYING_MS });
  let paid = await pay();
  const commands = commandsOf(section).find((block) => block.includes("systemctl restart")) ?? "";
  const addresses = Object.fromEntries(ports.map((port, index) => [`127.0.0.1:300${index + 1}`, `127.0.0.1:${port}`]));
  await carryOutMeanwhile(
    commands,
    { ...proxy.places, ...addresses },
    `[ "$1" = restart ] && curl -fsS http://127.0.0.1:${systemd.port}/$2`,
  );
  isGoing = false;
  await visitors;
  expect(systemd.asked.map(({ url }) => url)).toEqual(UNITS.map((unit) => `/${unit}`));
  expect([...seen].sort()).toEqual([
    ...["GET /Index/Home 200", "GET /Index/Power 200", "GET /Login 200", `GET ${PRODUCT_PATH} 200`],
    ...["POST /Login 403", "POST /healthz 405"],
  ]);
  expect(receipts).toEqual(Array<string>(2 * BUYERS).fill("/Successpay"));
  expect(await sandbox.calls(PURCHASE)).toBe(receipts.length);
}
