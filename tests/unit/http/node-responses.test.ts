import { expect, test } from "vitest";
import { linksOf, textsOf } from "../../support/html";
import { ask, HOST, openStorefront, openWire } from "../../support/test-storefront";

/** Requests to which node:http itself would respond before our code runs. */
const REQUESTS: [what: string, request: string, status: number][] = [
  ["a request that is not HTTP", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello\r\n\r\n", 400],
  ["an unknown method", `BREW / HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`, 400],
  ["an invalid header line", `GET / HTTP/1.1\r\nHost: ${HOST}\r\nno colon\r\n\r\n`, 400],
  ["both Content-Length and chunks", post("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n"), 400],
  ["a request without a Host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
  ["a health check without a Host", "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
  ["an expectation that cannot be met", post("Content-Length: 3\r\nExpect: the-unexpected\r\n"), 417],
  ["a GET with Expect", `GET / HTTP/1.1\r\nHost: ${HOST}\r\nExpect: a-miracle\r\nConnection: close\r\n\r\n`, 417],
  ["a header of more than 24 kB", `GET / HTTP/1.1\r\nHost: ${HOST}\r\nCookie: ${"a".repeat(25_000)}\r\n\r\n`, 431],
  ["a header of more than 64 kB", `GET / HTTP/1.1\r\nHost: ${HOST}\r\n${"Cookie: a\r\n".repeat(8_000)}\r\n`, 431],
  ["a URL of 20 kB", `GET /?${"a".repeat(20_000)} HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`, 414],
  ["a URL of 200 kB", `GET /?${"a".repeat(200_000)} HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`, 414],
];

test.for(REQUESTS)("%s gets our page, our headers and the strictest policy", async ([, request, status]) => {
  let asked = 0;
  const { port } = await openStorefront(() => void (asked += 1), {
    env: { PUBLIC_ORIGIN: `https://${HOST}` },
  });
  const wire = await openWire(port);
  wire.write(request);
  expectOurs(await wire.ended, status);
  expect(asked).toBe(0);
});

test("a shared text that is too long gets 414 with advice, not the page about cookies", async () => {
  let asked = 0;
  const { port } = await openStorefront(() => void (asked += 1));
  const text = encodeURIComponent("礦".repeat(1_700));
  const response = await ask(port, `/LeavingMessage?text=${text}`, { headers: { Cookie: "utoken=1" } });
  expect([response.status, asked]).toEqual([414, 0]);
  expect(response.headers["set-cookie"]).toBeUndefined();
  const page = response.body.toString();
  expect(page).not.toMatch(/cookie/i);
  for (const words of ["請縮短後再分享", "shorten it"]) expect(page).toContain(words);
  expect(linksOf(page).map(({ href }) => href)).toEqual(["/LeavingMessage", "/"]);
});

test("a request head that does not arrive in time gets 408 with the usual page", async () => {
  const { port } = await openStorefront((_req, res) => void res.send("page"), {
    env: { PUBLIC_ORIGIN: `https://${HOST}` },
    timeouts: { headersMs: 20 },
  });
  const wire = await openWire(port);
  wire.write("GET / HTTP/1.1\r\nHo");
  expectOurs(await wire.ended, 408);
});

test("an app response without Cache-Control gets no-store", async () => {
  const { port } = await openStorefront((req, res, next) => {
    if (req.path === "/kept") res.set("Cache-Control", "public, max-age=60").send("kept");
    else if (req.path === "/none") next();
    else res.send("page");
  });
  expect((await ask(port, "/")).headers["cache-control"]).toBe("no-store");
  expect((await ask(port, "/none")).headers["cache-control"]).toMatch(/^no-store/);
  expect((await ask(port, "/kept")).headers["cache-control"]).toBe("public, max-age=60");
});

function expectOurs(response: string, status: number): void {
  const [head = "", body = ""] = response.split("\r\n\r\n");
  const [first, ...lines] = head.split("\r\n");
  expect(first).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.replace(/^[^:]*: /, "")]),
  );
  expect(headers.size, "no header appears twice").toBe(lines.length);
  expect(Object.fromEntries(headers)).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "permissions-policy": expect.stringContaining("camera=()"),
    "cross-origin-opener-policy": "same-origin",
    "strict-transport-security": "max-age=31536000",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cache-control": expect.stringMatching(/^no-store\b/),
    "content-type": "text/html; charset=utf-8",
    "content-length": String(Buffer.byteLength(body, "latin1")),
    connection: "close",
  });
  const page = Buffer.from(body, "latin1").toString();
  expect(textsOf(page, "h1")).toEqual([String(status)]);
  expect(page).toMatch(/[\u4e00-\u9fff]{5}/);
  expect(textsOf(page, "p[lang=en]")[0]).toMatch(/^[A-Z]/);
}

function post(lines: string): string {
  return `POST / HTTP/1.1\r\nHost: ${HOST}\r\nContent-Type: application/x-www-form-urlencoded\r\n${lines}\r\n`;
}
