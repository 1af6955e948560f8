import { beforeEach, expect, test } from "vitest";
import * as login from "~/routes/Login.($account)/route";
import { WHOLE_LIST_PAGE_SIZE } from "~server/catalogue/snapshot";
import { readFlash } from "~server/session/flash";
import type { Locale } from "~server/i18n/locale";
import { closeStore } from "~server/store/shared";
import { productList } from "~server/upstream/catalogue";
import { catalogues } from "~server/texts/catalogue";
import { getText } from "~server/texts/text";
import type { WireResponse } from "../../support/scriptless/wire";
import { confirmPath, PRODUCT, PRODUCT_PATH } from "../../support/purchase-paths";
import { TERMS, browserOf, buyerOf, postQuantity, stranger } from "../../support/buying";
import { beginAnew, setEnv } from "../../support/environment";
import { all, attributesOf, formOf, only, textOf, textsOf, titleOf } from "../../support/html";
import { useUpstream } from "../../support/upstream";
import { CookieJar, pageRequest } from "../../support/requests";
import { readFlow } from "../../support/route-args";
import { Visitor } from "../../support/visitor";

const STEPS = ["Account", "Authenticator", "Deposit", "Pay"];

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

test("the page shows price, status, cycle, service rate, settlement, pay symbol, limits and expected ratio", async () => {
  const { status, text } = await stranger().open(PRODUCT_PATH);
  expect(status).toBe(200);
  for (const fact of [
    ...["Filecoin Flagship Power, 540 days", "15.50 USDT per T (1 TB)", t("Product.onsale")],
    ...[
      "540 days of mining",
      `${t("Product.serviceRate")} 20%`,
      `${t("Product.settlement")} ${t("Product.creditedNextDay")}`,
      t("PowerProductDetail.payIn", { coin: "USDT" }),
      `${t("Product.limits")} 1–200 T`,
      `${t("Product.ratio")} 32.5%`,
      t("Product.period"),
      `${t("Product.withdrawal")} ${t("Product.inTheApp")}`,
    ],
    "Network Filecoin mainnet",
  ]) {
    expect(text).toContain(fact);
  }
});

test.each<[Locale, string[]]>([
  ["en_US", ["Network Filecoin mainnet", "Release 25% at once", "Paid out in FIL", "Warranty 1 year"]],
  ["el_GR", ["網路 Filecoin 主網", "釋放方式 25% 立即釋放", "發放幣種 FIL", "保固 一年"]],
])("attributes of all lists are shown once, in the page's language: %s", async (locale, facts) => {
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

test("missing upstream data is shown as missing, never as 0", async () => {
  const missing = { miningCycle: "", serviceRate: null, incomeType: "", profitRatio: "", minBuy: "", maxBuy: "" };
  await sandbox.setProduct(PRODUCT, missing);
  const { text } = await stranger().open(PRODUCT_PATH);
  for (const fact of ["cycle", "serviceRate", "settlement", "limits"] as const) {
    expect(text).toContain(`${t(`Product.${fact}`)} —`);
  }
});

test("signed out, no balance is read, and the bar offers registration and sign-in", async () => {
  const page = await stranger().open(PRODUCT_PATH);
  expect(textsOf(page.html, ".action-bar button")).toEqual([
    t("PowerProductDetail.register"),
    t("PowerProductDetail.signIn"),
  ]);
  expect(attributesOf(page.html, ".action-bar button", "class")).toEqual(["button", "button button-quiet"]);
  expect(page.text).not.toContain(t("PowerProductDetail.balance"));
  expect(textsOf(page.html, ".buy-steps li")).toEqual(STEPS);
  expect(await sandbox.calls("getUserAccountByUid")).toBe(0);
  expect(await sandbox.calls("user_info")).toBe(0);
});

test.each([
  ["register", "/Register"],
  ["buy", "/Login"],
])("signed out, %s leads to %s and then back with the quantity", async (intent, path) => {
  const posted = await postQuantity(visitor(), { intent, buyAmount: "2.5" });
  expect([posted.status, posted.location]).toEqual([
    303,
    `${path}?redirectTo=${encodeURIComponent(`${PRODUCT_PATH}?buyAmount=2.5`)}`,
  ]);
  expect((await postQuantity(visitor(), { intent, buyAmount: "0.5" })).status).toBe(422);
});

/** A buyer's action bar: the label of its button, and its steps. */
async function barOf(buyer: Awaited<ReturnType<typeof buyerOf>>, intent: string, quantity = "2") {
  const { html } = await buyer.open(`${PRODUCT_PATH}?buyAmount=${quantity}`);
  const form = formOf(html, "[name=buyAmount]");
  expect(form.buttons[0]?.value, "Enter takes the same step").toBe(intent);
  expect(attributesOf(html, ".action-bar button", "value")).toEqual([intent]);
  return [textsOf(html, ".action-bar button"), textsOf(html, ".buy-steps li"), textsOf(html, "[aria-current=step]")];
}

test("the bar names the next step and ticks done ones", async () => {
  const [account, authenticator, deposit, pay] = STEPS;
  const amount = t("PowerProductDetail.deposit", { amount: "31.00 USDT" });
  const poor = { balances: { USDT: "0" } };
  expect(await barOf(await buyerOf(sandbox, { ...poor, googleBound: false }), "link")).toEqual([
    [t("PowerProductDetail.link")],
    [`✓ ${account}`, authenticator, deposit, pay],
    [authenticator],
  ]);
  expect(await barOf(await buyerOf(sandbox, { googleBound: false }), "link")).toEqual([
    [t("PowerProductDetail.link")],
    [`✓ ${account}`, authenticator, `✓ ${deposit}`, pay],
    [authenticator],
  ]);
  expect(await barOf(await buyerOf(sandbox, poor), "deposit")).toEqual([
    [amount],
    [`✓ ${account}`, `✓ ${authenticator}`, deposit, pay],
    [deposit],
  ]);
  expect(await barOf(await buyerOf(sandbox), "buy")).toEqual([
    [t("PowerProductDetail.buy")],
    [`✓ ${account}`, `✓ ${authenticator}`, `✓ ${deposit}`, pay],
    [pay],
  ]);
});

test.each([
  ["buy", { googleBound: false }, "/GoogleBind", "errors.notBound"],
  ["link", { googleBound: false }, "/GoogleBind", undefined],
  ["buy", { balances: { USDT: "0" } }, "/Recharge/USDT", "errors.insufficientBalance"],
  ["deposit", { balances: { USDT: "0" } }, "/Recharge/USDT", undefined],
])("pressing %s with %j leads to %s, with the message %s", async (intent, account, path, key) => {
  const buyer = await buyerOf(sandbox, account);
  const posted = await postQuantity(buyer.cookies, { intent, buyAmount: "2" });
  expect([posted.status, posted.location?.split("?")[0]]).toEqual([303, path]);
  expect((await flashOf(buyer.cookies))?.key).toBe(key);
});

test.each([{ maxBuy: "unlimited" }, { price: "soon" }, { paySymbol: {} }, { productStatus: null }])(
  "a product with %j is shown, but cannot be bought",
  async (odd) => {
    const product = { productId: PRODUCT, title: "Odd one", ...TERMS, ...odd };
    await sandbox.fail("project_sku_detail", { kind: "answer", body: { code: 0, data: product } });
    const page = await stranger().open(PRODUCT_PATH);
    expect([page.status, page.text.includes("Odd one")]).toEqual([200, true]);
    expect(page.text).toContain(t("errors.notForSale"));
    const tags = textsOf(page.html, ".tag");
    expect([tags.length, tags.includes(t("Product.onsale"))], "one tag, not On Sale").toEqual([1, false]);
    expect(page.html).not.toContain('name="buyAmount"');
  },
);

test("signed in, the paying account's balance is shown", async () => {
  const { text } = await (await buyerOf(sandbox, { balances: { USDT: "1234.5678901" } })).open(PRODUCT_PATH);
  expect(text).toContain(`${t("PowerProductDetail.balance")} 1,234.5678 USDT`);
  expect(text).toContain(t("PowerProductDetail.buy"));
});

const REFUSED_QUANTITIES = [
  ["", "errors.quantityRequired", {}],
  ["1,000", "errors.quantityInvalid", {}],
  ["0.5", "errors.quantityMin", { min: "1" }],
  // The toast on blur names the maximum; the server says out of stock.
  ["12345678901234567890", "errors.outOfStock", {}],
  ["1.25", "errors.quantityStep", { step: "0.5", nearest: "1 / 1.5" }],
] as const;

test.each(REFUSED_QUANTITIES)("the quantity %j is rejected with 422 and kept: %s", async (typed, key, values) => {
  const page = await postQuantity(visitor(), { buyAmount: typed });
  expect(page.status).toBe(422);
  expect(page.field("buyAmount")).toBe(typed);
  expect(page.text).toContain(t(key, values));
  // The only wrong field has the focus, and the title begins with Error.
  expect(attributesOf(page.html, "#summary, [autofocus]", "id")).toEqual(["buy-buyAmount"]);
  expect(titleOf(page.html).startsWith(t("common.errorPrefix"))).toBe(true);
});

test.each([
  ["increase", "1", "1.5"],
  ["decrease", "1", "1"],
  ["increase", "5000", "200"],
  ["decrease", "nonsense", "1"],
])("without scripts %s from %j returns 303 to the page with %s", async (intent, typed, quantity) => {
  const cookies = visitor();
  const response = await postQuantity(cookies, { intent, buyAmount: typed });
  expect(response.status).toBe(303);
  expect(response.location).toBe(`${PRODUCT_PATH}?buyAmount=${quantity}`);
  const page = await browserOf(cookies).open(response.location ?? "");
  expect(page.field("buyAmount")).toBe(quantity);
});

test("without scripts a button recalculates the amount, rounded down to 8 decimals", async () => {
  await sandbox.setProduct(PRODUCT, { price: "0.123456789", stepBuy: "0.01" });
  const cookies = visitor();
  const response = await postQuantity(cookies, { intent: "recalculate", buyAmount: "1.50" });
  expect(response.location).toBe(`${PRODUCT_PATH}?buyAmount=1.5`);
  expect((await browserOf(cookies).open(response.location ?? "")).text).toContain("You pay, USDT 0.18518518");
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

test("a valid quantity gets a quote and leads to the confirmation, with only the quantity in its URL", async () => {
  const buyer = await buyerOf(sandbox);
  const response = await buyer.buy({ buyAmount: "2.5" });
  expect(response.status).toBe(303);
  expect(response.location).toBe(confirmPath("2.5"));
  expect(await quoteOf(buyer.cookies)).toBeTruthy();
});

test("the quote has the upstream's current price, not that of the page or the post", async () => {
  const buyer = await buyerOf(sandbox);
  const page = await buyer.open(PRODUCT_PATH);
  expect(page.text).toContain("15.50 USDT per T (1 TB)");
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
  beginAnew();
  const page = await buyer.open(PRODUCT_PATH);
  expect(page.text).toContain(label);
  expect(page.text).toContain(`${t(`Purchase.${status}`)} ${t("Purchase.toMarket")}`);
  expect(buttons(page).filter(({ disabled }) => disabled)).toMatchObject([{ text: label }]);
  expect(page.field("buyAmount")).toBeUndefined();

  // A form on a page that was opened before buys nothing either.
  const form = { csrf: opened.field("csrf"), intent: "buy", buyAmount: "2" };
  const late = await buyer.post(PRODUCT_PATH, form);
  expect(late.status).toBe(422);
  expect(late.text).toContain(t(`Purchase.${status}`));
  expect(await quoteOf(buyer.cookies)).toBeUndefined();
});

const MINER = "/PowerProductDetail/2001";

test("a miner's power URL redirects to its own page, also for a post of its buy button", async () => {
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

/** Sets a complete list of the upstream, and reads it. */
async function give(type: "power" | "miner", body: unknown): Promise<void> {
  await sandbox.fail("project_sku", { kind: "answer", body });
  const list = { page: 1, pageSize: WHOLE_LIST_PAGE_SIZE, type };
  await productList({ locale: "en_US" }, list, { fresh: true }).catch(() => undefined);
  await sandbox.heal();
}

test("a product is a miner only if the miner list has it and the power list does not; if unsure there is no redirect", async () => {
  const status = async (responses: { power?: unknown; miner?: unknown }) => {
    beginAnew();
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

test("maxBuy 0 is out of stock, on the page and for a post from an older page", async () => {
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
  expect(textsOf(page.html, ".gallery-name .tag")).toEqual([t("Product.soldOut")]);
  // The page names no limits, because no quantity can be bought.
  expect(page.text).not.toContain(t("Product.limits"));
  expect(page.field("buyAmount")).toBeUndefined();
});

test("while Redis does not respond, the page says why nothing can be bought", async () => {
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
    // An earlier purchase, unreadable now, may have changed the balance.
    expect(page.text).not.toContain("balance hasn’t changed");
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

test("without an authenticator the visitor links one first, with a message, and returns to the same quantity", async () => {
  const buyer = await buyerOf(sandbox, { googleBound: false });
  const goOn = `redirectTo=${encodeURIComponent(`${PRODUCT_PATH}?buyAmount=2.5`)}`;
  const keys = await sandbox.calls("toopen_google_authenticator");
  const response = await buyer.buy();
  expect([response.status, response.location]).toEqual([303, `/GoogleBind?step=key&${goOn}`]);
  expect(await flashOf(buyer.cookies), "information").toEqual({ key: "errors.notBound", kind: "status", stays: true });
  expect(await quoteOf(buyer.cookies)).toBeUndefined();
  expect((await buyer.buy()).location, "the key is requested once").toBe(response.location);
  expect(await sandbox.calls("toopen_google_authenticator")).toBe(keys + 1);
});

test.each([
  ["is refused", { kind: "error", code: "99999", msg: "Busy" }],
  ["gets no response", { kind: "reset" }],
] as const)("if a key %s, the linking page requests it again", async (_, fault) => {
  const buyer = await buyerOf(sandbox, { googleBound: false });
  await sandbox.fail("toopen_google_authenticator", fault);
  const response = await buyer.buy();
  const goOn = encodeURIComponent(`${PRODUCT_PATH}?buyAmount=2.5`);
  expect([response.status, response.location]).toEqual([303, `/GoogleBind?redirectTo=${goOn}`]);
});

test("a balance below the payment is insufficient, an equal one is enough", async () => {
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

test("with an unreadable balance the product is shown, and buying is disabled with the reason", async () => {
  const buyer = await buyerOf(sandbox);
  const opened = await buyer.open(PRODUCT_PATH);
  await sandbox.fail("getUserAccountByUid", { kind: "html" });
  const page = await buyer.open(PRODUCT_PATH);
  expect(page.status).toBe(200);
  expect(page.text).toContain("15.50 USDT per T (1 TB)");
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

test("buying while the product is unreadable returns 503 and keeps the quantity", async () => {
  const buyer = await buyerOf(sandbox);
  const opened = await buyer.open(PRODUCT_PATH);
  await sandbox.fail("project_sku_detail", { kind: "reset" });
  const form = { csrf: opened.field("csrf"), intent: "buy", buyAmount: "2" };
  const page = await buyer.post(PRODUCT_PATH, form);
  expect(page.status).toBe(503);
  expect(page.text).toContain(t("errors.network"));
  expect(page.field("buyAmount")).toBe("2");
});

test("an unknown product returns 404 with a link to the list", async () => {
  const page = await stranger().open("/PowerProductDetail/999999");
  expect(page.status).toBe(404);
  expect(page.text).toContain(t("PowerProductDetail.notFoundText"));
  expect(page.html).toContain('href="/Index/Power"');
});

test.each(["the quantity", "the code"])(
  "after a session expires at %s, its owner's next sign-in leads back to the product",
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
    expect(await landingOf(buyer.cookies.copy(), neighbour), "another account's does not").toBe("/Index/Home");
    expect(await landingOf(buyer.cookies, account)).toBe(PRODUCT_PATH);
    expect((await buyer.open(PRODUCT_PATH)).field("buyAmount")).toBe("7.5");
    expect(await landingOf(buyer.cookies, account), "once").toBe("/Index/Home");
  },
);

/** Signs in through the form; returns its target. */
async function landingOf(cookies: CookieJar, { email, password }: { email: string; password: string }) {
  const browser = new Visitor(login);
  browser.cookies.set("flow", cookies.get("flow") ?? "");
  const first = await browser.submit("/Login", { mobileNumber: email, loginPword: password });
  const googleCode = await sandbox.code(email, "google");
  const second = await browser.submit(first.headers.get("location") ?? "", { intent: "confirm", googleCode });
  for (const name of ["flow", "utoken"]) cookies.set(name, browser.cookies.get(name) ?? "");
  return second.headers.get("location");
}

test("an illegal step redirects to a legal one with the reason", async () => {
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

test.each(["return", "output", undefined] as const)(
  "the fee's base and the ratio's name are stated as configured: %s",
  async (meaning) => {
    setEnv({ PROFIT_RATIO_MEANING: meaning });
    try {
      const page = await stranger().open(PRODUCT_PATH);
      const sheet = await stranger().open(`${PRODUCT_PATH}?step=estimate`);
      for (const one of ["return", "output"] as const) {
        expect(page.text.includes(catalogues.en_US.Product[`fee_${one}`]), one).toBe(one === meaning);
        expect(sheet.text.includes(t(`Purchase.estimateIs2_${one}`)), one).toBe(one === meaning);
      }
      if (!meaning) expect(page.text).toMatch(/Service fee 20% Settlement/);
      const list = await stranger().open("/Index/Power");
      expect(list.text).toContain(meaning === "return" ? "Return period not stated" : "Ratio period not stated");
    } finally {
      setEnv({ PROFIT_RATIO_MEANING: undefined });
    }
  },
);

test("quick amounts are links with that quantity; the maximum is what the balance can pay", async () => {
  const buyer = await buyerOf(sandbox, { balances: { USDT: "100" } });
  const page = await buyer.open(PRODUCT_PATH);
  const links = all(page.html, "a.chip").map((link) => link.attr("href"));
  expect(links).toEqual(["1", "2", "5", "6"].map((quantity) => `${PRODUCT_PATH}?buyAmount=${quantity}`));
  expect((await buyer.open(`${PRODUCT_PATH}?buyAmount=6`)).field("buyAmount")).toBe("6");
});

test.each([
  [{ PROFIT_RATIO_MEANING: "return", PROFIT_RATIO_PERIOD: "cycle" }, "Estimated total back 41.075"],
  [{ PROFIT_RATIO_MEANING: "output", PROFIT_RATIO_PERIOD: "cycle" }, "Estimated output, after the fee 8.06"],
  [{ PROFIT_RATIO_MEANING: "return", PROFIT_RATIO_PERIOD: "year" }, "Estimated total back 45.90547945"],
])("the estimated return is shown once the operator has defined the ratio: %j", async (env, back) => {
  setEnv(env);
  try {
    const page = await stranger().open(`${PRODUCT_PATH}?buyAmount=2`);
    expect(textsOf(page.html, ".deal-figure")).toEqual(["You pay, USDT 31.00", `${back} USDT`]);
  } finally {
    setEnv({ PROFIT_RATIO_MEANING: undefined, PROFIT_RATIO_PERIOD: undefined });
  }
});

test("without scripts − at the minimum shows a message", async () => {
  const cookies = visitor();
  await postQuantity(cookies, { intent: "decrease", buyAmount: "1.5" });
  expect(await flashOf(cookies)).toBeNull();
  const { location } = await postQuantity(cookies, { intent: "decrease", buyAmount: "1" });
  expect(location).toContain("buyAmount=1");
  expect(await flashOf(cookies)).toMatchObject({ key: "errors.quantityMin", values: { min: "1" } });
});
