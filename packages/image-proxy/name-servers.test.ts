import { createSocket, type RemoteInfo } from "node:dgram";
import { once } from "node:events";
import dns, { type LookupAddress } from "node:dns";
import { expect, onTestFinished, test } from "vitest";
import { fewOf, limitAddresses } from "@storefront/resilience/few-addresses";
import { askNameServers, lookupInTurn } from "./public-address";

/** The record types of DNS, and the codes of its responses. */
const [A, AAAA] = [1, 28];
const [NO_ERROR, NO_SUCH_NAME] = [0, 3];
const ADDRESS = Buffer.from([93, 184, 216, 34]);

/** Runs a name server that does not answer for names that begin with `silent`, and knows only `cdn`. */
async function startNameServer() {
  const socket = createSocket("udp4");
  const unanswered: (() => void)[] = [];
  socket.on("message", (query: Buffer, { port, address }: RemoteInfo) => {
    const name = query.toString("latin1", 13, 13 + (query[12] ?? 0));
    const end = query.indexOf(0, 12) + 5;
    const type = query.readUInt16BE(end - 4);
    const reply = (code: number, answer?: Buffer) => {
      const head = Buffer.from(query.subarray(0, 12));
      head.writeUInt16BE(0x8180 | code, 2);
      head.writeUInt16BE(answer ? 1 : 0, 6);
      head.fill(0, 8);
      const record = answer && Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, answer.length, ...answer]);
      socket.send(Buffer.concat([head, query.subarray(12, end), record ?? Buffer.alloc(0)]), port, address);
    };
    if (name.startsWith("silent")) unanswered.push(() => reply(NO_SUCH_NAME));
    else if (name !== "cdn") reply(NO_SUCH_NAME);
    else reply(NO_ERROR, type === A ? ADDRESS : undefined);
    expect([A, AAAA]).toContain(type);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  onTestFinished(() => void socket.close());
  return { resolve: askNameServers([`127.0.0.1:${socket.address().port}`]), unanswered };
}

test("a look-up returns the addresses from the name servers, or their error", async () => {
  const { resolve } = await startNameServer();
  const ask = (name: string) =>
    new Promise((settle) => resolve(name, (error, found) => settle(error ? (error as { code?: string }).code : found)));
  expect(await ask("cdn.example.com")).toEqual([{ address: "93.184.216.34", family: 4 }]);
  expect(await ask("gone.example.com")).toBe("ENOTFOUND");
});

test("of the thousands of addresses in an answer the first of each family are tried", async () => {
  const { lookup } = dns;
  onTestFinished(() => void (dns.lookup = lookup));
  const inFamily = (family: number) =>
    Array.from({ length: 4_000 }, (_, at) => ({
      address: `${family === 4 ? "224.0.0." : "ff02::"}${at % 256}`,
      family,
    }));
  const answer = [...inFamily(6), ...inFamily(4)];
  const lie = (_name: string, _options: object, done: (error: null, all: LookupAddress[]) => void) =>
    done(null, answer);
  dns.lookup = lie as unknown as typeof lookup;
  limitAddresses();
  const found = await new Promise((settle) => dns.lookup("many", { all: true }, (_, all) => settle(all)));
  expect(found).toEqual([...answer.slice(0, 8), ...answer.slice(4_000, 4_008)]);
  expect(fewOf([])).toEqual([]);
});

test("unanswered names block neither other names nor the system's look-up", async () => {
  const { resolve, unanswered } = await startNameServer();
  const settled: string[] = [];
  const ask = (name: string) =>
    new Promise<void>((settle) =>
      resolve(name, () => {
        settled.push(name);
        settle();
      }),
    );
  const silent = Array.from({ length: 16 }, (_, at) => ask(`silent${at}.example.com`));
  await ask("cdn.example.com");
  expect(settled).toEqual(["cdn.example.com"]);
  const found = await new Promise((settle) => lookupInTurn("localhost", { all: true }, (_, all) => settle(all)));
  expect(found).toContainEqual({ address: "127.0.0.1", family: 4 });
  for (const answer of unanswered) answer();
  await Promise.all(silent);
});

test("the system's look-up returns one address, all, or an error, also to simultaneous callers", async () => {
  const look = (name: string, all: boolean) =>
    new Promise<LookupAddress[] | string>((settle) =>
      lookupInTurn(name, { all }, (error, found) => settle(error ? String(error.code) : found)),
    );
  const [one, every, none] = await Promise.all([
    look("localhost", false),
    look("localhost", true),
    look("no-such-name.invalid", true),
  ]);
  expect(every).toContainEqual(expect.objectContaining({ address: one }));
  expect(none).toMatch(/^(?:ENOTFOUND|EAI_AGAIN)$/);
});
