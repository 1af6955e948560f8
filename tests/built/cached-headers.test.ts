import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cacheablePages, type BuiltPage } from "~server/page-cache/cacheable";
import { startSandbox, type Sandbox } from "@storefront/sandbox/start";
import { freePort, sandboxedVariables, startStorefront } from "~tools/demo/storefront-process";
import { SERVER_BUILD } from "../support/built";
import { freshFolder } from "@storefront/test-support/fresh-folder";

/** A cached response has the same headers as the first one: each page and file of the build. */

/** The id in an address of a shape, where it has one. */
const IDS: Record<string, string> = { "/PowerProductDetail/*": "1001", "/MinerProductDetail/*": "2001" };
const NOTICE_ID = "10";

/** Headers that differ: date, id, and length, since a page that is cached is compressed more. */
const ITS_OWN = ["date", "x-request-id", "content-length"];

let sandbox: Sandbox | undefined;
let pages = new Map<string, BuiltPage>();

beforeAll(async () => {
  sandbox = await startSandbox();
  const build = (await import(SERVER_BUILD)) as Parameters<typeof cacheablePages>[0];
  pages = cacheablePages(build);
});

afterAll(() => sandbox?.close());

/** Every address that a page declares, and a missing one. */
function addresses(pages: [shape: string, page: BuiltPage][]): string[] {
  const paths = pages.flatMap(([shape, { query = {} }]) => {
    const path = shape.replace("*", () => IDS[shape] ?? "");
    const chosen = Object.entries(query).flatMap(([name, values]) =>
      (values === "any" ? [NOTICE_ID] : values).map((value) => `${path}?${name}=${value}`),
    );
    return [path, ...chosen];
  });
  return [...paths, "/there-is-no-such-page"];
}

interface ResponseHead {
  status: number;
  headers: Record<string, unknown>;
}

function headOf(url: URL, method: string, headers: Record<string, string>): Promise<ResponseHead> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      const all = Object.entries(response.headers).filter(([name]) => !ITS_OWN.includes(name));
      response
        .resume()
        .once("end", () => resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(all) }));
    });
    sent.once("error", reject).end();
  });
}

test.each([
  ["GET", "br"],
  ["HEAD", "gzip"],
])("the first and the cached responses have the same headers: %s, %s", async (method, encoding) => {
  const storefront = await startStorefront({
    env: {
      ...sandboxedVariables({ port: await freePort(25_600), sandboxUrl: String(sandbox?.url) }),
      DATA_DIR: freshFolder("storefront-kept-headers"),
    },
  });
  try {
    // Other variants first, so that all that pages show has been read: a page that shows more is another one.
    for (const path of addresses([...pages].filter(([, { file }]) => !file))) {
      await headOf(new URL(path, storefront.url), "GET", { "Save-Data": "on" });
      await headOf(new URL(path, storefront.url), "GET", { "Save-Data": "on", Cookie: "ulan=en_US" });
    }
    const paths = addresses([...pages]);
    expect(paths.length).toBeGreaterThan(20);
    for (const path of paths) {
      const url = new URL(path, storefront.url);
      for (const language of ["el_GR", "en_US"]) {
        const headers = { Cookie: `ulan=${language}`, "Accept-Encoding": encoding };
        const name = `${path} ${language}`;
        const first = await headOf(url, method, headers);
        const policy = first.headers["content-security-policy"];
        expect(policy, name).toMatch(/default-src 'none'/);
        expect(await headOf(url, method, headers), name).toEqual(first);
        const etag = first.headers.etag;
        if (typeof etag !== "string") continue;
        const unchanged = await headOf(url, method, { ...headers, "If-None-Match": etag });
        expect([unchanged.status, unchanged.headers["content-security-policy"]], name).toEqual([304, policy]);
        expect(await headOf(url, method, { ...headers, "If-None-Match": etag }), name).toEqual(unchanged);
      }
    }
  } finally {
    await storefront.stop();
  }
});
