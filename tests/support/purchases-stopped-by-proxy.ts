import { expect } from "vitest";
import { textOf } from "./deployed";
import { standIn, visit } from "./proxied";
import { storefrontBehind, type AtEnd, type StartBefore } from "./storefront-behind-proxy";

const POST = { method: "POST", headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: "a=b" };

/** Expects that a proxy lets nobody pay, and says what to do who was paying; all else reaches the storefront. */
export async function expectPurchasesStopped(startBefore: StartBefore, end: AtEnd): Promise<void> {
  const storefront = await standIn((req, res) => res.end(`${req.method} ${req.url}`));
  const proxy = await startBefore(storefront.port);
  end(async () => {
    await proxy.stop();
    await storefront.close();
  });
  for (const path of ["/PowerProductDetail/1001?step=code", "/PowerProductDetail/1001"]) {
    const { status, headers, body } = await visit(proxy.port, path, POST);
    expect({ path, status, body }).toEqual({ path, status: 503, body: textOf("deploy/nginx/unavailable.html") });
    expect(headers["retry-after"]).toBe("30");
  }
  expect(storefront.asked).toEqual([]);
  const others = [
    { path: "/PowerProductDetail/1001?step=code", method: "GET" },
    { path: "/PowerProductDetail/1001", method: "GET" },
    { path: "/Login", ...POST },
  ];
  for (const { path, ...asked } of others) {
    const { status, body } = await visit(proxy.port, path, asked);
    expect({ path, status, body }).toEqual({ path, status: 200, body: `${asked.method} ${path}` });
  }
}

/** Other ways to write where a purchase is posted to. */
const SPELLINGS = [
  "/powerproductdetail/1001",
  "/POWERPRODUCTDETAIL/1001?step=code",
  "/%50owerProductDetail/1001?step=code",
  "/%70ower%50roductDetai%6C/1001/",
  "/PowerProductDetail/1001/",
  "/PowerProductDetail//1001",
  "//PowerProductDetail/1001",
  "/./PowerProductDetail/1001",
  "/Index/../PowerProductDetail/1001",
  "/Index/%2e%2e/PowerProductDetail/1001",
  "/PowerProductDetail%2f1001",
  "/PowerProductDetail;/1001",
  "/powerproductdetail/1001?_data=routes%2FPowerProductDetail.%24id",
];

/**
 * Expects that no other spelling gets past a proxy that lets nobody pay: either the proxy stops it, or the storefront
 * leads it to the spelling that is stopped, refuses it, or has no form there.
 */
export async function expectNoOtherSpelling(startBefore: StartBefore, end: AtEnd): Promise<void> {
  const { proxy } = await storefrontBehind(startBefore, end);
  for (const path of SPELLINGS) {
    const { status, headers } = await visit(proxy.port, path, POST);
    const location = headers.location ?? "";
    expect({ path, status, location }).toEqual({
      path,
      status: expect.toSatisfy((code: number) => [308, 400, 404, 405, 503].includes(code)),
      location: status === 308 ? expect.stringMatching(/^\/PowerProductDetail\/1001(?:\?|$)/) : "",
    });
    if (status === 308) expect((await visit(proxy.port, location, POST)).status).toBe(503);
  }
}
