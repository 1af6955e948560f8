import type { RequestHandler } from "express";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ask, openStorefront, openWire, HOST, post } from "../../support/test-storefront";
import { runsOf } from "@storefront/test-support/sample";

/** Each page has one canonical URL, to which all other spellings redirect. */

const ROUTES = [
  ...["/", "/Index", "/Index/Home", "/Login/:account?", "/PowerProductDetail/:id", "/UploadImage", "/robots.txt"],
  ...["/MyOrder", "/MyOrder/:orderNum", "/MyOrder/:orderNum.ics", "/Book"],
];

/** A storefront whose app records its requests. */
async function open() {
  const asked: string[] = [];
  const app: RequestHandler = (req, res) => {
    asked.push(`${req.method} ${req.originalUrl}`);
    res.send("the app");
  };
  return { ...(await openStorefront(app, { routes: ROUTES })), asked };
}

const OTHER_SPELLINGS: [sent: string, own: string][] = [
  ["/powerproductdetail/1", "/PowerProductDetail/1"],
  ["/POWERPRODUCTDETAIL/1?step=code&payAmount=1", "/PowerProductDetail/1?step=code&payAmount=1"],
  ["/%50owerProductDetail/1", "/PowerProductDetail/1"],
  ["/%70ower%50roductDetai%6C/1/", "/PowerProductDetail/1"],
  ["/PowerProductDetail/1/", "/PowerProductDetail/1"],
  ["/PowerProductDetail//1", "/PowerProductDetail/1"],
  ["/PowerProductDetail/1//?x=%2F%2Fevil.example", "/PowerProductDetail/1?x=%2F%2Fevil.example"],
  ["/powerProductDetail/aB%2fC%20d", "/PowerProductDetail/aB%2fC%20d"],
  ["/powerproductdetail/%2F%2Fevil.example", "/PowerProductDetail/%2F%2Fevil.example"],
  [
    "/powerproductdetail/1?_data=routes%2FPowerProductDetail.%24id",
    "/PowerProductDetail/1?_data=routes%2FPowerProductDetail.%24id",
  ],
  ["/index/home", "/Index/Home"],
  ["/Index/", "/Index"],
  ["/login/Somebody@Example.com", "/Login/Somebody@Example.com"],
  ["/Login/", "/Login"],
  ["/uploadimage/?step=2", "/UploadImage?step=2"],
  ["/myorder/AbC.ICS", "/MyOrder/AbC.ics"],
  ["/ROBOTS%2Etxt", "/robots.txt"],
];

test.each(OTHER_SPELLINGS)("%s redirects to %s, and never reaches the app", async (sent, own) => {
  const { port, asked } = await open();
  const got = await ask(port, sent);
  expect([got.status, got.headers.location]).toEqual([301, own]);
  expect(got.headers["cache-control"]).toContain("no-store");
  const head = await ask(port, sent, { method: "HEAD" });
  expect([head.status, head.headers.location, head.body.toString()]).toEqual([301, own, ""]);
  const posted = await post(port, sent);
  expect([posted.status, posted.headers.location]).toEqual([308, own]);
  expect(asked).toEqual([]);
  expect((await ask(port, own)).status).toBe(200);
  expect((await post(port, own)).status).toBe(200);
  expect(asked).toEqual([`GET ${own}`, `POST ${own}`]);
});

/** Messengers and forums take the end of a sentence for part of an address. */
test.each([
  ["/PowerProductDetail/1001%E3%80%82", "/PowerProductDetail/1001"],
  ["/PowerProductDetail/1001%EF%BC%8C%E5%BF%AB/x?from=singlemessage", "/PowerProductDetail/1001?from=singlemessage"],
  ["/powerproductdetail/1001%EF%BC%88%E5%88%86%E4%BA%AB", "/PowerProductDetail/1001"],
  ["/PowerProductDetail/1001).", "/PowerProductDetail/1001"],
  ["/PowerProductDetail/1001%20", "/PowerProductDetail/1001"],
  ["/PowerProductDetail/1001%E2%80%8B", "/PowerProductDetail/1001"],
  ["/PowerProductDetail/1001%E2%80%9D,", "/PowerProductDetail/1001"],
  ["/MyOrder/AbC.ics!", "/MyOrder/AbC.ics"],
  ["/Index/Home%E3%80%8D%E3%80%82", "/Index/Home"],
  ["/%E3%80%82", "/"],
])("text after a link is not part of it: %s leads to %s", async (sent, own) => {
  const { port, asked } = await open();
  const got = await ask(port, sent);
  expect([got.status, got.headers.location]).toEqual([301, own]);
  expect((await ask(port, own)).status).toBe(200);
  expect(asked).toEqual([`GET ${own}`]);
});

test.each([
  ...["/PowerProductDetail/USDT(OMNI)", "/PowerProductDetail/%E6%96%B9%E6%A1%88", "/PowerProductDetail/a.b-c_d~e"],
  ...["/Login/ming%EF%BC%A0example%EF%BC%8Ecom", "/none%E3%80%82", "/PowerProductDetail/a%2F1"],
  `/PowerProductDetail/${"%F0%9F%98%80".repeat(300)}%E3%80%82`,
])("%s has no text after the link", async (path) => {
  const { port, asked } = await open();
  expect((await ask(port, path)).status).toBe(200);
  expect(asked).toEqual([`GET ${path}`]);
});

test.each([
  ...["/", "/Index?x=//evil.example", "/Login", "/Login/a%2Fb", "/PowerProductDetail/%31", "/MyOrder/AbC%2Eics"],
])("%s is passed on unchanged", async (path) => {
  const { port, asked } = await open();
  await ask(port, path);
  await post(port, path);
  expect(asked).toEqual([`GET ${path}`, `POST ${path}`]);
});

test.each([
  ["/none//", "/none/"],
  ["/a////b//c?x=//y", "/a/b/c?x=//y"],
  [`/a${"/".repeat(3_000)}a`, "/a/a"],
  [`/${"a//".repeat(600)}?x=1`, `/${"a/".repeat(600)}?x=1`],
])("doubled slashes never reach the router, page or not", async (sent, own) => {
  const { port, asked } = await open();
  const [got, posted] = [await ask(port, sent), await post(port, sent)];
  expect([got.status, got.headers.location]).toEqual([301, own]);
  expect([posted.status, posted.headers.location]).toEqual([308, own]);
  expect(asked).toEqual([]);
});

test.each([`/a${"/".repeat(5_000)}a`, `/a${"%2F".repeat(2_000)}`, `/${"a/".repeat(2_500)}`, `/${"a".repeat(5_000)}?a`])(
  "a path above 4 kB is rejected before routing",
  async (sent) => {
    const { port, asked } = await open();
    for (const { status, headers } of [await ask(port, sent), await post(port, sent)]) {
      expect([status, headers.location]).toEqual([414, undefined]);
    }
    expect(asked).toEqual([]);
  },
);

test.each([
  ...["/PowerProductDetails/1", "/PowerProductDetail", "/PowerProductDetail/1/2", "/PowerProductDetail%2F1", "/none/"],
  ...["/%2550owerProductDetail/1", "/Boo%E2%84%AA", "/ındex"].map(encodeURI),
])("%s only looks like a page: the app returns 404, and posts are rejected", async (path) => {
  const { port, asked } = await open();
  await ask(port, path);
  expect((await post(port, path)).status).toBe(404);
  expect(asked).toEqual([`GET ${path}`]);
});

test.each([
  "/./PowerProductDetail/1",
  "/x/../PowerProductDetail/1",
  "/%2e/PowerProductDetail/1",
  "//PowerProductDetail/1",
])("an invalid path is rejected, not redirected: %s", async (path) => {
  const { port, asked } = await open();
  for (const { status, headers } of [await ask(port, path), await post(port, path)]) {
    expect([status, headers.location]).toEqual([400, undefined]);
  }
  expect(asked).toEqual([]);
});

test("a form from another site is rejected as on the page itself, and an overlong URL is not repeated", async () => {
  const { port, asked } = await open();
  const foreign = await post(port, "/powerproductdetail/1", { headers: { "Sec-Fetch-Site": "cross-site" } });
  expect([foreign.status, foreign.headers.location]).toEqual([403, undefined]);
  const long = `/powerproductdetail/1?x=${"y".repeat(4_000)}`;
  for (const response of [await ask(port, long), await post(port, long)]) {
    expect([response.status, response.headers.location]).toEqual([414, undefined]);
    expect(response.body.toString()).not.toContain("yyy");
  }
  expect(asked).toEqual([]);
});

test("a post to another spelling is redirected before its body arrives", async () => {
  const { port } = await open();
  const wire = await openWire(port);
  const type = "Content-Type: application/x-www-form-urlencoded";
  wire.write(`POST /powerproductdetail/1 HTTP/1.1\r\nHost: ${HOST}\r\n${type}\r\nContent-Length: 1000000\r\n\r\na=1`);
  expect(await wire.received("</html>")).toMatch(/^HTTP\/1.1 308 [^]*\r\nLocation: \/PowerProductDetail\/1\r\n/);
});

test("a proxy's rule for posts to /PowerProductDetail/ covers every spelling", async () => {
  const { port, asked } = await open();
  /** Paths that an operator's rule stops (docs/operate/run.md); other spellings get a 308, which browsers follow. */
  const isStopped = (path: string) => path.startsWith("/PowerProductDetail/");
  const letter = (char: string) =>
    fc.constantFrom(char, char.toLowerCase(), char.toUpperCase(), `%${char.charCodeAt(0).toString(16)}`);
  const name = fc.tuple(...Array.from("PowerProductDetail", letter)).map((letters) => letters.join(""));
  const slash = fc.constantFrom("/", "//", "/./", "/%2e/");
  const spelling = fc
    .tuple(name, slash, fc.constantFrom("1001", "1001/", "1001//", "1001?step=code"))
    .map(([page, between, rest]) => `/${page}${between}${rest}`);
  await fc.assert(
    fc.asyncProperty(spelling, async (path) => {
      let to = path;
      for (let way = 0; way < 3 && !isStopped(to); way += 1) {
        const { status, headers } = await post(port, to);
        if (status !== 308) {
          expect(status).toBe(400);
          return;
        }
        to = String(headers.location);
      }
      expect(isStopped(to), path).toBe(true);
    }),
    { numRuns: runsOf(150) },
  );
  expect(asked).toEqual([]);
});
