import { createRequire } from "node:module";
import { join } from "node:path";
import ts from "typescript";
import { expect, onTestFinished, test } from "vitest";
import { startSandbox } from "@storefront/sandbox/start";
import { freePort, sandboxedVariables, startStorefront } from "~tools/demo/storefront-process";
import { ROOT, textOf } from "../support/deployed";
import { standIn, type StandIn } from "../support/proxied";

/** Runs the worker of `deploy/cdn` in workerd, Cloudflare's runtime, in front of stand-ins and the storefront. */

interface Edge {
  dispatchFetch: (url: string, init?: RequestInit) => Promise<Response>;
  dispose: () => Promise<void>;
}
type EdgeClass = new (options: Record<string, unknown>) => Edge;

const HOME = "/Index/Home";
const FOR_ALL = {
  "Cache-Control": "private, no-cache, no-transform",
  Vary: "Cookie, Save-Data, User-Agent, Accept-Encoding",
};

/** Starts the worker in front of an origin, with the compatibility date of its configuration. */
function startEdge(origin: string) {
  // Miniflare belongs to the packages of `tests/deploy`, which are not always installed.
  const { Miniflare } = createRequire(join(ROOT, "tests/deploy/package.json"))("miniflare") as { Miniflare: EdgeClass };
  const { outputText } = ts.transpileModule(textOf("deploy/cdn/worker.ts"), {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  const edge = new Miniflare({
    modules: [{ type: "ESModule", path: "worker.js", contents: outputText }],
    compatibilityDate: /^compatibility_date = "(.*)"$/m.exec(textOf("deploy/cdn/wrangler.toml"))?.[1],
    upstream: origin,
    // This silences the runtime's errors about the unreachable origin, which is part of the test.
    handleRuntimeStdio: () => {},
  });
  onTestFinished(() => edge.dispose());
  return async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const response = await edge.dispatchFetch(origin + path, { method, headers, redirect: "manual" });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
}

/** Starts an origin that responds with these headers and a consecutive number. */
async function startOrigin(
  answer: { status?: number; headers?: Record<string, string | string[]> } = {},
): Promise<StandIn & { url: string }> {
  const behind: StandIn = await standIn((_req, res) => {
    res.writeHead(answer.status ?? 200, { ...FOR_ALL, ...answer.headers }).end(String(behind.asked.length));
  });
  onTestFinished(() => behind.close());
  return { ...behind, url: `http://127.0.0.1:${behind.port}` };
}

test("visitors with the same cache key share one page of the origin, and get its styles cookie", async () => {
  const behind = await startOrigin({ headers: { "Set-Cookie": "styles=v1; Path=/", ETag: 'W/"1"' } });
  const visit = startEdge(behind.url);
  for (const cookie of ["", "_ga=1", "theme=dark; ulan=el_GR"]) {
    const got = await visit(HOME, cookie ? { Cookie: cookie } : {});
    expect(got).toMatchObject({ status: 200, text: "1" });
    expect(Object.fromEntries(got.headers)).toMatchObject({
      "set-cookie": "styles=v1; Path=/",
      "cache-control": FOR_ALL["Cache-Control"],
      vary: FOR_ALL.Vary,
    });
  }
  expect(await visit(HOME, { "If-None-Match": 'W/"1"' })).toMatchObject({ status: 304, text: "" });
  expect(await visit(HOME, {}, "HEAD")).toMatchObject({ status: 200, text: "" });
  expect((await visit(HOME, { Cookie: "ulan=en_US" })).text).toBe("2");
  for (const language of ["ja_JP", "xx_YY", "en_us", ""]) {
    expect((await visit(HOME, { Cookie: `ulan=${language}` })).text, language).toBe("1");
  }
  expect(behind.asked).toHaveLength(2);
});

test.each([
  { of: "an unknown product", status: 404, headers: { "Cache-Control": "no-store" } },
  { of: "a limit", status: 429, headers: { "Cache-Control": "no-store" } },
  { of: "a page that could not be read", status: 503, headers: {} },
  { of: "another address", status: 302, headers: { Location: "/" } },
  { of: "a cookie", status: 200, headers: { "Set-Cookie": "__Host-flow=secret; Path=/; Secure" } },
  { of: "a second cookie", status: 200, headers: { "Set-Cookie": ["styles=v1", "utoken=secret"] } },
  { of: "private", status: 200, headers: { "Cache-Control": "private" } },
  { of: "no-store", status: 200, headers: { "Cache-Control": "private, no-cache, no-store" } },
  { of: "no rule at all", status: 200, headers: { "Cache-Control": "" } },
  { of: "a header that is not in the key", status: 200, headers: { Vary: "Cookie, Accept-Language" } },
  { of: "every header", status: 200, headers: { Vary: "*" } },
])("a response with $of is not cached, and makes one request to the origin", async (answer) => {
  const behind = await startOrigin(answer);
  const visit = startEdge(behind.url);
  for (const text of ["1", "2"]) expect(await visit(HOME)).toMatchObject({ status: answer.status, text });
  expect(behind.asked).toHaveLength(2);
});

test.each([
  { Cookie: "__Host-utoken=x" },
  { Cookie: "ulan=en_US; utoken=x" },
  { Cookie: "flash=x" },
  { Authorization: "Bearer x" },
  { "Sec-Purpose": "prefetch" },
])("a private request with %o passes unchanged, and neither fills nor reads the cache", async (own) => {
  const behind = await startOrigin();
  const visit = startEdge(behind.url);
  const texts = [];
  for (const headers of [own, {}, own, {}]) texts.push((await visit(HOME, headers)).text);
  expect(texts).toEqual(["1", "2", "3", "2"]);
  const [name = "", value] = Object.entries(own)[0] ?? [];
  expect(behind.asked[0]?.headers[name.toLowerCase()]).toBe(value);
  expect(behind.asked[1]?.headers).toMatchObject({ cookie: "ulan=el_GR", "user-agent": "Android" });
});

test("a failed origin request is not repeated, and the next visit asks again", async () => {
  const behind = await startOrigin();
  let tries = 0;
  behind.server.prependListener("request", (req) => {
    tries += 1;
    if (tries === 1) req.socket.destroy();
  });
  const visit = startEdge(behind.url);
  expect((await visit(HOME)).status).toBeGreaterThanOrEqual(500);
  expect(tries).toBe(1);
  expect((await visit(HOME)).status).toBe(200);
});

test("simultaneous visitors make one request to the origin", async () => {
  let answer = () => {};
  const arrived = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const waiting: (() => void)[] = [];
  const behind = await standIn((_req, res) => {
    waiting.push(() => res.writeHead(200, FOR_ALL).end("page"));
    answer();
  });
  onTestFinished(() => behind.close());
  const visit = startEdge(`http://127.0.0.1:${behind.port}`);
  const first = visit(HOME);
  await arrived;
  const others = Array.from({ length: 20 }, (_, n) => visit(HOME, { Cookie: `_ga=${n}` }));
  // The others were sent before this request.
  const own = visit("/Login");
  await expect.poll(() => waiting.length).toBe(2);
  for (const release of waiting) release();
  await own;
  for (const got of [await first, ...(await Promise.all(others))]) {
    expect(got).toMatchObject({ status: 200, text: "page" });
  }
  expect(behind.asked.map(({ url }) => url)).toEqual([HOME, "/Login"]);
});

test("visitors who waited for an unshareable page send their own requests", async () => {
  const releases: (() => void)[] = [];
  const behind = await standIn((_req, res) => {
    const number = behind.asked.length;
    const release = () => res.writeHead(429, { "Cache-Control": "no-store" }).end(String(number));
    if (number === 1) releases.push(release);
    else release();
  });
  onTestFinished(() => behind.close());
  const visit = startEdge(`http://127.0.0.1:${behind.port}`);
  const first = visit(HOME);
  await expect.poll(() => releases.length).toBe(1);
  const others = [visit(HOME, { Cookie: "_ga=1" }), visit(HOME, { Cookie: "_ga=2" })];
  await visit("/Login");
  releases[0]?.();
  const texts = (await Promise.all([first, ...others])).map(({ text }) => text);
  expect(texts[0]).toBe("1");
  expect(new Set(texts).size).toBe(3);
  expect(behind.asked.filter(({ url }) => url === HOME)).toHaveLength(3);
});

test("public pages are cached, private ones are not", async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const port = await freePort(47_100);
  const storefront = await startStorefront({ env: sandboxedVariables({ port, sandboxUrl: sandbox.url }) });
  onTestFinished(async () => void (await storefront.stop()));
  const visit = startEdge(`http://127.0.0.1:${port}`);
  const requestId = async (path: string) => (await visit(path)).headers.get("X-Request-Id");
  const first = await visit("/PowerProductDetail/1001");
  expect(first.status).toBe(200);
  expect((await visit("/PowerProductDetail/1001", { Cookie: "_ga=1" })).text).toBe(first.text);
  // A cached page has no request id.
  expect(await requestId("/PowerProductDetail/1001")).toBeNull();
  expect(await requestId("/Login")).not.toBeNull();
  expect((await visit("/PowerProductDetail/999999")).status).toBe(404);
  expect(await requestId("/PowerProductDetail/999999")).not.toBeNull();
});
