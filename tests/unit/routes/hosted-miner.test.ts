import { beforeEach, expect, test } from "vitest";
import { getText } from "~server/texts/text";
import { signQuote } from "~server/purchase/quote";
import { payerOf } from "~server/purchase/signature";
import { readFlash } from "~server/session/flash";
import { readSession } from "~server/session/session";
import { productList, type ProductType } from "~server/upstream/catalogue";
import type { Fault } from "@storefront/sandbox/start";
import { TERMS, browserOf, buyerOf, stranger, type Buyer } from "../../support/buying";
import { confirmPath, PURCHASE } from "../../support/purchase-paths";
import { QUOTED } from "../../support/quote";
import { CookieJar, pageRequest } from "../../support/requests";
import { formTokenFor, readFlow } from "../../support/route-args";
import { useUpstream } from "../../support/upstream";
import { moveClock } from "../../support/move-clock";
import { catalogueEnd } from "../../support/reads-end";
import { beginAnew } from "../../support/environment";

/**
 * A hosted miner is never bought, however long the lists are (behaviour 2.30). Neither the sandbox's product details
 * nor its purchase call distinguish the two kinds.
 */

const sandbox = await useUpstream();

const [POWER, MINER] = ["1001", "2001"];
const MINER_PAGE = `/MinerProductDetail/${MINER}`;
const t = getText("en_US");

beforeEach(async () => {
  const cycle = { miningCycle: "540", serviceRate: "20", incomeType: "1", profitRatio: "32.5" };
  for (const product of [POWER, MINER]) await sandbox.setProduct(product, { ...TERMS, ...cycle, stock: "1000" });
});

/** Other products. */
const others = (count: number, first = 70_000) => Array.from({ length: count }, (_, index) => `${first + index}`);

const pageOf = (ids: readonly string[], count: number): Fault => {
  const data = ids.map((productId) => ({ productId, title: `No. ${productId}`, productStatus: 1, price: "1" }));
  return { kind: "answer", body: { code: 0, data: { data, count } } };
};

/** Sets a list of the upstream, in pages of a hundred; `failing` replaces pages by faults. */
async function list(type: ProductType, ids: readonly string[], failing: Record<number, Fault> = {}): Promise<void> {
  const kind = type === "power" ? "1" : "2";
  for (let page = 1; page <= Math.ceil(ids.length / 100) + 1; page += 1) {
    const fault = failing[page] ?? pageOf(ids.slice((page - 1) * 100, page * 100), ids.length);
    await sandbox.fail("project_sku", fault, { asking: { type: kind, page: String(page), pageSize: "100" } });
  }
}

const pathOf = (productId: string) => `/PowerProductDetail/${productId}`;
const visitor = () => new CookieJar().set("ulan", "en_US");

/** Opens a product after the catalogue has been read as far as possible. */
async function openSettled(productId: string, cookies: CookieJar) {
  await browserOf(cookies).open(pathOf(productId));
  await catalogueEnd();
  return browserOf(cookies).open(pathOf(productId));
}

/** Posts the product form without opening its page. */
async function postBuy({ cookies }: Pick<Buyer, "cookies">, productId: string, intent = "buy") {
  const csrf = await formTokenFor(pageRequest("/", { cookies }), "quantity");
  return browserOf(cookies).post(pathOf(productId), { csrf, intent, buyAmount: "2" });
}

/** A genuine quote, as from an earlier page. */
async function quoteFor({ cookies }: Buyer, productId: string): Promise<string> {
  const session = await readSession(pageRequest("/", { cookies }));
  return signQuote(
    { productId, quantity: "2", price: "15.5", paySymbol: "USDT", terms: QUOTED },
    payerOf(session ?? { id: "" }),
  );
}

/** Posts a payment without opening its pages. */
async function postPayment({ cookies, account }: Buyer, productId: string, quote: string) {
  const csrf = await formTokenFor(pageRequest("/", { cookies }), "purchase");
  const googleCode = await sandbox.code(account.email, "google");
  return browserOf(cookies).post(`${pathOf(productId)}?step=code`, { csrf, quote, googleCode });
}

const flashOf = async (cookies: CookieJar) => (await readFlash(pageRequest("/", { cookies }))).flash;
const quoteOf = async (cookies: CookieJar) => (await readFlow(pageRequest("/", { cookies }))).purchase?.quote;

const LISTS: { name: string; power: string[]; miner: string[] }[] = [
  { name: "one page each", power: [POWER], miner: [MINER] },
  { name: "101 hosted miners", power: [POWER], miner: [...others(100), MINER] },
  { name: "101 of both", power: [...others(100), POWER], miner: [...others(100, 80_000), MINER] },
];

test.each(LISTS)("$name: a miner's power URL redirects to its own page, its form too", async ({ power, miner }) => {
  await list("power", power);
  await list("miner", miner);
  const page = await openSettled(MINER, visitor());
  expect([page.status, page.headers.get("location")]).toEqual([301, MINER_PAGE]);
  expect(page.headers.get("cache-control")).toBe("no-store");
  const buyer = await buyerOf(sandbox);
  const post = await postBuy(buyer, MINER);
  expect([post.status, post.location]).toEqual([303, MINER_PAGE]);
  expect(await quoteOf(buyer.cookies)).toBeUndefined();
  expect((await stranger().open(pathOf(POWER))).field("buyAmount")).toBe("1");
});

test.each(["", "register", "anything"])("no form button creates a quote for a miner: %j", async (intent) => {
  await list("power", [...others(100), POWER]);
  const buyer = await buyerOf(sandbox);
  expect((await postBuy(buyer, MINER, intent)).location).toBe(MINER_PAGE);
  expect(await quoteOf(buyer.cookies)).toBeUndefined();
  expect((await postBuy(buyer, POWER, intent)).location, "handled as a press of Buy").toBe(
    confirmPath("2", pathOf(POWER)),
  );
});

test.each(LISTS)("$name: a payment posted for a miner is not sent", async ({ power, miner }) => {
  await list("power", power);
  await list("miner", miner);
  const buyer = await buyerOf(sandbox);
  const response = await postPayment(buyer, MINER, await quoteFor(buyer, MINER));
  expect([response.status, response.location]).toEqual([303, `${pathOf(MINER)}?buyAmount=2`]);
  expect(await flashOf(buyer.cookies)).toMatchObject({ key: "errors.notForSale", note: "errors.nothingCharged" });
  expect(await sandbox.calls(PURCHASE)).toBe(0);
});

test.each(LISTS)("$name: a power product can be bought right after a cold start", async ({ power, miner }) => {
  await list("power", power);
  await list("miner", miner);
  const buyer = await buyerOf(sandbox);
  expect((await postBuy(buyer, POWER)).location).toBe(confirmPath("2", pathOf(POWER)));
  const paid = await postPayment(buyer, POWER, (await quoteOf(buyer.cookies)) ?? "");
  expect(paid.location).toMatch(/^\/Successpay\?/);
  expect(await sandbox.calls(PURCHASE)).toBe(1);
});

test.each(LISTS)("$name: a quote made before the product became a miner is not paid", async ({ power, miner }) => {
  await list("power", power);
  await list("miner", miner);
  const buyer = await buyerOf(sandbox);
  expect((await postBuy(buyer, POWER)).location).toBe(confirmPath("2", pathOf(POWER)));
  const quote = (await quoteOf(buyer.cookies)) ?? "";
  const moved = power.map((id) => (id === POWER ? "71000" : id));
  await list("power", moved);
  await list("miner", [...miner, POWER]);
  beginAnew();
  const response = await postPayment(buyer, POWER, quote);
  expect(response.location).toBe(`${pathOf(POWER)}?buyAmount=2`);
  expect(await sandbox.calls(PURCHASE)).toBe(0);
  const page = await openSettled(POWER, buyer.cookies);
  expect([page.status, page.location]).toEqual([301, `/MinerProductDetail/${POWER}`]);
});

test("a quote is not paid if the list of miners names the product and only an older list of power products does", async () => {
  await list("power", [...others(100), POWER]);
  const buyer = await buyerOf(sandbox);
  expect((await postBuy(buyer, POWER)).location).toBe(confirmPath("2", pathOf(POWER)));
  await catalogueEnd();
  await list("power", others(101), { 2: { kind: "html", status: 500 } });
  await list("miner", [MINER, POWER]);
  moveClock(3 * 60_000);
  const payment = await postPayment(buyer, POWER, (await quoteOf(buyer.cookies)) ?? "");
  expect(payment.location).toBe(`${pathOf(POWER)}?buyAmount=2`);
  expect(await flashOf(buyer.cookies)).toMatchObject({ key: "errors.productUnclear", note: "errors.nothingCharged" });
  expect(await sandbox.calls(PURCHASE)).toBe(0);
});

const FAILING: { name: string; page2: Fault }[] = [
  { name: "is out of order", page2: { kind: "html", status: 500 } },
  { name: "hangs", page2: { kind: "hang" } },
  { name: "is empty", page2: pageOf([], 101) },
];

test.each(FAILING)(
  "page 2 of the list $name: a product in neither list is shown, but cannot be bought",
  async ({ page2 }) => {
    await list("power", [POWER, ...others(100)], { 2: page2 });
    await list("miner", others(1, 80_000));
    const buyer = await buyerOf(sandbox);
    const why = t("errors.productUnclear");
    const page = await buyer.open(pathOf(MINER));
    expect([page.status, page.text.includes(why), page.field("buyAmount")]).toEqual([200, true, undefined]);
    const post = await postBuy(buyer, MINER);
    expect([post.status, post.text.includes(why)]).toEqual([422, true]);
    expect(await quoteOf(buyer.cookies)).toBeUndefined();
    const payment = await postPayment(buyer, MINER, await quoteFor(buyer, MINER));
    expect(payment.location).toBe(`${pathOf(MINER)}?buyAmount=2`);
    expect(await flashOf(buyer.cookies)).toMatchObject({ key: "errors.productUnclear", note: "errors.nothingCharged" });
    expect(await sandbox.calls(PURCHASE)).toBe(0);
    // The first page of the list has the power product, so that one can be bought.
    const paid = await postPayment(buyer, POWER, await quoteFor(buyer, POWER));
    expect(paid.location).toMatch(/^\/Successpay\?/);
  },
);

test("without any list only recently listed products can be bought", async () => {
  await sandbox.fail("project_sku", { kind: "html", status: 500 });
  const buyer = await buyerOf(sandbox);
  expect((await stranger().open(pathOf(POWER))).text).toContain(t("errors.productUnclear"));
  expect((await postBuy(buyer, POWER)).text).toContain(t("errors.productUnclear"));
  await sandbox.heal();
  // One page of the market's list.
  await sandbox.fail("project_sku", pageOf([POWER], 101), { asking: { type: "1", page: "6", pageSize: "20" } });
  await productList({ locale: "en_US" }, { page: 6, pageSize: 20, type: "power" });
  await sandbox.heal();
  await sandbox.fail("project_sku", { kind: "html", status: 500 });
  expect((await stranger().open(pathOf(POWER))).field("buyAmount")).toBe("1");
  expect((await postBuy(buyer, POWER)).location).toBe(confirmPath("2", pathOf(POWER)));
  expect((await postBuy(buyer, MINER)).text).toContain(t("errors.productUnclear"));
});

test("pages shorter than requested do not make a complete list", async () => {
  await sandbox.fail("project_sku", pageOf(others(20), 21), { asking: { type: "1", page: "1" } });
  await sandbox.fail("project_sku", pageOf([POWER], 21), { asking: { type: "1", page: "2", pageSize: "20" } });
  await list("miner", [MINER]);
  expect((await openSettled(POWER, visitor())).field("buyAmount")).toBe("1");
  expect((await openSettled(MINER, visitor())).location).toBe(MINER_PAGE);
});

test("an open sheet redirects to the product once it is no longer listed", async () => {
  await list("power", [POWER, ...others(100)], { 2: { kind: "html", status: 500 } });
  const buyer = await buyerOf(sandbox);
  expect((await postBuy(buyer, POWER)).location).toBe(confirmPath("2", pathOf(POWER)));
  await list("power", others(101), { 2: { kind: "html", status: 500 } });
  beginAnew();
  for (const step of ["confirm", "code"]) {
    const { status, location } = await buyer.open(`${pathOf(POWER)}?step=${step}`);
    expect([status, location], step).toEqual([303, `${pathOf(POWER)}?buyAmount=2`]);
  }
});

test("the snapshot is read in the background: one visitor waits for one list page, later ones for none", async () => {
  await list("power", [...others(950), POWER]);
  await openSettled(POWER, visitor());
  const calls = await sandbox.calls("project_sku");
  expect(calls, "one page for the visitor, ten for the snapshot").toBe(11);
  const buyer = await buyerOf(sandbox);
  expect((await postBuy(buyer, POWER)).location).toBe(confirmPath("2", pathOf(POWER)));
  await postPayment(buyer, POWER, (await quoteOf(buyer.cookies)) ?? "");
  expect(await sandbox.calls("project_sku")).toBe(calls);
});
