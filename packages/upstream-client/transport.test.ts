import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { RESPONSE_MAX_BYTES } from "./connection";
import { Rejection, SessionExpired, UpstreamUnavailable } from "./failures";
import { JSON_MAX_DEPTH } from "./json";
import { within, type Kind } from "./request";
import {
  BAD_GATEWAY,
  data,
  DEADLINES_MS,
  EXPIRED,
  refusal,
  SESSION_CHECK,
  useUpstream,
  type Context,
} from "./test/upstream";

const upstream = await useUpstream();
const { peer } = upstream;
const visitor: Context = { locale: "en_US", token: "session-1", device: "a phone" };
const call = (kind: Kind, body = {}, context = visitor) =>
  upstream.client.call(context, { kind, path: `/${kind}`, body, schema: z.unknown() });
const UNSENT = { name: "UpstreamUnavailable", sent: false };
const SENT = { name: "UpstreamUnavailable", sent: true };

/** Returns a port on which nothing listens any more. */
async function deadPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

test("a call is a POST of JSON to its path below the base URL, with the product's headers and fields", async () => {
  upstream.begin({ baseUrl: `${peer.url}/gateway` });
  await call("read", { page: 1, missing: undefined });
  expect(peer.requests).toMatchObject([{ path: "/gateway/read", body: '{"page":1,"device":"a phone"}' }]);
  expect(peer.requests[0]?.headers).toMatchObject({
    "content-type": "application/json",
    language: "en_US",
    authorization: "session-1",
  });
});

test("a form is sent as multipart, fields before files", async () => {
  const file = new Blob(["the picture"], { type: "image/jpeg" });
  const form = { slot: "front", photo: { file, filename: "front.jpg" } };
  await upstream.client.call(visitor, { kind: "upload", path: "/upload", form, schema: z.unknown() });
  const { body = "", headers } = peer.requests[0] ?? {};
  expect(headers?.["content-length"]).toBe(String(Buffer.byteLength(body)));
  const sent = await new Response(body, { headers: { "content-type": headers?.["content-type"] ?? "" } }).formData();
  expect([...sent.keys()]).toEqual(["device", "slot", "photo"]);
  const photo = sent.get("photo") as File;
  expect([photo.name, photo.type, await photo.text()]).toEqual(["front.jpg", "image/jpeg", "the picture"]);
});

test("a read that fails once succeeds on its retry, unless no time is left", async () => {
  peer.reply = () => (peer.requests.length === 1 ? "reset" : data("found"));
  expect(await call("read")).toBe("found");
  expect(peer.requests).toHaveLength(2);
  peer.requests.length = 0;
  const deadline = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(deadline.signal);
  peer.reply = () => {
    deadline.abort();
    return "hang";
  };
  await expect(call("read")).rejects.toMatchObject(SENT);
  expect(peer.requests).toHaveLength(1);
});

test.each(["write", "purchase", "upload"] as const)(
  "a %s is never sent twice, and is reported as possibly done",
  async (kind) => {
    peer.reply = () => "reset";
    await expect(call(kind)).rejects.toMatchObject(SENT);
    expect(peer.requests).toHaveLength(1);
  },
);

test("a write opens its own connection, since a reused one may close while it is sent", async () => {
  for (const kind of ["read", "read", "write", "purchase", "upload", "read"] as const) await call(kind);
  const connections = peer.requests.map(({ connection }) => connection);
  const [read, again, write, purchase, upload, last] = connections;
  expect([read, again], "reads share a connection").toContain(last);
  expect(new Set([read, again, write, purchase, upload]).size).toBe(new Set([read, again]).size + 3);
});

test("a gateway's duplicate response never becomes that of another visitor's deposit or payment", async () => {
  const replyTo = (token: string) => {
    const body = JSON.stringify({ data: token });
    return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };
  const server = createServer((socket) => {
    let before = "";
    socket
      .on("error", () => undefined)
      .on("data", (bytes) => {
        const [, token] = /authorization: (\S+)/i.exec(bytes.toString()) ?? [];
        if (token === undefined) return;
        socket.write(before + replyTo(token));
        before = replyTo(token);
      });
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  upstream.begin({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  const read = async (token: string, context: Partial<Context>, ownConnection = false) =>
    upstream.client.call(
      { locale: "en_US", token, ...context },
      { kind: "read", path: "/address", ownConnection, schema: z.unknown() },
    );
  for (const token of ["a", "b", "c", "d"]) expect(await read(token, {}, true)).toBe(token);
  for (const token of ["a", "b", "c", "d"]) expect(await read(token, { forPayment: token })).toBe(token);
});

test("each kind of call has its deadline; reads and writes get at most the rest of the total", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const whole = within(visitor, 700);
  vi.advanceTimersByTime(200);
  const timeout = vi.spyOn(AbortSignal, "timeout");
  const kinds = ["read", "write", "purchase", "upload"] as const;
  for (const kind of kinds) await call(kind);
  for (const kind of kinds) await call(kind, {}, whole);
  const { purchase, upload } = DEADLINES_MS;
  const set = timeout.mock.calls.map(([ms]) => ms);
  expect(set).toEqual([...kinds.map((kind) => DEADLINES_MS[kind]), 500, 500, purchase, upload]);
});

test("a purchase sent to a closed port or an unknown host cannot have been charged", async () => {
  upstream.begin({ baseUrl: `http://127.0.0.1:${await deadPort()}` });
  await expect(call("purchase")).rejects.toMatchObject(UNSENT);
  await expect(call("read")).rejects.toMatchObject(UNSENT);
  upstream.begin({ baseUrl: "http://no-such-host.invalid" });
  await expect(call("purchase")).rejects.toMatchObject(UNSENT);
});

test.each([
  ["when its turn comes", [false]],
  ["once it is connected", [true, false]],
])("a purchase whose permission to send ends %s never reaches the upstream", async (_when, answers) => {
  const mayBeSent = vi.fn(() => Promise.resolve(answers.shift() ?? true));
  const request = { kind: "purchase", path: "/purchase", schema: z.unknown(), mayBeSent } as const;
  await expect(upstream.client.call(visitor, request)).rejects.toMatchObject({ ...UNSENT, message: /too late/ });
  expect(answers).toEqual([]);
  expect(peer.requests).toEqual([]);
});

test("a purchase is checked twice before it is sent, and is not sent if a check fails", async () => {
  const mayBeSent = vi.fn(() => Promise.resolve(true));
  const request = { kind: "purchase", path: "/purchase", schema: z.unknown() } as const;
  await upstream.client.call(visitor, { ...request, mayBeSent });
  expect(mayBeSent).toHaveBeenCalledTimes(2);
  expect(peer.requests).toHaveLength(1);
  mayBeSent.mockResolvedValueOnce(true).mockRejectedValueOnce(new Error("no store"));
  await expect(upstream.client.call(visitor, { ...request, mayBeSent })).rejects.toMatchObject(UNSENT);
  expect(peer.requests).toHaveLength(1);
});

test("a purchase ends at its deadline if a check hangs, whether in its turn or once connected", async () => {
  const endless = new Promise<boolean>(() => undefined);
  const buy = (answers: true[]) => {
    const mayBeSent = () => Promise.resolve(answers.pop() ?? endless);
    const request = { kind: "purchase", path: "/purchase", schema: z.unknown(), mayBeSent } as const;
    return expect(upstream.client.call({ ...visitor, deadlineMs: 200 }, request)).rejects.toMatchObject(UNSENT);
  };
  await Promise.all([buy([]), buy([true])]);
  expect(peer.requests).toEqual([]);
  expect(upstream.client.poolStates()).toContainEqual(expect.objectContaining({ purpose: "money", running: 0 }));
});

test("a queued purchase is checked when its turn comes, not before", async () => {
  upstream.begin({ poolSizes: { money: 1 } });
  let respond = () => {};
  peer.reply = () => new Promise((resolve) => (respond = () => resolve(data(null))));
  const request = { kind: "purchase", path: "/purchase", schema: z.unknown() } as const;
  const running = upstream.client.call(visitor, request);
  await vi.waitUntil(() => peer.requests.length === 1);
  const mayBeSent = vi.fn(() => Promise.resolve(false));
  const waiting = expect(upstream.client.call(visitor, { ...request, mayBeSent })).rejects.toMatchObject(UNSENT);
  expect(mayBeSent).not.toHaveBeenCalled();
  respond();
  await Promise.all([running, waiting]);
  expect(mayBeSent).toHaveBeenCalledTimes(1);
  expect(peer.requests).toHaveLength(1);
});

test("a purchase whose TLS connection fails cannot have been charged", async () => {
  const server = createServer((socket) => socket.on("error", () => undefined).once("data", () => socket.destroy()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  upstream.begin({ baseUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}` });
  await expect(call("purchase")).rejects.toMatchObject(UNSENT);
  server.close();
});

test.each([
  ["400 with a refusal", { ...asObject(refusal("10022")), status: 400 }, Rejection],
  ["401 with an expired session", { ...asObject(EXPIRED), status: 401 }, SessionExpired],
  ["502 with a refusal", { ...asObject(refusal("10022")), status: 502 }, UpstreamUnavailable],
  ["500 with success", { ...asObject(data(1)), status: 500 }, UpstreamUnavailable],
  ["404 with success", { ...asObject(data(1)), status: 404 }, UpstreamUnavailable],
  ["301 with a refusal", { ...asObject(refusal("10022")), status: 301 }, UpstreamUnavailable],
])("status %s is handled as that status allows", async (_, reply, kind) => {
  peer.reply = () => reply;
  await expect(call("read")).rejects.toBeInstanceOf(kind);
});

/** Returns a reply that must have a body. */
function asObject(reply: ReturnType<typeof data>) {
  return typeof reply === "string" ? expect.fail(reply) : reply;
}

test("a purchase rejected by a failing gateway may have been charged, one rejected by the upstream was not", async () => {
  peer.reply = () => BAD_GATEWAY;
  await expect(call("purchase")).rejects.toMatchObject(SENT);
  peer.reply = () => refusal("504");
  await expect(call("purchase")).rejects.toMatchObject({ name: "Rejection", code: "504" });
});

test.each([
  ["a bare 401", 401, () => data(1), SessionExpired, 1],
  ["a bare 403 with a live session", 403, () => data(1), UpstreamUnavailable, 2],
  ["a bare 403 with an expired session", 403, () => EXPIRED, SessionExpired, 2],
])("%s is told from a firewall's by checking the session", async (_, status, session, kind, requests) => {
  peer.reply = ({ path }) => (path === SESSION_CHECK ? session() : { status, body: "" });
  await expect(call("write")).rejects.toBeInstanceOf(kind);
  expect(peer.requests).toHaveLength(requests);
});

test("a bare 401 or 403 leaves a purchase's outcome unknown: a gateway may send it after the charge", async () => {
  for (const status of [401, 403]) {
    peer.reply = () => ({ status, body: "" });
    await expect(call("purchase")).rejects.toMatchObject(SENT);
  }
});

test("optional data is missing after HTTP 404 or a success without data, without a retry", async () => {
  const request = { kind: "read", path: "/item", schema: z.unknown(), mayBeAbsent: true } as const;
  for (const reply of [{ status: 404, body: "" }, data(null), data(" "), data([]), data({})]) {
    peer.reply = () => reply;
    await expect(upstream.client.call(visitor, request)).rejects.toMatchObject({ name: "UpstreamNotFound" });
  }
  expect(peer.requests).toHaveLength(5);
});

test("a response of the maximum depth is read; a deeper or larger one is rejected", async () => {
  const nested = (depth: number) => ({ body: `{"data":${"[".repeat(depth)}${"]".repeat(depth)}}` });
  peer.reply = () => nested(JSON_MAX_DEPTH - 1);
  await expect(call("write")).resolves.toBeInstanceOf(Array);
  for (const reply of [nested(JSON_MAX_DEPTH), { body: `{"data":"${"x".repeat(RESPONSE_MAX_BYTES)}"}` }]) {
    peer.reply = () => reply;
    await expect(call("write")).rejects.toMatchObject(SENT);
  }
});

test("a response in tiny pieces is rejected; one in small pieces is read", async () => {
  const body = `{"data":"${"x".repeat(200_000)}"}`;
  peer.reply = () => ({ body, pieceBytes: 100 });
  await expect(call("write")).resolves.toHaveLength(200_000);
  peer.reply = () => ({ body: body.slice(0, 20_000), pieceBytes: 1 });
  await expect(call("write")).rejects.toMatchObject({ ...SENT, message: expect.stringContaining("pieces") as string });
});

test("numbers keep every digit, and are sent back unchanged", async () => {
  peer.reply = () => ({ body: '{"data":12345678901234567890.123456789012345678}' });
  const id = await call("read");
  await call("write", { id });
  expect(peer.requests[1]?.body).toBe('{"id":12345678901234567890.123456789012345678,"device":"a phone"}');
});
