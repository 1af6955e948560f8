import { describe, expect, test } from "vitest";
import { readPicturePath, sealedAddress } from "~server/pictures/address";
import { isPrivateLiteral, isPublicAddress, publicLookup } from "~server/pictures/public-address";
import { pictureFor, pictureUrl } from "~server/pictures/shown";
import { readSize, SLOTS } from "~server/pictures/slots";
import { withEnv } from "../support/environment";

const CDN = "https://cdn.example.com";
const ADDRESS = `${CDN}/a.png?v=1`;

/** The picture that a path asks for, in short. */
function read(path: string | undefined) {
  const wanted = readPicturePath(path ?? "");
  return wanted && [wanted.slot.letter, wanted.size, wanted.url.href];
}

describe("the addresses of pictures", () => {
  test.each([
    ADDRESS,
    "https://elsewhere.example.com:8443/%E5%9C%96.png",
    "http://127.0.0.1:9/images/rack.svg",
    "http://127.0.0.1:9//odd.png",
    "http://127.0.0.1:9/http://a.example/x.png",
    `${CDN}/https://a.example/x.png`,
  ])("lead back to the picture that they were made of: %s", (address) => {
    for (const size of SLOTS.banner.sizes) {
      expect(read(`/pictures/b${size}/${sealedAddress(SLOTS.banner, address)}`)).toEqual(["b", size, address]);
    }
  });

  test("are those of a page of ours alone: another size, slot, address or signature is no picture", () => {
    const path = pictureFor("card", ADDRESS)?.src ?? "";
    expect(read(path)).toEqual(["c", 64, ADDRESS]);
    const [, , size = "", signature = "", text = ""] = path.split("/");
    const forge = (parts: string[]) => read(`/pictures/${parts.join("/")}`);
    const other = Buffer.from("//cdn.example.com/b.png").toString("base64url");
    for (const parts of [
      ...["c65", "c0", "c064", "c64x", "c-64", "l96", "b720", "", "c1e2", "C64", "z64"].map((one) => [
        one,
        signature,
        text,
      ]),
      [size, signature, other],
      [size, signature.slice(0, -1), text],
      [size, `${signature}AAAA`, text],
      [size, "A".repeat(16), text],
      [size, "", text],
      [size, signature, ""],
      [size, signature, text, ""],
      [size, signature, text, "x"],
      [size, signature],
    ]) {
      expect(forge(parts), parts.join("/")).toBeUndefined();
    }
  });

  test("stay the same in another process, and after the secret has been rotated", async () => {
    const path = pictureFor("card", ADDRESS)?.src;
    const old = process.env.SESSION_SECRET ?? "";
    await withEnv({ SESSION_SECRET: old }, () => expect(pictureFor("card", ADDRESS)?.src).toBe(path));
    await withEnv({ SESSION_SECRET: `${"n".repeat(32)},${old}` }, () => {
      expect(pictureFor("card", ADDRESS)?.src).not.toBe(path);
      expect(read(path)).toEqual(["c", 64, ADDRESS]);
    });
    await withEnv({ SESSION_SECRET: "n".repeat(32) }, () => expect(read(path)).toBeUndefined());
  });

  test("hold neither the platform's address nor the base of relative ones", () => {
    const path = pictureFor("card", "http://127.0.0.1:9/images/rack.svg")?.src ?? "";
    const text = path.split("/").at(-1) ?? "";
    expect(Buffer.from(text, "base64url").toString()).toBe("images/rack.svg");
  });

  test("are refused from where pictures may no longer come", async () => {
    const path = pictureFor("card", ADDRESS)?.src;
    await withEnv({ IMAGE_HOSTS: "https://other.example.com" }, () => {
      expect(read(path)).toBeUndefined();
      expect(pictureFor("card", ADDRESS)).toBeUndefined();
      expect(pictureFor("card", "https://other.example.com/a.png")?.src).toMatch(/^\/pictures\/c64\//);
    });
  });
});

test("a picture is offered once to three times as large as its place; src alone does for an old browser", () => {
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

test("no two slots share a letter, and every size can be read", () => {
  const slots = Object.values(SLOTS);
  expect(new Set(slots.map(({ letter }) => letter)).size).toBe(slots.length);
  for (const slot of slots) for (const size of slot.sizes) expect(readSize(`${slot.letter}${size}`)?.slot).toBe(slot);
});

test("a picture of this site itself, and every picture with IMAGE_PROXY=off, keeps its own address", async () => {
  expect(pictureFor("card", "http://127.0.0.1:3000/share.png")).toEqual({ src: "http://127.0.0.1:3000/share.png" });
  await withEnv({ IMAGE_PROXY: "off", IMAGE_HOSTS: "https://other.example.com" }, () => {
    expect(pictureFor("banner", ADDRESS)).toEqual({ src: ADDRESS });
    expect(pictureUrl("icon", ADDRESS, 180)).toBe(ADDRESS);
  });
});

test.each([
  ...["127.0.0.1", "127.8.8.8", "0.0.0.0", "0.1.2.3", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
  ...["169.254.169.254", "100.64.0.1", "100.127.255.255", "192.0.2.1", "192.0.0.1", "198.18.0.1", "198.19.255.255"],
  ...["198.51.100.1", "203.0.113.9", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"],
  ...["::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:7f00:1", "::127.0.0.1", "64:ff9b::7f00:1", "fe80::1"],
  ...["64:ff9b:1::1", "fc00::1", "fd12::1", "fec0::1", "ff02::1", "2002:7f00:1::", "2001::1", "2001:db8::1", "100::1"],
  ...["", "localhost", "8.8.8", "example.com"],
])("is no public address: %s", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(["8.8.8.8", "1.1.1.1", "172.15.0.1", "172.32.0.1", "100.63.0.1", "100.128.0.1", "198.17.0.1", "198.20.0.1"])(
  "is a public address: %s",
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test("is a public address: of IPv6", () => {
  for (const address of ["2606:4700:4700::1111", "2a00:1450:4001::200e"]) expect(isPublicAddress(address)).toBe(true);
});

test("an IP address in the place of a name is looked at too, in any spelling that an address has", () => {
  const hosts = ["127.0.0.1", "0x7f.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "10.1", "[fe80::1]"];
  for (const host of hosts) expect(isPrivateLiteral(new URL(`https://${host}/`).hostname), host).toBe(true);
  for (const host of ["8.8.8.8", "[2606:4700::1]", "cdn.example.com"]) {
    expect(isPrivateLiteral(new URL(`https://${host}/`).hostname), host).toBe(false);
  }
});

test("a name with one address that is not public is not connected to", async () => {
  const look = (addresses: string[], all: boolean) =>
    new Promise((resolve) => {
      const lookup = publicLookup((_, done) =>
        done(
          null,
          addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
        ),
      );
      lookup("cdn.example.com", { all }, (error, found) => resolve(error ? error.name : found));
    });
  expect(await look(["8.8.8.8", "2606:4700::1"], true)).toEqual([
    { address: "8.8.8.8", family: 4 },
    { address: "2606:4700::1", family: 6 },
  ]);
  expect(await look(["8.8.8.8"], false)).toBe("8.8.8.8");
  expect(await look(["8.8.8.8", "127.0.0.1"], true)).toBe("NotPublic");
  expect(await look(["::ffff:10.0.0.1"], false)).toBe("NotPublic");
  expect(await look([], false)).toBe("NotPublic");
});
