import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startPeer, type Peer } from "@storefront/test-support/peer";
import { createLog, setLog } from "./log";
import { startTracing, tracing } from "./tracing";

let collector: Peer;

beforeEach(async () => {
  collector = await startPeer();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
});
afterEach(async () => {
  await tracing()?.stop();
  await collector.close();
  vi.unstubAllEnvs();
});

const start = (options: Partial<Parameters<typeof startTracing>[0]> = {}) =>
  startTracing({ name: "shop", version: "1.2.3", ratio: 1, propagates: false, ...options });

interface Exported {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  events: { name: string; attributes: { key: string; value: Record<string, unknown> }[] }[];
}

/** Stops tracing, and returns the spans that the collector received. */
async function exported(): Promise<Exported[]> {
  await tracing()?.stop();
  return collector.requests.flatMap(({ body }) =>
    (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Exported[] }[] }[] }).resourceSpans.flatMap(
      ({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans),
    ),
  );
}

const READ = { path: "/fe-ex-api/common/rate", kind: "read", purpose: "public" };
const ENDED = { method: "GET", route: "/Index/Home", status: 200, requestId: "0123456789ab", aborted: false };
const outcomeOf = () => "unavailable";

const valuesOf = ({ attributes }: Pick<Exported, "attributes">) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

test("the span of a call belongs to its request; each has route or name, and outcome", async () => {
  await start();
  await tracing()?.request(undefined, async (end) => {
    await Promise.resolve();
    await tracing()?.call(READ, () => Promise.resolve(1), outcomeOf);
    end(ENDED);
  });
  const [call, request] = await exported();
  expect(call).toMatchObject({
    name: "/fe-ex-api/common/rate",
    traceId: request?.traceId,
    parentSpanId: request?.spanId,
  });
  expect(call && valuesOf(call)).toMatchObject({ "upstream.kind": "read", "upstream.outcome": "ok" });
  expect(request).toMatchObject({ name: "GET /Index/Home" });
  expect(request && valuesOf(request)).toMatchObject({ "http.route": "/Index/Home", "request.id": "0123456789ab" });
});

test("a failed call records its outcome, an exception its type and place; neither has a message", async () => {
  await start();
  const typed = new Error("buyer@example.com typed this");
  await tracing()?.request(undefined, async (end) => {
    const call = tracing()?.call(READ, () => Promise.reject(typed), outcomeOf);
    await expect(call).rejects.toBe(typed);
    tracing()?.exception(typed);
    end({ ...ENDED, status: 500 });
  });
  const [call, request] = await exported();
  expect(call && valuesOf(call)["upstream.outcome"]).toBe("unavailable");
  const [event] = request?.events ?? [];
  expect(event && valuesOf(event)).toMatchObject({ "exception.type": "Error" });
  expect(JSON.stringify(collector.requests)).not.toContain("buyer@example.com");
});

const PROXYS = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };

test("a proxy's trace is continued, and is sent to the upstream only if configured", async () => {
  await start({ propagates: true });
  const sent = tracing()?.request(PROXYS, (end) => {
    end(ENDED);
    return tracing()?.propagation();
  });
  expect(sent?.["traceparent"]).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-/);
  await tracing()?.stop();
  await start();
  expect(tracing()?.request(PROXYS, () => tracing()?.propagation())).toEqual({});
});

test("a share of 0 exports nothing; OpenTelemetry's own variable may name the service", async () => {
  await start({ ratio: 0 });
  tracing()?.request(undefined, (end) => end(ENDED));
  expect(await exported()).toEqual([]);
  vi.stubEnv("OTEL_SERVICE_NAME", "second-shop");
  await start();
  tracing()?.request(undefined, (end) => end(ENDED));
  expect(await exported()).toHaveLength(1);
  expect(JSON.stringify(collector.requests)).toContain("second-shop");
});

test("a collector's response is read up to 64 kB", async () => {
  const lines: string[] = [];
  setLog(() => createLog("warn", { write: (line) => void lines.push(line) }));
  for (const [bytes, reported] of [
    [60_000, 0],
    [70_000, 1],
  ] as const) {
    collector.reply = () => ({ status: 200, body: "x".repeat(bytes) });
    await start();
    tracing()?.request(undefined, (end) => end(ENDED));
    await tracing()?.stop();
    expect(lines.filter((line) => line.includes("could not export spans"))).toHaveLength(reported);
  }
});

test("a collector that refuses spans does not disturb requests", async () => {
  collector.reply = () => ({ status: 400, body: "" });
  await start();
  tracing()?.request(undefined, (end) => end(ENDED));
  await tracing()?.stop();
  expect(tracing()).toBeUndefined();
});
