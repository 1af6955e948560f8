import { describe, expect, test } from "vitest";
import { imageProxy } from "~server/pictures/image-proxy";
import { pictureFor, pictureUrl } from "~server/pictures/picture";
import { SLOTS } from "~server/pictures/slots";
import { withEnv } from "../../support/environment";

const CDN = "https://cdn.example.com";
const ADDRESS = `${CDN}/a.png?v=1`;

/** The preset, size and source of a picture path. */
function read(path: string | undefined) {
  const variant = imageProxy.readPath(path ?? "");
  return variant && [variant.preset.letter, variant.size, variant.url.href];
}

describe("picture URLs", () => {
  test.each([ADDRESS, "https://elsewhere.example.com:8443/%E5%9C%96.png", "http://127.0.0.1:9/images/rack.svg"])(
    "decode to their original picture: %s",
    (address) => {
      for (const size of SLOTS.banner.sizes) {
        expect(read(imageProxy.signedPaths(SLOTS.banner, address)(size))).toEqual(["b", size, address]);
      }
    },
  );

  test("are the same in another process, and after rotating the secret", async () => {
    const path = pictureFor("card", ADDRESS)?.src;
    const old = process.env.SESSION_SECRET ?? "";
    await withEnv({ SESSION_SECRET: old }, () => expect(pictureFor("card", ADDRESS)?.src).toBe(path));
    await withEnv({ SESSION_SECRET: `${"n".repeat(32)},${old}` }, () => {
      expect(pictureFor("card", ADDRESS)?.src).not.toBe(path);
      expect(read(path)).toEqual(["c", 64, ADDRESS]);
    });
    await withEnv({ SESSION_SECRET: "n".repeat(32) }, () => expect(read(path)).toBeUndefined());
  });

  test("contain neither the upstream's URL nor the base of relative ones", () => {
    const path = pictureFor("card", "http://127.0.0.1:9/images/rack.svg")?.src ?? "";
    const text = path.split("/").at(-1) ?? "";
    expect(Buffer.from(text, "base64url").toString()).toBe("images/rack.svg");
  });

  test("are rejected once their source is no longer allowed", async () => {
    const path = pictureFor("card", ADDRESS)?.src;
    await withEnv({ IMAGE_HOSTS: "https://other.example.com" }, () => {
      expect(read(path)).toBeUndefined();
      expect(pictureFor("card", ADDRESS)).toBeUndefined();
      expect(pictureFor("card", "https://other.example.com/a.png")?.src).toMatch(/^\/pictures\/c64\//);
    });
  });
});

test("srcset offers one to three times the display size; old browsers use src", () => {
  const card = pictureFor("card", ADDRESS);
  expect(card?.sizes).toBeUndefined();
  expect(card?.srcSet?.split(",")).toEqual([
    `${card?.src.replace("c64", "c128")} 2x`,
    `${card?.src.replace("c64", "c192")} 3x`,
  ]);
  const banner = pictureFor("banner", ADDRESS);
  expect(banner?.srcSet?.match(/\/b\d+\/| \dx/g)).toEqual(["/b720/", " 2x", "/b1080/", " 3x"]);
  expect(banner?.src).toContain("/b720/");
  expect(pictureUrl("icon", ADDRESS, 180)).toMatch(/^\/pictures\/i180\//);
  expect(read(pictureUrl("icon", ADDRESS, 180))).toEqual(["i", 180, ADDRESS]);
  expect(pictureFor("card", undefined)).toBeUndefined();
});

test("every preset has its own letter, and every size can be decoded", () => {
  const slots = Object.values(SLOTS);
  expect(new Set(slots.map(({ letter }) => letter)).size).toBe(slots.length);
  for (const slot of slots) {
    const pathOf = imageProxy.signedPaths(slot, ADDRESS);
    for (const size of slot.sizes) expect(imageProxy.readPath(pathOf(size))).toMatchObject({ preset: slot, size });
  }
});

test("this site's own pictures, and all pictures with IMAGE_PROXY=off, keep their URL", async () => {
  expect(pictureFor("card", "http://127.0.0.1:3000/share.png")).toEqual({ src: "http://127.0.0.1:3000/share.png" });
  await withEnv({ IMAGE_PROXY: "off", IMAGE_HOSTS: "https://other.example.com" }, () => {
    expect(pictureFor("banner", ADDRESS)).toEqual({ src: ADDRESS });
    expect(pictureUrl("icon", ADDRESS, 180)).toBe(ADDRESS);
  });
});
