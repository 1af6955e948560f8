import { beforeEach, expect, test, vi } from "vitest";
import { LONG_WAIT, waitForEver } from "@storefront/test-support/endless-wait";
import type { PeerRequest } from "@storefront/test-support/peer";
import { breakerStates } from "~server/upstream/client";
import * as product from "~/routes/PowerProductDetail.$id/route";
import { LIMITS } from "~server/limits";
import { buyerOf, stranger, TERMS } from "../../support/buying";
import { setEnv } from "../../support/environment";
import { putInFront } from "../../support/front";
import { CODE_PATH, confirmPath, PRODUCT, PRODUCT_PATH } from "../../support/purchase-paths";
import type { CookieJar } from "../../support/requests";
import type { WireResponse } from "../../support/scriptless/wire";
import { envelope } from "../../support/upstream-peer";
import { signedIn } from "../../support/signed-in";
import { useUpstream } from "../../support/upstream";
import { Visitor } from "../../support/visitor";
import { readsEnd } from "../../support/reads-end";

/** Ways in which a few visitors could keep all others from buying. */

const sandbox = await useUpstream();

beforeEach(() => sandbox.setProduct(PRODUCT, { ...TERMS, stock: "1000" }));

const isDetail = ({ path }: PeerRequest) => path.endsWith("/project_sku_detail");

test("strangers who press Buy for ids on which the upstream hangs do not block quotes or sign-ins", async () => {
  setEnv({ UPSTREAM_POOLS: "money:8" });
  const buyer = await buyerOf(sandbox);
  await buyer.open(PRODUCT_PATH);
  const other = stranger();
  const page = await other.open(PRODUCT_PATH);
  const fields = { csrf: page.field("csrf"), intent: "buy", buyAmount: "2.5" };
  waitForEver(readsEnd);
  let held = 0;
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  await putInFront(sandbox, async (request) => {
    const { productId } = JSON.parse(request.body || "{}") as { productId?: unknown };
    if (!isDetail(request) || !String(productId).startsWith("777")) return undefined;
    held += 1;
    await ended;
    return undefined;
  });
  const madeUp = [1, 2, 3].map((n) => stranger().post(`/PowerProductDetail/777${n}`, fields));
  await vi.waitUntil(() => held > 0, LONG_WAIT);
  const [quoted, pressed] = [await buyer.buy(), await other.post(PRODUCT_PATH, fields)];
  end();
  await Promise.all(madeUp);
  expect(quoted.location).toBe(confirmPath("2.5"));
  expect(pressed.location).toMatch(/^\/Login\?/);
});

test("made-up ids that the upstream misreads close no other product's page", async () => {
  // Such an upstream parses ids as numbers, so `01001` means 1001.
  await putInFront(sandbox, async (request) => {
    const { productId } = JSON.parse(request.body || "{}") as { productId?: string };
    if (!isDetail(request) || typeof productId !== "string" || !/^0/.test(productId)) return undefined;
    return envelope({ productId: Number(productId), title: "Another product" });
  });
  await stranger().open(PRODUCT_PATH);
  for (let zeros = 1; zeros <= 12; zeros += 1) await stranger().open(`/PowerProductDetail/${"0".repeat(zeros)}1001`);
  expect(breakerStates().filter(({ state }) => state !== "closed")).toEqual([]);
  const other = await stranger().open("/PowerProductDetail/1002");
  expect(other.status).toBe(200);
});

/** A payment form for the same product, without opening its page. */
const payForm = (sheet: WireResponse, googleCode = "") => ({
  csrf: sheet.field("csrf"),
  quote: sheet.field("quote"),
  googleCode,
});

test("an account that repeats its payment, or has signed out, does not block a buyer at the same address", async () => {
  const [greedy, buyer] = [await buyerOf(sandbox), await buyerOf(sandbox)];
  const [own, sheet] = [await greedy.toCode(), await buyer.toCode()];
  const signedOut = greedy.cookies.copy().delete("utoken");
  const visitorWith = (cookies: CookieJar) => new Visitor(product, null, "192.0.2.1", cookies);
  for (const cookies of [greedy.cookies, signedOut])
    for (let n = 0; n < LIMITS["form:address"].points; n += 1)
      await visitorWith(cookies).post(CODE_PATH, payForm(own), { params: { id: PRODUCT } });
  const code = await sandbox.code(buyer.account.email, "google");
  const paid = await visitorWith(buyer.cookies).post(CODE_PATH, payForm(sheet, code), { params: { id: PRODUCT } });
  expect([paid.status, paid.headers.get("location")]).toEqual([303, expect.stringMatching(/^\/Successpay/)]);
});

test("accounts that together use up their address's posts block no other buyer there", async () => {
  const { points } = LIMITS["form:pressed"];
  const buyer = await buyerOf(sandbox);
  const sheet = await buyer.toCode();
  const from = (cookies: CookieJar) => new Visitor(product, null, "192.0.2.2", cookies);
  const ask = { params: { id: PRODUCT } };
  const statuses: number[] = [];
  for (let left = LIMITS["form:address"].points + 1; left > 0; left -= points) {
    const greedy = await buyerOf(sandbox);
    const own = payForm(await greedy.toCode());
    for (let n = 0; n < Math.min(left, points); n += 1)
      statuses.push((await from(greedy.cookies).post(CODE_PATH, own, ask)).status);
  }
  expect(statuses.at(-1), "the accounts are limited").toBe(429);
  const code = await sandbox.code(buyer.account.email, "google");
  const paid = await from(buyer.cookies).post(CODE_PATH, payForm(sheet, code), ask);
  expect([paid.status, paid.headers.get("location")]).toEqual([303, expect.stringMatching(/^\/Successpay/)]);
});

const ATTACK = JSON.stringify({ agent: "<script>" });

test("twenty accounts of one address rejected by a firewall do not prevent another account from buying", async () => {
  await putInFront(sandbox, async ({ body }) =>
    body.includes("<script>") ? { status: 403, body: "<html>Blocked</html>" } : undefined,
  );
  const ask = { params: { id: PRODUCT } };
  const attackers: Visitor[] = [];
  while (attackers.length < 20) {
    const { cookies } = await signedIn(sandbox);
    const attacker = new Visitor(product, "en_US", "192.0.2.9", cookies);
    const fields = { intent: "recalculate", buyAmount: "2.5", securityInfo: ATTACK };
    await attacker.postOf("quantity", PRODUCT_PATH, fields, ask);
    attackers.push(attacker);
  }
  for (const attacker of attackers) await attacker.open(PRODUCT_PATH, ask);
  expect(breakerStates().filter(({ state }) => state !== "closed")).toEqual([]);
  const buyer = await buyerOf(sandbox);
  const page = await buyer.open(PRODUCT_PATH);
  expect(page.text).not.toContain("balance can");
  expect((await buyer.buy()).location).toBe(confirmPath("2.5"));
});
