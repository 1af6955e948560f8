import { beforeEach, expect, test, vi } from "vitest";
import { LONG_WAIT, waitForEver } from "@storefront/test-support/endless-wait";
import type { PeerRequest } from "@storefront/test-support/peer";
import { breakerStates, endOfRenewals } from "~server/upstream/client";
import { buyerOf, postQuantity, stranger, TERMS } from "../../support/buying";
import { setEnv } from "../../support/environment";
import { putInFront } from "../../support/front";
import { confirmPath, PRODUCT, PRODUCT_PATH } from "../../support/purchase-paths";
import { CookieJar } from "../../support/requests";
import { envelope } from "../../support/upstream-peer";
import { useUpstream } from "../../support/upstream";

/** Ways in which a few visitors could keep all others from buying. */

const sandbox = await useUpstream();

beforeEach(() => sandbox.setProduct(PRODUCT, { ...TERMS, stock: "1000" }));

const isDetail = ({ path }: PeerRequest) => path.endsWith("/project_sku_detail");

test("strangers who press Buy while the upstream is slow keep no signed-in buyer from a quote", async () => {
  setEnv({ UPSTREAM_POOLS: "money:8" });
  const buyer = await buyerOf(sandbox);
  await buyer.open(PRODUCT_PATH);
  waitForEver(endOfRenewals);
  const held: (() => void)[] = [];
  await putInFront(sandbox, async (request) => {
    if (isDetail(request) && held.length === 0) await new Promise<void>((resolve) => held.push(resolve));
    return undefined;
  });
  const pressed = postQuantity(new CookieJar().set("ulan", "en_US"));
  await vi.waitUntil(() => held.length === 1, LONG_WAIT);
  const quoted = await buyer.buy();
  expect(quoted.location).toBe(confirmPath("2.5"));
  for (const send of held) send();
  await pressed;
});

test("made-up ids that the upstream cannot read stop the page of no product", async () => {
  // Such an upstream reads numbers: it responds to `01001` about 1001.
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
