import type { LookupAddress } from "node:dns";
import { expect, onTestFinished, test, vi } from "vitest";
import { reportThrown } from "@storefront/resilience/guarded";
import { isPrivateLiteral, isPublicAddress, publicLookup, type Resolve } from "./public-address";

/** The networks in IANA's special-purpose registries, and multicast, each with its first and last address. */
const SPECIAL: readonly (readonly [network: string, first: string, last: string])[] = [
  ["0.0.0.0/8", "0.0.0.0", "0.255.255.255"],
  ["10.0.0.0/8", "10.0.0.0", "10.255.255.255"],
  ["100.64.0.0/10", "100.64.0.0", "100.127.255.255"],
  ["127.0.0.0/8", "127.0.0.0", "127.255.255.255"],
  ["169.254.0.0/16", "169.254.0.0", "169.254.255.255"],
  ["172.16.0.0/12", "172.16.0.0", "172.31.255.255"],
  ["192.0.0.0/24", "192.0.0.0", "192.0.0.255"],
  ["192.0.2.0/24", "192.0.2.0", "192.0.2.255"],
  ["192.31.196.0/24", "192.31.196.0", "192.31.196.255"],
  ["192.52.193.0/24", "192.52.193.0", "192.52.193.255"],
  ["192.88.99.0/24", "192.88.99.0", "192.88.99.255"],
  ["192.168.0.0/16", "192.168.0.0", "192.168.255.255"],
  ["192.175.48.0/24", "192.175.48.0", "192.175.48.255"],
  ["198.18.0.0/15", "198.18.0.0", "198.19.255.255"],
  ["198.51.100.0/24", "198.51.100.0", "198.51.100.255"],
  ["203.0.113.0/24", "203.0.113.0", "203.0.113.255"],
  ["224.0.0.0/4", "224.0.0.0", "239.255.255.255"],
  ["240.0.0.0/4", "240.0.0.0", "255.255.255.255"],
  ["::/128", "::", "::"],
  ["::1/128", "::1", "::1"],
  ["::ffff:0:0/96", "::ffff:0:0", "::ffff:255.255.255.255"],
  ["64:ff9b::/96", "64:ff9b::", "64:ff9b::ffff:ffff"],
  ["64:ff9b:1::/48", "64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff"],
  ["100::/64", "100::", "100::ffff:ffff:ffff:ffff"],
  ["100:0:0:1::/64", "100:0:0:1::", "100:0:0:1:ffff:ffff:ffff:ffff"],
  ["2001::/23", "2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2001:db8::/32", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2002::/16", "2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2620:4f:8000::/48", "2620:4f:8000::", "2620:4f:8000:ffff:ffff:ffff:ffff:ffff"],
  ["3fff::/20", "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["5f00::/16", "5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fc00::/7", "fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fe80::/10", "fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fec0::/10", "fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["ff00::/8", "ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
];

test.each(SPECIAL)("an address of a special network is not public: %s", (_, first, last) => {
  expect([isPublicAddress(first), isPublicAddress(last)]).toEqual([false, false]);
});

test.each([
  ...["169.254.169.254", "168.63.129.16", "192.0.0.192", "100.100.100.200", "fd00:ec2::254", "fd20:ce::254"],
  ...["::ffff:8.8.8.8", "::ffff:7f00:1", "::127.0.0.1", "64:ff9b::808:808", "2002:808:808::", "fe80::1%eth0", "4000::"],
  ...["", "localhost", "8.8.8", "010.8.8.8", "0x8.8.8.8", "134744072", " 8.8.8.8", "8.8.8.8\0", "example.com"],
  ...["2606:4700::1%1", "[2606:4700::1]"],
])("is not a public address: %s", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  ...["8.8.8.8", "1.1.1.1", "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255"],
  ...["128.0.0.0", "168.63.129.15", "168.63.129.17", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0"],
  ...["192.0.1.0", "192.0.3.0", "192.88.98.255", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0"],
  ...["223.255.255.255", "2000::", "2001:200::", "2001:4860:4860::8888", "2001:db7::", "2001:db9::", "2003::"],
  ...["2606:4700:4700::1111", "2a00:1450:4001::200e", "3ffe:ffff::", "3fff:1000::"],
])("is a public address: %s", (address) => expect(isPublicAddress(address)).toBe(true));

test("an IP address used as a host name is checked too, in every notation", () => {
  const hosts = ["127.0.0.1", "0x7f.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]", "10.1", "[fe80::1]"];
  for (const host of hosts) expect(isPrivateLiteral(new URL(`https://${host}/`).hostname), host).toBe(true);
  for (const host of ["8.8.8.8", "[2606:4700::1]", "cdn.example.com"]) {
    expect(isPrivateLiteral(new URL(`https://${host}/`).hostname), host).toBe(false);
  }
});

test("a name with any non-public address gets no connection", async () => {
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

/** Returns the addresses that this resolver gives to a connection. */
const lookUp = (resolve: Resolve) =>
  new Promise((settle) => {
    publicLookup(resolve)("cdn.example.com", { all: true }, (error, found) => settle(error ? error.name : found));
  });

test("a resolver that throws or returns something else fails only that connection", async () => {
  const PUBLIC = { address: "8.8.8.8", family: 4 };
  for (const garbage of [
    ...[undefined, null, "8.8.8.8", 8, {}, [undefined], [null], ["8.8.8.8"], [{}], [PUBLIC, {}]],
    ...[[{ address: 134_744_072 }], [{ address: {} }], [{ address: "8.8.8.8\r\nHost: x" }]],
  ]) {
    expect(await lookUp((_, done) => done(null, garbage as LookupAddress[]))).toBe("NotPublic");
  }
  const broken = new RangeError("broken");
  expect(await lookUp((_, done) => done(broken, []))).toBe("RangeError");
  expect(
    await lookUp(() => {
      throw broken;
    }),
  ).toBe("RangeError");
  expect(
    await lookUp((_, done) => done(null, [{ ...PUBLIC, family: 99 }])),
    "the address decides, not its family",
  ).toEqual([PUBLIC]);
});

test("an error thrown while checking an address ends the connection, not the process", () => {
  const reported = vi.fn();
  onTestFinished(reportThrown(reported));
  const done = vi.fn((error: Error | null) => {
    if (!error) throw new RangeError("no such family");
  });
  publicLookup((_, answer) => answer(null, [{ address: "8.8.8.8", family: 4 }]))("cdn.example.com", {}, done);
  expect(done.mock.calls.map(([error]) => error?.message)).toEqual([undefined, "no such family"]);
  expect(reported).not.toHaveBeenCalled();
});
