import { isUtf8 } from "node:buffer";
import { gunzipSync } from "node:zlib";
import { rmSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { CALL_NAMES } from "../calls";
import { connectSandbox } from "../remote";
import { openDatabase } from "../database";
import { startSandbox, type Fault, type Sandbox } from "../start";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { buyerAt, exchange, hashrate, isSuccess, storage } from "./calls";

let sandbox: Sandbox;
beforeAll(async () => {
  // The clock stands still, so that no code expires between two lines.
  sandbox = await startSandbox({ nowMs: () => Date.UTC(2026, 0, 1, 12) });
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const raw = (path = "/fe-ex-api/common/app_download") =>
  fetch(sandbox.url + path, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });

test("a call fails in the requested way and number of times, and then works again", async () => {
  await sandbox.fail("app_download", { kind: "error", code: 12345, msg: "No." }, { times: 2 });
  const codes = [];
  for (let number = 0; number < 3; number += 1)
    codes.push(String((await exchange(sandbox, "common/app_download")).code));
  expect(codes).toEqual(["12345", "12345", "0"]);
});

test("a fault can apply to one account only, and be removed", async () => {
  const [one, other] = [await buyerAt(sandbox), await buyerAt(sandbox)];
  await sandbox.fail("user_info", { kind: "error", code: "10002" }, { account: one.email });
  const code = async (token: string) => (await exchange(sandbox, "common/user_info", {}, { token })).code;
  expect([await code(one.token), await code(other.token)]).toEqual(["10002", "0"]);
  await sandbox.heal("user_info");
  expect(await code(one.token)).toBe("0");
});

test("a response is HTML, malformed, of wrong types, huge, or exactly as given", async () => {
  const responseTo = async (fault: Fault) => {
    await sandbox.fail("app_download", fault, { times: 1 });
    return (await raw()).text();
  };
  expect(await responseTo({ kind: "html" })).toContain("<!doctype html>");
  const malformed = await responseTo({ kind: "malformed" });
  expect(() => JSON.parse(malformed) as unknown).toThrow();
  expect(JSON.parse(await responseTo({ kind: "types" }))).toMatchObject({
    code: "0",
    data: { android_download_url: [{ wrong: expect.any(String) as unknown }] },
  });
  expect((await responseTo({ kind: "huge" })).length).toBeGreaterThan(4 * 1024 * 1024);
  expect(JSON.parse(await responseTo({ kind: "answer", body: { code: 0, data: [] } }))).toEqual({ code: 0, data: [] });
});

test("faults include a success of another shape, empty or redirecting gateways, and error pages", async () => {
  const responseTo = async (fault: Fault) => {
    await sandbox.fail("app_download", fault, { times: 1 });
    return fetch(`${sandbox.url}/fe-ex-api/common/app_download`, { method: "POST", redirect: "manual" });
  };
  expect(await (await responseTo({ kind: "shape" })).json()).toMatchObject({ code: "0", data: [[expect.any(Object)]] });
  expect((await responseTo({ kind: "gateway", status: 204 })).status).toBe(204);
  const led = await responseTo({ kind: "gateway", status: 302, location: "/maintenance" });
  expect([led.status, led.headers.get("location")]).toEqual([302, "/maintenance"]);
  const page = await responseTo({ kind: "html", status: 500 });
  expect([page.status, page.headers.get("content-type")]).toEqual([500, "text/html; charset=utf-8"]);
});

test("a response may use `message` for its text, not be UTF-8, or be compressed without being requested", async () => {
  const responseTo = async (fault: Fault) => {
    await sandbox.fail("app_download", fault, { times: 1 });
    return raw();
  };
  const refused = await responseTo({ kind: "error", code: 7, message: "no" });
  expect(await refused.json()).toEqual({ code: 7, msg: null, message: "no", data: null });
  const bytes = async (fault: Fault) => Buffer.from(await (await responseTo(fault)).arrayBuffer());
  const broken = await bytes({ kind: "broken" });
  expect(isUtf8(broken)).toBe(false);
  expect(JSON.parse(broken.toString())).toMatchObject({
    code: "0",
    data: { android_download_url: expect.any(String) as string },
  });
  expect((await bytes({ kind: "broken", code: 7 })).toString()).toMatch(/^{"code":7,"msg":"no\uFFFD+","data":null}$/);
  expect(JSON.parse(gunzipSync(await bytes({ kind: "gzip" })).toString())).toMatchObject({ code: "0" });
});

test("a response may arrive half, or byte by byte, after its request took effect", async () => {
  const buyer = await buyerAt(sandbox);
  const buy = async (fault: Fault) => {
    await sandbox.fail("userPayMinerOrderV2", fault, { times: 1 });
    const googleCode = await sandbox.code(buyer.email, "google");
    const body = JSON.stringify({ productId: 1001, buyAmount: "1", accountType: "1", googleCode });
    const headers = { "content-type": "application/json", "exchange-token": buyer.token };
    const aborter = new AbortController();
    const request = { method: "POST", headers, body, signal: aborter.signal };
    const response = await fetch(`${sandbox.url}/fe-storage-api/userPayMinerOrderV2`, request);
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    return { first: await reader.read(), reader, aborter };
  };
  const cut = await buy({ kind: "cut" });
  expect(Buffer.from(cut.first.value ?? []).toString()).toMatch(/^{"code":0/);
  await expect(cut.reader.read()).rejects.toThrow();
  const drip = await buy({ kind: "drip" });
  expect(drip.first.value).toHaveLength(1);
  drip.aborter.abort();
  expect((await hashrate(sandbox, "getOrderList", {}, buyer)).data.count).toBe(2);
});

test("a fault can apply to a call with certain parameters only", async () => {
  await sandbox.fail("kv", { kind: "error", code: 777 }, { asking: { keys: "country-h5" } });
  expect((await hashrate(sandbox, "common/kv", { keys: "country-h5" })).code).toBe(777);
  expect(isSuccess(await hashrate(sandbox, "common/kv", { keys: "banner-h5" }))).toBe(true);
});

test("the sandbox can go down at once or after certain calls, and come back at its address", async () => {
  sandbox.shut();
  await expect(raw()).rejects.toThrow();
  await sandbox.open();
  expect((await raw()).status).toBe(200);
  sandbox.shut({ after: ["kv", "app_download"] });
  expect(isSuccess(await hashrate(sandbox, "common/kv", { keys: "banner-h5" }))).toBe(true);
  expect((await raw()).status).toBe(200);
  await expect(raw()).rejects.toThrow();
  await sandbox.open();
  expect((await raw()).status).toBe(200);
});

test("a delayed response arrives after those of later requests", async () => {
  await sandbox.fail("app_download", { kind: "latency", ms: 300 }, { times: 1 });
  const arrived: string[] = [];
  const late = exchange(sandbox, "common/app_download").then((response) => {
    arrived.push("late");
    return response;
  });
  await expect.poll(() => sandbox.calls("app_download")).toBe(1);
  await exchange(sandbox, "common/app_download");
  arrived.push("prompt");
  expect(isSuccess(await late)).toBe(true);
  expect(arrived).toEqual(["prompt", "late"]);
});

test("a call that hangs never gets a response, and does not delay others", async () => {
  await sandbox.fail("app_download", { kind: "hang" }, { times: 1 });
  const aborter = new AbortController();
  const hanging = fetch(`${sandbox.url}/fe-ex-api/common/app_download`, { method: "POST", signal: aborter.signal });
  await expect.poll(() => sandbox.calls("app_download")).toBe(1);
  expect(isSuccess(await exchange(sandbox, "common/app_download"))).toBe(true);
  aborter.abort();
  await expect(hanging).rejects.toThrow();
});

test.each([
  [{ kind: "reset" }, 0],
  [{ kind: "reset", after: "effect" }, 1],
  [{ kind: "lost" }, 1],
] as const)("%o drops the connection and leaves %i orders", async (fault, orders) => {
  const buyer = await buyerAt(sandbox);
  await sandbox.fail("userPayMinerOrderV2", fault, { times: 1 });
  const googleCode = await sandbox.code(buyer.email, "google");
  const body = { productId: 1001, buyAmount: "1", accountType: "1", googleCode };
  await expect(storage(sandbox, "userPayMinerOrderV2", body, buyer)).rejects.toThrow();
  expect((await hashrate(sandbox, "getOrderList", {}, buyer)).data.count).toBe(orders);
});

test("an error is sent instead of the effect, or after it", async () => {
  const buyer = await buyerAt(sandbox);
  for (const [after, orders] of [
    ["nothing", 0],
    ["effect", 1],
  ] as const) {
    await sandbox.fail("userPayMinerOrderV2", { kind: "error", code: 20099, after }, { times: 1 });
    const googleCode = await sandbox.code(buyer.email, "google");
    const body = { productId: 1001, buyAmount: "1", accountType: "1", googleCode };
    expect((await storage(sandbox, "userPayMinerOrderV2", body, buyer)).code).toBe(20099);
    expect((await hashrate(sandbox, "getOrderList", {}, buyer)).data.count).toBe(orders);
  }
});

test("calls are counted with their headers and bodies, faults included", async () => {
  await sandbox.fail("app_download", { kind: "html" });
  await raw();
  await sandbox.heal();
  await exchange(sandbox, "common/app_download", { securityInfo: "{}" }, { token: "abc" });
  expect(await sandbox.calls("app_download")).toBe(2);
  expect((await sandbox.requests("app_download"))[1]).toMatchObject({
    headers: { "exchange-client": "pc", "exchange-language": "en_US", "exchange-token": "abc" },
    body: { securityInfo: "{}" },
  });
  await expect(sandbox.calls("no_such_call")).rejects.toThrow("There is no call");
});

test("each upstream call is named after the last segment of its path", () => {
  expect(CALL_NAMES.length).toBeGreaterThan(20);
  expect(new Set(CALL_NAMES).size).toBe(CALL_NAMES.length);
});

test("only storage calls work under any product's path", async () => {
  expect((await raw("/fe-mining-api/getUserAccountByUid")).status).toBe(200);
  expect((await raw("/fe-mining-api/project_sku")).status).toBe(404);
  expect((await fetch(`${sandbox.url}/fe-ex-api/common/app_download`)).status).toBe(405);
});

test("a reset restores data, clock and counts, and removes faults", async () => {
  const buyer = await buyerAt(sandbox);
  await sandbox.fail("app_download", { kind: "html" });
  await sandbox.setProduct("1001", { price: "99", stock: "1" });
  await sandbox.setCaptchaKind(2);
  await sandbox.reset();
  expect(await sandbox.calls("login_in")).toBe(0);
  expect(isSuccess(await exchange(sandbox, "common/app_download"))).toBe(true);
  expect((await exchange(sandbox, "common/user_info", {}, buyer)).code).toBe("10002");
  expect((await exchange(sandbox, "common/public_info_v5")).data.switch).toEqual({ verificationType: "0" });
  expect((await hashrate(sandbox, "project_sku_detail", { productId: 1001 })).data).toMatchObject({
    price: "15.5",
    maxBuy: 200,
  });
});

test("the remote control works from another process", async () => {
  const remote = connectSandbox(sandbox.url);
  const account = await remote.createAccount({ balances: { USDT: "5" } });
  expect(await remote.code(account.email, "google")).toBe(await sandbox.code(account.email, "google"));
  await remote.fail("app_download", { kind: "error", code: "777" }, { times: 1 });
  expect((await exchange(sandbox, "common/app_download")).code).toBe("777");
  expect(await remote.calls("app_download")).toBe(1);
  expect(await remote.requests("app_download")).toHaveLength(1);
  await remote.setProduct("1001", { price: "16" });
  expect((await hashrate(sandbox, "project_sku_detail", { productId: 1001 })).data.price).toBe("16");
  await remote.setCaptchaKind(1);
  expect((await exchange(sandbox, "common/public_info_v5")).data.switch).toEqual({ verificationType: "1" });
  await remote.reset();
  await expect(remote.code(account.email, "google")).rejects.toThrow("There is no account");
  await expect(remote.fail("nothing", { kind: "hang" })).rejects.toThrow("There is no call");
});

/** Returns the status of a request with headers that fetch cannot send. */
const status = (path: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const method = path === "/inbox" ? "GET" : "POST";
    const sent = request(sandbox.url + path, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on("error", reject);
    sent.end();
  });

test("inbox and control respond only to this machine's own names and pages", async () => {
  for (const path of ["/inbox", "/sandbox/heal"]) {
    expect(await status(path, { host: `127.0.0.1:${sandbox.port}` })).toBe(200);
    expect(await status(path, { host: `localhost:${sandbox.port}` })).toBe(200);
    expect(await status(path, { host: "evil.example" })).toBe(403);
    expect(await status(path, { host: `127.0.0.1:${sandbox.port}`, origin: "http://evil.example" })).toBe(403);
  }
});

test("the inbox shows codes, accounts and faults without scripts, and refreshes while the panel is closed", async () => {
  await sandbox.fail("kv", { kind: "hang" });
  const code = await sandbox.code("demo@example.com", "google");
  const inbox = await (await fetch(`${sandbox.url}/inbox`)).text();
  for (const text of [code, "demo@example.com", "Demo12345", "hang", 'http-equiv="refresh"']) {
    expect(inbox).toContain(text);
  }
  expect(inbox).not.toContain("<script");
  const panel = await (await fetch(`${sandbox.url}/inbox?panel=1`)).text();
  expect(panel).toContain('action="/sandbox/fail"');
  expect(panel).not.toContain('http-equiv="refresh"');
});

test("the forms of the inbox page call the same controls as the API", async () => {
  const submit = (endpoint: string, fields: Record<string, string>) =>
    fetch(`${sandbox.url}/sandbox/${endpoint}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
  const response = await submit("fail", {
    call: "app_download",
    kind: "error",
    code: "4711",
    msg: "No.",
    times: "1",
    account: "",
  });
  expect([response.status, response.headers.get("location")]).toEqual([303, "/inbox?panel=1"]);
  expect(await exchange(sandbox, "common/app_download")).toMatchObject({ code: "4711", msg: "No." });
  expect(isSuccess(await exchange(sandbox, "common/app_download"))).toBe(true);
  await submit("captcha", { kind: "2" });
  expect((await exchange(sandbox, "common/public_info_v5")).data.switch).toEqual({ verificationType: "2" });
});

test("after a reset no account reuses an earlier id, since clients identify accounts by id", async () => {
  const earlier = await sandbox.createAccount();
  await sandbox.reset();
  expect((await sandbox.createAccount()).id).toBeGreaterThan(earlier.id);
});

test("a database file keeps the data over a restart, unless a reset is requested", async () => {
  const folder = freshFolder("sandbox");
  const databaseFile = join(folder, "data", "sandbox.db");
  const begin = (reset = false) => startSandbox({ databaseFile, reset });
  try {
    const first = await begin();
    const buyer = await buyerAt(first);
    await first.close();
    const second = await begin();
    expect(isSuccess(await exchange(second, "common/user_info", {}, buyer))).toBe(true);
    await second.close();
    const third = await begin(true);
    expect((await exchange(third, "common/user_info", {}, buyer)).code).toBe("10002");
    await third.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a database file with an older catalogue gets the new one, and keeps its accounts", async () => {
  const folder = freshFolder("sandbox");
  const databaseFile = join(folder, "sandbox.db");
  try {
    const first = await startSandbox({ databaseFile });
    const buyer = await buyerAt(first);
    await first.close();
    const database = openDatabase(databaseFile);
    database.run("UPDATE products SET fields = '{}'");
    database.run("UPDATE settings SET value = 'older' WHERE key = 'catalogueEdition'");
    database.close();
    const second = await startSandbox({ databaseFile });
    const { data } = await exchange(second, "common/user_info", {}, buyer);
    expect(data.userAccount).toBeTruthy();
    const detail = await fetch(`${second.url}/fe-origin-hashrate-api/project_sku_detail`, {
      method: "POST",
      headers: { "content-type": "application/json", "exchange-language": "en_US" },
      body: JSON.stringify({ productId: "1001" }),
    });
    expect(await detail.json()).toMatchObject({ data: { title: "Filecoin Flagship Power, 540 days" } });
    await second.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
