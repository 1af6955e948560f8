import { expect, test } from "vitest";
import * as estimate from "~/routes/Estimate/route";
import * as miners from "~/routes/Index.Miner/route";
import * as power from "~/routes/Index.Power/route";
import * as message from "~/routes/LeavingMessage/route";
import * as minerProduct from "~/routes/MinerProductDetail.$id/route";
import * as notices from "~/routes/Notice/route";
import * as notice from "~/routes/NoticeDetail/route";
import * as product from "~/routes/PowerProductDetail.$id/route";
import { PUBLIC_STALE_MS } from "~server/upstream/constants";
import { type Rate } from "~server/limits";
import { shop } from "../../support/documents";
import { fieldOf, linksOf, textOf, textsOf } from "../../support/html";
import { moveClock } from "../../support/move-clock";
import { useUpstream } from "../../support/upstream";
import { sampleOf } from "@storefront/test-support/sample";
import { newAddress } from "../../support/route-args";
import { ask, openStorefront, post } from "../../support/test-storefront";
import type { PeerRequest, Reply } from "@storefront/test-support/peer";
import { envelope, usePeer } from "../../support/upstream-peer";

/** URLs of missing items make few upstream calls, however the upstream rejects them (behaviour 14.3). */

const sandbox = await useUpstream({ eachTest: "faults" });

/** How the upstream reports a missing item; the sandbox sends success without data. */
type No = "success without data" | "a refusal" | "HTTP 404" | "an error page";
let no: No = "success without data";

/** The sandbox, but with missing items reported in that way. */
async function reply({ path, headers, body }: PeerRequest): Promise<Reply> {
  const sent = { "content-type": "application/json", "exchange-language": String(headers["exchange-language"]) };
  const text = await (await fetch(sandbox.url + path, { method: "POST", headers: sent, body })).text();
  const { data } = JSON.parse(text) as { data: unknown };
  if (data !== null || no === "success without data") return { body: text };
  if (no === "an error page") return { status: 500, body: "<h1>NumberFormatException</h1>" };
  return no === "HTTP 404" ? { status: 404, body: "" } : envelope(null, "10404", "No such product.");
}

const peer = await usePeer(reply);
const { app, options } = shop({
  "PowerProductDetail/:id": product,
  "MinerProductDetail/:id": minerProduct,
  LeavingMessage: message,
  Estimate: estimate,
  Notice: notices,
  NoticeDetail: notice,
  "Index/Power": power,
  "Index/Miner": miners,
});

/** A low limit, since each made-up page is rendered. */
const FEW = { points: 10, perMs: 60_000 };
const TIMES = 40;
/** The maximum of other reads for the pages: lists, configuration, renewals. */
const A_FEW = 20;
const REAL = "/PowerProductDetail/1001";

/** A storefront with this limit, and a visitor at one address. */
async function open(lookupRate: Rate | undefined = FEW) {
  const origin = String(process.env.PUBLIC_ORIGIN);
  const { port } = await openStorefront(
    { app },
    { ...options, lookupRate, env: { PUBLIC_ORIGIN: origin, TRUST_PROXY: 1 } },
  );
  const from = newAddress();
  const headers = (address: string) => ({ Host: new URL(origin).host, "X-Forwarded-For": address });
  return {
    visit: (path: string, address = from) => ask(port, path, { headers: headers(address) }),
    post: (path: string, body: string) => post(port, path, { headers: { ...headers(from), Origin: origin }, body }),
  };
}

const callsOf = (name: string) => peer.requests.filter(({ path }) => path.endsWith(name)).length;

/** Opens made-up URLs, ten at a time; returns the count of each status. */
async function madeUp(
  visit: (path: string) => Promise<{ status: number }>,
  path: (n: number) => string,
  times = TIMES,
) {
  const counts = new Map<number, number>();
  for (let n = 0; n < times; n += 10) {
    const some = Array.from({ length: 10 }, (_, at) => visit(path(n + at)));
    for (const { status } of await Promise.all(some)) counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return counts;
}

const BY_ID: [address: string, path: (n: number) => string][] = [
  ["/PowerProductDetail/<x>", (n) => `/PowerProductDetail/made-up-${n}`],
  ["/PowerProductDetail/<x> with a step", (n) => `/PowerProductDetail/made-up-${n}?step=code`],
  ["/MinerProductDetail/<x>", (n) => `/MinerProductDetail/made-up-${n}`],
  ["/Estimate?product=<x>", (n) => `/Estimate?product=made-up-${n}`],
];

const REJECTED_IDS = BY_ID.flatMap(([address, path]) =>
  (["success without data", "a refusal", "an error page"] as const).map((word) => ({ address, path, word })),
);

test.each(sampleOf(REJECTED_IDS, 4))(
  "made-up values of $address, which the upstream rejects by $word, make calls up to the limit, then get 429",
  async ({ path, word }) => {
    no = word;
    const { visit } = await open();
    const counts = await madeUp(visit, path);
    // An unusable response is retried once.
    const tries = word === "an error page" ? 2 : 1;
    expect(peer.requests.length).toBeLessThanOrEqual(tries * FEW.points + A_FEW);
    expect(counts.get(429)).toBeGreaterThanOrEqual(10);
    const limited = await visit(path(TIMES));
    expect([limited.status, limited.headers["retry-after"]]).toEqual([429, "60"]);
    expect(limited.body.toString()).toMatch(/上限/);
    expect((await visit(REAL)).status, "a real product from the same address").toBe(200);
    expect((await visit(path(TIMES), newAddress())).status, "a made-up one from another address").not.toBe(429);
  },
);

test("a deleted product makes calls only up to the limit, even if the upstream once listed it", async () => {
  no = "success without data";
  const { visit } = await open();
  expect((await visit(REAL)).status).toBe(200);
  peer.reply = (request) => (request.path.endsWith("_detail") ? envelope(null) : reply(request));
  moveClock(PUBLIC_STALE_MS + 1);
  const counts = await madeUp(visit, () => `${REAL}?step=code`);
  expect(callsOf("project_sku_detail")).toBeLessThanOrEqual(FEW.points + A_FEW);
  expect(counts.get(429)).toBeGreaterThanOrEqual(10);
});

test("made-up ?product= values of the contact form make calls up to the limit, and the form is still shown", async () => {
  no = "a refusal";
  const { visit } = await open();
  const counts = await madeUp(visit, (n) => `/LeavingMessage?product=made-up-${n}`);
  expect(peer.requests.length).toBeLessThanOrEqual(FEW.points + A_FEW);
  expect([...counts]).toEqual([[200, TIMES]]);
  await visit("/Index/Power");
  const [title = ""] = textsOf((await visit(REAL)).body.toString(), "h1");
  expect(textOf((await visit("/LeavingMessage?product=1001")).body.toString())).toContain(title);
});

test.each(["/Notice?page=", "/Index/Power?page=", "/Index/Miner?page="])(
  "made-up pages of a list with a count make no call each: %s",
  async (path) => {
    const { visit } = await open();
    await madeUp(visit, (n) => path + String(n + 1_000));
    expect(peer.requests.length).toBeLessThanOrEqual(A_FEW);
  },
);

test("a page of notices beyond the last is 404, says so, and links to the last page", async () => {
  const { visit } = await open();
  const { status, body } = await visit("/Notice?page=7");
  expect(status).toBe(404);
  expect(textOf(body.toString())).toContain("最後一頁是第 1 頁");
  expect(linksOf(body.toString())).toContainEqual({ href: "/Notice", text: "前往最後一頁" });
  expect((await visit("/Notice?page=1")).status).toBe(200);
});

/** Lists without a count, whose first page is full; later pages are rejected or empty. */
const uncounted = (word: No) => (request: PeerRequest) => {
  const { page, pageSize } = JSON.parse(request.body || "{}") as { page?: number; pageSize?: number };
  const list = { project_sku: "data", notice_info_list: "noticeInfoList" }[request.path.split("/").at(-1) ?? ""];
  if (list === undefined || page === undefined) return reply(request);
  if (page > 1) return word === "a refusal" ? envelope(null, "10404", "No such page.") : envelope({ [list]: [] });
  const rows = Array.from({ length: pageSize ?? 0 }, (_, at) => ({ id: at, productId: at, title: `Row ${at}` }));
  return envelope({ [list]: rows });
};

const UNCOUNTED_PAGES = [
  "/Notice?page=",
  "/Index/Power?page=",
  "/Index/Miner?page=",
  "/NoticeDetail?id=x&page=",
].flatMap((path) => (["success without data", "a refusal"] as const).map((word) => ({ path, word })));

test.each(sampleOf(UNCOUNTED_PAGES, 3))(
  "made-up pages of a list without a count make calls up to the limit: $path, $word",
  async ({ path, word }) => {
    peer.reply = uncounted(word);
    const { visit } = await open();
    const counts = await madeUp(visit, (n) => path + String(n + 1_000));
    expect(peer.requests.length).toBeLessThanOrEqual(FEW.points + A_FEW);
    expect(counts.get(429)).toBeGreaterThanOrEqual(10);
  },
);

test("without a count no page of notices is presented as the last", async () => {
  peer.reply = uncounted("success without data");
  const { status, body } = await (await open()).visit("/Notice?page=7");
  expect(status).toBe(200);
  expect(textOf(body.toString())).not.toContain("最後一頁");
});

test("beyond the limit a form posted to a made-up product is rejected with the limit's message", async () => {
  no = "a refusal";
  const { visit, post: send } = await open();
  const { body } = await visit(REAL);
  const csrf = fieldOf(body.toString(), "csrf") ?? "";
  await madeUp(visit, (n) => `/PowerProductDetail/made-up-${n}`);
  const fields = new URLSearchParams({ csrf, buyAmount: "1", intent: "increase" }).toString();
  const refused = await send("/PowerProductDetail/made-up-x", fields);
  expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "60"]);
});

test("several people behind one address can open every real product without reaching the limit", async () => {
  const { visit } = await open();
  const ids = ["1001", "1002", "1003", "1004", "1005"];
  for (let person = 0; person < 4; person += 1) {
    const opened = await Promise.all(ids.map((id) => visit(`/PowerProductDetail/${id}?step=code&person=${person}`)));
    for (const { status } of opened) expect(status).not.toBe(429);
  }
});
