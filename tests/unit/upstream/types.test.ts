import { expect, test } from "vitest";
import { findProduct } from "~server/catalogue/listing";
import { productDetail, productList } from "~server/upstream/catalogue";
import { productAccount, purchase } from "~server/upstream/orders";
import type { UpstreamContext } from "~server/upstream/client";
import { usePeer } from "../../support/upstream-peer";

/** The upstream's numbers are sent back as numbers with the same digits. */

const peer = await usePeer();
const upstreamContext: UpstreamContext = { locale: "en_US", token: "session-1" };
const LIST = "/fe-origin-hashrate-api/project_sku";
const DETAIL = "/fe-origin-hashrate-api/project_sku_detail";
const ACCOUNT = "/fe-storage-api/getUserAccountByUid";
const BUY = "/fe-storage-api/userPayMinerOrderV2";

/** An upstream that sends a product's id and an account's type as these JSON literals. */
function upstreamSends({ productId, accountType = "1" }: { productId: string; accountType?: string }) {
  const product = `{"productId":${productId},"title":"Power","productStatus":1,"price":"10","paySymbol":"USDT"}`;
  peer.reply = ({ path }) => {
    if (path === LIST) return { body: `{"code":0,"data":{"count":1,"data":[${product}]}}` };
    if (path === DETAIL) return { body: `{"code":0,"data":${product}}` };
    if (path === ACCOUNT) return { body: `{"code":0,"data":{"balance":"10","accountType":${accountType}}}` };
    return { body: '{"code":0,"data":null}' };
  };
}

/** The unparsed bodies, because parsing would round large numbers. */
const sentTo = (path: string) => peer.requests.filter((request) => request.path === path).map(({ body }) => body);

test.each([
  { sent: "a number", productId: "7", accountType: "1" },
  { sent: "a text", productId: '"7"', accountType: '"1"' },
  {
    sent: "a number with more digits than a float has",
    productId: "90071992547409931234",
    accountType: "12345678901234567890",
  },
  { sent: "a text beside a number", productId: '"7"', accountType: "1" },
  { sent: "a number beside a text", productId: "7", accountType: '"SPOT"' },
])("$sent is sent back unchanged, to the account and to the purchase", async ({ productId, accountType }) => {
  upstreamSends({ productId, accountType });
  const text = productId.replaceAll('"', "");
  const { product } = await productDetail(upstreamContext, text, { fresh: true });
  const account = await productAccount(upstreamContext, product.losslessId);
  await purchase(upstreamContext, {
    buyAmount: "1.50",
    productId: product.losslessId,
    googleCode: "135791",
    accountType: account.accountType,
  });
  expect(sentTo(ACCOUNT)).toEqual([`{"productId":${productId}}`]);
  expect(sentTo(BUY)).toEqual([
    `{"buyAmount":"1.50","productId":${productId},"googleCode":"135791","accountType":${accountType}}`,
  ]);
  expect([product.productId, String(product.losslessId)]).toEqual([text, text]);
});

test("a known product's id from a URL keeps its type; an unknown one is sent as text", async () => {
  upstreamSends({ productId: "7" });
  await findProduct("en_US", "7");
  await productDetail(upstreamContext, "7", { fresh: true });
  expect(sentTo(DETAIL)).toEqual(['{"productId":"7"}', '{"productId":7}']);
});

test("a list determines the types of its products' ids", async () => {
  upstreamSends({ productId: "7" });
  await productList(upstreamContext, { page: 1, pageSize: 5, type: "power" });
  await productDetail(upstreamContext, "7");
  expect(sentTo(DETAIL)).toEqual(['{"productId":7}']);
});

test("when the upstream changes the type of an id, the new type is used", async () => {
  upstreamSends({ productId: "7" });
  await productDetail(upstreamContext, "7", { fresh: true });
  upstreamSends({ productId: '"7"' });
  const { product } = await productDetail(upstreamContext, "7", { fresh: true });
  await productDetail(upstreamContext, "7", { fresh: true });
  expect(product.losslessId).toBe("7");
  expect(sentTo(DETAIL).at(-1)).toBe('{"productId":"7"}');
});

test("quotes in typed text are escaped, so a body is always valid JSON", async () => {
  upstreamSends({ productId: "7" });
  await productAccount({ ...upstreamContext, securityInfo: '{"a":1.50,"b":"\\u2028"}' }, "7");
  expect(sentTo(ACCOUNT)).toEqual([JSON.stringify({ productId: "7", securityInfo: '{"a":1.50,"b":"\\u2028"}' })]);
});
