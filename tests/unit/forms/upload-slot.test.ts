import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { formAction, formError, type FormResult } from "~server/forms/form";
import type { FormOptions } from "~server/forms/form-options";
import { UPLOAD_IN_MEMORY_BYTES, bytesSpooled, spool } from "~server/forms/spool";
import { acquireUploadSlot, uploadsUnderWay } from "~server/forms/admission";
import { LIMITS } from "~server/limits";
import { SESSION_CONFIRMED_MS } from "~server/forms/admission";
import { seeOther } from "~server/session/redirects";
import { useUpstream } from "../../support/upstream";
import { CookieJar, formRequest, pageRequest } from "../../support/requests";
import { formTokenFor, routeArgs } from "../../support/route-args";
import { signedIn } from "../../support/signed-in";
import { END, LINE, part, unfinishedBody, type UnfinishedBody } from "../../support/unfinished-body";
import { LONG_WAIT } from "@storefront/test-support/endless-wait";
import { smallDisk } from "@storefront/test-support/small-disk";
import { setEnv } from "../../support/environment";

const schema = z.object({});
const handle = vi.fn<FormOptions<typeof schema, "required">["handle"]>();
const action = formAction<typeof schema, "required">({
  purpose: "pictures",
  session: "required",
  files: { slots: ["first", "second"], maxBytesEach: 4_000_000 },
  schema: () => schema,
  handle,
});

const sandbox = await useUpstream({ eachTest: "faults" });
let cookies: CookieJar;
let others: CookieJar[];

beforeAll(async () => {
  const visitors = [];
  for (let count = 0; count <= LIMITS["uploads:address"].points / LIMITS["uploads:account"].points; count += 1) {
    visitors.push((await signedIn(sandbox)).cookies);
  }
  [cookies = new CookieJar(), ...others] = visitors;
});

beforeEach(() => {
  handle.mockReset();
  handle.mockImplementation(async () => seeOther("/"));
});

const begun: { body: UnfinishedBody; result: Promise<Response> }[] = [];

afterEach(async () => {
  for (const { body } of begun) body.leave();
  await Promise.all(begun.splice(0).map(({ result: response }) => response));
  expect(uploadsUnderWay(), "no slot is lost").toBe(0);
  expect(bytesSpooled(), "nothing is kept").toBe(0);
});

const tokenOf = (jar: CookieJar) => formTokenFor(pageRequest("/", { cookies: jar }), "pictures");
const args = (request: Request, clientAddress = "198.51.100.9") => routeArgs(request, { clientAddress });

/** Starts an upload and leaves it unfinished; `result` settles when the server responds. */
function begin(jar: CookieJar, address?: string) {
  const body = unfinishedBody(jar);
  const upload = { body, result: action(args(body.request, address)) };
  begun.push(upload);
  return upload;
}

/** Starts an upload up to the middle of the first photo. */
async function beginPhoto(jar: CookieJar, address?: string) {
  const upload = begin(jar, address);
  await upload.body.send(Buffer.concat([part("csrf", await tokenOf(jar)), LINE]));
  await upload.body.send(part("first", "abc", "a.jpg"));
  return upload;
}

async function whole(jar: CookieJar, address?: string, content: string | Uint8Array = "photo"): Promise<Response> {
  const first = new File([content as BlobPart], "a.jpg");
  return action(args(formRequest("/UploadImage", { csrf: await tokenOf(jar), first }, { cookies: jar }), address));
}

const messageOf = async (response: Response) => ((await response.json()) as FormResult).lastResult.error?.[""];
const spoolFiles = () =>
  readdirSync("/proc/self/fd").filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes("storefront-upload-");
    } catch {
      return false;
    }
  });

test.each([3, 30])("%i unfinished bodies of one account do not stop another account's upload", async (count) => {
  const [other = new CookieJar()] = others;
  for (let sent = 0; sent < LIMITS["uploads:account"].points; sent += 1) await beginPhoto(cookies);
  for (let sent = LIMITS["uploads:account"].points; sent < count; sent += 1) {
    const { body, result: response } = begin(cookies, `198.51.100.${sent}`);
    const refused = await response;
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await messageOf(refused)).toEqual([
      expect.stringMatching(/^\["UploadImage\.tooManyAtOnce",\{"seconds":\d+\}\]$/),
    ]);
    expect(body.request.bodyUsed, "the body was not read").toBe(false);
  }
  expect(uploadsUnderWay()).toBe(LIMITS["uploads:account"].points);
  expect((await whole(other, "203.0.113.1")).status, "from another address").toBe(303);
  expect((await whole(other)).status, "from the same address").toBe(303);
});

test("unfinished bodies of many accounts from one address do not stop an upload from another address", async () => {
  for (const jar of others)
    for (let sent = 0; sent < LIMITS["uploads:account"].points; sent += 1) await beginPhoto(jar);
  expect(uploadsUnderWay()).toBe(LIMITS["uploads:address"].points);
  expect((await whole(cookies)).status).toBe(429);
  expect((await whole(cookies, "203.0.113.1")).status).toBe(303);
});

test("an upload that ends in any way frees its account's slot", async () => {
  const one = await beginPhoto(cookies);
  const two = await beginPhoto(cookies);
  expect((await whole(cookies)).status).toBe(429);
  one.body.leave();
  expect((await one.result).status).toBe(400);
  expect((await whole(cookies)).status).toBe(303);
  await two.body.send(END);
  two.body.end();
  expect((await two.result).status).toBe(303);
  handle.mockRejectedValueOnce(new Error("a fault of ours"));
  await expect(whole(cookies)).rejects.toThrow("a fault of ours");
  expect((await whole(cookies)).status).toBe(303);
});

test("when all upload slots are taken the response is 503 until one is free", async () => {
  const slots = Array.from({ length: LIMITS["uploads:all"].points }, (_, at) =>
    acquireUploadSlot(`account-${at}`, `address-${at}`),
  );
  expect((await whole(cookies)).status).toBe(503);
  for (const slot of slots) if ("release" in slot) slot.release();
  expect((await whole(cookies)).status).toBe(303);
});

test("too many uploads a minute are rejected before the body is read", async () => {
  let last = await whole(cookies);
  for (let sent = 0; sent < 30; sent += 1) last = await whole(cookies);
  expect(last.status).toBe(429);
  const { body, result: response } = begin(cookies);
  expect(await messageOf(await response)).toEqual([expect.stringContaining("errors.tooMany")]);
  expect(body.request.bodyUsed).toBe(false);
});

describe("the session", () => {
  test("that has expired gets the usual response before the body is read", async () => {
    const visitor = await signedIn(sandbox);
    const csrf = await tokenOf(visitor.cookies);
    await sandbox.expireSessions(visitor.account.email);
    const { body, result } = begin(visitor.cookies);
    const response = await result;
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe("/");
    expect(body.request.bodyUsed).toBe(false);
    expect(visitor.cookies.take(response).get("utoken")).toBeUndefined();
    expect(csrf).not.toBe("");
  });

  test("that the upstream does not confirm gets 503 before the body is read", async () => {
    const visitor = await signedIn(sandbox);
    await sandbox.fail("user_info", { kind: "html" });
    const { body, result: response } = begin(visitor.cookies);
    expect((await response).status).toBe(503);
    expect(body.request.bodyUsed).toBe(false);
    await sandbox.heal();
    expect((await whole(visitor.cookies)).status).toBe(303);
  });

  test("is confirmed by the upstream once a minute", async () => {
    const visitor = await signedIn(sandbox);
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const before = await sandbox.calls("user_info");
      await whole(visitor.cookies);
      await whole(visitor.cookies);
      expect(await sandbox.calls("user_info")).toBe(before + 1);
      vi.setSystemTime(Date.now() + SESSION_CONFIRMED_MS + 1);
      await whole(visitor.cookies);
      expect(await sandbox.calls("user_info")).toBe(before + 2);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("without the form's token before the files no file is stored, and the response is 403", () => {
  const photo = part("first", Buffer.alloc(UPLOAD_IN_MEMORY_BYTES * 4, 7), "a.jpg");

  test.each([
    ["no token", () => [photo]],
    ["a bad token", () => [part("csrf", "garbage"), photo]],
    ["an empty token", () => [part("csrf", ""), photo]],
    ["another field before the token", async () => [part("note", "x"), part("csrf", await tokenOf(cookies)), photo]],
    ["a file before the token", async () => [photo, part("csrf", await tokenOf(cookies))]],
    ["a bad token before the good one", async () => [part("csrf", "x"), part("csrf", await tokenOf(cookies)), photo]],
  ])("%s", async (_, make) => {
    const { body, result } = begin(cookies);
    for (const bytes of await make()) await body.send(Buffer.concat([bytes, LINE]));
    expect(bytesSpooled()).toBe(0);
    expect(spoolFiles()).toEqual([]);
    await body.send(END);
    body.end();
    const response = await result;
    expect(response.status).toBe(403);
    expect(await messageOf(response)).toEqual(["errors.forged"]);
    expect(handle).not.toHaveBeenCalled();
  });
});

test("a large file is stored in an encrypted, unlinked temporary file, and reads back unchanged", async () => {
  const content = Buffer.from("a line of a photo that nobody else may read\n".repeat(20_000));
  const seen: { names: string[]; plain: boolean; bytes: number; content?: Buffer } = {
    names: [],
    plain: true,
    bytes: 0,
  };
  handle.mockImplementationOnce(async ({ files }) => {
    const file = files.first;
    if (file?.state !== "sent") return formError("errors.network");
    const [fd = ""] = spoolFiles();
    seen.names = spoolFiles().map((each) => readlinkSync(`/proc/self/fd/${each}`));
    const onDisk = readFileSync(`/proc/self/fd/${fd}`);
    seen.bytes = onDisk.length;
    seen.plain = onDisk.includes("a line of a photo");
    seen.content = await file.read();
    expect((await file.read()).equals(seen.content), "each read returns the same bytes").toBe(true);
    return seeOther("/");
  });
  expect((await whole(cookies, undefined, content)).status).toBe(303);
  expect(seen.names).toEqual([expect.stringMatching(/storefront-upload-.* \(deleted\)$/)]);
  expect(seen).toMatchObject({ plain: false, bytes: content.length });
  expect(seen.content?.equals(content)).toBe(true);
  expect(spoolFiles(), "the file is closed").toEqual([]);
});

test("an aborted upload or a file that is too large leaves nothing behind", async () => {
  const { body, result: response } = await beginPhoto(cookies);
  await body.send(Buffer.alloc(500_000, 7));
  // Bytes count before their file exists.
  await vi.waitFor(() => expect([bytesSpooled() > 400_000, spoolFiles().length]).toEqual([true, 1]), LONG_WAIT);
  body.leave();
  expect((await response).status).toBe(400);
  expect([bytesSpooled(), spoolFiles()]).toEqual([0, []]);

  const large = await beginPhoto(cookies);
  await large.body.send(Buffer.alloc(4_000_000, 7));
  await large.body.send(Buffer.alloc(1_000_000, 7));
  await vi.waitFor(() => expect([bytesSpooled(), spoolFiles()]).toEqual([0, []]), LONG_WAIT);
  await large.body.send(END);
  large.body.end();
  expect((await large.result).status).toBe(303);
  expect(handle.mock.lastCall?.[0].files).toEqual({ first: { state: "tooLarge" } });
});

test("the total size of temporary files is limited; deleted ones free space", async () => {
  const bound = 1_000_000;
  const one = spool(bound);
  const two = spool(bound);
  await one.append(Buffer.alloc(900_000));
  await expect(two.append(Buffer.alloc(200_000))).rejects.toMatchObject({ name: "TooBusy" });
  await two.drop();
  await one.drop();
  const three = spool(bound);
  await three.append(Buffer.alloc(900_000));
  await three.drop();
});

const disk = smallDisk("upload-disk");

test.skipIf(!disk)("photos leave space for purchases on the store's disk, and only there", async () => {
  const folder = disk?.folder ?? "";
  try {
    for (const name of ["data", "tmp", "overlay", "lower", "upper", "work"]) mkdirSync(join(folder, name));
    vi.stubEnv("TMPDIR", join(folder, "tmp"));
    const photo = Buffer.alloc(UPLOAD_IN_MEMORY_BYTES + 1);
    const elsewhere = spool();
    await elsewhere.append(photo);
    await elsewhere.drop();
    setEnv({ DATA_DIR: join(folder, "data") });
    const beside = spool();
    await expect(beside.append(photo)).rejects.toMatchObject({ name: "TooBusy" });
    await beside.drop();
    // Like a container's own folders beside its volume: the same disk under a different device number.
    const layers = ["lower", "upper", "work"].map((name) => `${name}dir=${join(folder, name)}`).join();
    const overlay = join(folder, "overlay");
    const { status } = spawnSync("mount", ["-t", "overlay", "-o", layers, "overlay", overlay]);
    vi.stubEnv("TMPDIR", status === 0 ? overlay : join(folder, "tmp"));
    const layered = spool();
    await expect(layered.append(photo)).rejects.toMatchObject({ name: "TooBusy" });
    await layered.drop();
    // A quota of the store's folder changes the size that it shows.
    const { statfs } = promises;
    const limited = join(folder, "data");
    vi.spyOn(promises, "statfs").mockImplementation(async (path) => ({
      ...(await statfs(path)),
      ...(path === limited && { blocks: 1 }),
    }));
    syncBuiltinESMExports();
    vi.stubEnv("TMPDIR", join(folder, "tmp"));
    const besideQuota = spool();
    await expect(besideQuota.append(photo)).rejects.toMatchObject({ name: "TooBusy" });
    await besideQuota.drop();
  } finally {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    spawnSync("umount", ["--lazy", join(folder, "overlay")]);
    vi.unstubAllEnvs();
    disk?.remove();
  }
});
