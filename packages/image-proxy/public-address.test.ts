import { expect, test } from "vitest";
import { isPrivateLiteral, isPublicAddress, publicLookup } from "./public-address";

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
