import { expect, test } from "vitest";
import { EnvironmentError, readEnv } from "~server/env";
import { clientAddressOf } from "@storefront/http-server/forwarded";
import { ask, HOST, openStorefront, openWire } from "../../support/test-storefront";

const forwarded = {
  "X-Forwarded-For": "203.0.113.9, 198.51.100.7",
  "X-Forwarded-Host": HOST,
  "X-Forwarded-Proto": "https",
  "X-Real-IP": "203.0.113.9",
  Forwarded: "for=203.0.113.9",
};
const whoAsks: Parameters<typeof openStorefront>[0] = (req, res) =>
  void res.json({ clientAddress: clientAddressOf(req), headers: Object.keys(req.headers), ip: req.ip });

/** The address by which a storefront behind this many proxies counts a request. */
async function counted(hops: number, headers: Record<string, string>): Promise<unknown> {
  const { port } = await openStorefront(whoAsks, { env: { TRUST_PROXY: hops } });
  return (JSON.parse((await ask(port, "/", { headers })).body.toString()) as { clientAddress: unknown }).clientAddress;
}

test("without TRUST_PROXY the address is that of the connection, and forwarding headers are dropped", async () => {
  const { port } = await openStorefront(whoAsks);
  const response = JSON.parse((await ask(port, "/", { headers: forwarded })).body.toString()) as Record<
    string,
    unknown
  >;
  expect(response["clientAddress"]).toBe("127.0.0.1");
  expect(response["ip"]).toBe("127.0.0.1");
  expect(response["headers"]).toEqual(["host", "connection"]);
  const evil = await ask(port, "/", { headers: { Host: "evil.example", "X-Forwarded-Host": HOST } });
  expect(evil.status).toBe(421);
});

test("with TRUST_PROXY the address is the last entry, added by our proxy, and the forwarded host counts", async () => {
  const { port } = await openStorefront(whoAsks, { env: { TRUST_PROXY: 1 } });
  const response = JSON.parse(
    (await ask(port, "/", { headers: { ...forwarded, Host: "internal:3000" } })).body.toString(),
  ) as Record<string, unknown>;
  expect(response["clientAddress"]).toBe("198.51.100.7");
  expect(response["headers"]).toEqual(["host", "connection"]);
  const evil = await ask(port, "/", { headers: { "X-Forwarded-Host": "evil.example" } });
  expect(evil.status).toBe(421);
});

test.for([
  ["198.51.100.7", "198.51.100.7"],
  ["::ffff:198.51.100.7", "198.51.100.7"],
  ["::ffff:c633:6407", "198.51.100.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::6", "2001:db8:1:2::/64"],
  ["2001:db8::6", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["fe80::1%eth-0.1", "127.0.0.1"],
  ["::1", "0:0:0:0::/64"],
  // Some proxies write the port as well.
  ["198.51.100.7:51234", "198.51.100.7"],
  ["[2001:db8:1:2::6]:51234", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2::6]", "2001:db8:1:2::/64"],
  // Only a lenient parser reads these numbers as addresses.
  ["3325256711", "127.0.0.1"],
  ["0xc6.0x33.0x64.0x07", "127.0.0.1"],
  ["unknown", "127.0.0.1"],
  ["<script>", "127.0.0.1"],
  ["", "127.0.0.1"],
] as const)("limits count the address '%s' as %s", async ([address, key]) => {
  expect(await counted(1, { "X-Forwarded-For": address })).toBe(key);
});

test("behind several proxies, entries before those added by our proxies are ignored", async () => {
  const chain = { "X-Forwarded-For": "1.1.1.1, 203.0.113.9, 198.51.100.7, 10.0.0.2" };
  expect(await counted(0, chain)).toBe("127.0.0.1");
  expect(await counted(1, chain)).toBe("10.0.0.2");
  expect(await counted(2, chain)).toBe("198.51.100.7");
  expect(await counted(3, chain)).toBe("203.0.113.9");
  // With fewer entries than proxies the visitor bypassed the outer proxy, so the address from the inner one counts.
  expect(await counted(3, { "X-Forwarded-For": "10.0.0.2" })).toBe("10.0.0.2");
  // If an entry is not an address, the next one towards us counts.
  expect(await counted(2, { "X-Forwarded-For": "203.0.113.9, unknown, 10.0.0.2" })).toBe("10.0.0.2");
  expect(await counted(1, {})).toBe("127.0.0.1");
});

test.for([
  [0, "203.0.113.9", true],
  [2, "198.51.100.7", true],
  [2, "203.0.113.9, 198.51.100.7", false],
  [1, "203.0.113.9, 198.51.100.7", false],
  // Health checks do not pass the proxies.
  [2, undefined, false],
] as const)(
  "with TRUST_PROXY=%s and addresses '%s' the log says once that visitors may count as one: %s",
  async ([hops, addresses, said]) => {
    const { port, logged } = await openStorefront(whoAsks, { env: { TRUST_PROXY: hops } });
    const headers = addresses === undefined ? {} : { "X-Forwarded-For": addresses };
    for (const path of ["/", "/"]) await ask(port, path, { headers });
    const lines = (await logged(2 + Number(said))).filter((line) => line.includes("TRUST_PROXY"));
    expect(lines).toHaveLength(Number(said));
    expect(lines.join("")).not.toMatch(/198|203/);
  },
);

test("multiple X-Forwarded-For lines form one list, in order", async () => {
  const { port } = await openStorefront(whoAsks, { env: { TRUST_PROXY: 1 } });
  const wire = await openWire(port);
  wire.write(
    `GET / HTTP/1.1\r\nHost: ${HOST}\r\nX-Forwarded-For: 203.0.113.9\r\nX-Forwarded-For: 198.51.100.7\r\nConnection: close\r\n\r\n`,
  );
  expect(await wire.ended).toContain('"clientAddress":"198.51.100.7"');
});

test.for([
  [1, "evil.example, shop.example.com", 200],
  [1, "shop.example.com, evil.example", 421],
  [2, "shop.example.com, inner.internal:8080", 200],
  [2, "evil.example, shop.example.com, inner.internal:8080", 200],
  [2, "shop.example.com", 200],
  [2, "shop.example.com, evil.example, inner.internal:8080", 421],
] as const)("behind %s proxies a forwarded host of '%s' gets %s", async ([hops, host, status]) => {
  const { port } = await openStorefront(whoAsks, { env: { TRUST_PROXY: hops } });
  const response = await ask(port, "/", { headers: { Host: "storefront.internal", "X-Forwarded-Host": host } });
  expect(response.status).toBe(status);
});

/** A request with this many header lines, including Host and, last, the proxy's own. */
function manyLines(count: number): string {
  const filler = Array.from({ length: count - 3 }, (_, index) => `x${index}: 1\r\n`).join("");
  return `GET / HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n${filler}X-Forwarded-For: 198.51.100.7\r\n\r\n`;
}

test("among a hundred header lines the proxy's own line still counts", async () => {
  const { port } = await openStorefront(whoAsks, { env: { TRUST_PROXY: 1 } });
  const wire = await openWire(port);
  wire.write(manyLines(100));
  expect(await wire.ended).toContain('"clientAddress":"198.51.100.7"');
});

test.for(["constructor", "__proto__"])("a header named `%s` is harmless, also in older Node", async (name) => {
  const { port } = await openStorefront(whoAsks);
  const wire = await openWire(port);
  wire.write(`GET / HTTP/1.1\r\nHost: ${HOST}\r\nX-Request-Id: 12345678\r\n${name}: x\r\nConnection: close\r\n\r\n`);
  expect(await wire.ended).toMatch(/^HTTP\/1.1 200 /);
});

test.for([101, 140, 1_000])("%s header lines get 431, and none is silently dropped", async (count) => {
  let asked = 0;
  const { port, logged } = await openStorefront(() => void (asked += 1), { env: { TRUST_PROXY: 1 } });
  const wire = await openWire(port);
  wire.write(manyLines(count));
  const response = await wire.ended;
  expect(response).toMatch(/^HTTP\/1.1 431 [^]*\r\nConnection: close\r\n[^]*<\/html>$/);
  expect(response).toMatch(/\r\nX-Content-Type-Options: nosniff\r\n/);
  expect(asked).toBe(0);
  expect(JSON.parse((await logged(1))[0] ?? "")).toMatchObject({ status: 431 });
});

test.for([
  [undefined, 0],
  ["", 0],
  ["off", 0],
  ["false", 0],
  ["0", 0],
  ["on", 1],
  ["true", 1],
  ["1", 1],
  ["2", 2],
  ["10", 10],
] as const)("TRUST_PROXY=%s means %s proxies", ([value, hops]) => {
  expect(readEnv({ ...REQUIRED, TRUST_PROXY: value }).TRUST_PROXY).toBe(hops);
});

test.for(["yes", "-1", "1.5", "2 3", "01", "100", "10.0.0.0/8"])("TRUST_PROXY=%s fails the start", (value) => {
  expect(() => readEnv({ ...REQUIRED, TRUST_PROXY: value })).toThrow(EnvironmentError);
});

const REQUIRED = {
  PUBLIC_ORIGIN: "https://m.example.com",
  UPSTREAM_URL: "https://platform.example.com",
  SESSION_SECRET: "x".repeat(32),
};
