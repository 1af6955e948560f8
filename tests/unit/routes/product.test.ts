import { beforeEach, expect, test } from "vitest";
import * as login from "~/routes/Login.($account)/route";
import { WHOLE_LIST_PAGE_SIZE } from "~server/catalogue/snapshot";
import { PUBLIC_FRESH_MS, PUBLIC_STALE_MS } from "~server/upstream/constants";
import { readFlash } from "~server/session/flash";
import type { Locale } from "~server/i18n/locale";
import { formatDay } from "~/i18n/formats";
import { closeStore } from "~server/store/shared";
import { productList } from "~server/upstream/catalogue";
import { endOfRenewals, forgetPublicReads } from "~server/upstream/client";
import { getText } from "~server/texts/text";
import type { WireResponse } from "../../support/scriptless/wire";
import { confirmPath, PRODUCT, PRODUCT_PATH } from "../../support/purchase-paths";
import { TERMS, browserOf, buyerOf, postQuantity, stranger } from "../../support/buying";
import { setEnv } from "../../support/environment";
import { all, attributesOf, formOf, only, sourceOf, textOf, textsOf, titleOf } from "../../support/html";
import { useUpstream } from "../../support/upstream";
import { CookieJar, pageRequest } from "../../support/requests";
import { readFlow } from "../../support/route-args";
import { signIn } from "../../support/signed-in";
import { sentence, moveClock } from "../../support/move-clock";
import { Visitor } from "../../support/visitor";

const t = getText("en_US");

const sandbox = await useUpstream();

beforeEach(async () => {
  await sandbox.setProduct(PRODUCT, { ...TERMS, stock: "1000" });
});

const visitor = (locale: Locale = "en_US") => new CookieJar().set("ulan", locale);

const flashOf = async (cookies: CookieJar) => (await readFlash(pageRequest("/", { cookies }))).flash;
const quoteOf = async (cookies: CookieJar) => (await readFlow(pageRequest("/", { cookies }))).purchase?.quote;

/** The buttons of a page: their text, and whether they are disabled. */
function buttons(page: WireResponse) {
  return all(page.html, "button").map((button) => ({
    text: textOf(button),
    intent: button.attr("name") === "intent" ? button.attr("value") : undefined,
    disabled: button.attr("disabled") !== undefined,
  }));
}

test("it shows price, status, cycle, service rate, settlement, pay symbol, limits and expected ratio", async () => {
  const { status, text } = await stranger().open(PRODUCT_PATH);
  expect(status).toBe(200);
  for (const fact of [
    ...["Filecoin Flagship Power, 540 days", "Price per T 15.50 USDT", t("Product.onsale")],
    ...[
      `${t("Product.cycle")} 540 days`,
      `${t("Product.serviceRate")} 20%`,
      `${t("Product.settlement")} T+1`,
      `${t("Product.paySymbol")} USDT`,
      `${t("Product.limits")} 1–200 T`,
      `${t("Product.ratio")} 32.5%`,
      t("Product.noPeriod"),
      "Costs 0.0287 USDT per T per day",
      t("Product.creditedNextDay"),
      t("PowerProductDetail.inTheApp"),
    ],
    "Network Filecoin mainnet",
  ]) {
    expect(text).toContain(fact);
  }
});

const pageOf = (html: string) => sourceOf(html, "main");

test.each<[Locale, string[]]>([
  ["en_US", ["Network Filecoin mainnet", "Release 25% at once", "Paid out in FIL", "Warranty 1 year"]],
  ["el_GR", ["網路 Filecoin 主網", "釋放方式 25% 立即釋放", "發放幣種 FIL", "保固 一年"]],
])("attributes by locale: those of all lists, each once: %s", async (locale, facts) => {
  const [attr, description] = locale === "en_US" ? ["Warranty", "1 year"] : ["保固", "一年"];
  await sandbox.setProduct(PRODUCT, {
    otherAttrs: [
      { attr, description },
      { attr, description },
    ],
  });
  const { text } = await stranger(locale).open(PRODUCT_PATH);
  for (const fact of facts) expect(text.split(fact), fact).toHaveLength(2);
});

test("its pictures have size and text, load lazily, and a numbered link leads to each", async () => {
  const main = pageOf((await stranger().open(PRODUCT_PATH)).html);
  const images = all(main, "img");
  expect(images).toHaveLength(4);
  images.forEach((image, index) => {
    const alt = `Filecoin Flagship Power, 540 days, picture ${index + 1} of 4`;
    expect(image.attr()).toMatchObject({ alt, width: "600", height: "400" });
    // All are further down on a phone.
    expect(image.attr("loading")).toBe("lazy");
    expect(main).toContain(`href="#picture-${index + 1}"`);
    expect(main).toContain(`id="picture-${index + 1}"`);
  });
});

test("the introduction has one heading: its own, else the page's", async () => {
  const headings = async (cookies = visitor()) =>
    textsOf((await browserOf(cookies).open(PRODUCT_PATH)).html, "main h2#introduction");
  expect(await headings()).toEqual(["About this product"]);
  const { text } = await stranger().open(PRODUCT_PATH);
  expect(text.match(/About this product/g)).toHaveLength(1);
  expect(await headings(visitor("el_GR"))).toEqual(["產品介紹"]);
  await sandbox.setProduct(PRODUCT, { productMinerIntroduce: "## Why Filecoin\n\nBecause." });
  forgetPublicReads();
  expect(await headings()).toEqual(["Why Filecoin"]);
  await sandbox.setProduct(PRODUCT, { productMinerIntroduce: "Because." });
  forgetPublicReads();
  expect(await headings()).toEqual([t("Product.introduction")]);
});

test("the support icon of its bar leads to the leaving-message page with the product's id", async () => {
  const { html } = await stranger().open(PRODUCT_PATH);
  const icon = only(html, "header.bar a:last-child");
  expect(icon.attr("href")).toBe("/LeavingMessage?product=1001");
  expect(icon.text()).toBe(t("PowerProductDetail.ask"));
});

test("missing data of the upstream is shown as missing, never as 0", async () => {
  const missing = { miningCycle: "", serviceRate: null, incomeType: "", profitRatio: "", minBuy: "", maxBuy: "" };
  await sandbox.setProduct(PRODUCT, missing);
  const { text } = await stranger().open(PRODUCT_PATH);
  for (const fact of ["cycle", "serviceRate", "settlement", "limits"] as const) {
    expect(text).toContain(`${t(`Product.${fact}`)} —`);
  }
});

test("an introduction above 64 kB is cut, and the page says so", async () => {
  await sandbox.setProduct(PRODUCT, { productMinerIntroduce: "word ".repeat(40_000) });
  const { html } = await stranger().open(PRODUCT_PATH);
  expect(textsOf(html, "main .prose > p:last-child")).toEqual([t("Notice.cut")]);
});

test("the introduction of the upstream never becomes markup that runs", async () => {
  await sandbox.setProduct(PRODUCT, {
    productMinerIntroduce:
      'Good\n<script>document.title = "owned"</script>\n[more](javascript:alert(1)) <img src=x onerror=alert(1)>',
  });
  const { html, text } = await stranger().open(PRODUCT_PATH);
  expect(text).toContain("Good");
  expect(sourceOf(html, "main .prose")).not.toMatch(/<script|javascript:|onerror/i);
});

test("signed out: no balance is read, and the bar offers an account and a sign-in as equals", async () => {
  const page = await stranger().open(PRODUCT_PATH);
  expect(textsOf(page.html, ".action-bar button")).toEqual([
    t("PowerProductDetail.register"),
    t("PowerProductDetail.signIn"),
  ]);
  expect(attributesOf(page.html, ".action-bar button", "class")).toEqual(["button", "button"]);
  expect(page.text).toContain(t("PowerProductDetail.registerToBuy"));
  expect(page.text).not.toContain(t("PowerProductDetail.balance"));
  expect(all(page.html, ".dots")).toEqual([]);
  expect(await sandbox.calls("getUserAccountByUid")).toBe(0);
  expect(await sandbox.calls("user_info")).toBe(0);
});

test.each([
  ["register", "/Register"],
  ["buy", "/Login"],
])("signed out, %s leads on to %s, and from there back to the quantity", async (intent, path) => {
  const posted = await postQuantity(visitor(), { intent, buyAmount: "2.5" });
  expect([posted.status, posted.location]).toEqual([
    303,
    `${path}?redirectTo=${encodeURIComponent(`${PRODUCT_PATH}?buyAmount=2.5`)}`,
  ]);
  expect((await postQuantity(visitor(), { intent, buyAmount: "0.5" })).status).toBe(422);
});

/** What the bar of a buyer says: the words of its button, and its dots. */
async function barOf(buyer: Awaited<ReturnType<typeof buyerOf>>, quantity = "2") {
  const { html } = await buyer.open(`${PRODUCT_PATH}?buyAmount=${quantity}`);
  const form = formOf(html, "[name=buyAmount]");
  expect(form.buttons[0]?.value, "Enter takes the same step").toBe("buy");
  return [
    textsOf(html, ".action-bar button"),
    attributesOf(html, ".dots i", "class"),
    textsOf(html, ".dots .visually-hidden"),
  ];
}

test("the bar names the next step, and counts only what is left", async () => {
  const [link, linked, covered] = [
    t("PowerProductDetail.link"),
    t("PowerProductDetail.linked"),
    t("PowerProductDetail.covered"),
  ];
  const deposit = t("PowerProductDetail.deposit", { amount: "31.00 USDT" });
  const stepOf = (number: number, count: number) =>
    t("PowerProductDetail.stepOf", { number, count }).replaceAll("\u00a0", " ");
  const poor = { balances: { USDT: "0" } };
  expect(await barOf(await buyerOf(sandbox, { ...poor, googleBound: false }))).toEqual([
    [`${link} ${stepOf(1, 2)}`],
    ["dot-next", undefined, undefined],
    [""],
  ]);
  expect(await barOf(await buyerOf(sandbox, { googleBound: false }))).toEqual([
    [`${link} ${stepOf(1, 1)}`],
    ["dot-next", "dot-done", undefined],
    [covered],
  ]);
  expect(await barOf(await buyerOf(sandbox, poor))).toEqual([
    [`${deposit} ${stepOf(1, 1)}`],
    ["dot-done", "dot-next", undefined],
    [linked],
  ]);
  expect(await barOf(await buyerOf(sandbox))).toEqual([
    [t("PowerProductDetail.buy")],
    ["dot-done", "dot-done", "dot-next"],
    [`${linked} ${covered}`],
  ]);
});

test("an authenticator that was linked for this purchase makes its deposit step 2 of 2", async () => {
  const buyer = await buyerOf(sandbox, { balances: { USDT: "0" }, googleBound: false });
  await buyer.buy();
  const data = { id: "77", userAccount: buyer.account.email, authLevel: "1", googleStatus: 1 };
  await sandbox.fail("user_info", { kind: "answer", body: { code: 0, data } });
  expect((await barOf(buyer))[0]).toEqual([expect.stringMatching(/2 of 2$/)]);
  const other = await buyer.open("/PowerProductDetail/1002");
  expect(textsOf(other.html, ".action-bar button"), "of another product it is the only one").toEqual([
    expect.stringMatching(/1 of 1$/),
  ]);
});

test("a binding that cannot be read is neither done nor open: the bar says Buy", async () => {
  const buyer = await buyerOf(sandbox, { googleBound: false });
  await sandbox.fail("user_info", { kind: "html" });
  const page = await buyer.open(PRODUCT_PATH);
  expect(textsOf(page.html, ".action-bar button")).toEqual([t("PowerProductDetail.buy")]);
  expect(all(page.html, ".dots")).toEqual([]);
});

test.each([{ maxBuy: "unlimited" }, { price: "soon" }, { paySymbol: {} }, { productStatus: null }])(
  "a product with %j is shown, and cannot be bought",
  async (odd) => {
    const product = { productId: PRODUCT, title: "Odd one", ...TERMS, ...odd };
    await sandbox.fail("project_sku_detail", { kind: "answer", body: { code: 0, data: product } });
    for (const locale of ["en_US", "el_GR"] as const) {
      const page = await stranger(locale).open(PRODUCT_PATH);
      expect([page.status, page.text.includes("Odd one")]).toEqual([200, true]);
      expect(page.text).toContain(getText(locale)("errors.notForSale"));
      const tags = textsOf(page.html, ".tag");
      expect([tags.length, tags.includes(getText(locale)("Product.onsale"))], "one tag, not On Sale").toEqual([
        1,
        false,
      ]);
      expect(page.html).not.toContain('name="buyAmount"');
    }
  },
);

test("signed in: the balance of the account that pays is shown", async () => {
  const { text } = await (await buyerOf(sandbox, { balances: { USDT: "1234.5678901" } })).open(PRODUCT_PATH);
  expect(text).toContain(`${t("PowerProductDetail.balance")} 1,234.5678 USDT`);
  expect(text).toContain(t("PowerProductDetail.buy"));
});

test("the button that Enter presses is the first of the form and buys", async () => {
  const page = await stranger().open(PRODUCT_PATH);
  expect(formOf(page.html, "[name=buyAmount]").buttons[0]?.value).toBe("buy");
});

const REFUSED_QUANTITIES = [
  ["", "errors.quantityRequired", {}],
  ["abc", "errors.quantityInvalid", {}],
  ["1,000", "errors.quantityInvalid", {}],
  ["-2", "errors.quantityInvalid", {}],
  ["1.234", "errors.quantityInvalid", {}],
  ["0.5", "errors.quantityMin", { min: "1" }],
  ["0", "errors.quantityMin", { min: "1" }],
  // The message about the maximum is for the toast on blur; the server's refusal is insufficient stock.
  ["200.01", "errors.outOfStock", {}],
  ["12345678901234567890", "errors.outOfStock", {}],
  ["1.25", "errors.quantityStep", { step: "0.5", nearest: "1 / 1.5" }],
] as const;

test.each(REFUSED_QUANTITIES)(
  "the quantity %j is refused with 422, the value preserved: %s",
  async (typed, key, values) => {
    for (const locale of ["en_US", "el_GR"] as const) {
      const page = await postQuantity(visitor(locale), { buyAmount: typed });
      expect(page.status).toBe(422);
      expect(page.field("buyAmount")).toBe(typed);
      expect(page.text).toContain(getText(locale)(key, values));
      // The only field that is wrong has the focus, and the title begins with Error.
      expect(attributesOf(page.html, "#summary, [autofocus]", "id")).toEqual(["buy-buyAmount"]);
      expect(titleOf(page.html).startsWith(getText(locale)("common.errorPrefix"))).toBe(true);
    }
  },
);

test.each([40, 41, 5_000])("a number of %d digits has the message of any other that is too large", async (digits) => {
  const typed = "9".repeat(digits);
  for (const maxBuy of ["200", null]) {
    await sandbox.setProduct("1001", { maxBuy });
    forgetPublicReads();
    for (const locale of ["en_US", "el_GR"] as const) {
      const page = await postQuantity(visitor(locale), { buyAmount: typed });
      expect(page.status).toBe(422);
      expect(page.field("buyAmount")).toBe(typed);
      expect(page.text).toContain(getText(locale)("errors.outOfStock"));
      expect(page.text).not.toContain(getText(locale)("errors.quantityInvalid"));
    }
  }
  const stepped = await postQuantity(visitor(), { intent: "decrease", buyAmount: typed });
  expect(stepped.headers.get("Location")).toContain("buyAmount=1");
});

test("however long it is, a quantity is read: zeros before it do not count, and the field cuts nothing", async () => {
  const recalculated = await postQuantity(visitor(), { intent: "recalculate", buyAmount: `${"0".repeat(60)}2.50` });
  expect(recalculated.headers.get("Location")).toBe(`${PRODUCT_PATH}?buyAmount=2.5`);
  const page = await postQuantity(visitor(), { buyAmount: "x".repeat(60) });
  expect(page.text).toContain(t("errors.quantityInvalid"));
  expect(attributesOf(page.html, "[name=buyAmount]", "maxlength")).toEqual([undefined]);
});

test("a form without its quantity field gets the message that a quantity is needed", async () => {
  const cookies = visitor();
  const shown = await browserOf(cookies).open(PRODUCT_PATH);
  const page = await browserOf(cookies).post(PRODUCT_PATH, { csrf: shown.field("csrf"), intent: "buy" });
  expect(page.status).toBe(422);
  expect(page.text).toContain(t("errors.quantityRequired"));
});

test.each([
  ["increase", "1", "1.5"],
  ["decrease", "2", "1.5"],
  ["decrease", "1", "1"],
  ["increase", "200", "200"],
  ["increase", "5000", "200"],
  ["decrease", "5000", "200"],
  ["decrease", "1.74", "1.5"],
  ["increase", "1.74", "2"],
  ["decrease", "0.2", "1"],
  ["increase", "", "1"],
  ["decrease", "nonsense", "1"],
  ["increase", "２", "2.5"],
])("without scripts %s from %j returns 303 to the page with %s", async (intent, typed, quantity) => {
  const cookies = visitor();
  const response = await postQuantity(cookies, { intent, buyAmount: typed });
  expect(response.status).toBe(303);
  expect(response.location).toBe(`${PRODUCT_PATH}?buyAmount=${quantity}`);
  const page = await browserOf(cookies).open(response.location ?? "");
  expect(page.field("buyAmount")).toBe(quantity);
});

test("without scripts a button computes the amount again, at 8 decimals, rounded down", async () => {
  await sandbox.setProduct(PRODUCT, { price: "0.123456789", stepBuy: "0.01" });
  const cookies = visitor();
  const response = await postQuantity(cookies, { intent: "recalculate", buyAmount: "1.50" });
  expect(response.location).toBe(`${PRODUCT_PATH}?buyAmount=1.5`);
  expect((await browserOf(cookies).open(response.location ?? "")).text).toContain(
    `${t("PowerProductDetail.payAmount")} 0.18518518 USDT`,
  );
  const refused = await postQuantity(cookies, { intent: "recalculate", buyAmount: "0.1" });
  expect(refused.status).toBe(422);
});

test("the query's quantity is used only if it can be bought", async () => {
  for (const [asked, shown] of [
    ["3.5", "3.5"],
    ["3.7", "1"],
    ["abc", "1"],
    ["900", "1"],
  ]) {
    const page = await stranger().open(`${PRODUCT_PATH}?buyAmount=${asked}`);
    expect(page.field("buyAmount")).toBe(shown);
  }
});

test("buying signed out leads to the sign-in and back to the same quantity", async () => {
  const cookies = visitor();
  const response = await postQuantity(cookies, { buyAmount: "5" });
  expect(response.status).toBe(303);
  const target = new URL(response.location ?? "", "http://127.0.0.1");
  expect(target.pathname).toBe("/Login");
  expect(target.searchParams.get("redirectTo")).toBe(`${PRODUCT_PATH}?buyAmount=5`);
  expect(await flashOf(cookies)).toMatchObject({ key: "errors.notLoggedIn", kind: "status", stays: true });
  expect(await quoteOf(cookies)).toBeUndefined();
});

test("a valid quantity gets a quote and leads to the confirmation, whose address has the quantity and no other value", async () => {
  const buyer = await buyerOf(sandbox);
  const response = await buyer.buy({ buyAmount: "2.5" });
  expect(response.status).toBe(303);
  expect(response.location).toBe(confirmPath("2.5"));
  expect(await quoteOf(buyer.cookies)).toBeTruthy();
});

test("the quote has the upstream's current price, not the page's nor a posted one", async () => {
  const buyer = await buyerOf(sandbox);
  const page = await buyer.open(PRODUCT_PATH);
  expect(page.text).toContain("Price per T 15.50 USDT");
  await sandbox.setProduct(PRODUCT, { price: "17" });
  const forged = { price: "0.01", payAmount: "0.01", paySymbol: "DOGE", productId: "1002", tokenAmount: "900" };
  const form = { csrf: page.field("csrf"), intent: "buy", buyAmount: "2", ...forged };
  await buyer.post(PRODUCT_PATH, form);
  const { text } = await buyer.open(`${PRODUCT_PATH}?step=confirm`);
  expect(text).toContain("34.00 USDT");
  expect(text).toContain(t("Purchase.confirmCost", { quantity: "2", price: "17.00 USDT" }));
  expect(text).not.toContain("DOGE");
});

test.each([
  [0, "presale"],
  ["2", "ended"],
] as const)("product status %j disables the buy button and shows its text: %s", async (productStatus, status) => {
  const label = t(`Product.${status}`);
  const buyer = await buyerOf(sandbox);
  const opened = await buyer.open(PRODUCT_PATH);
  await sandbox.setProduct(PRODUCT, { productStatus });
  forgetPublicReads();
  const page = await buyer.open(PRODUCT_PATH);
  expect(page.text).toContain(label);
  expect(page.text).toContain(`${t(`Purchase.${status}`)} ${t("Purchase.toMarket")}`);
  expect(page.text.includes("until about")).toBe(status === "presale");
  expect(buttons(page).filter(({ disabled }) => disabled)).toMatchObject([{ text: label }]);
  expect(page.field("buyAmount")).toBeUndefined();

  // The form of a page that was opened before buys nothing either.
  const form = { csrf: opened.field("csrf"), intent: "buy", buyAmount: "2" };
  const late = await buyer.post(PRODUCT_PATH, form);
  expect(late.status).toBe(422);
  expect(late.text).toContain(t(`Purchase.${status}`));
  expect(await quoteOf(buyer.cookies)).toBeUndefined();
});

test.each([1, "3", 99])("product status %j can be bought", async (productStatus) => {
  await sandbox.setProduct(PRODUCT, { productStatus });
  const buyer = await buyerOf(sandbox);
  expect((await buyer.buy()).location).toBe(confirmPath("2.5"));
});

test("a product without a price cannot be bought", async () => {
  await sandbox.setProduct(PRODUCT, { price: "" });
  const page = await stranger().open(PRODUCT_PATH);
  expect(page.text).toContain("Price per T — USDT");
  expect(page.text).toContain(t("errors.notForSale"));
  expect(page.field("buyAmount")).toBeUndefined();
});

const MINER = "/PowerProductDetail/2001";

test("a miner under the power address gets 301 to its own page, with its buy button's post too", async () => {
  const page = await stranger().open(MINER);
  expect([page.status, page.headers.get("location")]).toEqual([301, "/MinerProductDetail/2001"]);
  expect(page.headers.get("cache-control")).toBe("no-store");
  const buyer = await buyerOf(sandbox);
  const csrf = (await buyer.open(PRODUCT_PATH)).field("csrf");
  const post = await buyer.post(MINER, { csrf, intent: "buy", buyAmount: "1" });
  expect([post.status, post.location]).toEqual([303, "/MinerProductDetail/2001"]);
});

const listing = (ids: string[], count = ids.length) => ({
  code: 0,
  data: { data: ids.map((productId) => ({ productId, title: "A product", productStatus: 1, price: "1" })), count },
});

/** The upstream gives this as a whole list, which is read. */
async function give(type: "power" | "miner", body: unknown): Promise<void> {
  await sandbox.fail("project_sku", { kind: "answer", body });
  const list = { page: 1, pageSize: WHOLE_LIST_PAGE_SIZE, type };
  await productList({ locale: "en_US" }, list, { fresh: true }).catch(() => undefined);
  await sandbox.heal();
}

test("only what the list of miners names and the list of power does not is a miner; lists in doubt lead nowhere", async () => {
  const status = async (responses: { power?: unknown; miner?: unknown }) => {
    forgetPublicReads();
    await give("power", responses.power);
    await give("miner", responses.miner);
    return (await stranger().open(PRODUCT_PATH)).status;
  };
  expect(await status({ miner: listing([PRODUCT]), power: listing(["1002"]) })).toBe(301);
  expect(await status({ miner: listing([PRODUCT]), power: listing([PRODUCT]) })).toBe(200);
  expect(await status({ miner: listing(["2001"]), power: listing(["1002"]) })).toBe(200);
  expect(await status({ miner: listing([PRODUCT]), power: listing(["1002"], 101) })).toBe(200);
  expect(await status({ miner: listing([PRODUCT]), power: { code: 1, msg: "closed" } })).toBe(200);
  expect(await status({ miner: { code: 1, msg: "closed" }, power: { code: 1, msg: "closed" } })).toBe(200);
});

test("a quote asks lists of the last 30 s whether it is a miner", async () => {
  const buyer = await buyerOf(sandbox);
  const form = { csrf: (await buyer.open(PRODUCT_PATH)).field("csrf"), intent: "buy", buyAmount: "2" };
  moveClock(PUBLIC_FRESH_MS + 1_000);
  await give("power", listing(["1002"]));
  await sandbox.fail("project_sku", { kind: "answer", body: listing([PRODUCT]) });
  // The cached list does not have it.
  const post = await buyer.post(PRODUCT_PATH, form);
  expect([post.status, post.location]).toEqual([303, `/MinerProductDetail/${PRODUCT}`]);
});

test("maxBuy 0 is out of stock, on the page and after a post of an older page", async () => {
  const buyer = await buyerOf(sandbox);
  const opened = await buyer.open(PRODUCT_PATH);
  await sandbox.setProduct(PRODUCT, { maxBuy: "0" });
  const form = { csrf: opened.field("csrf"), intent: "buy", buyAmount: "2" };
  const late = await buyer.post(PRODUCT_PATH, form);
  expect(late.status).toBe(422);
  expect(late.text).toContain(t("errors.outOfStock"));
  const page = await buyer.open(PRODUCT_PATH);
  expect(page.text).toContain(t("errors.outOfStock"));
  expect(only(page.html, ".action-bar button").text()).toBe(t("Product.soldOut"));
  expect(textsOf(page.html, ".headline .tag")).toEqual([t("Product.soldOut")]);
  // No limits are named of which no quantity is.
  expect(page.text).not.toContain(t("Product.limits"));
  expect(page.field("buyAmount")).toBeUndefined();
});

test("the checks before a payment are: authenticator, stock, the rest of the quantity, balance", async () => {
  const poor = { balances: { USDT: "0" } };
  const unbound = await buyerOf(sandbox, { ...poor, googleBound: false });
  expect((await unbound.buy({ buyAmount: "200.01" })).location).toMatch(/^\/GoogleBind\?/);
  const buyer = await buyerOf(sandbox, poor);
  expect((await buyer.buy({ buyAmount: "200.01" })).text).toContain(t("errors.outOfStock"));
  expect((await buyer.buy({ buyAmount: "1.25" })).text).toContain(
    t("errors.quantityStep", { step: "0.5", nearest: "1 / 1.5" }),
  );
  expect((await buyer.buy({ buyAmount: "2" })).location).toMatch(/^\/Recharge\/USDT\?/);
});

test("while Redis does not respond, the page is shown and says why nothing can be bought", async () => {
  const buyer = await buyerOf(sandbox);
  const before = await buyer.open(PRODUCT_PATH);
  // Nothing listens on port 9.
  await closeStore();
  setEnv({ REDIS_URL: "redis://127.0.0.1:9" });
  try {
    const page = await buyer.open(PRODUCT_PATH);
    expect(page.status).toBe(200);
    expect(page.text).toContain("Price per T 15.50 USDT");
    expect(page.text).toContain(t("errors.buyingUnavailable"));
    expect(buttons(page).filter(({ disabled }) => disabled)).toMatchObject([{ text: t("PowerProductDetail.buy") }]);
    const form = { csrf: before.field("csrf"), intent: "buy", buyAmount: "2" };
    const asked = await buyer.post(PRODUCT_PATH, form);
    expect(asked.status).toBe(503);
    expect(asked.text).toContain(t("errors.buyingUnavailable"));
    expect((await buyer.open(`${PRODUCT_PATH}?step=code`)).location).toBe(PRODUCT_PATH);
    expect((await buyer.open(`${PRODUCT_PATH}?step=outcome`)).status).toBeLessThan(400);
    expect((await stranger("en_US").open(PRODUCT_PATH)).text).not.toContain(t("errors.buyingUnavailable"));
  } finally {
    await closeStore();
    setEnv({ REDIS_URL: undefined });
  }
});

test("an authenticator that is not bound leads to its key with the message, and on to the same quantity", async () => {
  const buyer = await buyerOf(sandbox, { googleBound: false });
  const goOn = `redirectTo=${encodeURIComponent(`${PRODUCT_PATH}?buyAmount=2.5`)}`;
  const keys = await sandbox.calls("toopen_google_authenticator");
  const response = await buyer.buy();
  expect([response.status, response.location]).toEqual([303, `/GoogleBind?step=key&${goOn}`]);
  expect(await flashOf(buyer.cookies), "information").toEqual({ key: "errors.notBound", kind: "status", stays: true });
  expect(await quoteOf(buyer.cookies)).toBeUndefined();
  expect((await buyer.buy()).location, "the same key").toBe(response.location);
  expect(await sandbox.calls("toopen_google_authenticator")).toBe(keys + 1);
});

test.each([
  ["is refused", { kind: "error", code: "99999", msg: "Busy" }],
  ["gets no response", { kind: "reset" }],
] as const)("a key that %s is asked for again by the binding's own page", async (_, fault) => {
  const buyer = await buyerOf(sandbox, { googleBound: false });
  await sandbox.fail("toopen_google_authenticator", fault);
  const response = await buyer.buy();
  const goOn = encodeURIComponent(`${PRODUCT_PATH}?buyAmount=2.5`);
  expect([response.status, response.location]).toEqual([303, `/GoogleBind?redirectTo=${goOn}`]);
});

test("a balance below the payment does not suffice, an equal one does", async () => {
  const buyer = await buyerOf(sandbox, { balances: { USDT: "38.75" } });
  const poor = await buyer.buy({ buyAmount: "3" });
  expect([poor.status, poor.location]).toEqual([
    303,
    `/Recharge/USDT?redirectTo=${encodeURIComponent(`${PRODUCT_PATH}?buyAmount=3`)}`,
  ]);
  expect(await flashOf(buyer.cookies), "information").toEqual({
    key: "errors.insufficientBalance",
    kind: "status",
    stays: true,
  });
  expect(await quoteOf(buyer.cookies)).toBeUndefined();
  expect((await buyer.buy({ buyAmount: "2.5" })).location).toBe(confirmPath("2.5"));
});

test("a refused balance is shown in the upstream's words", async () => {
  const buyer = await buyerOf(sandbox);
  await sandbox.fail("getUserAccountByUid", { kind: "answer", body: { code: "10099", msg: "Account <frozen>" } });
  const page = await buyer.open(PRODUCT_PATH);
  expect(page.text).toContain(`Account <frozen> ${t("errors.balanceUnknown")} ${t("common.retry")}`);
});

test("a balance that cannot be read: the product is shown, buying is disabled with the reason", async () => {
  const buyer = await buyerOf(sandbox);
  const opened = await buyer.open(PRODUCT_PATH);
  await sandbox.fail("getUserAccountByUid", { kind: "html" });
  const page = await buyer.open(PRODUCT_PATH);
  expect(page.status).toBe(200);
  expect(page.text).toContain("Price per T 15.50 USDT");
  expect(page.text).not.toContain(t("PowerProductDetail.balance"));
  expect(page.text).toContain(`${t("errors.balanceUnknown")} ${t("common.retry")}`);
  const buying = buttons(page).filter(({ intent }) => intent === "buy");
  expect(buying).toHaveLength(2);
  for (const { disabled } of buying) expect(disabled).toBe(true);

  const form = { csrf: opened.field("csrf"), intent: "buy", buyAmount: "2" };
  const response = await buyer.post(PRODUCT_PATH, form);
  expect(response.status).toBe(422);
  expect(response.text).toContain(t("errors.balanceUnknown"));
  expect(await quoteOf(buyer.cookies)).toBeUndefined();
});

test("a product that cannot be read is shown from its last good response, with the time, for five minutes", async () => {
  await stranger().open(PRODUCT_PATH);
  await sandbox.fail("project_sku_detail", { kind: "malformed" });
  moveClock(PUBLIC_FRESH_MS + 1_000);
  await stranger().open(PRODUCT_PATH);
  await endOfRenewals();
  const page = await stranger().open(PRODUCT_PATH);
  expect(page.status).toBe(200);
  expect(page.text).toContain("Price per T 15.50 USDT");
  expect(page.text).toMatch(sentence("common.asOf"));
  moveClock(PUBLIC_STALE_MS);
  expect((await stranger().open(PRODUCT_PATH)).status).toBe(503);
});

test("a product that cannot be read and was never read returns 503 with a link to try again", async () => {
  await sandbox.fail("project_sku_detail", { kind: "html" });
  const page = await stranger().open(PRODUCT_PATH);
  expect(page.status).toBe(503);
  expect(page.text).toContain(t("PowerProductDetail.unavailable"));
  expect(page.html).toContain(`<a class="button" href="${PRODUCT_PATH}">${t("common.retry")}</a>`);
});

test("buying while the product cannot be read is refused with 503 and the quantity preserved", async () => {
  const buyer = await buyerOf(sandbox);
  const opened = await buyer.open(PRODUCT_PATH);
  await sandbox.fail("project_sku_detail", { kind: "reset" });
  const form = { csrf: opened.field("csrf"), intent: "buy", buyAmount: "2" };
  const page = await buyer.post(PRODUCT_PATH, form);
  expect(page.status).toBe(503);
  expect(page.text).toContain(t("errors.network"));
  expect(page.field("buyAmount")).toBe("2");
});

test("a product that the upstream does not know returns 404 with a link to the list", async () => {
  const page = await stranger().open("/PowerProductDetail/999999");
  expect(page.status).toBe(404);
  expect(page.text).toContain(t("PowerProductDetail.notFoundText"));
  expect(page.html).toContain('href="/Index/Power"');
});

test("a session that has ended at the upstream: signed out, to the root, with the message", async () => {
  const buyer = await buyerOf(sandbox);
  const opened = await buyer.open(PRODUCT_PATH);
  await sandbox.expireSessions(buyer.account.email);
  const [reader, poster] = [buyer.cookies.copy(), buyer.cookies];
  const form = { csrf: opened.field("csrf"), intent: "buy", buyAmount: "7.5" };
  for (const [response, cookies] of [
    [await browserOf(reader).open(PRODUCT_PATH), reader],
    [await browserOf(poster).post(PRODUCT_PATH, form), poster],
  ] as const) {
    expect(response.status).toBe(303);
    expect(response.location).toBe("/");
    expect(cookies.get("utoken")).toBeUndefined();
    expect(await flashOf(cookies)).toMatchObject({ key: "errors.sessionExpired", kind: "alert" });
  }
});

test.each(["the quantity", "the code"])(
  "a session that ends at %s: its owner's next sign-in leads back to the product (behaviour 10.31)",
  async (form) => {
    const buyer = await buyerOf(sandbox);
    const { account } = buyer;
    const page = await buyer.open(PRODUCT_PATH);
    const sheet = form === "the code" ? await buyer.toCode("7.5") : undefined;
    await sandbox.expireSessions(account.email);
    const posted = { csrf: page.field("csrf"), intent: "buy", buyAmount: "7.5" };
    const ended = await (sheet ? buyer.pay(sheet) : buyer.post(PRODUCT_PATH, posted));
    expect(ended.location).toBe("/");
    const neighbour = await sandbox.createAccount({ secondStep: "google" });
    expect(await landingOf(buyer.cookies.copy(), neighbour), "nobody else's does").toBe("/Index/Home");
    expect(await landingOf(buyer.cookies, account)).toBe(PRODUCT_PATH);
    expect((await buyer.open(PRODUCT_PATH)).field("buyAmount")).toBe("7.5");
    expect(await landingOf(buyer.cookies, account), "once").toBe("/Index/Home");
  },
);

/** Signs in by the screen, and gives where that leads. */
async function landingOf(cookies: CookieJar, { email, password }: { email: string; password: string }) {
  const browser = new Visitor(login);
  browser.cookies.set("flow", cookies.get("flow") ?? "");
  const first = await browser.submit("/Login", { mobileNumber: email, loginPword: password });
  const googleCode = await sandbox.code(email, "google");
  const second = await browser.submit(first.headers.get("location") ?? "", { intent: "confirm", googleCode });
  for (const name of ["flow", "utoken"]) cookies.set(name, browser.cookies.get(name) ?? "");
  return second.headers.get("location");
}

test("a session that ends meanwhile: after signing in only its owner finds the quantity", async () => {
  const buyer = await buyerOf(sandbox);
  const opened = await buyer.open(PRODUCT_PATH);
  await sandbox.expireSessions(buyer.account.email);
  const form = { csrf: opened.field("csrf"), intent: "buy", buyAmount: "7.5" };
  await buyer.post(PRODUCT_PATH, form);

  const neighbour = await buyerOf(sandbox);
  const shared = buyer.cookies.copy().set("utoken", neighbour.cookies.get("utoken") ?? "");
  expect((await browserOf(shared).open(PRODUCT_PATH)).field("buyAmount")).toBe("1");

  await sandbox.setProduct("1002", { maxBuy: "5" });
  const { cookies } = await signIn(sandbox, buyer.account);
  buyer.cookies.set("utoken", cookies.get("utoken") ?? "");
  expect((await buyer.open(PRODUCT_PATH)).field("buyAmount")).toBe("7.5");
  // It is not offered for a product where it cannot be bought.
  expect((await buyer.open("/PowerProductDetail/1002")).field("buyAmount")).toBe("0.5");
});

test("a form from another site, or without its token, is refused with 403 and gets no quote", async () => {
  const buyer = await buyerOf(sandbox);
  const shown = await buyer.open(PRODUCT_PATH);
  const form = { intent: "buy", buyAmount: "2" };
  const { cookies } = buyer;
  const foreign = { "Sec-Fetch-Site": "cross-site" };
  const responses = [
    await browserOf(cookies).post(PRODUCT_PATH, form),
    await browserOf(cookies).post(PRODUCT_PATH, { ...form, csrf: "x".repeat(80) }),
    await browserOf(cookies).post(PRODUCT_PATH, { ...form, csrf: shown.field("csrf") }, foreign),
  ];
  for (const { status, text } of responses) {
    expect(status).toBe(403);
    expect(text).toContain(t("errors.forged"));
  }
  expect(await quoteOf(cookies)).toBeUndefined();
});

test("a step that is not legal leads to a legal one, with the reason", async () => {
  const buyer = await buyerOf(sandbox);
  for (const step of ["confirm", "code"]) {
    const signedOut = visitor();
    const response = await browserOf(signedOut).open(`${PRODUCT_PATH}?step=${step}`);
    expect(response.location).toBe(`/Login?redirectTo=${encodeURIComponent(`${PRODUCT_PATH}?step=${step}`)}`);
    expect(await flashOf(signedOut)).toMatchObject({ key: "errors.notLoggedIn" });

    expect((await buyer.open(`${PRODUCT_PATH}?step=${step}`)).location).toBe(PRODUCT_PATH);
    expect(await flashOf(buyer.cookies)).toMatchObject({ key: "errors.stepExpired" });
  }
  for (const step of ["outcome", "pay", "constructor"]) {
    expect((await buyer.open(`${PRODUCT_PATH}?step=${step}`)).location, step).toBe(PRODUCT_PATH);
  }
});

test("the quote of one product opens no step of another product", async () => {
  const buyer = await buyerOf(sandbox);
  await buyer.buy();
  expect((await buyer.open("/PowerProductDetail/1002?step=code")).location).toBe("/PowerProductDetail/1002");
  expect((await buyer.open(`${PRODUCT_PATH}?step=code`)).status).toBe(200);
});

test("with Save-Data: on the page ships no script, and its policy allows none", async () => {
  const page = await stranger().open(PRODUCT_PATH, { "Save-Data": "on" });
  const scriptsOf = (html: string) => attributesOf(html, "script:not([type='application/ld+json'])", "src");
  expect(scriptsOf(page.html)).toEqual([]);
  expect(page.headers.get("Content-Security-Policy")).toContain("script-src 'none'");
  const other = await stranger().open(PRODUCT_PATH);
  expect(scriptsOf(other.html)).not.toEqual([]);
});

test("the product page and its confirmation have neither the upstream's token nor a quote", async () => {
  const buyer = await buyerOf(sandbox);
  await buyer.buy();
  const quote = (await quoteOf(buyer.cookies)) ?? "none";
  for (const path of [PRODUCT_PATH, `${PRODUCT_PATH}?step=confirm`]) {
    const { html, status } = await buyer.open(path);
    expect(status).toBe(200);
    expect(html, path).not.toContain(buyer.token);
    expect(html, path).not.toContain(quote);
  }
});

test("purchase limits have all their digits (behaviour 9.13)", async () => {
  await sandbox.setProduct(PRODUCT, { minBuy: "0.001", maxBuy: "123.4567" });
  for (const locale of ["en_US", "el_GR"] as const) {
    const page = await stranger(locale).open(PRODUCT_PATH);
    expect(page.text).toContain(`${getText(locale)("Product.limits")} 0.001–123.4567 T`);
  }
});

test("pages about a visitor are not cached", async () => {
  const buyer = await buyerOf(sandbox);
  const refused = await buyer.buy({ buyAmount: "0" });
  for (const { headers } of [await buyer.open(PRODUCT_PATH), refused, await buyer.buy()]) {
    expect(headers.get("Cache-Control")).toBe("no-store");
  }
});

test.each([
  ["cycle", "Product.per_cycle"],
  ["year", "Product.per_year"],
  [undefined, "Product.noPeriod"],
] as const)("with PROFIT_RATIO_PERIOD=%s the estimate states its period", async (period, key) => {
  setEnv({ PROFIT_RATIO_PERIOD: period });
  try {
    const page = await stranger().open(PRODUCT_PATH);
    expect(page.text).toContain(t("Product.ratioNote", { period: t(key) }));
    const sheet = await stranger().open(`${PRODUCT_PATH}?step=estimate`);
    expect(sheet.text).toContain(
      t("Purchase.estimateText", { percent: t("common.percent", { value: "32.5" }), period: t(key) }),
    );
  } finally {
    setEnv({ PROFIT_RATIO_PERIOD: undefined });
  }
});

test.each(["return", "output", undefined] as const)(
  "the base of the fee is stated only where the operator configures it (behaviour 2.28): %s",
  async (meaning) => {
    setEnv({ PROFIT_RATIO_MEANING: meaning });
    try {
      const page = await stranger().open(PRODUCT_PATH);
      const sheet = await stranger().open(`${PRODUCT_PATH}?step=estimate`);
      for (const one of ["return", "output"] as const) {
        expect(page.text.includes(t(`Product.fee_${one}`)), one).toBe(one === meaning);
        expect(sheet.text.includes(t(`Purchase.estimateIs2_${one}`)), one).toBe(one === meaning);
      }
      if (!meaning) expect(page.text).toMatch(/Service fee 20% Settlement/);
    } finally {
      setEnv({ PROFIT_RATIO_MEANING: undefined });
    }
  },
);

test("the sheet about the estimate states what it is not, and leads back to the same quantity", async () => {
  const page = await stranger().open(`${PRODUCT_PATH}?buyAmount=7`);
  const asks = only(page.html, "a.ask").attr("href") ?? "";
  const sheet = await stranger().open(asks);
  expect(sheet.text).toContain(t("Purchase.estimateIsNot1"));
  expect(only(sheet.html, ".sheet-head a").attr("href")).toBe(`${PRODUCT_PATH}?buyAmount=7`);
});

test("quick amounts are links to the product with that quantity; the most is what the balance pays for", async () => {
  const buyer = await buyerOf(sandbox, { balances: { USDT: "100" } });
  const page = await buyer.open(PRODUCT_PATH);
  const links = all(page.html, "a.chip").map((link) => link.attr("href"));
  expect(links).toEqual(["1", "2", "5", "6"].map((quantity) => `${PRODUCT_PATH}?buyAmount=${quantity}`));
  expect((await buyer.open(`${PRODUCT_PATH}?buyAmount=6`)).field("buyAmount")).toBe("6");
});

test("a balance that is too small shows what is missing, and leads to its deposit and back to the quantity", async () => {
  const buyer = await buyerOf(sandbox, { balances: { USDT: "31" } });
  const page = await buyer.open(`${PRODUCT_PATH}?buyAmount=3`);
  const link = only(page.html, "a.placeholder-short");
  expect(link.text()).toBe(t("PowerProductDetail.short", { amount: "15.50\u00a0USDT" }));
  expect(link.attr("href")).toBe(`/Recharge/USDT?redirectTo=${encodeURIComponent(`${PRODUCT_PATH}?buyAmount=3`)}`);
  expect(all((await buyer.open(`${PRODUCT_PATH}?buyAmount=2`)).html, "a.placeholder-short").length).toBe(0);
  expect(only(page.html, ".action-bar-note").text()).toContain("46.50\u00a0USDT");
});

test("a product that is not for sale says so on the button in the place of Buy", async () => {
  await sandbox.setProduct(PRODUCT, { productStatus: 2 });
  const page = await stranger().open(PRODUCT_PATH);
  const button = only(page.html, ".action-bar button");
  expect(button.text()).toBe(t("Product.ended"));
  expect(button.attr("disabled")).toBeDefined();
});

test.each([
  [{ PROFIT_RATIO_MEANING: "return", PROFIT_RATIO_PERIOD: "cycle" }, "41.075"],
  [{ PROFIT_RATIO_MEANING: "output", PROFIT_RATIO_PERIOD: "cycle" }, "8.06"],
  [{ PROFIT_RATIO_MEANING: "return", PROFIT_RATIO_PERIOD: "year" }, "45.90547945"],
])("where the operator says what the ratio means, what is estimated to come back is shown: %j", async (env, amount) => {
  setEnv(env);
  try {
    const page = await stranger().open(`${PRODUCT_PATH}?buyAmount=2`);
    expect(textsOf(page.html, ".totals p").slice(0, 2)).toEqual([
      `${t("PowerProductDetail.payAmount")} 31.00 USDT`,
      `${t("PowerProductDetail.back")} ${amount} USDT`,
    ]);
    const [paid = 0, back = 0] = attributesOf(page.html, ".totals rect", "width").map((width) =>
      parseFloat(width ?? ""),
    );
    expect(back / paid, "the bars are in proportion").toBeCloseTo(Number(amount) / 31, 2);
  } finally {
    setEnv({ PROFIT_RATIO_MEANING: undefined, PROFIT_RATIO_PERIOD: undefined });
  }
});

test("where it is not known what the ratio means, or what fee is taken, nothing is estimated", async () => {
  const bars = async () => all((await stranger().open(PRODUCT_PATH)).html, ".totals svg").length;
  expect(await bars()).toBe(0);
  setEnv({ PROFIT_RATIO_MEANING: "output", PROFIT_RATIO_PERIOD: "cycle" });
  try {
    expect(await bars()).toBe(2);
    await sandbox.setProduct(PRODUCT, { serviceRate: "some" });
    forgetPublicReads();
    expect(await bars()).toBe(0);
  } finally {
    setEnv({ PROFIT_RATIO_MEANING: undefined, PROFIT_RATIO_PERIOD: undefined });
  }
});

test("the cycle is a bar from today to its earliest end, and the words below say when and how it is settled", async () => {
  const { text } = await stranger().open(PRODUCT_PATH);
  const day = formatDay(Date.now() + 540 * 24 * 60 * 60_000, "en_US");
  expect(text).toContain(`Today – ${day} at the earliest, settled T+1`);
  await sandbox.setProduct(PRODUCT, { miningCycle: "" });
  forgetPublicReads();
  expect((await stranger().open(PRODUCT_PATH)).text).not.toContain("at the earliest");
});

test("without scripts − at the minimum says so", async () => {
  const cookies = visitor();
  await postQuantity(cookies, { intent: "decrease", buyAmount: "1.5" });
  expect(await flashOf(cookies)).toBeNull();
  const { location } = await postQuantity(cookies, { intent: "decrease", buyAmount: "1" });
  expect(location).toContain("buyAmount=1");
  expect(await flashOf(cookies)).toMatchObject({ key: "errors.quantityMin", values: { min: "1" } });
});

test("without scripts + at the maximum says so", async () => {
  const cookies = visitor();
  expect((await postQuantity(cookies, { intent: "increase", buyAmount: "199.5" })).status).toBe(303);
  expect(await flashOf(cookies)).toBeNull();
  await postQuantity(cookies, { intent: "increase", buyAmount: "200" });
  expect(await flashOf(cookies)).toMatchObject({ key: "errors.quantityMax", values: { max: "200" } });
});
