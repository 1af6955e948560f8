import { once } from "node:events";
import type { Socket } from "node:net";
import type { Response } from "express";
import { expect, test } from "vitest";
import { STEADY_UPLOAD_TIMEOUT_MS, UPLOAD_REQUEST_TIMEOUT_MS } from "~server/forms/constants";
import { HEADERS_TIMEOUT_MS } from "~server/pipeline";
import { ask, openStorefront, openWire } from "../../support/test-storefront";

const REQUEST = "GET /UserCenter HTTP/1.1\r\nHost: shop.example.com\r\n\r\n";

/** A storefront that does not respond; `arrived` resolves to the pending response. */
async function openSlow() {
  let arrive: (res: Response) => void = () => {};
  const arrived = new Promise<Response>((resolve) => (arrive = resolve));
  return { ...(await openStorefront((_req, res) => arrive(res))), arrived };
}

/** The same with a pending request. */
async function openBusy() {
  const { port, storefront, arrived } = await openSlow();
  const wire = await openWire(port);
  wire.write(REQUEST);
  return { port, storefront, wire, res: await arrived };
}

test("/healthz and /readyz answer HTTP/1.0 requests without a Host", async () => {
  const { port } = await openStorefront((_req, res) => void res.send("the app"));
  for (const path of ["/healthz", "/readyz"]) {
    const wire = await openWire(port);
    wire.write(`GET ${path} HTTP/1.0\r\n\r\n`);
    expect(await wire.ended).toMatch(/^HTTP\/1\.[01] 200 /);
  }
});

test("/healthz is ok under any Host", async () => {
  const { port } = await openStorefront((_req, res) => void res.send("the app"));
  for (const Host of ["shop.example.com", "10.0.0.7:3000", "kubernetes"]) {
    const response = await ask(port, "/healthz", { headers: { Host } });
    expect(response.status).toBe(200);
    expect(response.body.toString()).toBe("ok\n0.0.0 none\n");
    expect(response.headers["cache-control"]).toBe("no-store");
  }
  expect((await ask(port, "/healthz", { method: "HEAD" })).body.byteLength).toBe(0);
  expect((await ask(port, "/healthz", { method: "POST" })).status).toBe(405);
  // Otherwise Node would read and discard the body for as long as it arrives.
  const withBody = await ask(port, "/healthz", { headers: { "Content-Length": "1" }, body: "a" });
  expect([withBody.status, withBody.headers.connection]).toEqual([400, "close"]);
});

test("a drain finishes running requests, sends Connection: close, and accepts no others", async () => {
  const { port, storefront, wire: buyer, res: purchase } = await openBusy();
  const drained = storefront.drain(20_000);
  await expect(ask(port, "/")).rejects.toThrow("ECONNREFUSED");
  purchase.send("bought");
  const response = await buyer.ended;
  expect(response).toContain("bought");
  expect(response).toMatch(/\r\nConnection: close\r\n/);
  expect(await drained).toBe(true);
});

test("/readyz turns 503 while draining", async () => {
  const { port, storefront, arrived } = await openSlow();
  const accepted = once(storefront.server, "connection") as Promise<[Socket]>;
  const balancer = await openWire(port);
  const [connection] = await accepted;
  const buyer = await openWire(port);
  buyer.write(REQUEST);
  // An unfinished request keeps its connection busy, so the drain does not close it.
  balancer.write("GET /readyz HTTP/1.1\r\nHost: any\r\n");
  const purchase = await arrived;
  await expect.poll(() => connection.bytesRead).toBeGreaterThan(0);
  const drained = storefront.drain(20_000);
  balancer.write("\r\n");
  expect(await balancer.ended).toMatch(/^HTTP\/1.1 503 [^]*\r\n\r\ndraining\n$/);
  purchase.send("bought");
  expect(await drained).toBe(true);
});

test("during the delay before a drain /readyz is 503 and responses close their connection, but new visitors are served", async () => {
  const { port, storefront } = await openStorefront((_req, res) => void res.send("page"));
  const before = await openWire(port);
  before.write(REQUEST);
  await before.received("page");
  const drained = storefront.drain(20_000, 1_000);
  expect((await ask(port, "/readyz")).status).toBe(503);
  const response = await ask(port, "/UserCenter");
  expect(response.headers.connection).toBe("close");
  before.write(REQUEST);
  expect(await before.ended).toMatch(/Connection: close\r\n[^]*page$/);
  expect(await drained).toBe(true);
  await expect(ask(port, "/")).rejects.toThrow("ECONNREFUSED");
});

test("twenty busy connections whose clients obey Connection: close lose no request", async () => {
  const { port, storefront } = await openStorefront((req, res) => void setTimeout(() => res.send(`<${req.url}>`), 2));
  let drained: Promise<boolean> | undefined;
  let responses = 0;
  const busy = Array.from({ length: 20 }, async () => {
    const wire = await openWire(port);
    for (let seen = ""; !seen.includes("Connection: close");) {
      const path = `/UserCenter?${responses}-${Math.random()}`;
      wire.write(REQUEST.replace("/UserCenter", path));
      seen = await wire.received(`<${path}>`);
      responses += 1;
      if (responses === 100) drained = storefront.drain(20_000, 300);
    }
    await wire.ended;
  });
  await Promise.all(busy);
  expect(responses).toBeGreaterThanOrEqual(100);
  expect(await drained).toBe(true);
});

test("a connection whose response began before the drain is closed after the response", async () => {
  const { storefront, wire, res } = await openBusy();
  res.write("first half, ");
  await wire.received("first half");
  const drained = storefront.drain(20_000);
  res.end("second half");
  expect(await wire.ended).toContain("second half");
  expect(await drained).toBe(true);
});

test("a request without a response by the deadline is cut, and the drain reports it", async () => {
  const { storefront, wire } = await openBusy();
  expect(await storefront.drain(1)).toBe(false);
  expect(await wire.ended).toBe("");
});

test("the timeouts for request heads and whole requests equal the constants", async () => {
  const { storefront } = await openStorefront((_req, res) => void res.send("page"));
  expect(storefront.server.headersTimeout).toBe(HEADERS_TIMEOUT_MS);
  // Node's own limit must be later than ours, which sends a response.
  expect(storefront.server.requestTimeout).toBe(HEADERS_TIMEOUT_MS + STEADY_UPLOAD_TIMEOUT_MS);
  expect(storefront.server.timeout).toBe(UPLOAD_REQUEST_TIMEOUT_MS);
});
