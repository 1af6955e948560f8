import { expect, test, vi } from "vitest";
import { z } from "zod";
import { withRequestId } from "@storefront/observability/request-id";
import { captureLog } from "@storefront/observability/test/captured-log";
import type { Reply } from "@storefront/test-support/peer";
import { within, type Call } from "./request";
import { BAD_GATEWAY, CACHE, data, EXPIRED, refusal, SESSION_CHECK, useUpstream, type Context } from "./test/upstream";

const upstream = await useUpstream(() => data({ name: "found" }));
const { peer } = upstream;
const visitor: Context = { locale: "en_US", token: "canary-token", device: "canary-device" };
const read = { kind: "read", path: "/user", schema: z.object({ name: z.string() }) } as const;
const purchase = { kind: "purchase", path: "/buy", body: { code: "135791" }, schema: z.unknown() } as const;
const call = <S extends z.ZodTypeAny>(request: Call<S>, context = visitor) => upstream.client.call(context, request);
const names = () => upstream.client.cachedRead(visitor, { path: "/names", schema: z.unknown() });
const failure = { call: "/user", kind: "read", level: "warn", msg: "the upstream gave no usable response" };

test.each<[string, Reply, string]>([
  ["drops the connection", "reset", "no answer (UND_ERR_SOCKET)"],
  ["responds 502 with an HTML page", BAD_GATEWAY, "status 502"],
  ["responds 200 without an envelope", { body: "canary" }, "status 200, no envelope"],
  ["redirects", { status: 302, headers: { location: "/canary" }, body: "" }, "redirect refused, status 302"],
  ["sends unreadable data", data({ name: { canary: 1 } }), "unreadable answer at name"],
  [
    "sends bytes that are not UTF-8",
    { body: Buffer.from([0xff, 0xfe]) },
    "status 200, no text (perhaps compressed without content-encoding)",
  ],
  ["responds 403 without an envelope", { status: 403, body: "canary" }, "status 403, no envelope"],
])("when the upstream %s, the log has the reason and no part of the request", async (_, reply, reason) => {
  const { lines, text } = captureLog();
  peer.reply = () => reply;
  await expect(call(read)).rejects.toMatchObject({ name: "UpstreamUnavailable" });
  expect(lines.filter((line) => line["call"] === "/user")).toEqual([
    { ...failure, reason, sent: true, ms: expect.any(Number), time: expect.any(String) },
  ]);
  expect(text.join("")).not.toContain("canary");
});

test("for an unreachable upstream the reason is the system's error code, reported as unsent", async () => {
  const { lines } = captureLog();
  upstream.begin({ baseUrl: "http://127.0.0.1:9" });
  await expect(call(read)).rejects.toMatchObject({ name: "UpstreamUnavailable" });
  expect(lines).toMatchObject([{ ...failure, reason: "not connected (ECONNREFUSED)", sent: false }]);
});

test("a call that hangs is logged as timed out, and a call without time left as unsent", async () => {
  const { lines } = captureLog();
  peer.reply = () => "hang";
  await expect(call(read, { ...visitor, deadlineMs: 30 })).rejects.toMatchObject({ name: "UpstreamUnavailable" });
  await expect(call(read, within(visitor, 0))).rejects.toMatchObject({ name: "UpstreamUnavailable" });
  expect(lines).toMatchObject([
    { ...failure, reason: "deadline passed", sent: true },
    { ...failure, reason: "no time was left", sent: false, ms: 0 },
  ]);
});

test.each<[string, Reply]>([
  ["a refusal", refusal("777", true)],
  ["an expired session", EXPIRED],
  ["a bare 401", { status: 401, body: "" }],
])("%s is a clear response and logs no line", async (_, reply) => {
  const { lines } = captureLog();
  peer.reply = () => reply;
  await expect(call(read)).rejects.toThrow();
  expect(lines).toEqual([]);
});

test("missing data and a read whose retry succeeds log nothing", async () => {
  const { lines } = captureLog();
  peer.reply = () => data(null);
  await expect(call({ ...read, mayBeAbsent: true })).rejects.toMatchObject({ name: "UpstreamNotFound" });
  peer.requests.length = 0;
  peer.reply = () => (peer.requests.length === 1 ? "reset" : data({ name: "found" }));
  await call(read);
  expect(lines).toEqual([]);
});

test("a firewall's 403 logs the call, and the session check if that fails too", async () => {
  const { lines } = captureLog();
  peer.reply = ({ path }) => (path === SESSION_CHECK ? "reset" : { status: 403, body: "" });
  await expect(call(purchase)).rejects.toMatchObject({ name: "UpstreamUnavailable" });
  await expect(call(read)).rejects.toMatchObject({ name: "UpstreamUnavailable" });
  expect(lines.map((line) => [line["call"], line["reason"]])).toEqual([
    ["/buy", "status 403, no envelope"],
    [SESSION_CHECK, "no answer (UND_ERR_SOCKET)"],
    ["/user", "status 403, no envelope"],
  ]);
});

test("every call and its log line have the request's id; work outside a request has none", async () => {
  const { lines } = captureLog();
  await withRequestId("0123456789ab", () => call(read));
  await call(read);
  expect(peer.requests.map(({ headers }) => headers["x-request-id"])).toEqual(["0123456789ab", undefined]);
  peer.reply = () => "reset";
  await withRequestId("0123456789ab", () => expect(call(read)).rejects.toThrow());
  await expect(call(read)).rejects.toThrow();
  expect(lines.map(({ requestId }) => requestId)).toEqual(["0123456789ab", undefined]);
});

test("a failing cached read logs one line, also in the background, and none until its next try", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await names();
  const { lines } = captureLog();
  peer.reply = () => BAD_GATEWAY;
  vi.setSystemTime(Date.now() + CACHE.freshMs);
  await names();
  await upstream.readsEnd();
  await names();
  await upstream.readsEnd();
  expect(lines).toMatchObject([{ call: "/names", reason: "status 502" }]);
});
