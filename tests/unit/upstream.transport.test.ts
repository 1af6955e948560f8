import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { z } from "zod";
import { userInfo } from "~server/upstream/user";
import { uploadImage } from "~server/upstream/identity";
import { purchase } from "~server/upstream/orders";
import { call, Expired, Refused, Unavailable, type Caller } from "~server/upstream/transport";
import { setEnv } from "../support/environment";
import { CALLS, callOf } from "../support/upstream-calls";
import { answer, startPeer, usePeer } from "../support/upstream-peer";

const peer = await usePeer((request) => answer(callOf(request).data));

/** A port on which nothing listens any more. */
async function deadPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

const security = '{"language":"en"}';
const caller: Caller = { locale: "en_US", token: "session-1", securityInfo: security };
const order = { buyAmount: "1.50", productId: "7", googleCode: "135791", accountType: "1" };
const user = { userAccount: "a@example.com", id: 12, authLevel: 1, googleStatus: 1 };

test.each(CALLS)(
  "$name is a POST to its path with the payload of its row and the headers of all (behaviour 7.2, 7.7)",
  async (wanted) => {
    await wanted.run(caller);
    expect(peer.requests).toHaveLength(1);
    const [request] = peer.requests;
    expect(request?.path).toBe(wanted.path);
    expect(request?.headers).toMatchObject({ "exchange-language": "en_US", "exchange-client": "pc" });
    if (wanted.body === undefined) expect(request?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    else {
      expect(request?.headers["content-type"]).toBe("application/json");
      expect(JSON.parse(request?.body ?? "")).toEqual(
        wanted.personal ? { ...wanted.body, securityInfo: security } : wanted.body,
      );
    }
  },
);

test.each(CALLS)("$name carries the token only when it is personal", async ({ run, personal }) => {
  await run(caller);
  expect(peer.requests[0]?.headers["exchange-token"]).toBe(personal ? "session-1" : undefined);
});

test.each(CALLS)("$name sends no token header and no securityInfo when there is none", async ({ run }) => {
  await run({ locale: "el_GR" });
  expect(peer.requests[0]?.headers).not.toHaveProperty("exchange-token");
  expect(peer.requests[0]?.headers["exchange-language"]).toBe("el_GR");
  expect(peer.requests[0]?.body).not.toContain("securityInfo");
});

test("the names of the headers and of the storage product are configurable", async () => {
  const names = {
    HEADER_LANGUAGE: "X-Lang",
    HEADER_CLIENT: "X-Client",
    HEADER_TOKEN: "X-Token",
    STORAGE_PRODUCT: "disk",
  };
  setEnv(names);
  try {
    peer.reply = () => answer(null);
    await purchase(caller, order);
    expect(peer.requests[0]?.path).toBe("/fe-disk-api/userPayMinerOrderV2");
    expect(peer.requests[0]?.headers).toMatchObject({ "x-lang": "en_US", "x-client": "pc", "x-token": "session-1" });
  } finally {
    setEnv(Object.fromEntries(Object.keys(names).map((name) => [name, undefined])));
  }
});

test("an UPSTREAM_URL with a path keeps its path", async () => {
  setEnv({ UPSTREAM_URL: `${peer.url}/gateway/` });
  peer.reply = () => answer(user);
  await userInfo(caller);
  expect(peer.requests[0]?.path).toBe("/gateway/fe-ex-api/common/user_info");
});

test("the photo is in a field named after its slot, and the field name repeats the slot", async () => {
  const file = new Blob(["the picture"], { type: "image/jpeg" });
  await uploadImage(caller, { slot: "secondPhoto", file, filename: "back.jpg" });
  const { body = "", headers } = peer.requests[0] ?? {};
  expect(headers?.["content-length"]).toBe(String(Buffer.byteLength(body)));
  const form = await new Response(body, { headers: { "content-type": headers?.["content-type"] ?? "" } }).formData();
  expect([...form.keys()]).toEqual(["securityInfo", "name", "secondPhoto"]);
  expect(form.get("name")).toBe("secondPhoto");
  expect(form.get("securityInfo"), "goes with every body, multipart included (behaviour 7.4)").toBe(security);
  const sent = form.get("secondPhoto") as File;
  expect([sent.name, sent.type, await sent.text()]).toEqual(["back.jpg", "image/jpeg", "the picture"]);
});

test("a read that fails once is answered by its second try", async () => {
  peer.reply = () => (peer.requests.length === 1 ? "reset" : answer(user));
  expect(await userInfo(caller)).toMatchObject({ id: "12" });
  expect(peer.requests).toHaveLength(2);
});

test("a purchase is never sent twice, and a lost answer may have been charged", async () => {
  peer.reply = () => "reset";
  await expect(purchase(caller, order)).rejects.toMatchObject({ name: "Unavailable", sent: true });
  expect(peer.requests).toHaveLength(1);
});

test("every purchase opens its own connection, while reads share connections", async () => {
  const other = await startPeer();
  setEnv({ UPSTREAM_URL: other.url });
  try {
    other.reply = (request) => answer(request.path.endsWith("user_info") ? user : null);
    await userInfo(caller);
    await userInfo(caller);
    await purchase(caller, order);
    await purchase(caller, order);
    await userInfo(caller);
    const [first, second, purchased, purchasedAgain, last] = other.requests.map(({ connection }) => connection);
    expect(new Set([first, second, purchased]).has(purchasedAgain)).toBe(false);
    expect([first, second]).not.toContain(purchased);
    expect([first, second]).toContain(last);
  } finally {
    await other.close();
  }
});

test("a purchase to a port where nothing listens cannot have been charged", async () => {
  setEnv({ UPSTREAM_URL: `http://127.0.0.1:${await deadPort()}` });
  await expect(purchase(caller, order)).rejects.toMatchObject({ name: "Unavailable", sent: false });
});

test("a purchase to a host that does not exist cannot have been charged", async () => {
  setEnv({ UPSTREAM_URL: "http://no-such-host.invalid" });
  await expect(purchase(caller, order)).rejects.toMatchObject({ name: "Unavailable", sent: false });
});

test("a purchase whose TLS connection fails cannot have been charged", async () => {
  const server = createServer((socket) => socket.on("error", () => undefined).once("data", () => socket.destroy()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  try {
    setEnv({ UPSTREAM_URL: `https://127.0.0.1:${port}` });
    await expect(purchase(caller, order)).rejects.toMatchObject({ name: "Unavailable", sent: false });
  } finally {
    server.close();
  }
});

test("an upstream that cannot be reached is unavailable for a read, too", async () => {
  setEnv({ UPSTREAM_URL: `http://127.0.0.1:${await deadPort()}` });
  await expect(userInfo(caller)).rejects.toMatchObject({ name: "Unavailable", sent: false });
});

test.each([
  [400, "10022", Refused],
  [401, "10002", Expired],
  [500, "1", Unavailable],
  [502, "10002", Unavailable],
  [500, "0", Unavailable],
  [404, "0", Unavailable],
  [301, "10022", Unavailable],
])("status %d with the code %s is %o", async (status, code, kind) => {
  peer.reply = () => ({ status, body: JSON.stringify({ code, msg: "no", data: user }) });
  await expect(userInfo(caller)).rejects.toBeInstanceOf(kind);
});

test("a purchase refused by a failing gateway may have been charged, one refused by the platform was not", async () => {
  const body = JSON.stringify({ code: "504", msg: "timeout" });
  peer.reply = () => ({ status: 504, body });
  await expect(purchase(caller, order)).rejects.toMatchObject({ name: "Unavailable", sent: true });
  peer.reply = () => ({ status: 200, body });
  await expect(purchase(caller, order)).rejects.toMatchObject({ name: "Refused", code: "504" });
});

test("an answer of the maximal size and depth is read", async () => {
  const depth = `${"[".repeat(63)}${"]".repeat(63)}`;
  const start = `{"code":"0","data":${depth},"msg":"`;
  peer.reply = () => ({ body: `${start}${"x".repeat(2 * 1024 * 1024 - start.length - 2)}"}` });
  const wanted = { kind: "write", path: "/x", schema: z.unknown() } as const;
  await expect(call(caller, wanted)).resolves.toBeInstanceOf(Array);
});

test("numbers keep every digit", async () => {
  peer.reply = () => ({
    body: '{"code":0,"data":{"balance":12345678901234567890.123456789012345678,"accountType":1}}',
  });
  const wanted = { kind: "read", path: "/x", schema: z.object({ balance: z.unknown() }) } as const;
  const { balance } = await call(caller, wanted);
  expect(String(balance)).toBe("12345678901234567890.123456789012345678");
});

test("the platform's message is shown as one line of plain text of at most 200 characters", async () => {
  peer.reply = () => answer(null, "777", `Sold\u0000 out\r\n\u202e now ${"x".repeat(400)}`);
  const error = await purchase(caller, order).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: "Refused", code: "777", messageKey: "errors.server" });
  const { upstreamMessage = "" } = error as Refused;
  expect(upstreamMessage).toMatch(/^Sold out now x+$/);
  expect(upstreamMessage).toHaveLength(200);
});

test("other writes open their own connections too: a reused one may close while a request is sent", async () => {
  const writes = CALLS.filter(({ kind }) => kind === "write");
  for (const { run } of writes) await run(caller);
  expect(new Set(peer.requests.map(({ connection }) => connection)).size).toBe(writes.length);
});

test("a secret that the platform repeats is removed from its message", async () => {
  peer.reply = () => answer(null, "777", "Code 135791 of session-1 is wrong");
  await expect(purchase(caller, order)).rejects.toMatchObject({ upstreamMessage: "Code … of … is wrong" });
});
