import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formOf, only, textOf } from "../support/html";
import { FOREIGN_DETAILS, withDetails } from "../support/identity";
import { setEnv } from "../support/environment";
import { hugePng, phonePhoto } from "@storefront/test-support/images";
import type { CookieJar } from "../support/requests";
import { signedIn } from "../support/signed-in";
import { startTestEnvironment, type TestEnvironment } from "../support/stage";
import { hostileBody, HOSTILE_PARTS } from "../support/hostile-parts";
import { LINE, MULTIPART_TYPE, part } from "../support/unfinished-body";

/** Memory and log of the built storefront while it receives photos. */

const SECRET = "a-secret-of-the-photo-tests-with-32-characters";
/** One round in `npm test`, more in `npm run test:long`. */
const ROUNDS = Number(process.env.PHOTO_ROUNDS ?? 1);
const MEMORY_BUDGET_MB = 150;

let testEnvironment: TestEnvironment;

beforeAll(async () => {
  testEnvironment = await startTestEnvironment(40, { SESSION_SECRET: SECRET, LOG_LEVEL: "info" });
  setEnv({
    UPSTREAM_URL: testEnvironment.sandbox.url,
    SESSION_SECRET: SECRET,
    PUBLIC_ORIGIN: testEnvironment.storefront.url,
  });
});

afterAll(() => testEnvironment.stop());

/** The id of the storefront's own process, found by its address. */
function storefrontPid(): string {
  const own = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const pid = own.find((name) => {
    try {
      return readFileSync(`/proc/${name}/environ`, "utf8")
        .split("\0")
        .includes(`PUBLIC_ORIGIN=${testEnvironment.storefront.url}`);
    } catch {
      return false;
    }
  });
  if (!pid) throw new Error("The storefront is not running");
  return pid;
}

/** Current or peak memory of a process, in MB. */
function memoryMb(pid: string, what: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}

/** A visitor who has entered the details and must now send the photos. */
async function visitor(): Promise<CookieJar> {
  const { cookies } = await signedIn(testEnvironment.sandbox, { authLevel: 3 });
  await withDetails(cookies, { ...FOREIGN_DETAILS, certificateNumber: `CANARY-${Math.random()}` });
  return cookies;
}

async function tokenOf(cookies: CookieJar): Promise<string> {
  const page = await fetch(`${testEnvironment.storefront.url}/UploadImage`, { headers: { Cookie: String(cookies) } });
  return formOf(await page.text(), "main [name=csrf]").fields.csrf ?? "";
}

async function post(cookies: CookieJar, photos: Record<string, Buffer>): Promise<Response> {
  const body = new FormData();
  body.append("csrf", await tokenOf(cookies));
  for (const [slot, bytes] of Object.entries(photos)) {
    body.append(slot, new File([new Uint8Array(bytes)], "canary-file-name.jpg", { type: "image/jpeg" }));
  }
  const headers = { Cookie: String(cookies), Origin: testEnvironment.storefront.url };
  return fetch(`${testEnvironment.storefront.url}/UploadImage`, { method: "POST", headers, body, redirect: "manual" });
}

test("any photos use at most 150 MB more than idle, and do not appear in the log", async () => {
  const phone = await phonePhoto();
  const large = await phonePhoto({ width: 5_600, height: 4_200 });
  const bomb = hugePng(30_000, 30_000);
  const tooLarge = Buffer.concat([phone, Buffer.alloc(9 * 1024 * 1024)]);
  const nearLimit = Buffer.concat([phone, Buffer.alloc(7.9 * 1024 * 1024 - phone.length)]);
  const cookies = await visitor();
  await fetch(`${testEnvironment.storefront.url}/Index/Home`);
  const pid = storefrontPid();
  const idleMb = memoryMb(pid, "VmRSS");

  expect((await post(cookies, { firstPhoto: bomb, secondPhoto: tooLarge, thirdPhoto: Buffer.alloc(0) })).status).toBe(
    422,
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    const sender = await visitor();
    expect((await post(sender, { firstPhoto: nearLimit, secondPhoto: large, thirdPhoto: bomb })).status).toBe(422);
    const done = await post(sender, { firstPhoto: phone, secondPhoto: nearLimit, thirdPhoto: nearLimit });
    expect(done.headers.get("location")).toBe("/SuccessRealname");
  }
  const peakMb = memoryMb(pid, "VmHWM");
  console.log(`memory: ${idleMb.toFixed(0)} MB idle, ${peakMb.toFixed(0)} MB at most`);
  expect(peakMb - idleMb).toBeLessThan(MEMORY_BUDGET_MB);

  const log = testEnvironment.storefront.output();
  expect(log).toContain('"/UploadImage"');
  for (const canary of ["canary", "CANARY", FOREIGN_DETAILS.familyName, FOREIGN_DETAILS.name]) {
    expect(log).not.toContain(canary);
  }
}, 120_000);

test("photos that are too large together get the form back, with an error for each", async () => {
  const large = Buffer.alloc(13 * 1024 * 1024, 7);
  const response = await post(await visitor(), { firstPhoto: large, secondPhoto: large, thirdPhoto: large });
  expect(response.status).toBe(422);
  const html = await response.text();
  for (const slot of ["firstPhoto", "secondPhoto", "thirdPhoto"]) {
    expect(textOf(only(html, `#photos-${slot}-error`))).toContain("8 MB");
  }
});

/** A connection on which a large upload has begun. */
function beginUpload(cookies: CookieJar): Socket {
  const { host, hostname, port } = new URL(testEnvironment.storefront.url);
  const head = [
    "POST /UploadImage HTTP/1.1",
    `Host: ${host}`,
    `Origin: ${testEnvironment.storefront.url}`,
    `Cookie: ${String(cookies)}`,
    `Content-Type: ${MULTIPART_TYPE}`,
    "Content-Length: 20000000",
  ].join("\r\n");
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on("error", () => undefined);
  socket.write(`${head}\r\n\r\n`);
  return socket;
}

/** Sends a body as it is to a form of this site. */
async function postBody(path: string, body: Buffer, cookies?: CookieJar): Promise<number> {
  const headers = {
    ...(cookies && { Cookie: String(cookies) }),
    Origin: testEnvironment.storefront.url,
    "Content-Type": "multipart/form-data; boundary=x",
  };
  const init = { method: "POST", headers, body: new Uint8Array(body), redirect: "manual" } as const;
  const response = await fetch(testEnvironment.storefront.url + path, init);
  await response.arrayBuffer();
  return response.status;
}

/** Expects the same process to run, to store nothing, and to accept photos. */
async function expectWell(pid: string): Promise<void> {
  expect((await fetch(`${testEnvironment.storefront.url}/healthz`)).status).toBe(200);
  expect(storefrontPid()).toBe(pid);
  await expect.poll(() => filesOf(pid).filter((path) => path.includes("storefront-upload-"))).toEqual([]);
  const photo = await phonePhoto({ width: 640, height: 480 });
  const done = await post(await visitor(), { firstPhoto: photo, secondPhoto: photo, thirdPhoto: photo });
  expect(done.headers.get("location")).toBe("/SuccessRealname");
}

function filesOf(pid: string): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return [];
    }
  });
}

test("no multipart part ends the process: signed in, signed out, or at a form without files", async () => {
  const pid = storefrontPid();
  // An account may post 30 times a minute.
  const senders = await Promise.all([visitor(), visitor(), visitor()]);
  for (const [at, hostile] of HOSTILE_PARTS.entries()) {
    const body = hostileBody(hostile);
    const status = await postBody("/UploadImage", body, senders[at % senders.length]);
    expect([hostile.head.slice(0, 100), status]).toEqual([hostile.head.slice(0, 100), hostile.refused ? 400 : 403]);
    expect(await postBody("/UploadImage", body), "signed out").toBe(303);
    expect(await postBody("/Login", body), "a form without files").toBe(415);
  }
  await expectWell(pid);
});

test("an aborted upload leaves no file and occupies no slot", async () => {
  const pid = storefrontPid();
  const cookies = await visitor();
  const begun = Buffer.concat([
    part("csrf", await tokenOf(cookies)),
    LINE,
    part("firstPhoto", Buffer.alloc(300_000, 7), "a.jpg"),
  ]);
  for (const sentBytes of [1, 60, 200, 70_000, begun.length]) {
    const socket = beginUpload(cookies);
    await new Promise((resolve) => socket.write(begun.subarray(0, sentBytes), resolve));
    socket.destroy();
  }
  await expectWell(pid);
  // A slot is free again once the storefront has noticed.
  await expect.poll(async () => (await post(cookies, {})).status).toBe(422);
});

test("the decoder process ends with the storefront", async () => {
  const cookies = await visitor();
  await post(cookies, { firstPhoto: await phonePhoto({ width: 640, height: 480 }) });
  const pid = storefrontPid();
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  expect(children).toHaveLength(1);
  const [child = ""] = children;
  const variables = readFileSync(`/proc/${child}/environ`, "utf8");
  expect(variables, "the decoder gets no secret").not.toContain("SESSION_SECRET");
  expect(await testEnvironment.storefront.stop()).toBe(0);
  await expect.poll(() => readdirSync("/proc").includes(child), { timeout: 5_000 }).toBe(false);
});
