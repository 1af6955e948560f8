import type { Request, RequestHandler, Response } from "express";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { z } from "zod";
import * as home from "~/routes/Index.Home/route";
import * as orders from "~/routes/MyOrder/route";
import { BUILD } from "~server/build-info";
import { formAction } from "~server/forms/form";
import { log } from "@storefront/observability/log";
import { receivedBody } from "@storefront/http-server/body-limit";
import { withRequestId } from "@storefront/observability/request-id";
import { publicFormToken } from "~server/session/csrf";
import { sessionCookie } from "~server/session/session";
import { userInfo } from "~server/upstream/user";
import { captureLog } from "@storefront/observability/test/captured-log";
import { site } from "../../support/documents";
import { setEnv } from "../../support/environment";
import { attributesOf, textsOf } from "../../support/html";
import { ask, HOST, openStorefront, openWire, ORIGIN, post } from "../../support/test-storefront";
import { usePeer } from "../../support/upstream-peer";
import { Visitor } from "../../support/visitor";

const NEW_ID = /^[0-9a-f]{12}$/;
const shownIn = (page: string) => attributesOf(page, "[data-reference]", "data-reference")[0];

const peer = await usePeer(() => ({ status: 503, body: "" }));

const pages = site({
  "Index/Home": home,
  MyOrder: orders,
  Broken: { loader: () => Promise.reject(new Error("canary")), default: () => null },
});

/** Gives requests to the app as the Remix adapter does. */
async function respond(req: Request, res: Response): Promise<void> {
  const headers = Object.entries(req.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const asked = new globalThis.Request(ORIGIN + req.originalUrl, { headers });
  const page = await pages(asked, "198.51.100.7");
  for (const [name, value] of page.headers) res.append(name, value);
  res.status(page.status).send(await page.text());
}
const app: RequestHandler = (req, res, next) => void respond(req, res).catch(next);

test("every request has its own id in the response header and its log line", async () => {
  const { port, logged } = await openStorefront((_req, res) => res.redirect(303, "/Index/Home"), {
    files: { "robots.txt": "x" },
  });
  const responses = [];
  for (const path of ["/", "/robots.txt", "/assets/gone.js", "/"]) responses.push(await ask(port, path));
  const ids = responses.map(({ headers }) => headers["x-request-id"]);
  for (const id of ids) expect(id).toMatch(NEW_ID);
  expect(new Set(ids).size).toBe(ids.length);
  const lines = (await logged(4)).map((line) => JSON.parse(line) as { requestId: string });
  expect(lines.map(({ requestId }) => requestId)).toEqual(ids);
  expect(responses[0]?.headers.location, "no URL contains the id").toBe("/Index/Home");
});

const PROXY_IDS = ["4f1c2a9e-8d3b-4a57-9c0e-1b2d3f4a5c6e", "9f86d081884c7d659a2feaa0c55ad015", "Root_1-67891233"];
const HOSTILE_IDS = [
  "<script>alert(1)</script>",
  "a.b.c.d.e.f",
  "one-id-01, two-id-02",
  '{"level":"error"}',
  "seven-7",
  "x".repeat(65),
  "canary@example.com",
  "",
];

test.for(PROXY_IDS)("the id from our proxy is used: %s", async (id) => {
  const { port, logged } = await openStorefront(app, { env: { TRUST_PROXY: 1 } });
  const response = await ask(port, "/%", { headers: { "X-Request-Id": id } });
  expect(response.headers["x-request-id"]).toBe(id);
  expect(response.body.toString()).toContain(`Reference: ${id}`);
  expect(JSON.parse((await logged(1))[0] ?? "")).toMatchObject({ requestId: id, status: 400 });
});

test.for(HOSTILE_IDS)("an invalid id is not returned, logged or sent to the upstream: '%s'", async (id) => {
  const { text, lines } = captureLog();
  const { port } = await openStorefront(app, { env: { TRUST_PROXY: 1 }, log: log() });
  const response = await ask(port, "/Index/Home", { headers: { "X-Request-Id": id } });
  const given = String(response.headers["x-request-id"]);
  expect(given).toMatch(NEW_ID);
  await expect.poll(() => lines.at(-1)).toMatchObject({ msg: "request", requestId: given });
  if (id) expect(text.join("") + response.body.toString()).not.toContain(id);
  expect(new Set(peer.requests.map(({ headers }) => headers["x-request-id"]))).toEqual(new Set([given]));
});

test("two ids, or one without our proxy in front, are ignored, and the app never gets the header", async () => {
  const echo: RequestHandler = (req, res) => void res.json(Object.keys(req.headers));
  const { port } = await openStorefront(echo);
  const response = await ask(port, "/", { headers: { "X-Request-Id": "strangers-own-id" } });
  expect(response.headers["x-request-id"]).toMatch(NEW_ID);
  expect(JSON.parse(response.body.toString())).not.toContain("x-request-id");
  const proxied = await openStorefront(echo, { env: { TRUST_PROXY: 1 } });
  const wire = await openWire(proxied.port);
  wire.write(
    `GET / HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\nX-Request-Id: first-id-1\r\nX-Request-Id: second-id-2\r\n\r\n`,
  );
  expect(await wire.ended).toMatch(/\r\nX-Request-Id: [0-9a-f]{12}\r\n/);
});

test("a rejection shows the id, even for an unreadable request or an oversized head", async () => {
  const { port, lines, logged } = await openStorefront((req, res) => void req.on("end", () => res.end()).resume());
  const refused = await ask(port, "/", { headers: { Host: "evil.example" } });
  const unreadable = await openWire(port);
  unreadable.write("BREW / HTTP/1.1\r\n\r\n");
  const tooLarge = await openWire(port);
  tooLarge.write(`GET / HTTP/1.1\r\nHost: ${HOST}\r\nCookie: ${"a".repeat(0x8000)}\r\n\r\n`);
  const responses = [
    `X-Request-Id: ${String(refused.headers["x-request-id"])}\r\n${refused.body.toString("latin1")}`,
    await unreadable.ended,
    await tooLarge.received("</html>"),
  ];
  const ids = responses.map((response) => /X-Request-Id: ([0-9a-f]{12})\r\n/.exec(response)?.[1]);
  responses.forEach((response, index) => expect(textsOf(response, "p[lang=en]")).toContain(`Reference: ${ids[index]}`));
  expect(new Set(ids).size).toBe(3);
  tooLarge.cut();
  await logged(3);
  expect(lines.map((line) => (JSON.parse(line) as { requestId?: string }).requestId).sort()).toEqual(ids.sort());
});

test.for([
  ["en_US", "Reference: "],
  ["el_GR", "查詢編號："],
] as const)(
  "in an outage the page, its header, the calls, their log lines and the access log have the same id (%s)",
  async ([locale, word]) => {
    const { lines } = captureLog();
    const { port } = await openStorefront(app, { log: log() });
    const response = await ask(port, "/Index/Home", { headers: { Cookie: `ulan=${locale}` } });
    expect(response.status).toBe(503);
    const id = String(response.headers["x-request-id"]);
    expect(shownIn(response.body.toString())).toBe(id);
    expect(response.body.toString()).toContain(word + id);
    await expect.poll(() => lines.at(-1)?.["msg"]).toBe("request");
    const calls = lines.slice(0, -1);
    expect(calls.map(({ call }) => call).sort()).toEqual([
      "/fe-ex-api/common/public_info_market",
      "/fe-ex-api/notice/notice_info_list",
      "/fe-origin-hashrate-api/common/kv",
      "/fe-origin-hashrate-api/common/kv",
      "/fe-origin-hashrate-api/project_sku",
    ]);
    for (const line of calls)
      expect(line).toMatchObject({ level: "warn", reason: "status 503", sent: true, kind: "read" });
    expect(new Set(lines.map(({ requestId }) => requestId))).toEqual(new Set([id]));
    expect(new Set(peer.requests.map(({ headers }) => headers["x-request-id"]))).toEqual(new Set([id]));
  },
);

test("an internal error's page and log line have the same id, and the page names the build; a 404 page has neither", async () => {
  const { lines, text } = captureLog();
  const { port } = await openStorefront(app, { log: log() });
  const broken = await ask(port, "/Broken");
  expect(broken.status).toBe(500);
  expect(shownIn(broken.body.toString())).toBe(broken.headers["x-request-id"]);
  const unhandled = lines.find(({ msg }) => msg === "unhandled error");
  expect(unhandled).toMatchObject({ level: "error", requestId: broken.headers["x-request-id"] });
  const missing = await ask(port, "/NoSuchPage");
  expect(missing.status).toBe(404);
  expect(missing.body.toString()).not.toContain(String(missing.headers["x-request-id"]));
  const build = `<p class="small">版本：${BUILD.version} ${BUILD.commit}</p>`;
  expect([broken, missing].map(({ body }) => body.includes(build))).toEqual([true, false]);
  expect(text.join("")).not.toContain("canary");
});

test("the log lines of a failed page contain nothing about the visitor", async () => {
  setEnv({ PUBLIC_ORIGIN: ORIGIN });
  const { lines, text } = captureLog();
  peer.reply = () => ({ status: 500, body: '{"code":"1","msg":"canary-answer"}' });
  const [cookie = ""] = (await sessionCookie({ token: "canary-token", account: "canary@example.com" })).split(";");
  const { port } = await openStorefront(app, { log: log() });
  const response = await ask(port, "/MyOrder?canary=1", { headers: { Cookie: cookie } });
  expect(response.status).toBe(503);
  expect(shownIn(response.body.toString())).toBe(response.headers["x-request-id"]);
  await expect.poll(() => lines.at(-1)?.["msg"]).toBe("request");
  expect(lines.some(({ call }) => String(call).endsWith("/getOrderList"))).toBe(true);
  expect(text.join("")).not.toMatch(/canary|example\.com/);
});

test("a form that fails shows the id; a rejected form does not", async () => {
  const action = formAction({
    purpose: "test",
    open: true,
    schema: () => z.object({ name: z.string({ required_error: "errors.invalid" }) }),
    handle: async ({ upstreamContext }) => {
      await userInfo(upstreamContext);
      throw new Error("the upstream responded");
    },
  });
  const visitor = new Visitor({ action });
  const messages = async (fields: Record<string, string>) => {
    const post = () => visitor.post("/", { ...fields, csrf: publicFormToken("test") });
    const response = await withRequestId("0123456789ab", post);
    return ((await response.json()) as { lastResult: { error: Record<string, string[]> } }).lastResult.error[""];
  };
  expect(await messages({ name: "a" })).toEqual(["errors.network", '["common.formMeanwhile",{"id":"0123456789ab"}]']);
  expect(await messages({})).toBeUndefined();
});

test.for([
  ["received whole", "a=1"],
  ["read by the app", "a".repeat(100_000)],
] as const)("a request keeps its id while its body arrives, %s", async ([, body]) => {
  const { lines } = captureLog();
  const { port } = await openStorefront(
    (req, res) => {
      log().warn("read");
      res.end(receivedBody(req));
    },
    { log: log() },
  );
  const response = await post(port, "/", { body });
  expect(lines.find(({ msg }) => msg === "read")).toMatchObject({ requestId: response.headers["x-request-id"] });
});

test("a timer that outlasts its request does not keep it in memory", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const requests: WeakRef<Request>[] = [];
  const timers: NodeJS.Timeout[] = [];
  const { port } = await openStorefront((req, res) => {
    requests.push(new WeakRef(req));
    timers.push(setTimeout(() => undefined, 60_000).unref());
    res.end();
  });
  for (let count = 0; count < 3; count += 1) await post(port, "/", { body: "a=1" });
  expect(requests).toHaveLength(3);
  await expect
    .poll(() => {
      collectGarbage();
      return requests.filter((request) => request.deref()).length;
    })
    .toBe(0);
  for (const timer of timers) clearTimeout(timer);
});
