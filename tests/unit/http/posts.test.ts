import { expect, onTestFinished, test, vi } from "vitest";
import { loadShedCounter } from "@storefront/http-server/load-shedding";
import { receivedBody } from "@storefront/http-server/body-limit";
import { sessionCookie } from "~server/session/session";
import { countTowardsSlowing, slowDown } from "~server/store/slow-down";
import { ask, HOST, openStorefront, openWire, post, type Wire } from "../../support/test-storefront";

/** Other tests may have the processor for a while. */
const until = (isSo: () => boolean | undefined) => vi.waitUntil(isSo, { timeout: 20_000 });

/** How many posts are handled at a time, and how many bodies may be under way (behaviour 13.22). */

const PRODUCT = "/PowerProductDetail/1001";

/** A storefront of which strangers have so many places for posts, and signed-in visitors as many. */
async function openFor(places: number) {
  const handled: { sender: string | undefined; body: string | undefined; respond: () => void }[] = [];
  const storefront = await openStorefront(
    (req, res) => {
      if (req.method !== "POST") return void res.send("<page>");
      const sender = req.get("X-Sender");
      const body = receivedBody(req)?.toString();
      handled.push({ sender, body, respond: () => void (res.headersSent || res.send(`<handled ${sender}>`)) });
    },
    {
      routes: ["/Login", "/PowerProductDetail/:id", "/UploadImage"],
      env: { MAX_IN_FLIGHT: places * 8, TRUST_PROXY: 1 },
    },
  );
  onTestFinished(() => handled.forEach(({ respond }) => respond()));
  const { port } = storefront;
  const from = (address: string, sender: string, headers: Record<string, string> = {}, target = "/Login") =>
    post(port, target, { headers: { "X-Forwarded-For": address, "X-Sender": sender, ...headers } });
  return { port, handled, from, handles: (count: number) => until(() => handled.length === count) };
}

const signedIn = async (token: string, userId?: string) => ({
  Cookie: (await sessionCookie({ token, userId })).split(";", 1)[0] ?? "",
});

const head = (length: number, more = "", target = "/Login", type = "application/x-www-form-urlencoded") =>
  `POST ${target} HTTP/1.1\r\nHost: ${HOST}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n${more}\r\n`;

test("when strangers have filled their places, a buyer still pays, and pages go on; a forged cookie is a stranger's", async () => {
  const { port, handled, from, handles } = await openFor(2);
  const shed = loadShedCounter.counts.posts;
  const strangers = [from("192.0.2.1", "stranger"), from("192.0.2.2", "stranger")];
  await handles(2);
  const refused = await from("192.0.2.3", "third");
  expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "5"]);
  expect(refused.body.toString()).toContain("What you sent was not carried out, and nothing was charged.");
  expect(refused.body.byteLength).toBeLessThan(2_000);
  const { Cookie } = await signedIn("token");
  const forged = {
    Cookie: Cookie.replace(/\.(.)([^.]*)$/, (_, first: string, rest: string) => `.${first === "A" ? "B" : "A"}${rest}`),
  };
  expect((await from("192.0.2.3", "forged", forged, PRODUCT)).status).toBe(503);
  expect(loadShedCounter.counts.posts).toBe(shed + 2);
  const paying = from("192.0.2.3", "buyer", { Cookie }, PRODUCT);
  await handles(3);
  handled[2]?.respond();
  expect((await paying).body.toString()).toBe("<handled buyer>");
  expect((await ask(port, PRODUCT)).body.toString()).toBe("<page>");
  handled[0]?.respond();
  await strangers[0];
  const next = from("192.0.2.3", "next");
  await handles(4);
  handled[3]?.respond();
  expect((await next).status).toBe(200);
});

test("one address has a quarter of the strangers' places, and one session eight", async () => {
  const { handled, from, handles } = await openFor(16);
  const flood = Array.from({ length: 6 }, () => from("192.0.2.1", "flood"));
  await handles(4);
  await expect.poll(async () => (await Promise.race(flood)).status).toBe(503);
  void from("192.0.2.2", "other");
  await handles(5);
  const cookie = await signedIn("token");
  const own = Array.from({ length: 9 }, () => from("192.0.2.1", "own", cookie));
  await handles(13);
  expect((await Promise.race(own)).status).toBe(503);
  void from("192.0.2.1", "other session", await signedIn("other"));
  await handles(14);
  expect(handled.map(({ sender }) => sender).sort()).toEqual(
    [...Array(4).fill("flood"), "other", "other session", ...Array(8).fill("own")].sort(),
  );
});

test("an account has eight places, however often it has signed in", async () => {
  const { handled, from, handles } = await openFor(16);
  const sessions = await Promise.all(["1", "2", "3"].map((token) => signedIn(token, "7")));
  const own = sessions.flatMap((cookie) => Array.from({ length: 4 }, () => from("192.0.2.1", "own", cookie)));
  await expect.poll(async () => (await Promise.race(own)).status).toBe(503);
  void from("192.0.2.1", "buyer", await signedIn("4", "8"));
  await handles(9);
  expect(handled.filter(({ sender }) => sender === "own")).toHaveLength(8);
});

test("slow senders take no place: the app hears of a small body when it is there, whole", async () => {
  const { port, handled, from, handles } = await openFor(1);
  const wires: Wire[] = [];
  for (let count = 0; count < 5; count += 1) wires.push(await openWire(port));
  for (const wire of wires) wire.write(head(7, "X-Sender: slow\r\n") + "a=1");
  const quick = from("192.0.2.9", "quick");
  await handles(1);
  expect(handled).toMatchObject([{ sender: "quick", body: "a=1" }]);
  handled[0]?.respond();
  expect((await quick).status).toBe(200);
  wires[0]?.write("&b=2");
  await handles(2);
  expect(handled[1]).toMatchObject({ sender: "slow", body: "a=1&b=2" });
});

test("a body in chunks without a length is received whole as well", async () => {
  const { port, handled, handles } = await openFor(1);
  const wire = await openWire(port);
  const chunked = head(0).replace("Content-Length: 0", "Transfer-Encoding: chunked");
  wire.write(`${chunked}3\r\na=1\r\n`);
  wire.write("4\r\n&b=2\r\n0\r\n\r\n");
  await handles(1);
  expect(handled).toMatchObject([{ body: "a=1&b=2" }]);
});

test("beyond 512 bodies under way the oldest of the busiest sender gets a small 503; another's comes to its end", async () => {
  const { port, handled, handles } = await openFor(1);
  const shed = loadShedCounter.counts.bodies;
  const other = await openWire(port);
  other.write(head(7, "X-Forwarded-For: 192.0.2.2\r\nX-Sender: other\r\n") + "a=1");
  const flood = await Promise.all(Array.from({ length: 513 }, () => openWire(port)));
  for (const wire of flood) wire.write(head(7, "X-Forwarded-For: 192.0.2.1\r\n") + "a=1");
  await until(() => loadShedCounter.counts.bodies === shed + 2);
  expect(await Promise.race(flood.map((wire) => wire.received("</html>")))).toMatch(
    /^HTTP\/1.1 503 [^]*Retry-After: 5\r\n/,
  );
  expect(handled).toEqual([]);
  other.write("&b=2");
  await handles(1);
  expect(handled).toMatchObject([{ sender: "other", body: "a=1&b=2" }]);
});

test("a visitor who leaves while the body is under way leaves nothing behind", async () => {
  const { port, from, handled, handles } = await openFor(1);
  const wire = await openWire(port);
  wire.write(head(7) + "a=1");
  wire.cut();
  void from("192.0.2.1", "next");
  await handles(1);
  expect(handled).toMatchObject([{ sender: "next" }]);
});

test("large bodies, which the app reads as they come, have places of their own", async () => {
  const { port, from, handled, handles } = await openFor(1);
  for (let count = 0; count < 17; count += 1) {
    const wire = await openWire(port);
    wire.write(head(100_000, `X-Forwarded-For: 192.0.2.1\r\nX-Sender: ${count}\r\n`) + "a=1");
    if (count < 16) await handles(count + 1);
    else expect(await wire.received("</html>")).toMatch(/^HTTP\/1.1 503 /);
  }
  void from("192.0.2.1", "small");
  await handles(17);
  expect(handled.at(-1)).toMatchObject({ sender: "small", body: "a=1" });
});

test("sign-ins that are slowed take no place", async () => {
  for (let n = 0; n < 60; n += 1) await countTowardsSlowing("password", "owner@example.com");
  const ends: (() => void)[] = [];
  const storefront = await openStorefront(
    (req, res) => {
      const isSlowed = req.get("X-Sender") === "slowed";
      const pause = () => slowDown("password", "owner@example.com", () => new Promise((resolve) => ends.push(resolve)));
      void (isSlowed ? pause() : Promise.resolve()).then(() => res.send("<handled>"));
    },
    { routes: ["/Login"], env: { MAX_IN_FLIGHT: 16, TRUST_PROXY: 1 } },
  );
  const from = (address: string, sender: string) =>
    post(storefront.port, "/Login", { headers: { "X-Forwarded-For": address, "X-Sender": sender } });
  const slowed = ["192.0.2.1", "192.0.2.2", "192.0.2.1"].map((address) => from(address, "slowed"));
  await until(() => ends.length === slowed.length);
  expect((await from("192.0.2.3", "another")).status).toBe(200);
  for (const end of ends) end();
  for (const one of slowed) expect((await one).status).toBe(200);
});
