import { expect, test } from "vitest";
import type { ImageProxyOptions, Preset } from "./options";
import { createSignedUrls } from "./signed-url";

const BASE = "http://internal.example/files/";
const SOURCE = "https://cdn.example.com/a.png?v=1";
const CARD: Preset = { letter: "c", sizes: [64, 128], box: (size) => ({ width: size, height: size, fit: "cover" }) };
const LARGE_CARD: Preset = { ...CARD, letter: "l" };
const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

function signedUrls(options: Partial<ImageProxyOptions> = {}) {
  return createSignedUrls({
    prefix: "/images/",
    presets: [CARD, LARGE_CARD],
    keys: () => [OLD],
    baseUrl: () => BASE,
    allowedSource: (address) => new URL(address),
    ...options,
  });
}

test("a path leads back to source, preset and size; an internal base does not stand in it", () => {
  const { signedPaths, readPath } = signedUrls();
  for (const address of [SOURCE, `${BASE}a.png`, `${BASE}/a.png`, "http://other.example/a.png"]) {
    const path = signedPaths(CARD, address)(128);
    expect(readPath(path)).toEqual({ url: new URL(address), preset: CARD, size: 128 });
  }
  const end = signedPaths(CARD, `${BASE}a.png`)(64).split("/").at(-1) ?? "";
  expect(Buffer.from(end, "base64url").toString()).toBe("a.png");
});

test("a path with another preset, size, signature or source, and one that is not allowed, is none", () => {
  const { signedPaths, readPath } = signedUrls();
  const path = signedPaths(CARD, SOURCE)(64);
  const [, , , signature = ""] = path.split("/");
  for (const forged of [
    path.replace("/c64/", "/l64/"),
    path.replace("/c64/", "/c65/"),
    path.replace(signature, ""),
    path.replace(signature, signature.slice(0, -1)),
    path.replace(signature, "A".repeat(signature.length)),
    path.replace(/[^/]+$/, Buffer.from("//cdn.example.com/b.png").toString("base64url")),
    `${path}/`,
  ]) {
    expect(readPath(forged), forged).toBeUndefined();
  }
  expect(signedUrls({ allowedSource: () => undefined }).readPath(path)).toBeUndefined();
});

test("the first key signs and each verifies, so that keys can be rotated", () => {
  const path = signedUrls().signedPaths(CARD, SOURCE)(64);
  const rotated = signedUrls({ keys: () => [NEW, OLD] });
  expect(rotated.signedPaths(CARD, SOURCE)(64)).not.toBe(path);
  expect(rotated.readPath(path)).toBeDefined();
  expect(signedUrls({ keys: () => [NEW] }).readPath(path)).toBeUndefined();
});
