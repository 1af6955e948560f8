import { expect, test } from "vitest";
import { userInfo } from "~server/upstream/user";
import { productDetail } from "~server/upstream/catalogue";
import { UpstreamNotFound, SessionExpired, type UpstreamContext } from "~server/upstream/client";
import { CALLS, type CallUnderTest } from "../../support/upstream-calls";
import type { PeerRequest, Reply } from "@storefront/test-support/peer";
import { envelope, usePeer } from "../../support/upstream-peer";

/** The meaning of HTTP statuses, with the envelope and without one. */

const peer = await usePeer();
const upstreamContext: UpstreamContext = { locale: "en_US", token: "session-1" };
const USER_INFO = "/fe-ex-api/common/user_info";
const personal = CALLS.filter((call) => call.personal);
const others = personal.filter(({ path }) => path !== USER_INFO);
const withoutPurchase = (calls: readonly CallUnderTest[]) => calls.filter(({ name }) => name !== "purchase");

/** Responses of gateways, without an envelope. */
const bare = (status: number): Reply[] => [
  { status, body: "" },
  { status, body: "<html><title>Forbidden</title></html>", headers: { "content-type": "text/html" } },
  { status, body: JSON.stringify({ status, error: "Unauthorized", path: "/fe-ex-api" }) },
];
/** A gateway that repeats the status as the code. */
const repeated = (status: number): Reply => ({ status, body: JSON.stringify({ code: status, msg: "Unauthorized" }) });
const outcome = (call: CallUnderTest, as: UpstreamContext = upstreamContext) =>
  call.run(as).then(
    () => "answered",
    (error: unknown) => error,
  );
const asksOf = (path: string) => peer.requests.filter((request) => request.path === path);

test.each(withoutPurchase(personal))(
  "$name with a token: 401 without a code of its own is an expired session",
  async (call) => {
    for (const reply of [...bare(401), repeated(401)]) {
      peer.reply = () => reply;
      expect(await outcome(call)).toBeInstanceOf(SessionExpired);
    }
    expect(peer.requests, "a clear response is not retried").toHaveLength(4);
  },
);

test("the code 401 leaves a purchase's outcome unknown, and without a token it refuses in words", async () => {
  peer.reply = () => repeated(401);
  const named = (wanted: string) => CALLS.filter(({ name }) => name === wanted);
  const [paid] = await Promise.all(named("purchase").map((call) => outcome(call)));
  expect(paid).toMatchObject({ name: "UpstreamUnavailable", sent: true });
  const [refused] = await Promise.all(named("logIn").map((call) => outcome(call, { locale: "en_US" })));
  expect(refused).toMatchObject({ upstreamMessage: "Unauthorized" });
});

/** A gateway that forbids everything but `user_info`, which responds as given. */
const forbidding = (aboutUser: Reply) => (request: PeerRequest) =>
  request.path === USER_INFO ? aboutUser : { status: 403, body: "blocked" };

test.each<[string, Reply]>([
  ["10002", envelope(null, 10002)],
  ["10021", envelope(null, "10021")],
  ["3", envelope(null, 3)],
  ["a bare 401", { status: 401, body: "" }],
])("403 without an envelope is an expired session if user_info returns %s for the same token", async (_, aboutUser) => {
  for (const call of withoutPurchase(others)) {
    peer.requests.length = 0;
    peer.reply = forbidding(aboutUser);
    expect(await outcome(call), call.name).toBeInstanceOf(SessionExpired);
    expect(asksOf(USER_INFO), call.name).toHaveLength(1);
    expect(asksOf(USER_INFO)[0]?.headers["exchange-token"]).toBe("session-1");
  }
});

test.each<[string, Reply]>([
  ["a valid session", envelope({ userAccount: "a@example.com", id: 12, authLevel: 1, googleStatus: 1 })],
  ["an unreadable response", envelope("surprise")],
  ["another bare 403", { status: 403, body: "blocked" }],
  ["a gateway error", { status: 502, body: JSON.stringify({ code: 10002 }) }],
  ["nothing", "reset"],
])("a firewall's 403 does not end the session if user_info returns %s", async (_, aboutUser) => {
  peer.reply = forbidding(aboutUser);
  const calls = withoutPurchase(others);
  const errors = await Promise.all(calls.map((call) => outcome(call)));
  errors.forEach((error, index) =>
    expect(error, calls[index]?.name).toMatchObject({ name: "UpstreamUnavailable", sent: true }),
  );
  expect(asksOf(USER_INFO), "one check per call").toHaveLength(calls.length);
});

test("after a 403 from user_info itself it is not called again", async () => {
  peer.reply = () => ({ status: 403, body: "blocked" });
  await expect(userInfo(upstreamContext)).rejects.toMatchObject({ name: "UpstreamUnavailable" });
  expect(peer.requests, "one call and its retry").toHaveLength(2);
});

test.each<[string, Reply]>([
  ["success without data", envelope(null)],
  ["success with an empty object", envelope({})],
  ["404 without an envelope", { status: 404, body: "not found" }],
  ["404 with an envelope", { status: 404, body: JSON.stringify({ code: "20001", msg: "gone", data: null }) }],
])("a product is not found if the upstream clearly says so: %s; the call is made once", async (_, reply) => {
  peer.reply = () => reply;
  await expect(productDetail(upstreamContext, "7")).rejects.toBeInstanceOf(UpstreamNotFound);
  expect(peer.requests).toHaveLength(1);
});

test.each<[string, Reply]>([
  ["a rejection with an unknown code", envelope(null, "20001", "no such product")],
  ["a gateway error", { status: 503, body: JSON.stringify({ code: 0, data: null }) }],
  ["a response about another product", envelope({ productId: 8, title: "Other", productStatus: 1 })],
  ["an empty response", envelope({ productStatus: 1 })],
  ["410, which is not a clear response", { status: 410, body: "" }],
])("%s does not mean that a product is not found", async (_, reply) => {
  peer.reply = () => reply;
  const error = await productDetail(upstreamContext, "7").catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(UpstreamNotFound);
});
