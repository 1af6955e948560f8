import { expect, onTestFinished, test, vi } from "vitest";
import { loadShedCounter } from "@storefront/http-server/load-shedding";
import { receivedBody } from "@storefront/http-server/body-limit";
import { sessionCookie } from "~server/session/session";
import { countTowardsSlowing, slowDown } from "~server/store/slow-down";
import { ask, HOST, openStorefront, openWire, post, type Wire } from "../../support/test-storefront";

/** Long, because other tests may occupy the processor. */
const until = (isSo: () => boolean | undefined) => vi.waitUntil(isSo, { timeout: 20_000 });

/** The limits on simultaneous posts and on unfinished bodies (behaviour 13.22). */

const PRODUCT = "/PowerProductDetail/1001";

/** A storefront with this many places each for strangers' posts, signed-in visitors' posts, and waiting posts. */
async function openFor(places: number, { waitMs = 600_000 } = {}) {
  const handled: { sender: string | undefined; body: string | undefined; respond: () => void }[] = [];
  const sent: Promise<unknown>[] = [];
  let isOver = false;
  const storefront = await openStorefront(
    (req, res) => {
      if (req.method !== "POST") return void res.send("<page>");
      const sender = req.get("X-Sender");
      const body = receivedBody(req)?.toString();
      const respond = () => void (res.headersSent || res.send(`<handled ${sender}>`));
      if (isOver) respond();
      else handled.push({ sender, body, respond });
    },
    {
      routes: ["/Login", "/PowerProductDetail/:id", "/UploadImage"],
      env: { MAX_IN_FLIGHT: places * 8, TRUST_PROXY: 1 },
      timeouts: { waitMs },
    },
  );
  onTestFinished(async () => {
    isOver = true;
    for (const { respond } of handled) respond();
    await Promise.allSettled(sent);
  });
  const { port } = storefront;
  const from = (address: string, sender: string, headers: Record<string, string> = {}, target = "/Login") => {
    const posted = post(port, target, { headers: { "X-Forwarded-For": address, "X-Sender": sender, ...headers } });
    sent.push(posted);
    return posted;
  };
  return { port, handled, from, handles: (count: number) => until(() => handled.length === count) };
}

const signedIn = async (token: string, userId?: string) => ({
  Cookie: (await sessionCookie({ token, userId })).split(";", 1)[0] ?? "",
});

const head = (length: number, more = "", target = "/Login", type = "application/x-www-form-urlencoded") =>
  `POST ${target} HTTP/1.1\r\nHost: ${HOST}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n${more}\r\n`;

test("when strangers occupy all their places, buyers and pages still work; a forged cookie counts as a stranger", async () => {
  const { port, handled, from, handles } = await openFor(2);
  const shed = loadShedCounter.counts.posts;
  const strangers = [from("192.0.2.1", "stranger"), from("192.0.2.2", "stranger")];
  await handles(2);
  const further = [3, 4, 5].map((n) => from(`192.0.2.${n}`, "further"));
  const refused = await Promise.race(further);
  expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "5"]);
  expect(refused.body.toString()).toContain("This time, nothing was done and nothing was charged.");
  expect(refused.body.byteLength).toBeLessThan(2_000);
  const { Cookie } = await signedIn("token");
  const forged = {
    Cookie: Cookie.replace(/\.(.)([^.]*)$/, (_, first: string, rest: string) => `.${first === "A" ? "B" : "A"}${rest}`),
  };
  expect((await from("192.0.2.6", "forged", forged, PRODUCT)).status).toBe(503);
  expect(loadShedCounter.counts.posts).toBe(shed + 2);
  const paying = from("192.0.2.6", "buyer", { Cookie }, PRODUCT);
  await handles(3);
  handled[2]?.respond();
  expect((await paying).body.toString()).toBe("<handled buyer>");
  expect((await ask(port, PRODUCT)).body.toString()).toBe("<page>");
  handled[0]?.respond();
  await strangers[0];
  await handles(4);
  expect(handled[3]).toMatchObject({ sender: "further" });
});

test("a post whose turn does not come in time is not handled, and its response says so", async () => {
  const { handled, from, handles } = await openFor(1, { waitMs: 50 });
  const first = from("192.0.2.1", "first");
  await handles(1);
  const waiting = await from("192.0.2.2", "waiting");
  expect([waiting.status, waiting.headers["retry-after"]]).toEqual([503, "5"]);
  handled[0]?.respond();
  await first;
  void from("192.0.2.2", "next");
  await handles(2);
  expect(handled[1]).toMatchObject({ sender: "next" });
});

test("a post whose sender left before its turn is not handled", async () => {
  const { port, handled, from, handles } = await openFor(1);
  const first = from("192.0.2.1", "first");
  await handles(1);
  const wire = await openWire(port);
  wire.write(head(3, "X-Sender: left\r\n") + "a=1");
  await ask(port, PRODUCT);
  wire.cut();
  await ask(port, PRODUCT);
  handled[0]?.respond();
  await first;
  void from("192.0.2.2", "next");
  await handles(2);
  expect(handled[1]).toMatchObject({ sender: "next" });
});

/** The number of places with the default of MAX_IN_FLIGHT. */
const PLACES = 125;

test("one address gets a fifth of the strangers' places, and its other posts wait", async () => {
  const { handled, from, handles } = await openFor(PLACES);
  for (let n = 0; n < 30; n += 1) void from("192.0.2.1", "flood");
  await handles(25);
  void from("192.0.2.2", "other");
  await handles(26);
  expect(handled[25]).toMatchObject({ sender: "other" });
  handled[0]?.respond();
  await handles(27);
  expect(handled[26]).toMatchObject({ sender: "flood" });
});

test("an account has eight places, however often it has signed in", async () => {
  const { handled, from, handles } = await openFor(PLACES);
  const sessions = await Promise.all(["1", "2", "3"].map((token) => signedIn(token, "7")));
  for (const cookie of sessions) for (let n = 0; n < 4; n += 1) void from("192.0.2.1", "own", cookie);
  await handles(8);
  void from("192.0.2.1", "buyer", await signedIn("4", "8"));
  await handles(9);
  expect(handled[8]).toMatchObject({ sender: "buyer" });
  handled[0]?.respond();
  await handles(10);
  expect(handled[9]).toMatchObject({ sender: "own" });
});

/** Fills all places of sixteen accounts. */
async function floodWith({ from }: Awaited<ReturnType<typeof openFor>>, addressOf: (n: number) => string) {
  for (let n = 0; n < 16; n += 1) {
    const cookie = await signedIn(`token ${n}`, `${n}`);
    for (let times = 0; times < 8; times += 1) void from(addressOf(n), "flood", cookie);
  }
}

test("sixteen accounts at one address do not block buyers elsewhere, and delay a buyer at the address by one turn each", async () => {
  const storefront = await openFor(PLACES);
  const { from, handled, handles } = storefront;
  await floodWith(storefront, () => "192.0.2.1");
  await handles(25);
  void from("198.51.100.1", "buyer", await signedIn("buyer", "100"), PRODUCT);
  await handles(26);
  expect(handled[25]).toMatchObject({ sender: "buyer" });
  const beside = from("192.0.2.1", "beside", await signedIn("beside", "101"), PRODUCT);
  const isBegun = () => handled.some(({ sender }) => sender === "beside");
  for (let turn = 0; turn < 60 && !isBegun(); turn += 1) {
    handled[turn]?.respond();
    await handles(27 + turn);
  }
  handled.at(-1)?.respond();
  expect((await beside).body.toString()).toBe("<handled beside>");
});

test("twenty people behind one address, each with one post, are served at once", async () => {
  const { from, handles } = await openFor(PLACES);
  for (let n = 0; n < 20; n += 1) void from("192.0.2.1", "person", await signedIn(`token ${n}`, `${n}`));
  await handles(20);
});

test("slow senders occupy no place: the app gets a small body once it is complete", async () => {
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

test("a chunked body without a length is also received whole", async () => {
  const { port, handled, handles } = await openFor(1);
  const wire = await openWire(port);
  const chunked = head(0).replace("Content-Length: 0", "Transfer-Encoding: chunked");
  wire.write(`${chunked}3\r\na=1\r\n`);
  wire.write("4\r\n&b=2\r\n0\r\n\r\n");
  await handles(1);
  expect(handled).toMatchObject([{ body: "a=1&b=2" }]);
});

test("beyond 512 unfinished bodies the busiest sender's oldest gets a small 503; other senders finish", async () => {
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

test("large bodies, which the app streams, have their own places", async () => {
  const { port, from, handled, handles } = await openFor(1);
  for (let count = 0; count < 14; count += 1) {
    const wire = await openWire(port);
    wire.write(head(100_000, `X-Forwarded-For: 192.0.2.1\r\nX-Sender: ${count}\r\n`) + "a=1");
    if (count < 13) await handles(count + 1);
    else expect(await wire.received("</html>")).toMatch(/^HTTP\/1.1 503 /);
  }
  void from("192.0.2.1", "small");
  await handles(14);
  expect(handled.at(-1)).toMatchObject({ sender: "small", body: "a=1" });
});

test("delayed sign-ins occupy no place", async () => {
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
