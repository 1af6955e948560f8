import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { routeTable } from "@storefront/remix-runtime/route-table";
import { STYLES_COOKIE } from "~server/documents/styles-cookie";
import { cacheablePages } from "~server/page-cache/cacheable";
import { cacheKeyResolver } from "~server/page-cache/cache-key";
import { variantOf } from "~server/page-cache/variant";
import { startSandbox } from "@storefront/sandbox/start";
import { STEADY_UPLOAD_TIMEOUT_MS } from "~server/forms/constants";
import { freePort, sandboxedVariables, startStorefront } from "~tools/demo/storefront-process";
import { SERVER_BUILD } from "../support/built";
import { textOf } from "../support/deployed";
import { visitorRequests } from "../support/edge-requests";
import { setEnv } from "../support/environment";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { expectOwn414 } from "../support/long-address";
import {
  expectMaintenance,
  expectNoOtherSpelling,
  expectPaymentsStopped,
  expectRefusal,
} from "../support/proxy-switches";
import { reading, SITE, standIn, uploadSlowly, visit, withShortTimes, type StandIn } from "../support/proxied";
import { carryOut, commandsOf, quotedCommand } from "../support/runbook";
import { expectRollingRestart } from "../support/rolling-restart";
import { HAS_NGINX, startNginx, type RunningNginx } from "../support/shipped-nginx";

/** The tests run nginx with the configuration of `deploy/nginx`, with only addresses and folders changed. */

const withNginx = test.skipIf(!HAS_NGINX);

/** Runs nginx in front of stand-ins; all stop when the test ends. */
async function before(standIns: readonly StandIn[], edited?: (text: string) => string): Promise<RunningNginx> {
  const nginx = await startNginx([standIns[0]?.port ?? 0, standIns.at(-1)?.port ?? 0], edited);
  onTestFinished(async () => {
    await nginx.stop();
    for (const one of standIns) await one.close();
  });
  return nginx;
}

const SAME_FOR_ALL = "private, no-cache, no-transform";
const VARY = "Cookie, Save-Data, User-Agent, Accept-Encoding";

/** Makes an instance that responds with the head of the request. */
const echoing = () =>
  standIn((req, res) => {
    res.setHeader("Cache-Control", SAME_FOR_ALL);
    res.setHeader("Vary", VARY);
    if (!req.headers.cookie?.includes("styles=v1")) res.setHeader("Set-Cookie", "styles=v1; Path=/");
    res.end(JSON.stringify({ url: req.url, method: req.method, headers: req.headers }));
  });

interface Echo {
  url: string;
  method: string;
  headers: Record<string, string>;
}

withNginx("nginx returns the page that the storefront would have returned", async () => {
  setEnv({ PUBLIC_ORIGIN: `https://${SITE}` });
  const echo = await echoing();
  const nginx = await before([echo]);
  const build = (await import(SERVER_BUILD)) as Parameters<typeof cacheablePages>[0];
  const { shapeOf } = routeTable(build.routes);
  const resolve = cacheKeyResolver({ cacheable: cacheablePages(build), shapeOf, isFile: () => false });
  const styles = { version: "v1", writeInto: () => ({ pieces: [], sources: [] }) };
  let cached = 0;
  for (const [n, { method, path, headers }] of fc.sample(visitorRequests, { numRuns: 4_000, seed: 7 }).entries()) {
    const mark = `visitor-${n}`;
    const got = await visit(nginx.port, path, { method, headers: { ...headers, "X-Mark": mark } });
    expect(got.status).toBe(200);
    if (method === "HEAD") continue;
    const { url, headers: asked } = JSON.parse(got.body) as Echo;
    const key = resolve(path);
    // A request that is passed on is unchanged.
    if (asked["x-mark"] !== undefined) {
      expect({ mark: asked["x-mark"], url, cookie: asked["cookie"] }).toEqual({
        mark,
        url: path,
        cookie: headers["Cookie"],
      });
      continue;
    }
    cached += 1;
    const about = JSON.stringify({ method, path, headers, asked });
    if (typeof key === "string") throw new Error(`This must not be cached: ${about}`);
    expect(
      key.personal.filter((name) => headers["Cookie"]?.includes(name)),
      about,
    ).toEqual([]);
    expect(resolve(url), about).toMatchObject({ path: key.path });
    const own = { cookie: headers["Cookie"], "save-data": headers["Save-Data"], "user-agent": headers["User-Agent"] };
    expect(variantOf(key.page, asked, styles), about).toBe(variantOf(key.page, own, styles));
    expect(Object.keys(asked).sort()).toEqual(
      ["accept-encoding", "cookie", "host", "save-data", "user-agent", "x-forwarded-for", "x-request-id"].filter(
        (name) => name in asked,
      ),
    );
  }
  // This checks that nginx really caches.
  expect(cached).toBeGreaterThan(300);
  const hits = nginx.log().filter(({ cache }) => cache === "HIT").length;
  expect(hits).toBeGreaterThan(50);
});

withNginx("a payment to which an instance does not respond is not sent to the other one", async () => {
  const broken = await Promise.all([0, 1].map(() => standIn((req) => req.socket.destroy())));
  const nginx = await before(broken);
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const path = "/PowerProductDetail/1001?step=code";
  const { status, body } = await visit(nginx.port, path, { method: "POST", headers, body: "a=b" });
  expect({ status, body }).toEqual({ status: 502, body: textOf("deploy/nginx/unavailable.html") });
  expect(broken.flatMap(({ asked }) => asked)).toHaveLength(1);
});

withNginx("requests aborted by instances do not close the site to others", async () => {
  const instances = await Promise.all(
    [0, 1].map(() => standIn((req, res) => (req.method === "POST" ? req.socket.destroy() : res.end("a page")))),
  );
  const nginx = await before(instances);
  // The storefront closes uploads in tiny pieces: with `max_fails` one account could block the site for 2 s each time.
  const cut = () => visit(nginx.port, "/UploadImage", { method: "POST", body: "a" });
  expect([await cut(), await cut()]).toMatchObject([{ status: 502 }, { status: 502 }]);
  expect(await visit(nginx.port, "/Login")).toMatchObject({ status: 200, body: "a page" });
  expect(instances.map(({ asked }) => asked.some(({ method }) => method === "POST"))).toEqual([true, true]);
});

withNginx("a rolling restart by the runbook is invisible to visitors", async () => {
  await expectRollingRestart("nginx", (ports) => startNginx(ports), onTestFinished);
});

withNginx("a file of the other build is requested from the other instance", async () => {
  const old = await standIn((_req, res) => res.writeHead(404).end("no such file"));
  const recent = await standIn((_req, res) => res.end("a script"));
  const nginx = await before([old, recent]);
  for (let n = 0; n < 10; n += 1) {
    const { status, body } = await visit(nginx.port, `/assets/app-${n}.js`);
    expect({ status, body }).toEqual({ status: 200, body: "a script" });
  }
  expect(old.asked.length).toBeGreaterThan(0);
});

withNginx("while no instance responds, public pages are still served, and others say why not", async () => {
  const echo = await echoing();
  const nginx = await before([echo]);
  const first = await visit(nginx.port, "/Index/Home");
  await echo.close();
  const cached = await visit(nginx.port, "/Index/Home");
  expect({ status: cached.status, body: cached.body }).toEqual({ status: 200, body: first.body });
  for (const path of ["/UserCenter", "/Index/Power"]) {
    const { status, body, headers } = await visit(nginx.port, path);
    expect({ path, status, body }).toEqual({ path, status: 502, body: textOf("deploy/nginx/unavailable.html") });
    expect(headers["cache-control"]).toBe("no-store");
  }
});

withNginx("an unknown language gets the default's pages", async () => {
  const echo = await echoing();
  const nginx = await before([echo]);
  const asIn = async (Cookie: string) => (await visit(nginx.port, "/Index/Home", { headers: { Cookie } })).body;
  const first = await asIn("_ga=1");
  for (const language of ["el_GR", "ja_JP", "xx_YY", "en_us", ""]) {
    expect(await asIn(`ulan=${language}`), language).toBe(first);
  }
  expect(echo.asked).toHaveLength(1);
  expect((JSON.parse(await asIn("ulan=en_US")) as Echo).headers["cookie"]).toContain("ulan=en_US");
  expect(echo.asked).toHaveLength(2);
});

/** The headers of a page that nginx caches. */
const CACHED = { "Cache-Control": SAME_FOR_ALL, Vary: VARY };

withNginx.for<[what: string, different: Record<string, string | string[]>, again: string]>([
  ["that is the same for everybody is cached", { "Set-Cookie": "styles=v1; Path=/" }, "page 1"],
  ["that no cache may store is not cached", { "Cache-Control": "no-store" }, "page 2"],
  ["that is not marked as the same for everybody is not cached", { "Cache-Control": "public, max-age=60" }, "page 2"],
  ["without Cache-Control is not cached", { "Cache-Control": [] }, "page 2"],
  ["that sets a visitor's cookie is not cached", { "Set-Cookie": "flash=x; Path=/" }, "page 2"],
  ["that varies by more than the key is not cached", { Vary: "Cookie, X-Mood" }, "page 2"],
])("a page %s", async ([, different, again]) => {
  const headers = { ...CACHED, ...different };
  let count = 0;
  const instance = await standIn((_req, res) => res.writeHead(200, headers).end(`page ${(count += 1)}`));
  const nginx = await before([instance]);
  for (const body of ["page 1", again]) expect((await visit(nginx.port, "/Index/Home")).body).toBe(body);
});

withNginx("a head of 12 kB, as with the longest token, is accepted", async () => {
  const instance = await standIn((_req, res) => res.writeHead(200, { "Set-Cookie": "a".repeat(12_000) }).end("page"));
  const nginx = await before([instance]);
  expect((await visit(nginx.port, "/UserCenter")).status).toBe(200);
});

withNginx("TLS 1.2 with CBC is rejected", async () => {
  const instance = await standIn((_req, res) => res.end("page"));
  const nginx = await before([instance]);
  const ends = (ciphers: string) => {
    const socket = connect({
      host: "127.0.0.1",
      port: nginx.port,
      servername: SITE,
      rejectUnauthorized: false,
      maxVersion: "TLSv1.2",
      ciphers,
    });
    return new Promise<string>((resolve) => {
      socket.once("secureConnect", () => {
        socket.destroy();
        resolve("connected");
      });
      socket.once("error", () => resolve("refused"));
    });
  };
  expect(await ends("ECDHE-ECDSA-AES128-GCM-SHA256")).toBe("connected");
  expect(await ends("ECDHE-ECDSA-AES128-SHA:ECDHE-ECDSA-AES256-SHA384:AES128-SHA@SECLEVEL=0")).toBe("refused");
});

withNginx("an error of the storefront is never cached", async () => {
  let status = 503;
  const failing = await standIn((_req, res) => res.writeHead(status, { "Cache-Control": "no-store" }).end(`${status}`));
  const nginx = await before([failing]);
  const once = async () => (await visit(nginx.port, "/PowerProductDetail/1001")).status;
  expect(await once()).toBe(503);
  status = 404;
  expect(await once()).toBe(404);
  status = 200;
  expect(await once()).toBe(200);
});

withNginx("behind a CDN visitors are counted, not the CDN", async () => {
  const echo = await echoing();
  const nginx = await before([echo]);
  const cdn = { "X-Forwarded-For": "192.0.2.1, 203.0.113.7", "CF-Connecting-IP": "203.0.113.7" };
  const chain = async (path: string) => {
    const { headers } = JSON.parse((await visit(nginx.port, path, { headers: cdn })).body) as Echo;
    return headers["x-forwarded-for"]?.split(", ");
  };
  const paths = ["/Login", "/Index/Home", "/assets/a.js", "/pictures/s1/a/b"];
  // TRUST_PROXY=2 uses the second-to-last entry.
  for (const path of paths) expect((await chain(path))?.at(-2), path).toBe("203.0.113.7");

  writeFileSync(join(nginx.folder, "ips-v4"), "127.0.0.0/8");
  writeFileSync(join(nginx.folder, "ips-v6"), "::1/128\n");
  carryOut(commandsOf("nginx behind Cloudflare", [textOf("deploy/cdn/README.md")]).join(""), {
    "https://www.cloudflare.com": `file://${nginx.folder}`,
    ...nginx.places,
  });
  // This runs the runbook's check, then reloads without systemd.
  carryOut(quotedCommand(/`(nginx -t [^`]*)`/), nginx.places);
  carryOut("nginx -s reload", nginx.places);
  await expect.poll(async () => (await chain("/Login?2"))?.at(-1)).toBe("203.0.113.7");
  expect((await chain("/Login?3"))?.at(-2)).toBe("203.0.113.7");
});

withNginx("a visitor's forwarding headers are ignored, and not logged", async () => {
  const echo = await echoing();
  const nginx = await before([echo]);
  for (const path of ["/Login/canary@example.com?canary=1", "/Index/Home?utm_source=canary"]) {
    const { body, headers } = await visit(nginx.port, path, {
      headers: {
        "X-Forwarded-For": "203.0.113.7",
        "X-Forwarded-Host": "evil.example",
        Forwarded: "for=203.0.113.7",
        "X-Request-Id": "canary-canary",
        "X-Real-IP": "203.0.113.7",
        traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        tracestate: "canary=1",
      },
    });
    const { headers: seen } = JSON.parse(body) as Echo;
    // The storefront uses only the last entry (TRUST_PROXY=1).
    expect(seen).toMatchObject({ host: SITE, "x-forwarded-for": "203.0.113.7, 127.0.0.1" });
    expect(seen["x-request-id"]).toMatch(/^[0-9a-f]{32}$/);
    for (const name of ["x-forwarded-host", "forwarded", "x-real-ip", "traceparent", "tracestate"])
      expect(seen[name]).toBeUndefined();
    expect(headers["x-request-id"] ?? seen["x-request-id"]).toMatch(/^[0-9a-f]{32}$/);
  }
  expect((await visit(nginx.port, "/readyz")).status).toBe(404);
  await expect.poll(() => nginx.log().length).toBe(3);
  expect(JSON.stringify(nginx.log())).not.toMatch(/canary|203\.0\.113/);
});

withNginx("the storefront behind nginx: pages, style, forms and ids", async () => {
  const sandbox = await startSandbox();
  const port = await freePort(44_300);
  const storefront = await startStorefront({
    env: {
      ...sandboxedVariables({ port, sandboxUrl: sandbox.url }),
      PUBLIC_ORIGIN: `https://${SITE}`,
      TRUST_PROXY: "1",
      DATA_DIR: freshFolder("storefront-deploy"),
    },
  });
  const nginx = await startNginx([port, port]);
  onTestFinished(async () => {
    await nginx.stop();
    await storefront.stop();
    await sandbox.close();
  });
  const first = await visit(nginx.port, "/Index/Home");
  expect(first.status).toBe(200);
  // A cached first page contains its style too.
  const again = await visit(nginx.port, "/Index/Home");
  expect(again.body).toBe(first.body);
  for (const { headers } of [first, again]) {
    expect(headers["set-cookie"]?.map((cookie) => cookie.split("=")[0])).toEqual([STYLES_COOKIE]);
    expect(headers["cache-control"]).toBe("private, no-cache, no-transform");
  }
  expect(again.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
  const unchanged = await visit(nginx.port, "/Index/Home", { headers: { "If-None-Match": first.headers.etag ?? "" } });
  expect(unchanged.status).toBe(304);
  const english = await visit(nginx.port, "/Index/Home", { headers: { Cookie: "ulan=en_US" } });
  expect(english.body).toContain('<html lang="en"');
  const file = /\/assets\/[\w.-]+\.css/.exec(first.body)?.[0] ?? "";
  for (const expected of ["MISS", "HIT"]) {
    expect((await visit(nginx.port, file)).status).toBe(200);
    await expect.poll(() => nginx.log().at(-1)?.["cache"]).toBe(expected);
  }
  const posted = await visit(nginx.port, "/Language", {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: `https://${SITE}` },
    body: new URLSearchParams({
      csrf: "",
      locale: "en_US",
      ...Object.fromEntries(
        [...first.body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
          ([, name = "", value = ""]) => [name, value],
        ),
      ),
    }).toString(),
  });
  expect(posted.status).toBe(303);
  expect(posted.headers["set-cookie"]?.join()).toContain("ulan=");
});

withNginx("an overlong URL gets the storefront's own page", async () => {
  await expectOwn414((port) => startNginx([port, port]), onTestFinished);
});

withNginx("the runbook's command stops only payments at the proxy", async () => {
  await expectPaymentsStopped((port) => startNginx([port, port]), onTestFinished);
});

withNginx("no other spelling of a path bypasses stopped payments", async () => {
  await expectNoOtherSpelling((port) => startNginx([port, port]), onTestFinished);
});

withNginx("maintenance closes the site under load without cutting requests", async () => {
  await expectMaintenance((port) => startNginx([port, port]), onTestFinished);
});

withNginx("an address can be found in the log, limited and blocked", async () => {
  const scarce = (text: string) => text.replace("rate=200r/s", "rate=1r/s").replace("burst=1000", "burst=20");
  await expectRefusal(
    (port) => startNginx([port, port], scarce),
    ({ log }) => JSON.stringify(log()),
    onTestFinished,
  );
});

withNginx("the storefront's own 503 page is passed on", async () => {
  const shedding = await standIn((_req, res) => res.writeHead(503).end("own words"));
  const nginx = await before([shedding]);
  for (const path of ["/Index/Home", "/UserCenter"]) {
    const { status, body } = await visit(nginx.port, path);
    expect({ path, status, body }).toEqual({ path, status: 503, body: "own words" });
  }
});

withNginx("a slow but steady upload of ten minutes succeeds", async () => {
  const nginx = await before([await reading()], withShortTimes);
  expect(await uploadSlowly(nginx.port, STEADY_UPLOAD_TIMEOUT_MS)).toEqual({ status: 200, bytes: 40_000 });
});

withNginx("an address has a bounded number of requests at a time; others get through", async () => {
  const slow = await standIn((req, res) => (req.headers["x-visitor"] ? res.end() : undefined));
  const nginx = await before([slow], (text) => text.replace("limit_conn requests 1000;", "limit_conn requests 20;"));
  for (let n = 0; n < 20; n += 1) visit(nginx.port, "/Login").catch(() => undefined);
  await expect.poll(() => slow.asked.length).toBe(20);
  expect(await visit(nginx.port, "/Login")).toMatchObject({ status: 429 });
  const visitor = { localAddress: "127.0.0.2", headers: { "X-Visitor": "1" } };
  expect(await visit(nginx.port, "/Login", visitor)).toMatchObject({ status: 200 });
});
