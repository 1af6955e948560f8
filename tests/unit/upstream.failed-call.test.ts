import { expect, test, vi } from "vitest";
import { withRequestId } from "~server/request-id";
import { userInfo } from "~server/upstream/user";
import { productDetail } from "~server/upstream/catalogue";
import { uploadImage } from "~server/upstream/identity";
import { purchase } from "~server/upstream/orders";
import { endOfRenewals } from "~server/upstream/public-cache";
import { siteConfig } from "~server/upstream/site";
import { within, type Caller } from "~server/upstream/transport";
import { captureLog, type CapturedLog } from "../support/captured-log";
import { setEnv } from "../support/environment";
import { CALLS, callOf } from "../support/upstream-calls";
import { answer, usePeer, type Reply } from "../support/upstream-peer";

/** The log lines of failed calls of the platform. */

const peer = await usePeer((request) => answer(callOf(request).data));

const caller: Caller = { locale: "en_US", token: "canary-token", securityInfo: '{"canary":1}' };
const order = { buyAmount: "1.50", productId: "7", googleCode: "135791", accountType: "1" };
const USER_INFO = "/fe-ex-api/common/user_info";
const PURCHASE = "/fe-storage-api/userPayMinerOrderV2";
/** Without those of a public read that another file's last test has left under way: files share a process. */
const own = (lines: CapturedLog["lines"]) => lines.filter(({ call }) => call === USER_INFO || call === PURCHASE);
const failure = { call: USER_INFO, kind: "read", level: "warn", msg: "the platform gave no usable answer" };

test.each<[string, Reply, string]>([
  ["drops the connection", "reset", "no answer (UND_ERR_SOCKET)"],
  ["answers 502 with a page", { status: 502, body: "<html>canary</html>" }, "status 502"],
  ["answers 200 without an envelope", { body: "canary" }, "status 200, no envelope"],
  ["redirects", { status: 302, headers: { location: "/canary" }, body: "" }, "redirect refused, status 302"],
  ["sends what nobody can read", answer({ id: { canary: 1 } }), "unreadable answer at userAccount"],
  [
    "sends bytes that are no text",
    { body: Buffer.from([0xff, 0xfe]) },
    "no answer (ERR_ENCODING_INVALID_ENCODED_DATA)",
  ],
  ["forbids everything", { status: 403, body: "canary" }, "status 403, no envelope"],
])("when the platform %s, the call leaves one line with the reason", async (_, reply, reason) => {
  const { lines, text } = captureLog();
  peer.reply = () => reply;
  await expect(userInfo(caller)).rejects.toMatchObject({ name: "Unavailable" });
  expect(own(lines)).toEqual([{ ...failure, reason, sent: true, ms: expect.any(Number), time: expect.any(String) }]);
  expect(text.join("")).not.toContain("canary");
});

test("for a platform that cannot be reached the reason is the system's error code, and nothing was sent", async () => {
  const { lines } = captureLog();
  setEnv({ UPSTREAM_URL: "http://127.0.0.1:9" });
  await expect(userInfo(caller)).rejects.toMatchObject({ name: "Unavailable" });
  expect(own(lines)).toMatchObject([{ ...failure, reason: "not connected (ECONNREFUSED)", sent: false }]);
});

test("a call that hangs is logged as timed out, one without time left as not sent", async () => {
  const { lines } = captureLog();
  peer.reply = () => "hang";
  await expect(userInfo({ ...caller, deadlineMs: 30 })).rejects.toMatchObject({ name: "Unavailable" });
  await expect(userInfo(within(caller, 0))).rejects.toMatchObject({ name: "Unavailable" });
  expect(own(lines)).toMatchObject([
    { ...failure, reason: "deadline passed", sent: true },
    { ...failure, reason: "no time was left", sent: false, ms: 0 },
  ]);
});

test("a purchase without an answer is logged as sent, without data of the buyer", async () => {
  const { lines, text } = captureLog();
  peer.reply = () => "reset";
  await expect(purchase(caller, order)).rejects.toMatchObject({ name: "Unavailable" });
  expect(own(lines)).toMatchObject([{ call: PURCHASE, kind: "purchase", sent: true }]);
  expect(text.join("")).not.toMatch(/canary|135791|1\.50/);
});

test.each<[string, Reply]>([
  ["a refusal", answer({ canary: 1 }, "777", "canary")],
  ["an expired session", answer(null, "10002")],
  ["a bare 401", { status: 401, body: "" }],
])("%s is a clear answer and leaves no line", async (_, reply) => {
  const { lines } = captureLog();
  peer.reply = () => reply;
  await expect(userInfo(caller)).rejects.toThrow();
  expect(own(lines)).toEqual([]);
});

test("a 404 of the platform leaves no line, nor does a read whose second try is answered", async () => {
  const { lines } = captureLog();
  peer.reply = () => answer(null);
  await expect(productDetail({ locale: "en_US" }, "7")).rejects.toMatchObject({ name: "Absent" });
  peer.requests.length = 0;
  peer.reply = (request) => (peer.requests.length === 1 ? "reset" : answer(callOf(request).data));
  await userInfo(caller);
  expect(lines).toEqual([]);
});

test("a public call that is refused for want of a session is a failure, with one line", async () => {
  const { lines } = captureLog();
  peer.reply = () => answer(null, "10002");
  await expect(siteConfig({ locale: "en_US" })).rejects.toMatchObject({ name: "Unavailable" });
  expect(lines).toMatchObject([
    { call: "/fe-origin-hashrate-api/common/kv", reason: "a session asked for where none is needed" },
  ]);
});

test("a firewall's 403 leaves a line for the call and one for user_info, when that fails as well", async () => {
  const { lines } = captureLog();
  peer.reply = (request) => (request.path === USER_INFO ? "reset" : { status: 403, body: "" });
  await expect(purchase(caller, order)).rejects.toMatchObject({ name: "Unavailable" });
  const balance = CALLS.find(({ name }) => name === "leaveMessage");
  await expect(balance?.run(caller)).rejects.toMatchObject({ name: "Unavailable" });
  expect(lines.map(({ call, reason }) => [call, reason])).toEqual([
    [PURCHASE, "status 403, no envelope"],
    ...(balance?.personal ? [[USER_INFO, "no answer (UND_ERR_SOCKET)"]] : []),
    [balance?.path, "status 403, no envelope"],
  ]);
});

test("a name of a photo too long for a cookie is an unreadable answer, and the photo is not sent again", async () => {
  const { lines } = captureLog();
  peer.reply = () => answer({ filename: "é".repeat(151) });
  const photo = { slot: "firstPhoto", file: new Blob(["x"]), filename: "a.jpg" } as const;
  await expect(uploadImage(caller, photo)).rejects.toMatchObject({ name: "Unavailable", sent: true });
  expect(lines).toMatchObject([{ kind: "upload", reason: "unreadable answer at filename" }]);
  expect(peer.requests).toHaveLength(1);
  peer.reply = () => answer({ filename: "é".repeat(150) });
  await expect(uploadImage(caller, photo)).resolves.toMatchObject({ filename: "é".repeat(150) });
});

test("every call and its line have the request's id; work outside a request has none", async () => {
  const { lines } = captureLog();
  await withRequestId("0123456789ab", () => userInfo(caller));
  await userInfo(caller);
  expect(peer.requests.map(({ headers }) => headers["x-request-id"])).toEqual(["0123456789ab", undefined]);
  peer.reply = () => "reset";
  await withRequestId("0123456789ab", () => expect(userInfo(caller)).rejects.toThrow());
  await expect(userInfo(caller)).rejects.toThrow();
  expect(lines.map(({ requestId }) => requestId)).toEqual(["0123456789ab", undefined]);
});

test("an answer that visitors share is one call and one line, with the id of the first request", async () => {
  const { lines } = captureLog();
  peer.reply = () => ({ status: 503, body: "" });
  const visits = ["first-visit", "second-visit", "third-visit"].map((id) =>
    withRequestId(id, () => siteConfig({ locale: "en_US" }).catch(() => "failed")),
  );
  expect(await Promise.all(visits)).toEqual(["failed", "failed", "failed"]);
  expect(lines).toMatchObject([{ requestId: "first-visit", reason: "status 503" }]);
});

test("a public read that fails leaves one line, also behind the visitor's back, and none while it is remembered", async () => {
  const startMs = Date.UTC(2026, 0, 2, 3, 4, 5);
  vi.useFakeTimers({ toFake: ["Date"], now: startMs });
  await siteConfig(caller);
  const { lines } = captureLog();
  peer.reply = () => ({ status: 502, body: "" });
  vi.setSystemTime(startMs + 31_000);
  await siteConfig(caller);
  await endOfRenewals();
  await siteConfig(caller);
  await endOfRenewals();
  expect(lines).toMatchObject([{ call: "/fe-origin-hashrate-api/common/kv", reason: "status 502" }]);
});
