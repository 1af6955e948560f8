import { createReadableStreamFromReadable } from "@remix-run/node";
import type { RequestHandler } from "express";
import { expect, onTestFinished, test, vi } from "vitest";
import { FORM_READ_MAX_BYTES, UPLOAD_FORM_MAX_BYTES } from "~server/forms/constants";
import { BodyRejected, receivedBody } from "@storefront/http-server/body-limit";
import { readTarget } from "@storefront/http-server/guards";
import { BODY_STALL_MS, bodyLimit, type Timeouts } from "~server/pipeline";
import { ask, HOST, openStorefront, openWire, ORIGIN, post } from "../../support/test-storefront";

/** Responds with the request that the app got. */
const echo: RequestHandler = (req, res) => {
  res.json({ url: `${req.protocol}://${req.headers.host}${req.originalUrl}`, headers: req.headers });
};

/** Reads the body like the Remix adapter; responds with its size, or like a form whose body was abandoned. */
const measure: RequestHandler = (req, res) => {
  void new Response(receivedBody(req) ?? createReadableStreamFromReadable(req)).arrayBuffer().then(
    (bytes) => res.json({ bytes: bytes.byteLength }),
    (error: unknown) => {
      // Nobody reads a response on a connection that was cut.
      if (req.socket.destroyed) return;
      if (!(error instanceof BodyRejected)) throw error;
      failures.push(error.name);
      res.status(error.status).send("<the form again>");
    },
  );
};
const failures: string[] = [];

const seen = (body: Buffer) => JSON.parse(body.toString()) as { url: string; headers: Record<string, string> };

test.for([
  ...["evil.example", "shop.example.com.evil.example", "shop.example.com:8080", "127.0.0.1"],
  ...["user@shop.example.com", "shop.example.com/x", "shop.example.com, evil.example", "[::1"],
])("an unknown or malformed Host gets 421: %s", async (host) => {
  const { port } = await openStorefront(echo);
  const response = await ask(port, "/", { headers: { Host: host } });
  expect(response.status).toBe(421);
});

test("our host with a port of 300 digits gets 421, because long hosts are not parsed", async () => {
  const { port } = await openStorefront(echo);
  const response = await ask(port, "/", { headers: { Host: `${HOST}:${"80".padStart(300, "0")}` } });
  expect(response.status).toBe(421);
});

test.for([
  ["shop.example.com.", "/Register?inviteCode=A1", 301],
  ["SHOP.example.com.:80", "/", 301],
  ["shop.example.com..", "/", 421],
  [".shop.example.com", "/", 421],
  ["evil.example.", "/", 421],
] as const)("our name with a trailing dot redirects to the name without it: %s %s", async ([host, path, status]) => {
  const { port } = await openStorefront(echo);
  const { headers, ...response } = await ask(port, path, { headers: { Host: host } });
  expect(response.status).toBe(status);
  expect(headers.location).toBe(status === 301 ? ORIGIN + path : undefined);
});

test("two Host headers get 421, none at all 400", async () => {
  const { port } = await openStorefront(echo);
  const two = await openWire(port);
  two.write(`GET / HTTP/1.1\r\nHost: ${HOST}\r\nHost: evil.example\r\n\r\n`);
  expect(await two.ended).toMatch(/^HTTP\/1.1 421 /);
  const none = await openWire(port);
  none.write("GET / HTTP/1.1\r\n\r\n");
  expect(await none.ended).toMatch(/^HTTP\/1.1 400 /);
});

test("our host in capitals or with the default port is accepted, and normalised for the app", async () => {
  const { port } = await openStorefront(echo);
  const response = await ask(port, "/", { headers: { Host: "SHOP.example.com:80" } });
  expect(response.status).toBe(200);
  expect(seen(response.body).headers["host"]).toBe(HOST);
});

test.for(["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"])("%s gets 405 with Allow", async (method) => {
  const { port } = await openStorefront(echo);
  const response = await ask(port, "/", { method });
  expect(response.status).toBe(405);
  expect(response.headers.allow).toBe("GET, HEAD, POST");
});

test.for([
  ...["//evil.example/", "/%2Fevil.example", "/\\evil.example", "/%5Cevil.example", "/.//evil.example"],
  ...["/Login/%", "/Login/%ff", "/a%00b", "/a%0d%0ab", "/a/%2e%2e/b"],
  ...["http://shop.example.com/", "*"],
])("a malformed URL gets 400: %s", async (target) => {
  const { port } = await openStorefront(echo);
  expect((await ask(port, target)).status).toBe(400);
});

test("a query may contain characters that a path may not", () => {
  expect(readTarget("/CountrySelect?q=100%&x=//..\\")).toEqual({
    pathname: "/CountrySelect",
    search: "?q=100%&x=//..\\",
  });
});

test("a GET with a body gets 400", async () => {
  const { port } = await openStorefront(echo);
  expect((await ask(port, "/", { headers: { "Content-Length": 3 }, body: "a=1" })).status).toBe(400);
});

test.for(["text/plain", "application/json", "", "multipart/mixed"])("a form of type '%s' gets 415", async (type) => {
  const { port } = await openStorefront(echo);
  expect((await post(port, "/", { headers: { "Content-Type": type } })).status).toBe(415);
});

test("a POST that does not state its length gets 411", async () => {
  const { port } = await openStorefront(echo);
  const wire = await openWire(port);
  wire.write(
    `POST / HTTP/1.1\r\nHost: ${HOST}\r\nContent-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n\r\n`,
  );
  expect(await wire.ended).toMatch(/^HTTP\/1.1 411 /);
});

/** A chunk of 1 MB. */
const CHUNK = Buffer.from(`100000\r\n${"a".repeat(0x100000)}\r\n`);
/** This many chunks exceed the limit of a form. */
const TOO_MANY = FORM_READ_MAX_BYTES / 0x100000 + 1;

/** An upload, which the app reads as it arrives. */
const UPLOAD = { target: "/UploadImage", type: "multipart/form-data; boundary=x" };

test("a form of 5 MB reaches the app, which can say which part is too long", async () => {
  const { port } = await openStorefront(measure);
  const response = await post(port, "/", { body: "a".repeat(5_000_000) });
  expect(response.status).toBe(200);
  expect(JSON.parse(response.body.toString())).toEqual({ bytes: 5_000_000 });
});

test("Expect: 100-continue is answered unless the body is too large", async () => {
  const { port } = await openStorefront((req, res, next) => {
    if (Number(req.headers["content-length"]) > FORM_READ_MAX_BYTES) res.status(413).send("<too large>");
    else measure(req, res, next);
  });
  const wire = await openWire(port);
  wire.write(head({ length: FORM_READ_MAX_BYTES + 1, more: "Expect: 100-continue\r\n" }));
  expect(await wire.received("<too large>")).toMatch(/^HTTP\/1.1 413 /);
  wire.cut();
  const polite = await openWire(port);
  polite.write(head({ length: 3, more: "Expect: 100-continue\r\nConnection: close\r\n" }));
  expect(await polite.received("\r\n\r\n")).toMatch(/^HTTP\/1.1 100 Continue/);
  polite.write("a=1");
  expect(await polite.ended).toMatch(/\r\n\r\nHTTP\/1.1 200 OK/);
});

test("beyond 64 MB in chunks reading fails, and the sender gets the app's response before the cut", async () => {
  const { port, logged } = await openStorefront(measure, { timeouts: { lingerMs: 20 } });
  failures.length = 0;
  const wire = await openWire(port);
  wire.write(head({}));
  for (let sent = 0; sent < TOO_MANY; sent += 1) wire.write(CHUNK);
  expect(await wire.received("<the form again>")).toMatch(/^HTTP\/1.1 413 /);
  // The connection closes, because the body could be endless.
  await wire.ended;
  expect(failures).toEqual(["BodyRejected"]);
  expect(JSON.parse((await logged(1))[0] ?? "")).toMatchObject({ status: 413, method: "POST" });
});

test("an abandoned body that still ends leaves its connection to the next request", async () => {
  const { port } = await openStorefront((req, res, next) => {
    if (req.method === "GET") res.send(`<${req.originalUrl}>`);
    else measure(req, res, next);
  });
  const wire = await openWire(port);
  wire.write(head({}));
  for (let sent = 0; sent < TOO_MANY; sent += 1) wire.write(CHUNK);
  wire.write(`0\r\n\r\nGET /two HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`);
  expect(await wire.ended).toMatch(/^HTTP\/1.1 413 [^]*<the form again>[^]*<\/two>/);
});

test("a finished request whose body does not end has its connection closed", async () => {
  const { port } = await openStorefront((_req, res) => void res.send("early"), { env: { KEEP_ALIVE_MS: 20 } });
  const wire = await openWire(port);
  wire.write(head(UPLOAD));
  await wire.received("early");
  wire.write(CHUNK);
  await wire.ended;
});

test("a large body that does not arrive in time gets the app's error, and its connection closes", async () => {
  const { port } = await openStorefront(measure, { timeouts: { requestMs: 20, lingerMs: 20 } });
  const wire = await openWire(port);
  wire.write(head({ length: 100_000 }) + "a=1");
  expect(await wire.received("<the form again>")).toMatch(/^HTTP\/1.1 408 /);
  await wire.ended;
});

test.for<[string, Partial<Timeouts>]>([
  ["does not arrive in time", { requestMs: 20 }],
  ["stalls", { stallMs: 20 }],
])("a small body that %s never reaches the app: a small page, and the connection closes", async ([, timeouts]) => {
  let asked = 0;
  const { port } = await openStorefront(() => void (asked += 1), { timeouts });
  const wire = await openWire(port);
  wire.write(head({ length: 10 }) + "a=1");
  expect(await wire.ended).toMatch(/^HTTP\/1.1 408 [^]*This took too long to send/);
  expect(asked).toBe(0);
});

test.for([
  ["small", "/Login", "application/x-www-form-urlencoded", 0],
  ["large", "/UploadImage", "multipart/form-data; boundary=x", 1],
  ["refused", "/nowhere", "application/x-www-form-urlencoded", 0],
] as const)("a %s body in tiny pieces closes its connection at once", async ([, target, type, calls]) => {
  let asked = 0;
  const { port, logged } = await openStorefront((req, res, next) => {
    asked += 1;
    measure(req, res, next);
  });
  const wire = await openWire(port);
  wire.write(head({ target, type }) + "1\r\na\r\n".repeat(10_000));
  await wire.ended;
  expect(JSON.parse((await logged(1))[0] ?? "")).toMatchObject({ level: "info" });
  expect(asked).toBe(calls);
});

test("a body of a few tiny pieces is read", async () => {
  const { port } = await openStorefront(measure);
  const wire = await openWire(port);
  wire.write(head({ more: "Connection: close\r\n" }) + "1\r\na\r\n".repeat(90) + "0\r\n\r\n");
  expect(await wire.ended).toContain('{"bytes":90}');
});

test("a slow but steady body is accepted, even before the app reads it", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const arrived: (() => void)[] = [];
  let read = () => {};
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const { port } = await openStorefront((req, res) => {
    // The app reads only when the test says so.
    read = () => {
      req.on("data", () => arrived.shift()?.());
      req.on("end", () => res.send("whole"));
      req.resume();
    };
    begin();
  });
  const wire = await openWire(port);
  wire.write(head({ ...UPLOAD, length: 3, more: "Connection: close\r\n" }));
  await begun;
  vi.advanceTimersByTime(BODY_STALL_MS * 1.9);
  read();
  for (const byte of ["a", "="]) {
    const there = new Promise<void>((resolve) => arrived.push(resolve));
    wire.write(byte);
    await there;
    vi.advanceTimersByTime(BODY_STALL_MS * 0.4);
  }
  wire.write("1");
  expect(await wire.ended).toContain("whole");
});

/**
 * Sends an upload with this many bytes every five seconds of a fake clock, for as long as the server reads it.
 *
 * @returns the seconds after which the server abandoned it
 */
async function givenUpAfterS(bytesIn5S: number): Promise<number> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const read = { bytes: 0, isGivenUp: false, onChange: () => {} };
  const { port } = await openStorefront((req, res) => {
    req.on("data", (data: Buffer) => {
      read.bytes += data.byteLength;
      read.onChange();
    });
    req.on("error", () => {
      read.isGivenUp = true;
      res.status(408).end();
    });
    req.resume();
  });
  const wire = await openWire(port);
  wire.write(head({ ...UPLOAD, length: 100_000_000 }));
  for (let piece = 1; ; piece += 1) {
    const there = new Promise<void>((resolve) => {
      read.onChange = () => {
        if (read.bytes === piece * bytesIn5S) resolve();
      };
    });
    wire.write("a".repeat(bytesIn5S));
    await there;
    vi.advanceTimersByTime(5_000);
    if (read.isGivenUp) return piece * 5;
  }
}

test.for([
  ["no more than 8 kB in each second", 5 * 7_900, 120],
  ["slightly more than 8 kB each second", 5 * 8_100, 600],
] as const)("an upload of %s (%i bytes per 5 s) may take %i s", async ([, bytesIn5S, seconds]) => {
  expect(await givenUpAfterS(bytesIn5S)).toBe(seconds);
});

test("an upload that stalls is abandoned, even after much has arrived", async () => {
  const { port } = await openStorefront(measure, { timeouts: { stallMs: 20 } });
  const wire = await openWire(port);
  wire.write(head({ ...UPLOAD, length: 2_000_000 }) + "a".repeat(1_900_000));
  expect(await wire.received("<the form again>")).toMatch(/^HTTP\/1.1 408 /);
});

test("an upload with an early response is read to the end, so that the sender gets the response", async () => {
  const { port } = await openStorefront((req, res) => {
    // The Remix adapter wraps the body even if the action does not read it.
    createReadableStreamFromReadable(req);
    res.send(`<${req.originalUrl}>`);
  });
  const wire = await openWire(port);
  const length = 5_000_000;
  wire.write(head({ ...UPLOAD, length }));
  await wire.received("</UploadImage>");
  wire.write(Buffer.alloc(length));
  wire.write(`GET /two HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`);
  expect(await wire.ended).toContain("</two>");
});

test("20 kB of cookies are read; a head of more than 24 kB gets 431", async () => {
  const { port } = await openStorefront(echo);
  const foreign = (bytes: number) => Array.from({ length: bytes / 1_000 }, (_, at) => `_ga${at}=${"a".repeat(990)}`);
  for (const [bytes, status] of [
    [20_000, 200],
    [25_000, 431],
  ] as const) {
    const headers = { Cookie: [...foreign(bytes), "ulan=en_US"].join("; ") };
    expect((await ask(port, "/", { headers })).status, `${bytes}`).toBe(status);
  }
});

test("an app that stops reading a body can still respond", async () => {
  const { port } = await openStorefront((req, res) => {
    const reader = createReadableStreamFromReadable(req).getReader();
    void reader.read().then(async () => {
      await reader.cancel();
      res.status(400).send("cannot read this");
    });
  });
  const wire = await openWire(port);
  wire.write(head({ ...UPLOAD, length: 1000, more: "Connection: close\r\n" }) + "a=1");
  expect(await wire.received("cannot read this")).toMatch(/^HTTP\/1.1 400 /);
  wire.write("a".repeat(997));
  await wire.ended;
});

test.for([
  ["/UploadImage", "multipart/form-data; boundary=x", UPLOAD_FORM_MAX_BYTES],
  ["/UploadImage", "application/x-www-form-urlencoded", FORM_READ_MAX_BYTES],
  ["/UploadImages", "multipart/form-data; boundary=x", FORM_READ_MAX_BYTES],
] as const)("only an upload may be read beyond 64 MB: %s as %s", ([target, type, maxBytes]) => {
  expect(bodyLimit(target, type).maxBytes).toBe(maxBytes);
});

test("a post to a page without an action is 405, to a missing page 404, before anything is read", async () => {
  let asked = 0;
  const { port, logged } = await openStorefront(() => void (asked += 1), {
    routes: ["/", "/Login/:account?", "/MyOrder"],
    posts: ["/Login/:account?"],
  });
  const body = "Content-Length: 10\r\nConnection: close\r\n";
  for (const [target, status] of [
    ["/MyOrder", 405],
    ["/MyOrder?_data=routes%2FMyOrder", 405],
    ["/", 405],
    ["/assets/x.js", 405],
    ["/nowhere", 404],
    ["/Login/a/b", 404],
  ] as const) {
    const wire = await openWire(port);
    wire.write(head({ target, length: 10 }).replace("Content-Length: 10\r\n", body));
    const response = await wire.received("</html>");
    expect(response, target).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    if (status === 405) expect(response).toContain("Allow: GET, HEAD\r\n");
    wire.cut();
  }
  expect(asked).toBe(0);
  for (const line of await logged(6)) expect(JSON.parse(line)).toMatchObject({ level: "info", msg: "request" });
});

const origins: [string, Record<string, string>, number][] = [
  ["our own page", { Origin: ORIGIN, "Sec-Fetch-Site": "same-origin" }, 200],
  ["our own page, from a browser that sends no Sec-Fetch-Site", { Origin: ORIGIN }, 200],
  ["a browser that sends neither", {}, 200],
  ["a typed address or bookmark", { Origin: "null", "Sec-Fetch-Site": "none" }, 200],
  ["our own page that withholds its origin", { Origin: "null", "Sec-Fetch-Site": "same-origin" }, 200],
  ["an unknown page that withholds its origin", { Origin: "null" }, 403],
  ["another site", { Origin: "https://evil.example" }, 403],
  ["another site that hides its origin", { Origin: "null", "Sec-Fetch-Site": "cross-site" }, 403],
  ["another site, Origin forged", { Origin: ORIGIN, "Sec-Fetch-Site": "cross-site" }, 403],
  ["a neighbour under the same domain", { Origin: "http://www.example.com", "Sec-Fetch-Site": "same-site" }, 403],
  ["our host over another scheme", { Origin: "https://shop.example.com" }, 403],
  ["our host on another port", { Origin: `${ORIGIN}:8080` }, 403],
];
test.for(origins)("a post from %s", async ([, headers, status]) => {
  const { port } = await openStorefront(echo);
  const response = await post(port, "/Login", { headers });
  expect(response.status).toBe(status);
  // Remix compares Origin with Host, so a remaining Origin must agree.
  if (status === 200) expect([ORIGIN, undefined]).toContain(seen(response.body).headers["origin"]);
  if (status === 200) expect(seen(response.body).headers["sec-fetch-site"]).toBe(headers["Sec-Fetch-Site"]);
});

test("a rejection is a bilingual page without text from the request", async () => {
  const { port } = await openStorefront(echo);
  const response = await post(port, "/Login?x=canary", { headers: { Origin: "https://canary.example" } });
  expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(response.body.toString()).toContain("這個表單不是從本站送出的");
  expect(response.body.toString()).toContain("This form wasn’t sent from our site.");
  expect(response.body.toString()).not.toContain("canary");
});

function head(options: { target?: string; type?: string; length?: number; more?: string }): string {
  const { target = "/", type = "application/x-www-form-urlencoded", length, more = "" } = options;
  const size = length === undefined ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`;
  return `POST ${target} HTTP/1.1\r\nHost: ${HOST}\r\nContent-Type: ${type}\r\n${size}\r\n${more}\r\n`;
}
