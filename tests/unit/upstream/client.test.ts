import { CALL_NAMES } from "@storefront/sandbox/calls";
import { expect, test } from "vitest";
import { userInfo } from "~server/upstream/user";
import { uploadImage } from "~server/upstream/identity";
import { market } from "~server/upstream/market";
import { purchase } from "~server/upstream/orders";
import { upstreamContextOf } from "~server/session/upstream-context";
import { type UpstreamRejected, type UpstreamContext } from "~server/upstream/client";
import { captureLog } from "@storefront/observability/test/captured-log";
import { setEnv } from "../../support/environment";
import { CALLS, callOf } from "../../support/upstream-calls";
import { envelope, usePeer } from "../../support/upstream-peer";

const peer = await usePeer((request) => envelope(callOf(request).data));

const security = '{"language":"en"}';
const upstreamContext: UpstreamContext = { locale: "en_US", token: "session-1", securityInfo: security };
const order = { buyAmount: "1.50", productId: "7", googleCode: "135791", accountType: "1" };
const user = { userAccount: "a@example.com", id: 12, authLevel: 1, googleStatus: 1 };

test("every upstream call has a function, and the sandbox answers it", () => {
  const names = CALLS.map(({ path }) => path.slice(path.lastIndexOf("/") + 1));
  expect(new Set(names)).toEqual(new Set(CALL_NAMES));
});

test.each(CALLS)("$name is a POST to its path with its payload and the common headers", async (wanted) => {
  await wanted.run(upstreamContext);
  expect(peer.requests).toHaveLength(1);
  const [request] = peer.requests;
  expect(request?.path).toBe(wanted.path);
  expect(request?.headers).toMatchObject({ "exchange-language": "en_US", "exchange-client": "pc" });
  expect(request?.headers["exchange-token"]).toBe(wanted.personal ? "session-1" : undefined);
  if (wanted.body === undefined) expect(request?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
  else {
    expect(request?.headers["content-type"]).toBe("application/json");
    expect(JSON.parse(request?.body ?? "")).toEqual(
      wanted.personal ? { ...wanted.body, securityInfo: security } : wanted.body,
    );
  }
});

test.each(CALLS)("$name sends no token header and no securityInfo when there is none", async ({ run }) => {
  await run({ locale: "el_GR" });
  expect(peer.requests[0]?.headers).not.toHaveProperty("exchange-token");
  expect(peer.requests[0]?.headers["exchange-language"]).toBe("el_GR");
  expect(peer.requests[0]?.body).not.toContain("securityInfo");
});

test("the names of headers and storage product are configurable", async () => {
  const headers = { HEADER_LANGUAGE: "X-Lang", HEADER_CLIENT: "X-Client", HEADER_TOKEN: "X-Token" };
  const names = { ...headers, STORAGE_PRODUCT: "disk" };
  setEnv(names);
  try {
    peer.reply = () => envelope(null);
    await purchase(upstreamContext, order);
    expect(peer.requests[0]?.path).toBe("/fe-disk-api/userPayMinerOrderV2");
    expect(peer.requests[0]?.headers).toMatchObject({ "x-lang": "en_US", "x-client": "pc", "x-token": "session-1" });
  } finally {
    setEnv(Object.fromEntries(Object.keys(names).map((name) => [name, undefined])));
  }
});

test.each([
  { address: "192.0.2.1", sent: "192.0.2.1" },
  { address: "2001:db8:1:2::/64", sent: "2001:db8:1:2::" },
  { address: "unknown", sent: undefined },
])("HEADER_ADDRESS carries the address $address", async ({ address, sent }) => {
  const send = () => purchase(upstreamContextOf({ locale: "en_US", address }), order);
  await send();
  setEnv({ HEADER_ADDRESS: "X-Forwarded-For" });
  await send();
  expect(peer.requests.map(({ headers }) => headers["x-forwarded-for"])).toEqual([undefined, sent]);
});

test("a read that visitors share carries no address", async () => {
  setEnv({ HEADER_ADDRESS: "X-Forwarded-For" });
  await market(upstreamContextOf({ locale: "en_US", address: "192.0.2.1" }));
  expect(peer.requests[0]?.headers).not.toHaveProperty("x-forwarded-for");
});

test("an UPSTREAM_URL with a path keeps its path", async () => {
  setEnv({ UPSTREAM_URL: `${peer.url}/gateway/` });
  peer.reply = () => envelope(user);
  await userInfo(upstreamContext);
  expect(peer.requests[0]?.path).toBe("/gateway/fe-ex-api/common/user_info");
});

test("the photo is in a field named after its slot, and the field `name` repeats the slot", async () => {
  const file = new Blob(["the picture"], { type: "image/jpeg" });
  await uploadImage(upstreamContext, { slot: "secondPhoto", file, filename: "back.jpg" });
  const { body = "", headers } = peer.requests[0] ?? {};
  expect(headers?.["content-length"]).toBe(String(Buffer.byteLength(body)));
  const form = await new Response(body, { headers: { "content-type": headers?.["content-type"] ?? "" } }).formData();
  expect([...form.keys()]).toEqual(["securityInfo", "name", "secondPhoto"]);
  expect(form.get("name")).toBe("secondPhoto");
  expect(form.get("securityInfo"), "sent with every body, multipart included").toBe(security);
  const sent = form.get("secondPhoto") as File;
  expect([sent.name, sent.type, await sent.text()]).toEqual(["back.jpg", "image/jpeg", "the picture"]);
});

test("the upstream's message is one line of plain text of at most 200 characters", async () => {
  peer.reply = () => envelope(null, "777", `Sold\u0000 out\r\n\u202e now ${"x".repeat(400)}`);
  const error = await purchase(upstreamContext, order).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: "UpstreamRejected", code: "777", messageKey: "errors.server" });
  const { upstreamMessage = "" } = error as UpstreamRejected;
  expect(upstreamMessage).toMatch(/^Sold out now x+$/);
  expect(upstreamMessage).toHaveLength(200);
});

test("a secret repeated by the upstream is removed from its message", async () => {
  peer.reply = () => envelope(null, "777", "Code 135791 of session-1 is wrong");
  await expect(purchase(upstreamContext, order)).rejects.toMatchObject({ upstreamMessage: "Code … of … is wrong" });
});

test("a photo's name too long for a cookie is an unreadable response, and the photo is not resent", async () => {
  const { lines } = captureLog();
  peer.reply = () => envelope({ filename: "é".repeat(151) });
  const photo = { slot: "firstPhoto", file: new Blob(["x"]), filename: "a.jpg" } as const;
  await expect(uploadImage(upstreamContext, photo)).rejects.toMatchObject({ name: "UpstreamUnavailable", sent: true });
  expect(lines).toMatchObject([{ kind: "upload", reason: "unreadable answer at filename" }]);
  expect(peer.requests).toHaveLength(1);
  peer.reply = () => envelope({ filename: "é".repeat(150) });
  await expect(uploadImage(upstreamContext, photo)).resolves.toMatchObject({ filename: "é".repeat(150) });
});

test("an unknown pool or size in the environment is rejected", () => {
  expect(() => setEnv({ UPSTREAM_POOLS: "account:0,orders:5" })).toThrow(/UPSTREAM_POOLS.*account:0/);
});
