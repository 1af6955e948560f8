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

test("a path decodes to source, preset and size, and omits the internal base URL", () => {
  const { signedPaths, readPath } = signedUrls();
  for (const address of [SOURCE, `${BASE}a.png`, `${BASE}/a.png`, "http://other.example/a.png"]) {
    const path = signedPaths(CARD, address)(128);
    expect(readPath(path)).toEqual({ url: new URL(address), preset: CARD, size: 128 });
  }
  const end = signedPaths(CARD, `${BASE}a.png`)(64).split("/").at(-1) ?? "";
  expect(Buffer.from(end, "base64url").toString()).toBe("a.png");
});

test("a path with a changed preset, size, signature or source, or one not allowed, is rejected", () => {
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

test("a path has one spelling; others that decode to the same are rejected", () => {
  const { signedPaths, readPath } = signedUrls();
  // Two of the three source lengths leave unused bits in base64url.
  for (const source of [SOURCE, `${SOURCE}0`, `${SOURCE}00`]) {
    const path = signedPaths(CARD, source)(64);
    const [, images = "", size = "", signature = "", text = ""] = path.split("/");
    const spelt = (...parts: string[]) => `/${parts.join("/")}`;
    expect(readPath(spelt(images, size, signature, text))).toBeDefined();
    const others = ["!", "=", "==", ".", "%20", "~", "\u{1f600}", "A"].flatMap((junk) => [
      ...[signature + junk, `${signature.slice(0, 5)}${junk}${signature.slice(5)}`].map((one) =>
        spelt(images, size, one, text),
      ),
      ...[text + junk, `${text.slice(0, 5)}${junk}${text.slice(5)}`].map((one) => spelt(images, size, signature, one)),
    ]);
    const paths = [
      ...others,
      // These are the same bytes in base64, percent-encoded, and with other unused bits.
      spelt(images, size, signature, Buffer.from(text, "base64url").toString("base64")),
      spelt(images, size, signature.replace(/^./, escaped), text),
      spelt(images, size, signature, text.replace(/^./, escaped)),
      spelt(images, size.replace("c", "%63"), signature, text),
      spelt(images.toUpperCase(), size, signature, text),
      ...withSpareBits(text).map((one) => spelt(images, size, signature, one)),
      ...["?", "?v=1", "#", "/", "//", "/x", ";x", "%00"].map((end) => path + end),
      `/${path}`,
    ];
    for (const other of paths) if (other !== path) expect(readPath(other), other).toBeUndefined();
  }
});

const escaped = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;

/** Returns texts with another last letter that Node decodes to the same bytes. */
function withSpareBits(text: string): string[] {
  const bytes = Buffer.from(text, "base64url");
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"];
  return letters
    .map((letter) => text.slice(0, -1) + letter)
    .filter((one) => Buffer.from(one, "base64url").equals(bytes));
}

test("the first key signs and every key verifies, so keys can be rotated", () => {
  const path = signedUrls().signedPaths(CARD, SOURCE)(64);
  const rotated = signedUrls({ keys: () => [NEW, OLD] });
  expect(rotated.signedPaths(CARD, SOURCE)(64)).not.toBe(path);
  expect(rotated.readPath(path)).toBeDefined();
  expect(signedUrls({ keys: () => [NEW] }).readPath(path)).toBeUndefined();
});
