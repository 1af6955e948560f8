import { expect } from "vitest";
import { textOf } from "./deployed";
import { standIn, visit, type Program } from "./proxied";
import { carryOut, commandsOf } from "./runbook";
import { storefrontBehind, type AtEnd } from "./storefront-behind-proxy";

/** Tests the switches of a proxy as docs/operate/run.md describes them. */

/** A running proxy, and the replacements for paths and addresses in the runbook. */
export type Switched = Program & { port: number; places: Readonly<Record<string, string>> };
type StartBefore = (port: number) => Promise<Switched>;

/** Returns the commands of a section that are for this proxy. */
const ownCommands = (section: string, proxy: Switched) =>
  commandsOf(section).filter((commands) => Object.keys(proxy.places).some((one) => commands.includes(one)));

/** Returns the commands that switch off, and those that switch on again. */
function switchesOf(section: string, proxy: Switched) {
  const own = ownCommands(section, proxy);
  expect(own).toHaveLength(2);
  const [close = "", open = ""] = own;
  return { close: () => carryOut(close, proxy.places), open: () => carryOut(open, proxy.places) };
}

const POST = { method: "POST", headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: "a=b" };

/** Expects a proxy to block payments and to tell buyers what to do; all other requests reach the storefront. */
export async function expectPaymentsStopped(startBefore: StartBefore, end: AtEnd): Promise<void> {
  const storefront = await standIn((req, res) => res.end(`${req.method} ${req.url}`));
  const proxy = await startBefore(storefront.port);
  end(async () => {
    await proxy.stop();
    await storefront.close();
  });
  const { close, open } = switchesOf("Stopping purchases", proxy);
  close();
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
  open();
  expect((await visit(proxy.port, "/PowerProductDetail/1001?step=code", POST)).status).toBe(200);
}

/** Other spellings of the path to which a purchase is posted. */
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
 * Expects that no other spelling bypasses a proxy that blocks payments: either the proxy stops it, or the storefront
 * redirects it to the blocked spelling, rejects it, or has no form at that path.
 */
export async function expectNoOtherSpelling(startBefore: StartBefore, end: AtEnd): Promise<void> {
  const { proxy } = await storefrontBehind(startBefore, end);
  switchesOf("Stopping purchases", proxy).close();
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

/** The number of requests of each kind that are in progress when the site is closed. */
const UNDER_WAY = 20;

/**
 * Expects that a proxy closes and opens the site while visitors are there. Each request that was accepted before gets
 * its response, every other request gets the maintenance page, and no connection is reset.
 */
export async function expectMaintenance(startBefore: StartBefore, end: AtEnd): Promise<void> {
  let isHolding = true;
  const held: (() => void)[] = [];
  const storefront = await standIn((req, res) => {
    const respond = () =>
      req.method === "POST" ? res.writeHead(303, { Location: "/Successpay" }).end("paid") : res.end(`${req.url}`);
    if (isHolding && /^\/(?:PowerProductDetail|UserCenter)/.test(req.url ?? "")) held.push(respond);
    else respond();
  });
  const proxy = await startBefore(storefront.port);
  let isGoing = true;
  end(async () => {
    isGoing = false;
    await proxy.stop();
    await storefront.close();
  });
  const { close, open } = switchesOf("Maintenance", proxy);
  const payments = Array.from({ length: UNDER_WAY }, (_, n) =>
    visit(proxy.port, `/PowerProductDetail/${n}?step=code`, POST),
  );
  const pages = Array.from({ length: UNDER_WAY }, (_, n) => visit(proxy.port, `/UserCenter?n=${n}`));
  await expect.poll(() => held.length).toBe(2 * UNDER_WAY);
  const seen = new Set<string>();
  /** Opens one page after the other until the test ends. */
  async function visitor(): Promise<void> {
    while (isGoing) {
      const { status, body } = await visit(proxy.port, "/Notice");
      seen.add(`${status} ${body}`);
    }
  }
  const visitors = Promise.all(Array.from({ length: 10 }, visitor));
  await expect.poll(() => seen.size).toBe(1);

  close();
  const page = textOf("deploy/nginx/maintenance.html");
  await expect.poll(() => seen.size).toBe(2);
  for (const path of ["/", "/Index/Home", "/PowerProductDetail/1001", "/nowhere", "/successpay", "/assets/../Notice"]) {
    for (const options of [{}, POST]) {
      const { status, headers, body } = await visit(proxy.port, path, options);
      expect({ path, status, body }).toEqual({ path, status: 503, body: page });
      expect(headers).toMatchObject({ "retry-after": "300", "cache-control": "no-store" });
    }
  }
  for (const path of ["/healthz", "/Successpay", "/assets/app-1a2b3c.css"])
    expect(await visit(proxy.port, path)).toMatchObject({ status: 200, body: path });

  isHolding = false;
  for (const respond of held) respond();
  for (const paid of await Promise.all(payments))
    expect(paid).toMatchObject({ status: 303, headers: { location: "/Successpay" }, body: "paid" });
  expect((await Promise.all(pages)).map(({ body }) => body)).toEqual(pages.map((_, n) => `/UserCenter?n=${n}`));
  open();
  expect(await visit(proxy.port, "/Index/Home")).toMatchObject({ status: 200, body: "/Index/Home" });
  isGoing = false;
  await visitors;
  expect(seen).toEqual(new Set(["200 /Notice", `503 ${page}`]));
}

const AT_ONCE = 60;

/** This machine's network as the log writes it. */
const NETWORK = '"network":"127.0.0.0"';

/**
 * Expects that the runbook's commands find the address that sends too many requests, refuse it, limit each address, and
 * undo all of this.
 *
 * @param startBefore starts the proxy with a limit of 20 requests, because a test's speed depends on the machine
 * @param logOf returns the proxy's log so far
 */
export async function expectRefusal<Proxy extends Switched>(
  startBefore: (port: number) => Promise<Proxy>,
  logOf: (proxy: Proxy) => string,
  end: AtEnd,
): Promise<void> {
  const storefront = await standIn((req, res) => res.end(`${req.url}`));
  const proxy = await startBefore(storefront.port);
  end(async () => {
    await proxy.stop();
    await storefront.close();
  });
  // These are the runbook's steps in order; this machine's address replaces the example's.
  const steps = ownCommands("Refusing an address", proxy);
  expect(steps).toHaveLength(6);
  const [networks = "", count = "", refuse = "", limit = "", off = "", admit = ""] = steps.map((commands) =>
    commands.replaceAll("203.0.113.0/24", "127.0.0.1"),
  );
  const statuses = async () =>
    new Set((await Promise.all(Array.from({ length: AT_ONCE }, () => visit(proxy.port, "/Notice")))).map(statusOf));
  expect(await statuses()).toEqual(new Set([200]));
  expect(logOf(proxy)).not.toContain("127.0.0.0");
  carryOut(networks, proxy.places);
  await visit(proxy.port, "/Notice");
  await expect.poll(() => logOf(proxy)).toContain(NETWORK);
  expect(carryOut(count, proxy.places)).toMatch(new RegExp(`^ +1 ${NETWORK}$`, "m"));
  carryOut(limit, proxy.places);
  expect(await statuses()).toEqual(new Set([200, 429]));
  carryOut(refuse, proxy.places);
  const once = async () => (await visit(proxy.port, "/Notice")).status;
  await expect.poll(once).toBe(403);
  carryOut(off, proxy.places);
  carryOut(admit, proxy.places);
  await expect.poll(once).toBe(200);
  expect(await statuses()).toEqual(new Set([200]));
  const lastNetwork = () => [...logOf(proxy).matchAll(/"network":"[^"]*"/g)].at(-1)?.[0];
  await expect.poll(lastNetwork).not.toBe(NETWORK);
}

const statusOf = ({ status }: { status: number }) => status;
