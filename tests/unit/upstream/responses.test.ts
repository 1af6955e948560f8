import { LosslessNumber } from "lossless-json";
import { expect, test, vi } from "vitest";
import { depositPlan } from "~server/deposits/plan";
import { CLOSED_NAMES_MAX_LENGTH, CLOSED_NETWORKS_MAX, closedNetworks } from "~server/upstream/market";
import { confirmRegistration } from "~server/upstream/registration";
import { logIn } from "~server/upstream/sign-in";
import { publicInfo, startCaptcha } from "~server/upstream/captcha";
import { identifiedUser, userInfo } from "~server/upstream/user";
import { ADDRESSES_MAX, productDetail, productList } from "~server/upstream/catalogue";
import { accountBalance, chargeAddress, COINS_MAX, depositCoins, depositList } from "~server/upstream/finance";
import { uploadImage } from "~server/upstream/identity";
import { openGoogleAuthenticator } from "~server/upstream/authenticator";
import { noticeList } from "~server/upstream/notices";
import { clearOrders, orderList, productAccount } from "~server/upstream/orders";
import { appDownload, banners, countries, siteConfig } from "~server/upstream/site";
import { beginAnew, withEnv } from "../../support/environment";
import { envelope, usePeer } from "../../support/upstream-peer";

/** The accepted forms of responses, call by call. */

const peer = await usePeer();
const upstreamContext = { locale: "en_US", token: "session-1" } as const;
const unavailable = { name: "UpstreamUnavailable" };

/** Makes the upstream return this `data`; a text is raw JSON, so that numbers keep their digits. */
function upstreamReturns(data: unknown): void {
  beginAnew();
  const reply = typeof data === "string" ? { body: `{"code":0,"msg":"suc","data":${data}}` } : envelope(data);
  peer.reply = () => reply;
}

test.each([
  [0, "none"],
  ["1", "slider"],
  [2, "challenge"],
  ["7", "unsupported"],
])("the captcha kind %j is %s", async (verificationType, kind) => {
  upstreamReturns({ switch: { verificationType }, nc: { nc_appkey: "KEY1", nc_lang: "en" } });
  expect(await publicInfo(upstreamContext)).toEqual({ verificationType: kind, slider: { appKey: "KEY1", lang: "en" } });
});

test.each([
  [{ nc_prefix: "shop-7_" }, { appKey: "KEY1", lang: "en", prefix: "shop-7_" }],
  [{ nc_prefix: null }, { appKey: "KEY1", lang: "en" }],
  [{ nc_prefix: '"><script>' }, { appKey: "KEY1", lang: "en" }],
  [{ nc_appkey: '"><script>' }, undefined],
])("only safe values of the slider are read: %j", async (sent, slider) => {
  upstreamReturns({ switch: { verificationType: 1 }, nc: { nc_appkey: "KEY1", nc_lang: "en", ...sent } });
  expect((await publicInfo(upstreamContext)).slider).toEqual(slider);
});

test("a coin takes deposits only if the upstream's response for this coin confirms it", async () => {
  const coin = { allBalance: 1, sort: 1, depositOpen: 1 };
  const stateOf = async (own: object) => {
    peer.reply = ({ path, body }) => {
      if (path.endsWith("public_info_v5")) return envelope({});
      if (path.endsWith("public_info_market")) return envelope({ market: { coinList: { BTC: {} } } });
      return envelope({ allCoinMap: body.includes('"coinSymbols":"BTC"') ? own : { BTC: coin } });
    };
    return (await depositPlan(upstreamContext, { coinSymbol: "BTC" })).state;
  };
  expect(await stateOf({ BTC: coin })).not.toBe("closedCoin");
  expect(await stateOf({ BTC: { ...coin, depositOpen: 0 } })).toBe("closedCoin");
  expect(await stateOf({})).toBe("closedCoin");
});

test("a challenge is online only if success is 1, and a gt that is not text becomes null", async () => {
  upstreamReturns({ captcha: { challenge: "c", gt: "g", success: "1" } });
  expect(await startCaptcha(upstreamContext)).toEqual({ challenge: "c", gt: "g", success: true });
  upstreamReturns({ captcha: { challenge: "c", gt: "g", success: 0 } });
  expect((await startCaptcha(upstreamContext)).success).toBe(false);
  for (const gt of [5, null, undefined, ["g"], { id: "g" }]) {
    upstreamReturns({ captcha: { challenge: "c", gt, success: 1 } });
    expect(await startCaptcha(upstreamContext)).toEqual({ challenge: "c", gt: null, success: true });
  }
  for (const gt of ["", "g g", "g".repeat(257)]) {
    upstreamReturns({ captcha: { challenge: "c", gt, success: 1 } });
    await expect(startCaptcha(upstreamContext)).rejects.toMatchObject(unavailable);
  }
});

const credentials = { mobileNumber: "a", loginPword: "b", verificationType: "none" } as const;

// In a list, the first known step counts; googleAuth is read only if the type is missing.
test.each([
  [{ type: 1, googleAuth: { any: "thing" } }, "google"],
  [{ type: "2" }, "sms"],
  [{ type: 3 }, "email"],
  [{ typeList: "4, 3" }, "email"],
  [{ type: null, typeList: ["2", 1] }, "sms"],
  [{ type: "", typeList: 3, googleAuth: "1" }, "email"],
  [{ type: [2, 1] }, "sms"],
  [{ type: "4,2", typeList: "1" }, "google"],
  [{ type: "4,2", typeList: "4" }, "sms"],
  [{ type: '["3"]' }, "email"],
  [{ type: "3", typeList: "1" }, "email"],
  [{ typeList: "", googleAuth: "1" }, "google"],
  [{ type: null, googleAuth: 1 }, "google"],
  [{ googleAuth: true }, "google"],
  [{ type: "2", googleAuth: "1" }, "sms"],
  [{ type: 4, googleAuth: "1" }, "unsupported"],
  [{ type: "google", googleAuth: "1" }, "unsupported"],
  [{ type: "4", typeList: "1" }, "unsupported"],
  [{ typeList: "4,5", googleAuth: "1" }, "unsupported"],
  [{ typeList: { 1: 1 }, googleAuth: "1" }, "unsupported"],
  [{ type: "1;3" }, "unsupported"],
  [{ typeList: `${"4,".repeat(100)}1` }, "unsupported"],
])("a sign-in with %j has the second step %s", async (sent, secondStep) => {
  upstreamReturns({ token: "t1", ...sent });
  expect(await logIn(upstreamContext, credentials)).toEqual({ token: "t1", secondStep });
});

test.each([[{ type: null }], [{ googleAuth: "0" }], [{ googleAuth: false }]])(
  "a sign-in without a second step is rejected: %j",
  async (sent) => {
    upstreamReturns({ token: "t1", ...sent });
    await expect(logIn(upstreamContext, credentials)).rejects.toMatchObject(unavailable);
  },
);

test("captcha fields cannot replace fields of a sign-in", async () => {
  upstreamReturns({ token: "t1", type: 1 });
  const captcha = { csessionid: "c", sig: "s", token: "n", scene: "login", mobileNumber: "x", loginPword: "y" };
  await logIn(upstreamContext, { ...credentials, verificationType: "slider", captcha });
  const sent = {
    csessionid: "c",
    sig: "s",
    token: "n",
    scene: "login",
    mobileNumber: "a",
    loginPword: "b",
    verificationType: 1,
  };
  expect(JSON.parse(peer.requests[0]?.body ?? "")).toEqual(sent);
});

test("a token that is invalid in a header is rejected", async () => {
  for (const token of ["a b", "a\r\nx: y", "é", "", "x".repeat(2049)]) {
    upstreamReturns({ token, type: 1 });
    await expect(logIn(upstreamContext, credentials)).rejects.toMatchObject(unavailable);
  }
});

test("a confirmed registration may return a uid, a token or both", async () => {
  for (const given of [{ uid: "12", token: "t" }, { uid: "12" }, { token: "t" }, {}]) {
    upstreamReturns(given);
    expect(await confirmRegistration(upstreamContext, { emailCode: "1", token: "t" })).toEqual(given);
  }
});

test.each([
  [1, "verified"],
  ["0", "review"],
  [0, "review"],
  [2, "unverified"],
  ["3", "unverified"],
  [null, "unverified"],
  [undefined, "unverified"],
  [{}, "unverified"],
])("authLevel %j is %s", async (authLevel, expected) => {
  upstreamReturns({ userAccount: 13800000000, id: "12", authLevel, googleStatus: "1", inviteCode: "I1" });
  expect(await userInfo(upstreamContext)).toEqual({
    userAccount: "13800000000",
    id: "12",
    authLevel: expected,
    googleBound: true,
    inviteCode: "I1",
  });
});

test.each(["0", '"0"', '"000"'])("the id %s counts as missing, since many accounts may share it", async (sentId) => {
  upstreamReturns(`{"userAccount":"a@example.com","id":${sentId},"authLevel":1,"googleStatus":1}`);
  expect(await userInfo(upstreamContext)).toMatchObject({ userAccount: "a@example.com", id: undefined });
  await expect(identifiedUser(upstreamContext)).rejects.toMatchObject(unavailable);
});

test("only a rejected review has a reason", async () => {
  const user = { userAccount: "a", id: 1, notPassReason: "Blurred" };
  upstreamReturns({ ...user, authLevel: "2" });
  expect((await userInfo(upstreamContext)).rejectedReason).toBe("Blurred");
  upstreamReturns({ ...user, authLevel: 0 });
  expect(await userInfo(upstreamContext)).not.toHaveProperty("rejectedReason");
});

const product = { productId: 7, title: "Power", productStatus: 1 };

test("a product's numbers keep every digit, whether sent as numbers or texts", async () => {
  upstreamReturns(`{"productId":7,"title":"Power","productStatus":"1","price":123456789.123456789012345678,"minBuy":"0.10",
    "maxBuy":1e3,"stepBuy":0.1,"serviceRate":"20.50","miningCycle":540,"incomeType":1,"profitRatio":-1.5,"paySymbol":"USDT"}`);
  const { product: read, asOf } = await productDetail(upstreamContext, "7");
  expect(asOf).toBeUndefined();
  expect(read).toMatchObject({
    productId: "7",
    price: "123456789.123456789012345678",
    minBuy: "0.1",
    maxBuy: "1000",
    stepBuy: "0.1",
    serviceRatePercent: "20.5",
    miningCycleDays: "540",
    incomeType: "1",
    profitRatioPercent: "-1.5",
    paySymbol: "USDT",
  });
});

test("missing values of a product are undefined, never 0", async () => {
  upstreamReturns({ ...product, price: "", maxBuy: null });
  const { product: read } = await productDetail(upstreamContext, "7");
  const { productId, losslessId, title, status, rawStatus, gallery, attributes, otherAttributes, otherAttrs, ...rest } =
    read;
  expect([productId, String(losslessId), title, status, rawStatus]).toEqual(["7", "7", "Power", "onsale", "1"]);
  expect([gallery, attributes, otherAttributes, otherAttrs]).toEqual([[], [], [], []]);
  expect(Object.values<unknown>(rest).filter((value) => value !== undefined)).toEqual([]);
});

/** Fields that are made unreadable, and the resulting product. */
const ODD_PARTS = [
  ["title", { title: "—" }],
  ["productStatus", { status: "unknown" }],
  ["serviceRate", { serviceRatePercent: undefined }],
  ["price", { price: undefined, unclear: true }],
  ["paySymbol", { paySymbol: undefined, unclear: true }],
  ["minBuy", { minBuy: undefined, unclear: true }],
  ["maxBuy", { maxBuy: undefined, unclear: true }],
  ["stepBuy", { stepBuy: undefined, unclear: true }],
] as const;

test.each(ODD_PARTS)(
  "a product with an unreadable %s is shown without it and hides no other; unclear terms are marked",
  async (field, read) => {
    const odd = { ...product, [field]: { wrong: 1 } };
    upstreamReturns(odd);
    expect((await productDetail(upstreamContext, "7")).product).toMatchObject({ productId: "7", ...read });
    upstreamReturns({ data: [{ ...product, productId: 8 }, odd], count: 2 });
    const list = await productList(upstreamContext, { page: 1, pageSize: 5, type: "power" });
    expect(list).toMatchObject({
      products: [
        { productId: "8", title: "Power" },
        { productId: "7", ...read },
      ],
      omittedCount: 0,
    });
    expect(list.products[0]?.unclear).toBeUndefined();
  },
);

test.each(["price", "minBuy", "maxBuy", "stepBuy"])("a negative %s is unclear", async (field) => {
  upstreamReturns({ ...product, [field]: "-1" });
  const { product: read } = await productDetail(upstreamContext, "7");
  expect(read).toMatchObject({ title: "Power", unclear: true });
  expect(read).toHaveProperty(field, undefined);
});

test.each([null, "", { wrong: 1 }, [], "x".repeat(100)])(
  "a product with the id %j is omitted from its list, which reports it",
  async (productId) => {
    upstreamReturns({ data: [{ ...product, productId }, product], count: 2 });
    const list = await productList(upstreamContext, { page: 1, pageSize: 5, type: "power" });
    expect(list).toMatchObject({ products: [{ productId: "7" }], omittedCount: 1, count: 2 });
    upstreamReturns({ ...product, productId });
    const { product: read } = await productDetail(upstreamContext, "7");
    expect(read, "the product that was requested").toMatchObject({ productId: "7", losslessId: "7", unclear: true });
    upstreamReturns({ productId, productStatus: 1 });
    await expect(productDetail(upstreamContext, "7"), "a response without product data").rejects.toMatchObject(
      unavailable,
    );
  },
);

test("a product is shown even if its descriptions are unreadable", async () => {
  const names = ["thumbnail2List", "thumbnail2Detail", "profitRatio", "miningCycle", "incomeType", "productMinerAttr"];
  for (const name of [...names, "productMinerIntroduce", "productMinerOtherAttr", "otherAttrs", "status_text"]) {
    upstreamReturns({ ...product, [name]: { wrong: 1 } });
    expect((await productDetail(upstreamContext, "7")).product).toMatchObject({ title: "Power" });
  }
});

test.each([
  [0, "presale"],
  ["0", "presale"],
  [2, "ended"],
  ["2", "ended"],
  [1, "onsale"],
  [9, "onsale"],
  ["NEW", "onsale"],
])("the product status %j is %s", async (productStatus, status) => {
  upstreamReturns({ ...product, productStatus });
  expect((await productDetail(upstreamContext, "7")).product).toMatchObject({
    status,
    rawStatus: String(productStatus),
  });
});

test.each([
  ["short", 1_000, "", ADDRESSES_MAX],
  ["long", 38, "x".repeat(1_900), ADDRESSES_MAX / 8],
])("one turn of the event loop reads only a limited number of %s picture URLs", async (_, length, folder, most) => {
  const thumbnail2Detail = Array.from(
    { length: 150 },
    (_, at) => `https://img.example/${at > 100 ? "" : folder}${at}.png`,
  );
  const data = Array.from({ length }, (_, at) => ({ productId: at + 1, title: "A", thumbnail2Detail }));
  upstreamReturns({ count: data.length, data });
  const { products } = await productList(upstreamContext, { page: 1, pageSize: data.length, type: "miner" });
  const read = products.map(({ gallery }) => gallery.length);
  expect(read.slice(0, 2)).toEqual([100, 100]);
  expect(read.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(most);
  expect(products).toHaveLength(data.length);
});

test.each([
  ["with growing letters", "\ufdfa".repeat(60)],
  ["in Punycode", `xn--${"a".repeat(59)}`],
])("hosts %s, which take longer to parse, count more among the picture URLs of a turn", async (_, host) => {
  const canParse = vi.spyOn(URL, "canParse");
  const thumbnail2Detail = Array.from({ length: 100 }, (__, at) => `https://${host}.example/${at}.png`);
  const data = Array.from({ length: 100 }, (__, at) => ({ productId: at + 1, title: "A", thumbnail2Detail }));
  upstreamReturns({ count: data.length, data });
  await productList(upstreamContext, { page: 1, pageSize: data.length, type: "miner" });
  const parsed = canParse.mock.calls.filter(([address]) => String(address).includes(host)).length;
  canParse.mockRestore();
  expect(parsed).toBeGreaterThanOrEqual(100);
  expect(parsed).toBeLessThanOrEqual((2 * ADDRESSES_MAX) / 8);
});

test("a product shows 100 attributes of each list at most", async () => {
  const sent = Array.from({ length: 2_000 }, (_, at) => ({ attr: `Attribute ${at}`, description: "A" }));
  for (const list of [sent, JSON.stringify(sent), { en_US: sent }]) {
    upstreamReturns({ ...product, productMinerAttr: list, productMinerOtherAttr: list, otherAttrs: list });
    const { product: read } = await productDetail(upstreamContext, "7");
    for (const attributes of [read.attributes, read.otherAttributes, read.otherAttrs])
      expect(attributes).toEqual(sent.slice(0, 100));
  }
});

test("pictures are one address, a list, or the JSON string of a list; unsafe ones are omitted", async () => {
  const a = "https://img.example/a.png";
  const b = "https://img.example/b.png";
  for (const [thumbnail2List, thumbnail2Detail] of [
    [a, [a, "javascript:alert(1)", b]],
    [[a, b], JSON.stringify([a, b, "data:image/png;base64,AA"])],
    [JSON.stringify([a]), [a, null, b]],
  ]) {
    upstreamReturns({ ...product, thumbnail2List, thumbnail2Detail });
    expect((await productDetail(upstreamContext, "7")).product).toMatchObject({ thumbnail: a, gallery: [a, b] });
  }
});

test("a product's attributes are read in three formats, in the visitor's language or else the other", async () => {
  const english = [{ attr: "Network", description: "Main" }];
  const chinese = [{ attr: "網路", description: "主網" }];
  const both = { el_GR: chinese, en_US: english };
  for (const value of [
    both,
    JSON.stringify(both),
    english,
    JSON.stringify(english),
    { en_US: JSON.stringify(english) },
  ]) {
    upstreamReturns({ ...product, productMinerAttr: value, productMinerOtherAttr: value, otherAttrs: value });
    const { product: read } = await productDetail(upstreamContext, "7");
    expect([read.attributes, read.otherAttributes, read.otherAttrs]).toEqual([english, english, english]);
  }
  upstreamReturns({ ...product, productMinerAttr: both, productMinerIntroduce: { en_US: "# Hello\n\n- one" } });
  const { product: read } = await productDetail({ locale: "el_GR" }, "7");
  expect([read.attributes, read.introduce]).toEqual([chinese, "# Hello\n\n- one"]);
});

test("an attribute without a readable description is shown as missing, a number as it is", async () => {
  const descriptions = ["", " ", null, undefined, [], "NaN", 0, "0", 3.5];
  upstreamReturns({
    ...product,
    productMinerAttr: descriptions.map((description, at) => ({ attr: `a${at}`, description })),
  });
  const { attributes } = (await productDetail(upstreamContext, "7")).product;
  expect(attributes.map(({ description }) => description)).toEqual(["—", "—", "—", "—", "—", "—", "0", "0", "3.5"]);
});

test("a missing product list is not an empty one, unless the count is 0", async () => {
  const read = () => productList(upstreamContext, { page: 1, pageSize: 5, type: "miner" });
  for (const data of [{ count: 3 }, { data: null, count: "3" }, { data: null }, { data: {}, count: 0 }]) {
    upstreamReturns(data);
    await expect(read()).rejects.toMatchObject(unavailable);
  }
  for (const data of [{ data: null, count: 0 }, { data: [], count: "0" }, { data: [] }, { data: [], count: -1 }]) {
    upstreamReturns(data);
    expect(await read()).toEqual({ products: [], count: 0, more: false, omittedCount: 0, asOf: undefined });
  }
  expect(JSON.parse(peer.requests.at(-1)?.body ?? "")).toMatchObject({ type: 2, attrKvKey: "miner-attr-h5" });
});

test("a count smaller than a full page does not end the list", async () => {
  const full = ["1", "2", "3", "4", "5"].map((productId) => ({ ...product, productId }));
  const pageOf = async (data: unknown, page: number) => {
    upstreamReturns(data);
    const { more, count, omittedCount } = await productList(upstreamContext, { page, pageSize: 5, type: "power" });
    return { more, count, omittedCount };
  };
  for (const count of [0, 1, "4"]) {
    expect(await pageOf({ data: full, count }, 1)).toEqual({ more: true, count: 5, omittedCount: 0 });
    expect(await pageOf({ data: full.slice(1), count }, 2), "the last page").toMatchObject({ more: false });
  }
  expect(await pageOf({ data: full, count: 0 }, 2)).toEqual({ more: true, count: 10, omittedCount: 0 });
  expect(await pageOf({ data: full, count: 5 }, 9), "a page beyond the end is the last").toMatchObject({ more: false });
});

test.each([-1, "-1", "-1.0"])("a coin with the sort %j comes before those with 0 or more", async (sort) => {
  const row = (place: unknown) => ({ sort: place, depositOpen: 1 });
  upstreamReturns({ allCoinMap: { A: row(10), B: row("2"), C: row(0), D: row(sort), E: row("-10") } });
  expect((await depositCoins(upstreamContext)).map(({ symbol }) => symbol)).toEqual(["E", "D", "C", "B", "A"]);
});

test.each([1, "1", true])("%j means yes in both authLevel and googleStatus", async (yes) => {
  upstreamReturns({ userAccount: "a@example.com", authLevel: yes, googleStatus: yes });
  expect(await userInfo(upstreamContext)).toMatchObject({ authLevel: "verified", googleBound: true });
});

test.each([false, "true", null, 2])("%j means yes in neither authLevel nor googleStatus", async (no) => {
  upstreamReturns({ userAccount: "a@example.com", authLevel: no, googleStatus: no });
  expect(await userInfo(upstreamContext)).toMatchObject({ authLevel: "unverified", googleBound: false });
});

test("coins for deposits are in the upstream's order, open only with depositOpen 1, without invalid rows", async () => {
  upstreamReturns({
    allCoinMap: {
      B: { sort: "2", depositOpen: 1, allBalance: "unreadable" },
      幣: { sort: 1, depositOpen: 1 },
      C: null,
      "no coin": { sort: 1, depositOpen: 1 },
      D: { sort: {}, depositOpen: "0" },
      A: { sort: 1, depositOpen: "1" },
    },
  });
  expect(await depositCoins(upstreamContext)).toEqual([
    { symbol: "幣", sort: 1, isOpen: true },
    { symbol: "A", sort: 1, isOpen: true },
    { symbol: "B", sort: 2, isOpen: true },
    { symbol: "C", sort: 999_999_999, isOpen: false },
    { symbol: "D", sort: 999_999_999, isOpen: false },
  ]);
});

test("balances are exact, in the upstream's order, and undefined if missing", async () => {
  upstreamReturns(`{"totalBalance":0.123456789012345678,"totalBalanceSymbol":"BTC","allCoinMap":{
    "B":{"allBalance":"2.50","normal_balance":2,"lock_balance":0.5,"sort":"2","depositOpen":1},
    "C":{"allBalance":null,"depositOpen":"0"},
    "A":{"allBalance":12345678901234567890.1,"sort":1,"depositOpen":"1"}}}`);
  expect(await accountBalance(upstreamContext)).toMatchObject({
    totalBalance: "0.123456789012345678",
    totalBalanceSymbol: "BTC",
    coins: [
      { symbol: "A", allBalance: "12345678901234567890.1", sort: 1, depositOpen: true },
      { symbol: "B", allBalance: "2.5", available: "2", frozen: "0.5", sort: 2, depositOpen: true },
      { symbol: "C", depositOpen: false },
    ],
  });
  const { coins } = await accountBalance(upstreamContext);
  expect([coins[2]?.allBalance, coins[2]?.available]).toEqual([undefined, undefined]);
});

test.each([
  { allCoinMap: { A: { allBalance: "NaN" } } },
  { allCoinMap: { A: { allBalance: "x" }, B: { normal_balance: [] } }, totalBalance: {} },
  { allCoinMap: { A: null } },
  { allCoinMap: [] },
  { allCoinMap: null },
  { totalBalance: "1" },
  { totalBalance: "x", allCoinMap: {} },
])("completely unreadable balances are an error, never zero: %j", async (data) => {
  upstreamReturns(data);
  await expect(accountBalance(upstreamContext)).rejects.toMatchObject(unavailable);
});

test("an odd balance hides no other; a coin without a valid name is omitted and counted", async () => {
  const good = { allBalance: "1", normal_balance: "0.5", lock_balance: "0.5" };
  upstreamReturns({
    totalBalance: {},
    allCoinMap: { A: { ...good, normal_balance: "lots" }, B: null, "": good, $RATS: good, 比特幣: good },
  });
  const { coins, omittedCount, totalBalance } = await accountBalance(upstreamContext);
  expect([omittedCount, totalBalance]).toEqual([1, undefined]);
  expect(coins.map(({ symbol }) => symbol)).toEqual(["A", "B", "$RATS", "比特幣"]);
  expect(coins[0]).toMatchObject({ allBalance: "1", available: undefined, frozen: "0.5" });
});

test("only coins with a balance are shown, among thousands", async () => {
  const coins = Array.from({ length: 2_500 }, (_, index) => [`C${index}`, { allBalance: index < 1_000 ? "0" : "1" }]);
  upstreamReturns({ allCoinMap: Object.fromEntries(coins) as unknown });
  const { coins: shown, omittedCount } = await accountBalance(upstreamContext);
  expect([shown.length, omittedCount, shown.filter(({ allBalance }) => allBalance === "1").length]).toEqual([
    2_000, 500, 1_500,
  ]);
});

test("too many balances are rejected", async () => {
  const coins = Array.from({ length: COINS_MAX + 1 }, (_, index) => [`C${index}`, { allBalance: "1" }]);
  upstreamReturns({ allCoinMap: Object.fromEntries(coins) as unknown });
  for (const read of [accountBalance, depositCoins])
    await expect(read(upstreamContext)).rejects.toMatchObject(unavailable);
});

test("a deposit address is given exactly as sent, or not at all", async () => {
  upstreamReturns({ addressStr: "rAbC_123_456", addressQRCode: "data:image/png;base64,AA" });
  expect(await chargeAddress(upstreamContext, { symbol: "XRP" })).toEqual({ addressStr: "rAbC_123_456" });
  for (const addressStr of [" rAbC", "rA\u200bbC", "rA\nbC", 5, {}, ["rAbC"], "null", "x".repeat(257), undefined]) {
    upstreamReturns({ addressStr, depositConfirm: [] });
    expect((await chargeAddress(upstreamContext, { symbol: "XRP" })).addressStr).toBeUndefined();
  }
  for (const addressStr of ["", " ", null]) {
    upstreamReturns({ addressStr, depositConfirm: "12" });
    expect(await chargeAddress(upstreamContext, { symbol: "XRP" }), "no address yet").toEqual({
      addressStr: "",
      depositConfirm: 12,
    });
  }
  upstreamReturns([]);
  await expect(chargeAddress(upstreamContext, { symbol: "XRP" })).rejects.toMatchObject(unavailable);
});

test.each([
  [{ usdt_open_omni: "0" }, [{ coin: "usdt", network: "omni" }]],
  [{ switch: { USDT_OPEN_ERC20: 0, verificationType: "0" } }, [{ coin: "usdt", network: "erc20" }]],
  [{ usdt_open_omni: false, eth_open_main: "false" }, [...["usdt/omni", "eth/main"].map(flagOf)]],
  [{ usdt_open_omni: "1", usdt_open_trc20: 1, btc_open_x: true, a_open_b: null, c_open_d: "" }, []],
  [{ usdt_open: "0", open_usdt: "0", "usdt open omni": 0, _open_: 0, switch: [{ usdt_open_omni: 0 }] }, []],
  [{}, []],
])("closed networks are read from the public info %j", async (data, closed) => {
  upstreamReturns(data);
  const read = await closedNetworks(upstreamContext);
  expect(read.map(({ coin, network }) => ({ coin, network }))).toEqual(closed);
});

test("too many closed networks make the public info unreadable", async () => {
  const flags = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`c${at}_open_x`, 0]));
  upstreamReturns(flags(CLOSED_NETWORKS_MAX));
  expect(await closedNetworks(upstreamContext)).toHaveLength(CLOSED_NETWORKS_MAX);
  upstreamReturns(flags(CLOSED_NETWORKS_MAX + 1));
  await expect(closedNetworks(upstreamContext)).rejects.toMatchObject(unavailable);
  const name = (length: number) => ({ a_open_x: 0, [`b_open_${"y".repeat(length - 1)}`]: 0 });
  upstreamReturns(name(CLOSED_NAMES_MAX_LENGTH));
  expect(await closedNetworks(upstreamContext)).toHaveLength(2);
  upstreamReturns(name(CLOSED_NAMES_MAX_LENGTH + 1));
  await expect(closedNetworks(upstreamContext)).rejects.toMatchObject(unavailable);
});

function flagOf(text: string) {
  const [coin, network] = text.split("/");
  return { coin, network };
}

const depositsOf = () => depositList(upstreamContext, { coinSymbol: "BTC", page: 1, pageSize: 10 });

test("a deposit has its mapped status, its time as sent, and its own label if sent", async () => {
  const row = { amount: "0.10", symbol: "BTC" };
  upstreamReturns({
    count: 4,
    financeList: [
      { ...row, createdAt: 1628238650000, status: 0 },
      { ...row, createdAt: "2021-08-06 16:30:50", status: "1", txid: "0xab", status_text: "Arrived" },
      { ...row, createdAt: "1628238650000", status: 2 },
      { ...row, createdAt: "x", status: 77 },
    ],
  });
  const { deposits, count } = await depositsOf();
  expect(count).toBe(4);
  expect(deposits.map(({ status, rawStatus }) => [status, rawStatus])).toEqual([
    ["unconfirmed", "0"],
    ["completed", "1"],
    ["exception", "2"],
    ["unknown", "77"],
  ]);
  expect(deposits.map(({ createdAtMs }) => createdAtMs)).toEqual([1628238650000, undefined, 1628238650000, undefined]);
  expect(deposits[1]).toMatchObject({
    createdAt: "2021-08-06 16:30:50",
    amount: "0.1",
    txid: "0xab",
    statusText: "Arrived",
  });
  await withEnv({ DEPOSIT_STATUS: "77:completed" }, async () => {
    expect((await depositsOf()).deposits[3]).toMatchObject({ status: "completed", rawStatus: "77" });
  });
});

test.each([null, "", "x", {}, undefined, "NaN"])("a deposit with the amount %j has no amount", async (amount) => {
  upstreamReturns({ count: 1, financeList: [{ createdAt: 1, status: 1, amount, symbol: "BTC" }] });
  expect(await depositsOf()).toMatchObject({ deposits: [{ symbol: "BTC", status: "completed" }], omittedCount: 0 });
  expect((await depositsOf()).deposits[0]?.amount).toBeUndefined();
});

test("a product's account is exact", async () => {
  upstreamReturns('{"balance":100000000000000000.000000000000000001,"accountType":2}');
  const exact = { balance: "100000000000000000.000000000000000001", accountType: new LosslessNumber("2") };
  expect(await productAccount(upstreamContext, "7")).toEqual(exact);
  expect(JSON.parse(peer.requests[0]?.body ?? "")).toEqual({ productId: "7" });
});

test.each([[null], [""], [undefined], ["NaN"], [{}]])("the balance %j is unknown, not 0", async (balance) => {
  upstreamReturns({ balance, accountType: 1 });
  await expect(productAccount(upstreamContext, "7")).rejects.toMatchObject(unavailable);
});

test("an order has its mapped status; an unknown one keeps the raw value", async () => {
  const orders = [0, "1", 2, "3", 9, "STUCK", null].map((orderStatus, index) => ({ orderNum: index, orderStatus }));
  upstreamReturns({ count: 7, orderList: orders });
  const statuses = async () =>
    (await orderList(upstreamContext)).orders.map(({ status, rawStatus }) => `${status}:${rawStatus}`);
  const known = ["paid:0", "pending:1", "mining:2", "ended:3"];
  expect(await statuses()).toEqual([...known, "unknown:9", "unknown:STUCK", "unknown:"]);
  await withEnv({ ORDER_STATUS: "9:mining,STUCK:pending" }, async () => {
    expect((await statuses()).slice(4)).toEqual(["mining:9", "pending:STUCK", "unknown:"]);
  });
});

test("an order is read with numbers, time and its own label", async () => {
  const order = {
    orderNum: "202601020304",
    orderTime: "1628238650000",
    tokenAmount: 1.5,
    miningCycle: "540",
    serviceFeeRatio: 20,
    payAmount: "187.50000000",
    paySymbol: "USDT",
    profitRatio: "12.3",
    orderStatus: 2,
    status_text: "Running",
  };
  upstreamReturns({ count: 2, orderList: [order, { orderNum: 5, orderTime: "2021-08-06 16:30:50", payAmount: null }] });
  const { orders } = await orderList(upstreamContext);
  expect(orders[0]).toEqual({
    orderNum: "202601020304",
    orderTimeMs: 1628238650000,
    tokenAmount: "1.5",
    miningCycleDays: "540",
    serviceFeePercent: "20",
    payAmount: "187.5",
    paySymbol: "USDT",
    profitRatioPercent: "12.3",
    status: "mining",
    rawStatus: "2",
    statusText: "Running",
  });
  expect(orders[1]).toMatchObject({ orderNum: "5", orderTimeText: "2021-08-06 16:30:50" });
  expect([orders[1]?.orderTimeMs, orders[1]?.payAmount]).toEqual([undefined, undefined]);
});

test.each([{ wrong: 1 }, null, "", "x".repeat(129), "a\u0000b"])(
  "an order with the number %j is omitted and counted",
  async (orderNum) => {
    upstreamReturns({ count: 2, orderList: [{ orderNum }, { orderNum: "A#1/2 é" }] });
    expect(await orderList(upstreamContext)).toMatchObject({
      orders: [{ orderNum: "A#1/2 é" }],
      omittedCount: 1,
      count: 2,
    });
    await expect(clearOrders(upstreamContext)).rejects.toMatchObject(unavailable);
  },
);

test.each(["payAmount", "tokenAmount", "paySymbol"])(
  "an order with an unreadable %s is shown without it, but is no evidence about a purchase",
  async (field) => {
    upstreamReturns({ count: 1, orderList: [{ orderNum: "1", [field]: { wrong: 1 } }] });
    const { orders } = await orderList(upstreamContext);
    expect(orders).toMatchObject([{ orderNum: "1", [field]: undefined }]);
    await expect(clearOrders(upstreamContext)).rejects.toMatchObject(unavailable);
    upstreamReturns({ count: 1, orderList: [{ orderNum: "1", [field]: null }] });
    expect(await clearOrders(upstreamContext)).toHaveLength(1);
  },
);

test("a photo's name is filenameStr, else filename", async () => {
  const upload = () => uploadImage(upstreamContext, { slot: "firstPhoto", file: new Blob(["x"]), filename: "a.jpg" });
  for (const data of [{ filename: "a1" }, { filenameStr: "a1" }, { filename: "2026/x.jpg", filenameStr: "a1" }]) {
    upstreamReturns(data);
    expect(await upload()).toEqual({ filename: "a1" });
  }
  upstreamReturns({ filename: "" });
  await expect(upload()).rejects.toMatchObject(unavailable);
});

test("a key that no authenticator accepts is rejected", async () => {
  upstreamReturns({ googleKey: "JBSWY3DPEHPK3PXP", googleImg: "data:image/png;base64,AA" });
  expect(await openGoogleAuthenticator(upstreamContext)).toEqual({ googleKey: "JBSWY3DPEHPK3PXP" });
  for (const googleKey of ["", "<script>", "1890", null]) {
    upstreamReturns({ googleKey });
    await expect(openGoogleAuthenticator(upstreamContext)).rejects.toMatchObject(unavailable);
  }
});

test("a notice has the sent id, else a digest of the notice", async () => {
  const sent = { title: "Maintenance", content: "<p>a</p>", timeLong: "1628238650000" };
  const read = async (...list: unknown[]) => {
    upstreamReturns({ count: String(list.length), noticeInfoList: list });
    return (await noticeList(upstreamContext, { page: 1, pageSize: 5 })).notices;
  };
  expect(await read({ ...sent, id: 31 })).toEqual([
    { id: "31", title: "Maintenance", content: "<p>a</p>", timeMs: 1628238650000 },
  ]);
  const [first, again, other] = await read(sent, sent, { ...sent, content: "<p>b</p>" });
  expect(first?.id).toMatch(/^[0-9a-f]{64}$/);
  expect(again?.id).toBe(first?.id);
  expect(other?.id).not.toBe(first?.id);
});

test("the website configuration is read in three formats", async () => {
  const config = { title: "Shop", salesEMail: "sales@shop.example" };
  const key = "merchant-config-h5";
  const shapes = [
    config,
    { [key]: config },
    JSON.stringify(JSON.stringify(config)),
    { [key]: JSON.stringify(config) },
    [config],
  ];
  for (const data of shapes) {
    upstreamReturns(data);
    expect(await siteConfig(upstreamContext)).toEqual(config);
  }
  expect(JSON.parse(peer.requests[0]?.body ?? "")).toEqual({ keys: key });
});

test("a hostile website configuration yields only defaults", async () => {
  upstreamReturns({
    title: ["x"],
    favicon: "javascript:alert(1)",
    appHomeLogoOS: "data:text/html,x",
    appLogoOS: "http://user:pw@elsewhere.example/a.png",
    appLauncher: 5,
    appPhoneView: "//elsewhere.example/a.png",
    telegram: "javascript:alert(1)",
    twitter: "-",
    salesEMail: "a@b.example?bcc=c@d.example",
    supportEMail: "#",
  });
  expect(await siteConfig(upstreamContext)).toEqual({});
});

test("banners without a safe picture are omitted; others link to https or a page of this site", async () => {
  const img = "https://img.example/a.png";
  const list = [
    { img, title: "One", url: "/Index/Power" },
    { img, url: "https://shop.example/x" },
    { img, url: "//elsewhere.example" },
    { img, url: "/\\elsewhere.example" },
    { img, url: "javascript:alert(1)", title: { wrong: 1 } },
    { img: "javascript:alert(1)" },
    { img: "data:image/svg+xml,<svg onload=alert(1)>" },
    { img: "https://user:secret@elsewhere.example/a.png" },
    null,
  ];
  for (const data of [list, { "banner-h5": list }, JSON.stringify(JSON.stringify(list))]) {
    upstreamReturns(data);
    expect(await banners(upstreamContext)).toEqual([
      { img, title: "One", url: "/Index/Power" },
      { img, url: "https://shop.example/x" },
      { img },
      { img },
      { img },
    ]);
  }
});

test("countries have a name, an area code without its plus and a number; unreadable ones are omitted", async () => {
  const list = [
    { name: "United States", areaCode: 1, numberCode: 840 },
    { name: { el_GR: "中國", en_US: "China" }, areaCode: "+86", numberCode: "156" },
    { name: "American Samoa", areaCode: "1-684", numberCode: "016" },
    { name: "Nowhere", areaCode: "x", numberCode: "1" },
    { areaCode: "2", numberCode: "2" },
  ];
  for (const data of [list, { "country-h5": list }, JSON.stringify(JSON.stringify(list))]) {
    upstreamReturns(data);
    expect(await countries(upstreamContext)).toEqual([
      { name: "United States", areaCode: "1", numberCode: "840" },
      { name: "China", areaCode: "86", numberCode: "156" },
      { name: "American Samoa", areaCode: "1-684", numberCode: "016" },
    ]);
  }
});

test("the app's links are only https URLs", async () => {
  upstreamReturns({
    android_download_url: "https://example.com/a.apk",
    ios_download_url: "itms-services://?action=x",
    ios_testFlight_url: "#",
  });
  expect(await appDownload(upstreamContext)).toEqual({ android: "https://example.com/a.apk" });
});
