import { expect, test } from "vitest";
import { BROKEN } from "@storefront/upstream-client/json";
import { csvForPeople } from "~server/downloads/file";
import { allOrders } from "~server/orders/window";
import { productDetail, productList } from "~server/upstream/catalogue";
import { imageUrl } from "~server/upstream/links";
import { noticeList } from "~server/upstream/notices";
import { clearOrders, orderList, purchase } from "~server/upstream/orders";
import { block, line, opaque, printed, symbol, word } from "~server/upstream/parsers";
import { countries } from "~server/upstream/site";
import { userInfo } from "~server/upstream/user";
import { UpstreamRejected } from "~server/upstream/client";
import { usePeer } from "../../support/upstream-peer";
import { beginAnew } from "../../support/environment";

/** Bytes that are not UTF-8 spoil only the text that contains them (behaviour 3.46). */

const peer = await usePeer();
const upstreamContext = { locale: "en_US", token: "session-1" } as const;
/** Characters in GBK, one of which has a backslash as its second byte. */
const GBK = Buffer.from([0xd1, 0xe9, 0xcb, 0xe3, 0xd5, 0x5c, 0xc2, 0xeb]);

/** Makes the upstream return this, with the bytes in place of each `?`. */
function upstreamSends(envelope: unknown): void {
  beginAnew();
  const parts = JSON.stringify(envelope).split("?");
  const body = Buffer.concat(parts.flatMap((part, at) => (at === 0 ? [Buffer.from(part)] : [GBK, Buffer.from(part)])));
  peer.reply = () => ({ body });
}
const upstreamReturns = (data: unknown) => upstreamSends({ code: "0", msg: "suc", data });

test("a payment's code decides, whatever else in the response is broken", async () => {
  const order = { buyAmount: "1.50", productId: "7", googleCode: "135791", accountType: "1" };
  upstreamSends({ msg: "?", "?": 1, code: "0", data: { note: "?", "?": ["?"] } });
  await expect(purchase(upstreamContext, order)).resolves.toBeUndefined();
  upstreamSends({ msg: "?", data: "?", code: "10022" });
  await expect(purchase(upstreamContext, order)).rejects.toBeInstanceOf(UpstreamRejected);
  for (const code of ["0?", "?", "?0"]) {
    upstreamSends({ code, msg: "suc" });
    await expect(purchase(upstreamContext, order), "a broken code counts as missing").rejects.toMatchObject({
      sent: true,
    });
  }
  expect(peer.requests).toHaveLength(5);
});

test("a product with a broken title is shown without it, like the others", async () => {
  const product = {
    productId: 7,
    title: "Power ?",
    productStatus: 1,
    price: "10",
    paySymbol: "USDT",
    status_text: "?",
  };
  const attributes = [
    { attr: "Chip", description: "?" },
    { attr: "Power", description: "3 kW" },
  ];
  const introduction = "# Storage\n\nIt is ? here.\n<p title='?'>Fast</p>";
  const odd = {
    ...product,
    productMinerAttr: attributes,
    productMinerIntroduce: introduction,
    thumbnail2List: "/a?.png",
  };
  upstreamReturns({ count: 2, data: [odd, { ...product, productId: 8, title: "Fine" }] });
  const { products, omittedCount } = await productList(upstreamContext, { type: "power", page: 1, pageSize: 10 });
  expect(products.map(({ title }) => title)).toEqual(["—", "Fine"]);
  expect(omittedCount).toBe(0);
  upstreamReturns(odd);
  const { product: read } = await productDetail(upstreamContext, "7");
  expect(read).toMatchObject({ title: "—", price: "10", statusText: undefined, thumbnail: undefined });
  expect(read.attributes).toEqual([
    { attr: "Chip", description: "—" },
    { attr: "Power", description: "3 kW" },
  ]);
  expect(read.introduce).toBe("# Storage\n\n—\n<p title=''>Fast</p>");
});

test("a product with a broken coin has unclear terms", async () => {
  upstreamReturns({ productId: 7, title: "Power", productStatus: 1, price: "10", paySymbol: "US?" });
  expect((await productDetail(upstreamContext, "7")).product).toMatchObject({ paySymbol: undefined, unclear: true });
});

test("an order with a broken number or coin is never mistaken for another", async () => {
  const order = { orderNum: "A1", orderTime: 1763600630000, tokenAmount: "1", payAmount: "10", paySymbol: "USDT" };
  upstreamReturns({
    count: 3,
    orderList: [
      { ...order, title: "?" },
      { ...order, orderNum: "?" },
      { ...order, orderNum: "B?" },
    ],
  });
  expect(await orderList(upstreamContext)).toMatchObject({
    orders: [{ orderNum: "A1", plan: undefined }],
    omittedCount: 2,
  });
  await expect(clearOrders(upstreamContext)).rejects.toMatchObject({ name: "UpstreamUnavailable" });
  const copied = allOrders(upstreamContext);
  const { items } = await copied.read(1);
  expect(items.map(copied.nameOf), "two broken numbers may belong to two orders").toEqual(["A1", undefined, undefined]);
  const file = csvForPeople([{ title: "Number", field: "orderNum", cell: () => "A1" }], "broken off");
  expect(file.rows(items, true)).toBe("A1\r\n—\r\n—\r\n");
  upstreamReturns({ count: 1, orderList: [{ ...order, paySymbol: "?" }] });
  await expect(clearOrders(upstreamContext)).rejects.toMatchObject({ name: "UpstreamUnavailable" });
});

test("notices, countries and account lose only their broken texts", async () => {
  upstreamReturns({ count: 1, noticeInfoList: [{ id: 1, title: "?", content: "<p>One ?</p><p>Two</p>" }] });
  const { notices } = await noticeList(upstreamContext, { page: 1, pageSize: 10 });
  expect(notices).toMatchObject([{ id: "1", title: undefined, content: "<p>—</p><p>Two</p>" }]);
  upstreamReturns([
    { name: "?", areaCode: "1", numberCode: "840" },
    { name: "Japan", areaCode: "81", numberCode: "392" },
  ]);
  expect(await countries(upstreamContext)).toMatchObject([{ name: "Japan" }]);
  upstreamReturns({ userAccount: "?", id: 12, authLevel: 2, notPassReason: "?", googleStatus: 1, inviteCode: "?" });
  const user = await userInfo(upstreamContext);
  expect(user).toMatchObject({ id: "12", googleBound: true, userAccount: undefined, inviteCode: undefined });
  expect(user).not.toHaveProperty("rejectedReason");
});

test("no text parser passes on a broken text", () => {
  for (const read of [line(99), word(99), printed(99), symbol, opaque(99), imageUrl]) {
    for (const text of [BROKEN, `USDT${BROKEN}`, `https://a.example/${BROKEN}.png`]) expect(read(text)).toBeUndefined();
  }
  const long = `${"a <b> ".repeat(200_000)}${BROKEN}`;
  expect(block(2 * long.length)(long)).toBe(`${"a <b> ".repeat(200_000).slice(0, -1)}—`);
});
