import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import sharp from "sharp";
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { bytesUnread } from "@storefront/http-server/unread-responses";
import { imageProxy } from "~server/pictures/image-proxy";
import { pictureFor, pictureUrl } from "~server/pictures/picture";
import type { SlotName } from "~server/pictures/slots";
import { setEnv, withEnv } from "../../support/environment";
import { freshFolder } from "@storefront/test-support/fresh-folder";
import { as, useImageSource } from "@storefront/test-support/image-source";
import { hugePng, phonePhoto } from "@storefront/test-support/images";
import { ask, HOST, openStorefront } from "../../support/test-storefront";

const source = await useImageSource();
setEnv({ UPSTREAM_URL: source.url });

const CHROME = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8";
const SAFARI_12 = "image/png,image/svg+xml,image/*;q=0.8,video/*;q=0.8,*/*;q=0.5";
const WEBP = "image/webp,*/*";

let photo: Buffer;
beforeAll(async () => {
  photo = await phonePhoto({ width: 1200, height: 800, orientation: 1 });
});

let folder: string;
beforeEach(() => {
  folder = freshFolder("pictures");
  setEnv({ DATA_DIR: folder });
});

afterEach(async () => {
  await imageProxy.settled();
  rmSync(folder, { recursive: true });
});

/** A storefront in which Remix must not be called. */
const open = () => openStorefront(() => expect.fail("Remix was asked"));

const pathOf = (path: string, slot: SlotName = "card") => pictureFor(slot, source.url + path)?.src ?? "";

test("an unread picture counts among the waiting responses", async () => {
  // Larger than the socket buffers of both ends.
  const size = { width: 1_200, height: 1_200, channels: 4 } as const;
  const noise = randomBytes(size.width * size.height * size.channels);
  source.paths.set("/noise", as("image/png", await sharp(noise, { raw: size }).png().toBuffer()));
  const { port } = await open();
  const target = pathOf("/noise", "share");
  const { body } = await ask(port, target);
  const socket = connect({ port, host: "127.0.0.1" });
  onTestFinished(() => void socket.destroy());
  socket.write(`GET ${target} HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`);
  await vi.waitUntil(() => bytesUnread() > 0, { timeout: 20_000 });
  expect(bytesUnread()).toBe(body.length);
  socket.resume();
  await vi.waitUntil(() => bytesUnread() === 0, { timeout: 20_000 });
});

test("a picture is served before Remix, in a format that the browser accepts", async () => {
  source.paths.set("/a", as("image/jpeg", photo));
  const { port } = await open();
  const target = pathOf("/a");
  for (const [accept, type] of [
    [SAFARI_12, "image/jpeg"],
    ["*/*", "image/jpeg"],
    ["image/webp;q=0, */*", "image/jpeg"],
    ["image/avif, */*", "image/jpeg"],
    [WEBP, "image/webp"],
  ] as const) {
    const { status, headers, body } = await ask(port, target, { headers: { Accept: accept } });
    expect([status, headers["content-type"], headers.vary], accept).toEqual([200, type, "Accept"]);
    expect(Number(headers["content-length"])).toBe(body.length);
    expect(await sharp(body).metadata()).toMatchObject({ format: type.slice(6), width: 64, height: 64 });
  }
  expect((await ask(port, target)).headers["content-type"], "without Accept").toBe("image/jpeg");
  expect(source.asked, "one fetch for all").toEqual(["/a"]);
});

test("its headers allow caching for a day, and only use as a picture", async () => {
  source.paths.set("/a", as("image/jpeg", photo));
  const { port } = await open();
  const { headers } = await ask(port, pathOf("/a"), { headers: { Accept: WEBP } });
  expect(headers).toMatchObject({
    "cache-control": "public, max-age=86400, stale-while-revalidate=604800",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  });
  expect(headers["set-cookie"]).toBeUndefined();
  const again = await ask(port, pathOf("/a"), {
    headers: { Accept: WEBP, "If-None-Match": `W/${headers.etag ?? ""}` },
  });
  expect([again.status, again.body.length, again.headers.etag, again.headers.vary]).toEqual([
    304,
    0,
    headers.etag,
    "Accept",
  ]);
  const other = await ask(port, pathOf("/a"), { headers: { "If-None-Match": headers.etag ?? "" } });
  expect(other.status, "the cached ETag is of another type").toBe(200);
  const head = await ask(port, pathOf("/a"), { method: "HEAD", headers: { Accept: WEBP } });
  expect([head.status, head.headers["content-length"], head.body.length]).toEqual([200, headers["content-length"], 0]);
});

test("a URL that we did not sign is 404, and nothing is fetched", async () => {
  source.paths.set("/a", as("image/jpeg", photo));
  const { port, logged } = await open();
  const target = pathOf("/a");
  const other = Buffer.from("b").toString("base64url");
  for (const path of [
    target.replace("/c64/", "/b720/"),
    target.replace(/[^/]+$/, other),
    target.replace(/\/c64\/./, "/c64/~"),
    "/pictures/",
    "/pictures/c64",
    `/pictures/c64/${"A".repeat(16)}/${Buffer.from("//127.0.0.1/").toString("base64url")}`,
  ]) {
    const { status, headers, body } = await ask(port, path);
    expect([status, headers["cache-control"], body.length], path).toEqual([404, "no-store", 0]);
  }
  expect(source.asked).toEqual([]);
  expect((await logged(6)).join("\n")).not.toContain(target);
});

test("ten simultaneous requests for a picture share one fetch", async () => {
  const pending: ServerResponse[] = [];
  source.paths.set("/a", (response) => void pending.push(response));
  const { port } = await open();
  const responses = Array.from({ length: 10 }, () => ask(port, pathOf("/a"), { headers: { Accept: WEBP } }));
  await expect.poll(() => pending.length).toBe(1);
  pending[0]?.writeHead(200, { "content-type": "image/jpeg" }).end(photo);
  const etags = (await Promise.all(responses)).map(({ status, headers }) => `${status} ${headers.etag}`);
  expect(new Set(etags).size).toBe(1);
  expect(etags[0]).toMatch(/^200 "/);
  expect(source.asked).toEqual(["/a"]);
});

test("an unavailable picture gets an immediate, uncacheable response: 404 if it does not exist, else 502", async () => {
  source.paths.set("/bomb", hugePng(30_000, 30_000));
  const { port } = await open();
  for (const [path, status] of [
    ["/none", 404],
    ["/bomb", 502],
  ] as const) {
    for (let count = 0; count < 2; count += 1) {
      const response = await ask(port, pathOf(path), { headers: { Accept: WEBP } });
      expect([response.status, response.headers["cache-control"], response.body.length]).toEqual([
        status,
        "no-store",
        0,
      ]);
    }
  }
  expect(source.asked).toEqual(["/none", "/bomb"]);
});

test("AVIF is encoded after the response, and served next time if smaller", async () => {
  source.paths.set("/a", as("image/jpeg", photo));
  source.paths.set(
    "/dot",
    await sharp({ create: { width: 2, height: 2, channels: 3, background: "#fff" } })
      .png()
      .toBuffer(),
  );
  const { port } = await open();
  const askFor = (path: string) => ask(port, pathOf(path, "banner"), { headers: { Accept: CHROME } });
  const first = await askFor("/a");
  expect(first.headers["content-type"]).toBe("image/webp");
  await imageProxy.settled();
  const second = await askFor("/a");
  expect(second.headers["content-type"]).toBe("image/avif");
  expect(second.body.length).toBeLessThan(first.body.length);
  expect(second.headers.etag).not.toBe(first.headers.etag);
  expect(source.asked).toEqual(["/a"]);
  for (let count = 0; count < 2; count += 1) {
    expect((await askFor("/dot")).headers["content-type"], "AVIF is not smaller").toBe("image/webp");
    await imageProxy.settled();
  }
});

test("a stale picture is served at once and renewed in the background; while its source fails it is served for seven days", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const later = (hours: number) => vi.setSystemTime(Date.now() + hours * 3_600_000);
  source.paths.set("/a", as("image/jpeg", photo));
  const { port } = await open();
  const get = async () => {
    const { status, headers } = await ask(port, pathOf("/a"), { headers: { Accept: WEBP } });
    await imageProxy.settled();
    return `${status} ${headers.etag}`;
  };
  const first = await get();
  later(0.9);
  expect(await get()).toBe(first);
  expect(source.asked.length, "fresh for an hour").toBe(1);
  later(0.2);
  expect(await get()).toBe(first);
  expect(source.asked.length, "revalidated and unchanged").toBe(2);
  source.paths.set("/a", as("image/jpeg", await sharp(photo).negate().jpeg().toBuffer()));
  later(1.1);
  expect(await get(), "the stale picture, at once").toBe(first);
  const changed = await get();
  expect(changed).not.toBe(first);
  source.paths.delete("/a");
  later(24 * 6);
  expect([await get(), await get()]).toEqual([changed, changed]);
  later(24 * 2);
  expect(await get()).toMatch(/^404/);
});

test("with IMAGE_PROXY=off these URLs are 404", async () => {
  source.paths.set("/a", as("image/jpeg", photo));
  const target = pathOf("/a");
  const { port } = await open();
  await withEnv({ IMAGE_PROXY: "off" }, async () => expect((await ask(port, target)).status).toBe(404));
  expect(source.asked).toEqual([]);
  expect(pictureUrl("icon", `${source.url}/a`)).toMatch(/^\/pictures\/i64\//);
});
