import { expect, test } from "vitest";
import { createLog } from "@storefront/observability/log";
import { serveMetrics } from "@storefront/http-server/metrics";
import { createMetrics } from "~server/metrics";
import { routeTable } from "@storefront/remix-runtime/route-table";
import { ask, openStorefront, openWire, post } from "../../support/test-storefront";
import { tableOf } from "../../support/route-table";

test("a request is logged as one JSON line: id, method, path, status, time, bytes", async () => {
  const { port, logged } = await openStorefront((_req, res) => void res.status(422).send("x".repeat(500)));
  await ask(port, "/UserCenter");
  const line = JSON.parse((await logged(1))[0] ?? "") as Record<string, unknown>;
  expect(Object.keys(line).sort()).toEqual("bytes durationMs level method msg path requestId status time".split(" "));
  expect(line).toMatchObject({ level: "info", method: "GET", path: "/UserCenter", status: 422 });
  expect(line["bytes"]).toBeGreaterThan(500);
  expect(line["durationMs"]).toBeGreaterThanOrEqual(0);
});

test("no query, cookie, header, body, account or mistyped path is logged", async () => {
  const { port, lines, logged } = await openStorefront((req, res, next) => {
    if (req.path === "/UserCenter") next(new Error("canary-message\n    at canary-frame"));
    else res.append("Set-Cookie", "utoken=canary-cookie").send("canary-answer");
  });
  const headers = {
    Cookie: "utoken=canary-cookie",
    "User-Agent": "canary-agent",
    Referer: "http://canary.example/",
    Authorization: "canary-token",
  };
  await ask(port, "/Login/canary@example.com?redirectTo=canary-query", { headers });
  await ask(port, "/%4cogin/canary%40example.com", { headers });
  await ask(port, "/canary-typo/me", { headers });
  await post(port, "/Login?x=canary", { headers, body: "loginPword=canary-password" });
  await post(port, "/Login", { headers: { ...headers, Origin: "http://canary.example" }, body: "canary=1" });
  await ask(port, "/canary/%", { headers });
  await ask(port, "/UserCenter?canary", { headers });
  await logged(8);
  expect(lines.join("")).not.toMatch(/canary/i);
  expect(lines.map((line) => (JSON.parse(line) as { path?: string }).path)).toEqual([
    "/Login/*",
    "/Login/*",
    "/*",
    "/Login",
    "/Login",
    "/*",
    undefined,
    "/UserCenter",
  ]);
});

test("an error is logged with name, constant code, place and cause; the 500 response hides it", async () => {
  const { port, lines, logged } = await openStorefront((_req, _res, next) => {
    next(new TypeError("canary", { cause: Object.assign(new Error("canary"), { code: "ECONNREFUSED" }) }));
  });
  const response = await ask(port, "/");
  expect(response.status).toBe(500);
  expect(response.body.toString()).not.toContain("canary");
  await logged(2);
  const { error } = JSON.parse(lines[0] ?? "") as { error: Record<string, unknown> };
  expect(error["name"]).toBe("TypeError");
  expect(error["at"]).toMatch(/http\/log\.test\.ts/);
  expect(error["cause"]).toMatchObject({ name: "Error", code: "ECONNREFUSED" });
  expect(lines.join("")).not.toContain("canary");
});

test("a visitor who leaves before the response is logged as 499", async () => {
  let left = (): void => {};
  const leaving = new Promise<void>((resolve) => (left = resolve));
  const { port, logged } = await openStorefront(() => left());
  const wire = await openWire(port);
  wire.write("GET /Login HTTP/1.1\r\nHost: shop.example.com\r\n\r\n");
  await leaving;
  wire.cut();
  expect(JSON.parse((await logged(1))[0] ?? "")).toMatchObject({ status: 499, aborted: true, path: "/Login" });
});

test("health checks are logged at debug only", async () => {
  const lines: string[] = [];
  const log = createLog("debug", { write: (line) => void lines.push(line) });
  const { port } = await openStorefront((_req, res) => void res.send("x"), { log });
  await ask(port, "/healthz");
  await ask(port, "/");
  await expect.poll(() => lines.length).toBe(2);
  expect(lines.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(["debug", "info"]);
});

test("path patterns come from the build's routes, without catch-alls", () => {
  const module = {};
  const { shapes, shapeOf } = routeTable({
    root: { id: "root", path: "", module },
    "routes/Index": { id: "routes/Index", parentId: "root", path: "Index", module },
    "routes/Index.Home": { id: "routes/Index.Home", parentId: "routes/Index", path: "Home", module },
    "routes/Login.($account)": { id: "routes/Login.($account)", parentId: "root", path: "Login/:account?", module },
    "routes/$": { id: "routes/$", parentId: "root", path: "*", module },
  });
  expect([...shapes]).toEqual(["/", "/Index", "/Index/Home", "/Login", "/Login/*", "/*"]);
  expect(["/index/home", "/Login/a", "/Login/a/b", "/x"].map(shapeOf)).toEqual(["/Index/Home", "/Login/*", "/*", "/*"]);
});

test.for([
  ["/", "/"],
  ["/login", "/Login"],
  ["/Login/", "/Login"],
  ["/LOGIN/me%40example.com", "/Login/*"],
  ["/Login/me/more", "/*"],
  ["/Recharge/new", "/Recharge/new"],
  ["/Recharge/BTC", "/Recharge/*"],
  ["/Product", "/*"],
  ["/assets/app-1a2b.js", "/assets/*"],
  ["/wp-admin", "/*"],
] as const)("the logged path of %s is %s", ([pathname, shape]) => {
  const { shapeOf } = tableOf(["/", "/Login/:account?", "/Recharge/:coin", "/Recharge/new", "/Product/:id"]);
  expect(shapeOf(pathname)).toBe(shape);
});

test("metrics count requests by route pattern and status, and are served on their own port", async ({
  onTestFinished,
}) => {
  const metrics = createMetrics();
  const server = await serveMetrics(metrics, 0);
  onTestFinished(() => void server.close());
  const { port, logged } = await openStorefront((_req, res) => void res.send("x"), { metrics });
  await ask(port, "/Login/me@example.com");
  await ask(port, "/Login/you@example.com");
  await ask(port, "/nowhere", { method: "PUT" });
  await logged(3);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  expect(address.address).toBe("127.0.0.1");
  const text = (await ask(address.port, "/metrics")).body.toString();
  expect(text).toContain('storefront_http_requests_total{method="GET",route="/Login/*",status="200"} 2');
  expect(text).toContain('storefront_http_requests_total{method="other",route="/*",status="405"} 1');
  expect(text).toContain('storefront_http_request_duration_seconds_count{route="/Login/*"} 2');
  expect(text).toContain("storefront_http_requests_in_flight 0");
  expect(text).not.toContain("example.com");
  for (const [path, status] of [
    ["/", 404],
    ["/metrics", 200],
  ] as const) {
    const response = await ask(address.port, path);
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "cache-control": "no-store",
    });
  }
  // The storefront's port has no metrics.
  expect((await ask(port, "/metrics")).body.toString()).toBe("x");
});
