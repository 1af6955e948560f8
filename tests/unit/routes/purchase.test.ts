import { beforeEach, expect, test, vi } from "vitest";
import { pauseValues } from "~server/forms/pauses";
import * as login from "~/routes/Login.($account)/route";
import { getText } from "~server/texts/text";
import { UNKNOWN_BLOCK_MS } from "~server/purchase/outcome";
import { REFUSAL_LOOK_AGAIN_MS } from "~server/purchase/unknown-outcome";
import { ledger } from "~server/purchase/ledger";
import { QUOTE_AGE_MS, signQuote } from "~server/purchase/quote";
import { RECEIPT_AGE_MS } from "~server/purchase/receipt";
import type { Fault } from "@storefront/sandbox/start";
import { readFlash } from "~server/session/flash";
import { flowCookie } from "~server/session/flow-session";
import { readSession } from "~server/session/session";
import { payerOf } from "~server/purchase/signature";
import { all, attributesOf, textsOf } from "../../support/html";
import { passWait } from "../../support/pass-wait";
import { useUpstream } from "../../support/upstream";
import { breakStore, loseStore } from "../../support/store";
import { closeStore, store } from "~server/store/shared";
import type { WireResponse } from "../../support/scriptless/wire";
import {
  CODE_PATH,
  CONFIRM_PATH,
  confirmPath,
  OUTCOME_PATH,
  PRODUCT,
  PRODUCT_PATH,
  PURCHASE,
} from "../../support/purchase-paths";
import { TERMS, browserOf, buyerOf, postQuantity, type Buyer } from "../../support/buying";
import { setEnv } from "../../support/environment";
import { CookieJar, pageRequest } from "../../support/requests";
import { readFlow } from "../../support/route-args";
import { signIn } from "../../support/signed-in";
import { Visitor } from "../../support/visitor";
import { LONG_WAIT } from "@storefront/test-support/endless-wait";
import { sentence, moveClock, setClock } from "../../support/move-clock";
import { duringTheMark } from "../../support/during-the-mark";
import { QUOTED } from "../../support/quote";

const TWIN = "1002";
const TWIN_PATH = `/PowerProductDetail/${TWIN}`;
const DONE_PATH = `${PRODUCT_PATH}?step=done`;
const AGAIN_PATH = `${PRODUCT_PATH}?step=again&buyAmount=2.5`;
const FORGOTTEN_PATH = `${PRODUCT_PATH}?step=forgotten`;
const FORGOTTEN_AGAIN_PATH = `${FORGOTTEN_PATH}&buyAmount=2.5`;
/** 2.5 T at 15.5. */
const RECEIPT_PATH = "/Successpay?tokenAmount=2.5&payAmount=38.75&paySymbol=USDT";

const BOUGHT = "2.5 T for 38.75 USDT";

/** A code whose digits are in no amount of these pages. */
const WRONG_CODE = "918273";

const t = getText("en_US");

const sandbox = await useUpstream();

/** Signed in before each test. */
let buyer: Buyer;

beforeEach(async () => {
  for (const product of [PRODUCT, TWIN]) await sandbox.setProduct(product, { ...TERMS, stock: "1000" });
  buyer = await buyerOf(sandbox);
});

const flashOf = async (cookies: CookieJar) => (await readFlash(pageRequest("/", { cookies }))).flash;
const purchases = () => sandbox.calls(PURCHASE);

/** The quantity form of a page. */
const buying = (page: WireResponse) => ({ csrf: page.field("csrf"), intent: "buy", buyAmount: "2.5" });

/** The number of orders and the balance, read from the buyer's pages. */
async function ordersAndBalanceOf(buyer: Buyer) {
  const [list, page] = [await buyer.open("/MyOrder"), await buyer.open(PRODUCT_PATH)];
  return {
    orders: all(list.html, "main tbody tr").length,
    balance: new RegExp(`${t("PowerProductDetail.balance")} (\\S+) USDT`).exec(page.text)?.[1],
  };
}

/** The number of the buyer's only order, from My orders. */
async function numberOf(buyer: Buyer): Promise<string> {
  const list = await buyer.open("/MyOrder");
  return attributesOf(list.html, "main tbody a", "href")[0]?.slice("/MyOrder/".length) ?? "none";
}

const UNTOUCHED = { orders: 0, balance: "1,000,000" };
const BOUGHT_ONCE = { orders: 1, balance: "999,961.25" };

function expectPaid(response: WireResponse): void {
  expect(response.status, response.text).toBe(303);
  expect(response.location).toBe(RECEIPT_PATH);
}

test("the confirmation shows all costs, the balance before and after, and the risk notice", async () => {
  await buyer.buy();
  const { text, html } = await buyer.open(CONFIRM_PATH);
  const sheet = text.slice(text.indexOf(t("PowerProductDetail.confirmTitle")), text.indexOf("You pay, USDT"));
  for (const line of [
    `${t("PowerProductDetail.payNow")} 38.75 USDT`,
    "Filecoin Flagship Power, 540 days",
    t("Purchase.confirmCost", { quantity: "2.5", price: "15.50 USDT" }),
    t("Product.shortFee", { fee: "20%" }),
    "540 days of mining",
    t("Product.creditedNextDay"),
    `${t("Product.ratio")} 32.5% ${t("Product.ratioNote", { period: t("Product.period") })}`,
    `${t("PowerProductDetail.confirmAgreement")} user agreement ${t("PowerProductDetail.confirmAgreementEnd")} `,
    t("PowerProductDetail.balanceAfter", { before: "1,000,000", after: "999,961.25" }),
    t("PowerProductDetail.confirmRisk"),
  ]) {
    expect(sheet).toContain(line.replace(/\s+/g, " "));
  }
  expect(html).toContain(`href="${CODE_PATH}&amp;buyAmount=2.5&amp;payAmount=38.75&amp;terms=`);
});

test("without a balance the confirmation says so and cannot be continued", async () => {
  await buyer.buy();
  await sandbox.fail("getUserAccountByUid", { kind: "malformed" });
  const page = await buyer.open(CONFIRM_PATH);
  expect(page.status).toBe(200);
  expect(page.text).toContain(t("errors.balanceUnknown"));
  expect(page.html).not.toContain(`href="${CODE_PATH}"`);
});

test("a payment with the right code leads to the receipt with its query", async () => {
  const response = await buyer.pay(await buyer.toCode());
  expectPaid(response);
  // The receipt ships no script, so it is loaded as a document.
  expect(response.headers.get("X-Remix-Reload-Document")).toBe("true");
  expect(buyer.cookies.get("receipt")).toBeTruthy();
  expect((await readFlow(pageRequest("/", { cookies: buyer.cookies }))).purchase).toBeUndefined();
  expect(await ordersAndBalanceOf(buyer)).toEqual(BOUGHT_ONCE);
});

test.each([
  [undefined, "errors.codeRequired"],
  ["1234 5", "errors.codeLength"],
] as const)(
  "the code %j is rejected at its field without a call, and the quote stays valid",
  async (googleCode, key) => {
    const sheet = await buyer.toCode();
    const refused = await buyer.pay(sheet, { googleCode });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(t(key));
    expect(attributesOf(refused.html, "#summary, [autofocus]", "id")).toEqual(["pay-googleCode"]);
    expect(refused.field("quote")).toBe(sheet.field("quote"));
    expect(await purchases()).toBe(0);
    expectPaid(await buyer.pay(refused));
  },
);

test("a code with spaces, full-width digits and a seventh digit is sent as six digits", async () => {
  await buyer.pay(await buyer.toCode(), { googleCode: "９１８ 2734" });
  expect((await sandbox.requests(PURCHASE)).map(({ body }) => body)).toEqual([
    expect.objectContaining({ googleCode: WRONG_CODE }),
  ]);
});

test("a wrong code is rejected at its field with a new quote, which the right code pays", async () => {
  const sheet = await buyer.toCode();
  const refused = await buyer.pay(sheet, { googleCode: WRONG_CODE });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain(t("errors.code"));
  expect(attributesOf(refused.html, "#summary, [autofocus]", "id")).toEqual(["pay-googleCode"]);
  expect(refused.html).not.toContain(WRONG_CODE);
  expect(refused.field("quote")).toBeTruthy();
  expect(refused.field("quote")).not.toBe(sheet.field("quote"));
  expect(await ordersAndBalanceOf(buyer)).toEqual(UNTOUCHED);
  expectPaid(await buyer.pay(refused));
  expect(await ordersAndBalanceOf(buyer)).toEqual(BOUGHT_ONCE);
});

test("a code already used to pay or sign in gets the message that it works once and nothing was charged", async () => {
  const googleCode = await sandbox.code(buyer.account.email, "google");
  expectPaid(await buyer.pay(await buyer.toCode(), { googleCode }));
  const used = await buyer.pay(await buyer.toCode(), { googleCode });
  expect(used.status).toBe(422);
  const message = "Verification code error! Each code works once. Wait for the next one.";
  expect(textsOf(used.html, "#pay-googleCode-error")).toEqual([message]);
  expect(textsOf(used.html, "#summary").join()).toContain(t("errors.nothingCharged"));
  // For a wrong code the message has no such addition.
  const wrong = await buyer.pay(used, { googleCode: WRONG_CODE });
  expect(textsOf(wrong.html, "#pay-googleCode-error")).toEqual([t("errors.codeNotCharged")]);

  const account = await sandbox.createAccount();
  const visitor = new Visitor(login, "en_US");
  await visitor.submit("/Login", { mobileNumber: account.email, loginPword: account.password });
  const code = await sandbox.code(account.email, "google");
  expect((await visitor.submit("/Login?step=google", { intent: "confirm", googleCode: code })).status).toBe(303);
  const { cookies } = visitor;
  await postQuantity(cookies);
  const sheet = await browserOf(cookies).open(CODE_PATH);
  const form = { csrf: sheet.field("csrf"), quote: sheet.field("quote"), googleCode: code };
  const refused = await browserOf(cookies).post(CODE_PATH, form);
  expect(textsOf(refused.html, "#pay-googleCode-error")).toEqual([message]);
});

test("a payment continues if the record of used codes cannot be written", async () => {
  const sharedStore = store();
  const { set } = sharedStore;
  vi.spyOn(sharedStore, "set").mockImplementation((key, ...given) =>
    key.startsWith("used-code:") ? Promise.reject(new Error("lost")) : set(key, ...given),
  );
  expectPaid(await buyer.pay(await buyer.toCode()));
});

test("a used quote stays rejected, even with the right code", async () => {
  const sheet = await buyer.toCode();
  await buyer.pay(sheet, { googleCode: WRONG_CODE });
  const again = await buyer.pay(sheet);
  expect(again.status).toBe(422);
  expect(again.text).toContain(t("errors.code"));
  expect(await purchases()).toBe(1);
  expectPaid(await buyer.pay(again));
});

test("the page of a used quote asks to confirm again, since any code would be rejected", async () => {
  const sheet = await buyer.toCode();
  const cutOff = buyer.cookies.copy();
  expect((await buyer.pay(sheet, { googleCode: WRONG_CODE })).status).toBe(422);
  // As after a lost response, or after Back to the quantity and another press.
  for (const path of [CODE_PATH, CONFIRM_PATH]) {
    expect((await browserOf(cutOff).open(path)).location).toBe(`${PRODUCT_PATH}?buyAmount=2.5`);
    expect((await flashOf(cutOff))?.key).toBe("errors.quoteExpired");
  }
  expectPaid(await buyer.pay(await buyer.open(CODE_PATH)));
});

test("a rejected purchase shows the reason and that nothing was charged", async () => {
  const wrong = await buyer.pay(await buyer.toCode(), { googleCode: WRONG_CODE });
  expect(wrong.text).toContain(t("errors.nothingCharged"));
  passWait(REFUSAL_LOOK_AGAIN_MS);
  await sandbox.fail(PURCHASE, { kind: "error", code: 20099, msg: "Closed <b>today</b>" }, { times: 1 });
  const closed = await buyer.pay(wrong);
  expect(closed.text).toMatch(new RegExp(`Closed <b>today</b>.*${t("errors.nothingCharged")}`));
  expect(closed.html).not.toContain("<b>today");
  expect(await ordersAndBalanceOf(buyer)).toEqual(UNTOUCHED);
});

test("if the upstream charges but reports busy, the page shows the order", async () => {
  const sheet = await buyer.toCode();
  await sandbox.fail(PURCHASE, { kind: "error", code: 20099, msg: "System busy", after: "effect" }, { times: 1 });
  const response = await buyer.pay(sheet);
  expect(response.location, response.text).toBe(OUTCOME_PATH);
  const { text } = await buyer.open(OUTCOME_PATH);
  expect(text).toContain(t("Purchase.unknownMade"));
  expect(text).not.toContain(t("errors.nothingCharged"));
  expect(await ordersAndBalanceOf(buyer)).toEqual(BOUGHT_ONCE);
});

test("five wrong codes pause an account's payments until a shown time; other accounts can pay", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  let sheet = await buyer.toCode();
  for (let wrong = 0; wrong < 5; wrong += 1) sheet = await buyer.pay(sheet, { googleCode: WRONG_CODE });
  expect(await purchases()).toBe(5);
  // The pause also applies to another session of the account and to another product.
  const right = await sandbox.code(buyer.account.email, "google");
  const paused = await buyer.pay(sheet, { googleCode: right });
  expect(paused.status).toBe(429);
  const until = t("errors.codesPaused", pauseValues(Date.now() + 15 * 60_000));
  expect(paused.text).toContain(until.replace(/\s/g, " "));
  expect(paused.text).toContain(t("errors.nothingCharged"));
  expect(await purchases()).toBe(5);
  const neighbour = await buyerOf(sandbox);
  expectPaid(await neighbour.pay(await neighbour.toCode()));
  await sandbox.advance(15 * 60_000);
  vi.setSystemTime(Date.now() + 15 * 60_000 + 1_000);
  expectPaid(await buyer.pay(await buyer.toCode()));
});

test("after a payment Back shows that it is done and links to the order, without a payment form", async () => {
  expectPaid(await buyer.pay(await buyer.toCode()));
  for (const path of [CODE_PATH, CONFIRM_PATH]) {
    expect((await buyer.open(path)).location).toBe(DONE_PATH);
    expect(await flashOf(buyer.cookies)).toBeNull();
  }
  const done = await buyer.open(DONE_PATH);
  expect(done.text).toContain(t("Purchase.doneTitle"));
  expect(done.text).toContain("2.5 T for 38.75 USDT");
  const orderPath = `/MyOrder/${await numberOf(buyer)}`;
  expect(attributesOf(done.html, "[role=dialog] a", "href")).toEqual(
    expect.arrayContaining([orderPath, RECEIPT_PATH, PRODUCT_PATH]),
  );
  expect(done.html).toContain(`href="${RECEIPT_PATH.replaceAll("&", "&amp;")}"`);
  expect(done.field("buyAmount")).toBeUndefined();
  // The product page reports it as well; buying there is a new purchase.
  const product = await buyer.open(PRODUCT_PATH);
  expect(product.text).toContain(t("Purchase.doneTitle"));
  expect(attributesOf(product.html, "main .chip", "href")).toEqual(expect.arrayContaining([orderPath, RECEIPT_PATH]));
  expect(product.field("buyAmount")).toBeDefined();
  expect((await buyer.open(TWIN_PATH)).text).not.toContain(t("Purchase.doneTitle"));
});

test("after a broken connection the old URL shows that the payment is done", async () => {
  const sheet = await buyer.toCode();
  const cutOff = buyer.cookies.copy();
  expectPaid(await buyer.pay(sheet));
  // The browser got neither the receipt nor the new flow, and the quote has expired.
  moveClock(QUOTE_AGE_MS + 1_000);
  expect((await browserOf(cutOff).open(CODE_PATH)).location).toBe(DONE_PATH);
  expect((await browserOf(cutOff).open(DONE_PATH)).text).toContain("2.5 T for 38.75 USDT");
  // Its receipt can be opened from there.
  expect((await browserOf(cutOff).open(RECEIPT_PATH)).text).toContain("38.75 USDT");
});

test("after a broken connection posting the old form again returns the first response", async () => {
  const sheet = await buyer.toCode();
  expectPaid(await buyer.pay(sheet));
  expectPaid(await buyer.pay(sheet, { googleCode: "111111" }));
  await closeStore();
  expectPaid(await buyer.pay(sheet, { googleCode: "222222" }));
  expect(await purchases()).toBe(1);
});

test.each<[string, (browser: ReturnType<typeof browserOf>, stale: WireResponse) => Promise<WireResponse>]>([
  ["a page opened before", (browser, stale) => browser.post(PRODUCT_PATH, buying(stale))],
  [
    "a page opened after a quote of another product",
    async (browser) => {
      await browser.post(TWIN_PATH, buying(await browser.open(TWIN_PATH)));
      return browser.post(PRODUCT_PATH, buying(await browser.open(PRODUCT_PATH)));
    },
  ],
])("after a broken connection Buy on %s says first that the product was bought", async (_, press) => {
  const stale = await buyer.open(PRODUCT_PATH);
  const sheet = await buyer.toCode();
  const cutOff = browserOf(buyer.cookies.copy());
  expectPaid(await buyer.pay(sheet));
  expect((await press(cutOff, stale)).location).toBe(AGAIN_PATH);
  const asked = await cutOff.open(AGAIN_PATH);
  // While the flow has its quote, this page has the receipt too.
  const told = asked.location ? await cutOff.open(asked.location) : asked;
  expect(told.text).toContain(BOUGHT);
});

test("a sheet opened before a payment, or another device, buys the product again only after an extra press", async () => {
  const first = await buyer.toCode();
  const other = await buyer.toCode();
  const cutOff = browserOf(buyer.cookies.copy());
  expectPaid(await buyer.pay(first));
  await sandbox.advance(60_000);
  const form = { csrf: other.field("csrf"), quote: other.field("quote") };
  const code = async () => ({ googleCode: await sandbox.code(buyer.account.email, "google") });
  expect((await cutOff.post(CODE_PATH, { ...form, ...(await code()) })).location).toBe(AGAIN_PATH);
  expect(await purchases()).toBe(1);

  const { cookies } = await signIn(sandbox, buyer.account);
  const device = browserOf(cookies.set("ulan", "en_US"));
  expect((await device.post(PRODUCT_PATH, buying(await device.open(PRODUCT_PATH)))).location).toBe(AGAIN_PATH);
  for (const browser of [cutOff, device]) {
    const asked = await browser.open(AGAIN_PATH);
    expect(asked.text).toContain(t("Purchase.againFound"));
    expect(asked.text).toContain(BOUGHT);
  }
  const asked = await device.open(AGAIN_PATH);
  const again = await device.post(PRODUCT_PATH, { ...buying(asked), again: asked.field("again") });
  expect(again.location).toBe(confirmPath("2.5"));
  await sandbox.advance(60_000);
  const sheet = await device.open(CODE_PATH);
  expectPaid(
    await device.post(CODE_PATH, { csrf: sheet.field("csrf"), quote: sheet.field("quote"), ...(await code()) }),
  );
  // This browser has the receipt and has acknowledged the first purchase, so it is not asked again.
  expect((await device.post(PRODUCT_PATH, buying(await device.open(PRODUCT_PATH)))).location).toBe(confirmPath("2.5"));
});

test.each([RECEIPT_PATH, PRODUCT_PATH])(
  "if the answer arrived but no page after it, Buy on a page opened before says that the product was bought; after %s not",
  async (path) => {
    const [stale, other] = [await buyer.open(PRODUCT_PATH), await buyer.open(PRODUCT_PATH)];
    expectPaid(await buyer.pay(await buyer.toCode()));
    expect((await buyer.post(PRODUCT_PATH, buying(stale))).location).toBe(AGAIN_PATH);
    const asked = await buyer.open(AGAIN_PATH);
    expect(asked.text).toContain(BOUGHT);
    const again = { ...buying(asked), again: asked.field("again") };
    expect((await buyer.post(PRODUCT_PATH, again)).location).toBe(confirmPath("2.5"));
    await buyer.open(path);
    expect((await buyer.post(PRODUCT_PATH, buying(other))).location).toBe(confirmPath("2.5"));
  },
);

test.each([
  ["only the answer arrived", true],
  ["the connection broke", false],
])(
  "if the buyer saw no page of a payment, Buy on an older page leads to that payment first, however late: %s",
  async (_, hasAnswer) => {
    const [stale, other] = [await buyer.open(PRODUCT_PATH), await buyer.open(PRODUCT_PATH)];
    const sheet = await buyer.toCode();
    const browser = hasAnswer ? buyer : browserOf(buyer.cookies.copy());
    expectPaid(await buyer.pay(sheet));
    moveClock(13 * 60_000);
    expect((await browser.post(PRODUCT_PATH, buying(stale))).location).toBe(DONE_PATH);
    expect((await browser.open(DONE_PATH)).text).toContain(BOUGHT);
    expect((await browser.post(PRODUCT_PATH, buying(other))).location).toBe(confirmPath("2.5"));
  },
);

test.each([AGAIN_PATH, OUTCOME_PATH, `${PRODUCT_PATH}?step=estimate`])(
  "after a broken connection the payment counts as unseen until a page reports it: not on %s about something else",
  async (path) => {
    await afterTheBlock({ kind: "reset", after: "nothing" });
    const [stale, other] = [await buyer.open(PRODUCT_PATH), await buyer.open(PRODUCT_PATH)];
    const { sheet } = await buyer.toCodeAgain();
    const cookies = buyer.cookies.copy();
    const cutOff = browserOf(cookies);
    expectPaid(await buyer.pay(sheet));
    await cutOff.open(path);
    expect(cookies.get("receipt")).toBeUndefined();
    expect((await cutOff.post(PRODUCT_PATH, buying(stale))).location).toBe(AGAIN_PATH);
    expect((await cutOff.open(AGAIN_PATH)).location).toBe(DONE_PATH);
    expect((await cutOff.open(DONE_PATH)).text).toContain(t("Purchase.doneTitle"));
    expect(cookies.get("receipt")).toBeDefined();
    expect((await cutOff.post(PRODUCT_PATH, buying(other))).location, "about the purchase before").toBe(AGAIN_PATH);
    expect((await cutOff.open(AGAIN_PATH)).text).toContain(t("Purchase.againOpen"));
  },
);

test("after a failover the buyer is asked about a lost quote too, not only about an earlier purchase", async () => {
  await afterTheBlock({ kind: "reset", after: "nothing" });
  await buyer.toCodeAgain();
  vi.spyOn(ledger, "firstOutcome").mockResolvedValue({ kind: "quoteFromOtherEpoch" });
  let answer = await buyer.buy();
  for (const path of [FORGOTTEN_AGAIN_PATH, AGAIN_PATH]) {
    expect(answer.location).toBe(path);
    const asked = await buyer.open(path);
    answer = await buyer.post(PRODUCT_PATH, { ...buying(asked), again: asked.field("again") });
  }
  expect(answer.location).toBe(confirmPath("2.5"));
});

/** Signs the same account in again on a browser that has lost the response to its payment. */
async function signInAgain(buyer: Buyer, cutOff: CookieJar) {
  await sandbox.advance(60_000);
  const { cookies } = await signIn(sandbox, buyer.account);
  return browserOf(cutOff.set("utoken", cookies.get("utoken") ?? ""));
}

test.each([
  ["still signed in", false],
  ["signed out by then", true],
])("after a broken connection and a new sign-in, %s, the buyer sees the payment's outcome", async (_, isSignedOut) => {
  const sheet = await buyer.toCode();
  const form = { csrf: sheet.field("csrf"), quote: sheet.field("quote"), googleCode: "111111" };
  const cutOff = buyer.cookies.copy();
  expectPaid(await buyer.pay(sheet));
  if (isSignedOut) {
    cutOff.delete("utoken");
    expect((await browserOf(cutOff).post(CODE_PATH, form)).location).toContain("/Login");
  }
  const again = await signInAgain(buyer, cutOff);
  // The earlier session's form has no effect.
  expect(await again.post(CODE_PATH, form)).toMatchObject({ status: 303, location: CODE_PATH });
  expect((await again.open(CODE_PATH)).location).toBe(DONE_PATH);
  expect((await again.open(DONE_PATH)).text).toContain("2.5 T for 38.75 USDT");
  expect((await again.open(RECEIPT_PATH)).text).toContain("38.75 USDT");
  expect(await purchases()).toBe(1);
});

test("another account on the same browser can neither see nor make the payment", async () => {
  const other = await buyerOf(sandbox);
  const sheet = await buyer.toCode();
  const form = { csrf: sheet.field("csrf"), quote: sheet.field("quote"), googleCode: "111111" };
  const shared = browserOf(buyer.cookies.copy().set("utoken", other.cookies.get("utoken") ?? ""));
  expect(await shared.post(CODE_PATH, form)).toMatchObject({ status: 303, location: CODE_PATH });
  expect((await shared.open(CODE_PATH)).location).toContain(PRODUCT_PATH);
  expectPaid(await buyer.pay(sheet));
  expect((await shared.open(PRODUCT_PATH)).text).not.toContain("38.75 USDT");
  expect((await shared.open(RECEIPT_PATH)).text).not.toContain("38.75 USDT");
});

test("a quote whose payment met an expired session is not paid after the next sign-in, and does not end that session", async () => {
  const sheet = await buyer.toCode();
  const form = { csrf: sheet.field("csrf"), quote: sheet.field("quote"), googleCode: "111111" };
  await sandbox.expireSessions(buyer.account.email);
  const cutOff = buyer.cookies.copy();
  expect((await buyer.pay(sheet)).location).toBe("/");
  const again = await signInAgain(buyer, cutOff);
  expect((await again.post(CODE_PATH, form)).location).toBe(CODE_PATH);
  expect((await again.open(CODE_PATH)).location).toBe(`${PRODUCT_PATH}?buyAmount=2.5`);
  expect(await purchases()).toBe(0);
});

test("while the store does not respond, no page of a quote claims that nothing was charged", async () => {
  const sheet = await buyer.toCode();
  breakStore();
  for (const ask of [() => buyer.pay(sheet), () => buyer.open(CODE_PATH)]) {
    expect((await ask()).location).toBe(PRODUCT_PATH);
    expect(await flashOf(buyer.cookies)).toMatchObject({ key: "errors.ledgerUnavailable" });
    const page = await buyer.open(PRODUCT_PATH);
    expect(page.text).toContain(t("errors.ledgerUnavailable"));
    expect(page.text).not.toContain(t("errors.buyingUnavailable"));
    expect(attributesOf(page.html, ".low-bar .button", "href")).toEqual(["/MyOrder"]);
  }
  expect(await purchases()).toBe(0);
});

test("a payment rejected while the store is down says that nothing was charged", async () => {
  const sheet = await buyer.toCode();
  await sandbox.fail(PURCHASE, { kind: "latency", ms: 200 }, { times: 1 });
  const paying = buyer.pay(sheet, { googleCode: WRONG_CODE });
  await vi.waitUntil(async () => (await purchases()) === 1, LONG_WAIT);
  breakStore();
  const response = await paying;
  expect(response.location, response.text).toBe(`${PRODUCT_PATH}?buyAmount=2.5`);
  expect(await flashOf(buyer.cookies)).toMatchObject({ key: "errors.nothingCharged" });
  expect((await buyer.open(PRODUCT_PATH)).text).toContain(t("errors.buyingUnavailable"));
});

/** The message about a quote that may have been paid; its time has seconds to distinguish two of one minute. */
const doubtOf = (what: string) =>
  new RegExp(`your purchase of ${what} at [^)]+ \\d\\d:\\d\\d:\\d\\d \\(UTC\\+8\\) went through`);

test("after the store loses its data older quotes are rejected, and the newest orders are shown before a new quote", async () => {
  expectPaid(await buyer.pay(await buyer.toCode()));
  await sandbox.advance(60_000);
  const sheet = await buyer.toCode();
  buyer.cookies.delete("receipt");
  await loseStore();
  expect((await buyer.pay(sheet)).location).toBe(FORGOTTEN_PATH);
  const page = await buyer.open(FORGOTTEN_PATH);
  expect(page.text).toContain(t("PowerProductDetail.forgottenText"));
  expect(page.text).toMatch(doubtOf(BOUGHT));
  expect(page.text).toContain("Your newest orders at 15.50 USDT per T");
  expect(page.text).toContain("2.5 T · 38.75 USDT");
  expect(await purchases()).toBe(1);
  // The product page links to it, and its form makes a new quote.
  expect((await buyer.open(PRODUCT_PATH)).html).toContain(`href="${FORGOTTEN_PATH}"`);
  const form = { csrf: page.field("csrf"), intent: "buy", buyAmount: page.field("buyAmount") };
  expect((await buyer.post(PRODUCT_PATH, form)).location, "only by that press").toBe(FORGOTTEN_AGAIN_PATH);
  const asked = await buyer.open(FORGOTTEN_AGAIN_PATH);
  const pressed = await buyer.post(PRODUCT_PATH, { ...form, csrf: asked.field("csrf"), again: asked.field("again") });
  expect(pressed.location).toBe(confirmPath("2.5"));
  await sandbox.advance(60_000);
  expectPaid(await buyer.pay(await buyer.open(CODE_PATH)));
});

test("after the store loses an unknown outcome the newest orders are shown before a new quote", async () => {
  const sheet = await buyer.toCode();
  await sandbox.fail(PURCHASE, { kind: "reset", after: "effect" }, { times: 1 });
  expect((await buyer.pay(sheet)).location).toBe(OUTCOME_PATH);
  await loseStore();
  for (const path of [OUTCOME_PATH, CODE_PATH]) expect((await buyer.open(path)).location).toBe(FORGOTTEN_PATH);
  const page = await buyer.open(PRODUCT_PATH);
  expect(page.text).toMatch(doubtOf(BOUGHT));
  expect(page.html).toContain(`href="${FORGOTTEN_PATH}"`);
  expect((await buyer.open(FORGOTTEN_PATH)).text).toContain("2.5 T · 38.75 USDT");
  const form = { csrf: page.field("csrf"), intent: "buy", buyAmount: "2.5" };
  expect((await buyer.post(PRODUCT_PATH, form)).location, "only by that press").toBe(FORGOTTEN_AGAIN_PATH);
  expect(await purchases()).toBe(1);
});

test("a quote that the store lost or cannot read counts as paid if its receipt proves it, also when posted again", async () => {
  const sheet = await buyer.toCode();
  const flow = buyer.cookies.get("flow") ?? "";
  expectPaid(await buyer.pay(sheet));
  for (const kind of ["quoteFromOtherEpoch", "unavailable"] as const) {
    buyer.cookies.set("flow", flow);
    const asked = vi.spyOn(ledger, "firstOutcome").mockResolvedValue({ kind });
    expect((await buyer.open(CODE_PATH)).location).toBe(DONE_PATH);
    const page = await buyer.open(PRODUCT_PATH);
    expect(page.text).toContain(BOUGHT);
    expect(page.text).not.toMatch(doubtOf(BOUGHT));
    expect(page.text).not.toContain(t("errors.ledgerUnavailable"));
    asked.mockRestore();
    const posted = vi.spyOn(ledger, "settleIdempotently").mockResolvedValue({ kind });
    expectPaid(await buyer.pay(sheet));
    posted.mockRestore();
  }
  expect(await purchases()).toBe(1);
});

/** Orders with the quoted price, as the upstream sends them; the first has no time. */
const AT_THIS_PRICE = [undefined, 4, 3, 2].map((hours) => ({
  orderNum: `N${hours ?? "ow"}`,
  tokenAmount: "2.5",
  payAmount: "38.75",
  paySymbol: "USDT",
  ...(hours && { orderTime: 1_700_000_000_000 + hours * 3_600_000 }),
}));

test.each([
  ["orders that were counted and not sent", { count: 3, orderList: [] }, "unknownUnread"],
  ["an order without a number", { count: 1, orderList: [{ tokenAmount: "2.5" }] }, "unknownUnread"],
  ["an order without a time", { count: 4, orderList: AT_THIS_PRICE }, "forgottenOrders"],
] as const)("the page of a lost quote never claims that there are no orders with %s", async (_, data, label) => {
  await buyer.toCode();
  await loseStore();
  await sandbox.fail("getOrderList", { kind: "answer", body: { code: 0, data } });
  const page = await buyer.open(FORGOTTEN_PATH);
  expect(page.text).toContain(label === "forgottenOrders" ? "15.50 USDT per T" : t(`Purchase.${label}`));
  expect(page.text).not.toContain(t("Purchase.forgottenNone"));
  expect(textsOf(page.html, ".exact").slice(0, 1)).toEqual(label === "forgottenOrders" ? ["Now"] : []);
});

test("posted amounts are ignored: product, quantity and price come from the quote", async () => {
  const sheet = await buyer.toCode();
  const forged = {
    buyAmount: "100",
    price: "0.01",
    payAmount: "0.01",
    paySymbol: "DOGE",
    productId: TWIN,
    accountType: "9",
  };
  expectPaid(await buyer.pay(sheet, forged));
  const [request] = await sandbox.requests(PURCHASE);
  expect(request?.body).toMatchObject({ productId: Number(PRODUCT), buyAmount: "2.5", accountType: "1" });
  expect(Object.keys(request?.body as object).sort()).toEqual(["accountType", "buyAmount", "googleCode", "productId"]);
});

test("a changed quote, or one of another product or session, gets 403, and nothing is sent", async () => {
  const thief = await buyerOf(sandbox);
  const sheet = await buyer.toCode();
  const quote = sheet.field("quote") ?? "";
  const own = await thief.toCode();
  const [head = "", claims = "", signature = ""] = quote.split(".");
  const cheap = Buffer.from(Buffer.from(claims, "base64url").toString().replace('"15.5"', '"0.01"')).toString(
    "base64url",
  );
  const session = await readSession(pageRequest("/", { cookies: buyer.cookies }));
  const ofTwin = await signQuote(
    { productId: TWIN, quantity: "2.5", price: "15.5", paySymbol: "USDT", terms: QUOTED },
    payerOf(session ?? { id: "" }),
  );
  const responses = [
    await thief.pay(own, { quote }),
    await buyer.pay(sheet, { quote: `${head}.${cheap}.${signature}` }),
    await buyer.pay(sheet, { quote: `${head}.${claims}.` }),
    await buyer.pay(sheet, { quote: "" }),
    await buyer.pay(sheet, { quote: undefined }),
    await buyer.pay(sheet, { quote: ofTwin }),
  ];
  for (const { status } of responses) expect(status).toBe(403);
  expect(await purchases()).toBe(0);
  expectPaid(await buyer.pay(sheet));
});

test("a form without its token, or another session's, pays nothing", async () => {
  const thief = await buyerOf(sandbox);
  const sheet = await buyer.toCode();
  const foreign = await thief.toCode();
  for (const csrf of [undefined, ""]) expect((await buyer.pay(sheet, { csrf })).status).toBe(403);
  expect((await buyer.pay(sheet, { csrf: foreign.field("csrf") })).location).toBe(CODE_PATH);
  expect(await purchases()).toBe(0);
});

test("simultaneous posts of one quote from ten pages make one call and order, and get the same response", async () => {
  await buyer.toCode();
  const sheets: WireResponse[] = [];
  for (let opened = 0; opened < 10; opened += 1) sheets.push(await buyer.open(CODE_PATH));
  expect(new Set(sheets.map((sheet) => sheet.field("csrf"))).size).toBe(10);
  expect(new Set(sheets.map((sheet) => sheet.field("quote"))).size).toBe(1);
  const googleCode = await sandbox.code(buyer.account.email, "google");
  const responses = await Promise.all(sheets.map((sheet) => buyer.pay(sheet, { googleCode })));
  for (const response of responses) expectPaid(response);
  expect(await purchases()).toBe(1);
  expect(await ordersAndBalanceOf(buyer)).toEqual(BOUGHT_ONCE);
});

test("a purchase without a response is unknown until it is found among the orders, with its receipt", async () => {
  const sheet = await buyer.toCode();
  await sandbox.fail(PURCHASE, { kind: "lost" }, { times: 1 });
  const response = await buyer.pay(sheet);
  expect(response.status).toBe(303);
  expect(response.location).toBe(OUTCOME_PATH);
  expect((await buyer.pay(sheet)).location).toBe(OUTCOME_PATH);
  expect(await purchases()).toBe(1);
  expect(buyer.cookies.get("receipt")).toBeUndefined();

  const outcome = await buyer.open(OUTCOME_PATH);
  expect(outcome.status).toBe(200);
  expect(outcome.text).toContain(t("Purchase.unknownMade"));
  const number = await numberOf(buyer);
  expect(outcome.text).toContain(number);
  expect(attributesOf(outcome.html, "[role=dialog] a", "href")).toContain(`/MyOrder/${number}`);
  // The page under the sheet has the same state: the product can be bought again.
  expect(outcome.text).not.toContain("is not known yet");
  expect(outcome.field("buyAmount")).toBeDefined();
  expect(outcome.html).toContain(`href="${RECEIPT_PATH.replaceAll("&", "&amp;")}"`);
  const receipt = await buyer.open(RECEIPT_PATH);
  expect(receipt.text).toContain(t("Order.paid"));
  expect(receipt.html).toContain(`href="/MyOrder/${number}"`);

  // The page stays the same when opened again, and the product can be bought again after an extra press.
  expect((await buyer.open(OUTCOME_PATH)).text).toContain(t("Purchase.unknownMade"));
  const { asked, sheet: second } = await buyer.toCodeAgain();
  expect(textsOf(asked.html, "[role=dialog] h2")).toEqual([t("Purchase.againFound")]);
  expect(attributesOf(asked.html, "[role=dialog] a", "href")).toContain(`/MyOrder/${number}`);
  expectPaid(await buyer.pay(second));
  expect(await purchases()).toBe(2);
  // A buyer who has acknowledged the first purchase is not asked again.
  expectPaid(await buyer.pay(await buyer.toCode()));
});

test("a receipt says if its order shows another amount than was confirmed", async () => {
  const sheet = await buyer.toCode();
  duringTheMark(() => sandbox.setProduct(PRODUCT, { ...TERMS, price: "999", stock: "1000" }));
  expectPaid(await buyer.pay(sheet));
  const warning = `Your order shows 2.5 T for 2,497.50 USDT, not the ${BOUGHT} you confirmed.`;
  moveClock(RECEIPT_AGE_MS / 2);
  expect((await buyer.open(RECEIPT_PATH)).text).toContain(warning);
  expect((await buyer.open(PRODUCT_PATH)).text).toContain(warning);
  moveClock(RECEIPT_AGE_MS / 2 + 1_000);
  expect((await buyer.open(RECEIPT_PATH)).text, "as long as it is shown").toContain(warning);
});

/** The buyer makes a purchase that gets no response, and waits until the block of ten minutes is over. */
async function afterTheBlock(fault: Fault): Promise<void> {
  const sheet = await buyer.toCode();
  await sandbox.fail(PURCHASE, fault, { times: 1 });
  expect((await buyer.pay(sheet)).location).toBe(OUTCOME_PATH);
  moveClock(UNKNOWN_BLOCK_MS + 1_000);
}

test("after the block a quote says that the earlier purchase succeeded, before buying again", async () => {
  await afterTheBlock({ kind: "lost" });
  const { asked, sheet } = await buyer.toCodeAgain();
  expect(asked.text).toContain(t("Purchase.againFoundText"));
  expect(asked.text).toContain(BOUGHT);
  expectPaid(await buyer.pay(sheet));
});

test("after the block each new purchase of the product reports the unresolved one", async () => {
  await afterTheBlock({ kind: "reset", after: "nothing" });
  for (let time = 0; time < 2; time += 1) {
    const { asked, sheet } = await buyer.toCodeAgain();
    expect(asked.text).toContain(t("Purchase.againOpenText"));
    expectPaid(await buyer.pay(sheet));
  }
  moveClock(24 * 60 * 60_000);
  expectPaid(await buyer.pay(await buyer.toCode()));
});

test("an order that appears during the code step is reported before anything is paid", async () => {
  await afterTheBlock({ kind: "lost" });
  await sandbox.fail("getOrderList", { kind: "html" });
  const { asked, sheet } = await buyer.toCodeAgain();
  expect(asked.text).toContain(t("Purchase.againOpenText"));
  await sandbox.heal();
  const refused = await buyer.pay(sheet);
  expect(refused.location).toBe(`${PRODUCT_PATH}?step=again&buyAmount=2.5`);
  expect((await buyer.open(refused.location ?? "")).text).toContain(t("Purchase.againFoundText"));
  expect(await purchases()).toBe(1);
  expectPaid(await buyer.pay((await buyer.toCodeAgain()).sheet));
});

test("an unreadable older order does not hide the earlier purchase's order", async () => {
  const sheet = await buyer.toCode();
  const odd = { orderNum: "odd", tokenAmount: {}, payAmount: "1", paySymbol: "USDT", orderStatus: 0 };
  const show = async (...orderList: object[]) => {
    const body = { code: 0, data: { count: orderList.length, orderList } };
    await sandbox.heal("getOrderList");
    await sandbox.fail("getOrderList", { kind: "answer", body });
  };
  await show(odd);
  await sandbox.fail(PURCHASE, { kind: "lost" }, { times: 1 });
  expect((await buyer.pay(sheet)).location).toBe(OUTCOME_PATH);
  moveClock(UNKNOWN_BLOCK_MS + 1_000);
  const open = await buyer.toCodeAgain();
  expect(open.asked.text).toContain(t("Purchase.againOpenText"));
  await show({ ...odd, orderNum: "own", tokenAmount: "2.5", payAmount: "38.75" }, odd);
  expect((await buyer.pay(open.sheet)).location).toBe(`${PRODUCT_PATH}?step=again&buyAmount=2.5`);
  expect(await purchases()).toBe(1);
  const found = await buyer.toCodeAgain();
  expect(found.asked.text).toContain(t("Purchase.againFoundText"));
  expectPaid(await buyer.pay(found.sheet));
});

test("a warning cannot be acknowledged unless shown, and the step leads back if there is none", async () => {
  await afterTheBlock({ kind: "lost" });
  const again = `${PRODUCT_PATH}?step=again&buyAmount=2.5`;
  expect((await buyer.buy({ buyAmount: "2.5", again: "x" })).location).toBe(again);
  const stranger = await buyerOf(sandbox);
  expect((await stranger.open(again)).location).toBe(`${PRODUCT_PATH}?buyAmount=2.5`);
  expect((await browserOf(new CookieJar()).open(again)).location).toContain("/Login?redirectTo=");
});

test.each<Fault>([{ kind: "reset", after: "nothing" }, { kind: "lost" }])(
  "a wrong code after confirming an earlier purchase (%j) does not ask for that again",
  async (fault) => {
    await afterTheBlock(fault);
    const refused = await buyer.pay((await buyer.toCodeAgain()).sheet, { googleCode: WRONG_CODE });
    expect(refused.status).toBe(422);
    expectPaid(await buyer.pay(refused));
  },
);

test("a clock that jumps restarts the block of a purchase without a response", async () => {
  const sheet = await buyer.toCode();
  await sandbox.fail(PURCHASE, { kind: "reset", after: "nothing" }, { times: 1 });
  await buyer.pay(sheet);
  setClock(UNKNOWN_BLOCK_MS + 60_000);
  const page = await buyer.open(PRODUCT_PATH);
  expect(page.text).toContain(t("Purchase.blockedLink"));
  expect(page.field("buyAmount")).toBeUndefined();
  moveClock(UNKNOWN_BLOCK_MS + 1_000);
  expectPaid(await buyer.pay((await buyer.toCodeAgain()).sheet));
});

test.each([
  { how: "cannot be written", call: "commit", label: "unknownMadeText" },
  { how: "is lost while the orders are read", call: "get", label: "unknownUnread" },
] as const)("a purchase without a response has its outcome page even if the store $how", async ({ call, label }) => {
  await sandbox.fail(PURCHASE, { kind: "lost" }, { times: 1 });
  expect((await buyer.pay(await buyer.toCode())).location).toBe(OUTCOME_PATH);
  const read = await sandbox.calls("getOrderList");
  const sharedStore = store();
  const asked = sharedStore[call].bind(sharedStore) as (...given: unknown[]) => Promise<unknown>;
  vi.spyOn(sharedStore, call).mockImplementation(async (...given: unknown[]) => {
    if ((await sandbox.calls("getOrderList")) > read) throw new Error("lost");
    return (await asked(...given)) as never;
  });
  const page = await buyer.open(OUTCOME_PATH);
  expect(page.status).toBe(200);
  expect(page.text).toContain(t(`Purchase.${label}`));
  // The page reports the block that it could not lift, not an unknown outcome.
  if (label === "unknownMadeText") {
    expect(page.text).not.toContain("is not known yet");
    expect(page.text).toMatch(sentence("Purchase.unknownUntil"));
  }
});

test("an unknown outcome blocks the product for ten minutes, and the page says until when", async () => {
  const early = await buyer.toCode();
  const later = await buyer.toCode();
  await sandbox.fail(PURCHASE, { kind: "reset", after: "nothing" }, { times: 1 });
  expect((await buyer.pay(early)).location).toBe(OUTCOME_PATH);
  const outcome = await buyer.open(OUTCOME_PATH);
  expect(outcome.text).toContain(t("Purchase.unknownNotYet"));
  expect(outcome.text).toMatch(sentence("Purchase.unknownUntil"));
  expect(outcome.text).toContain(`${BOUGHT}, sent `);
  expect(outcome.html).toContain('href="/MyOrder"');

  const page = await buyer.open(PRODUCT_PATH);
  expect(page.text).toContain(`We don’t know yet if your purchase of ${BOUGHT} went through.`);
  expect(page.text).toContain(t("Purchase.blockedLink"));
  expect(page.field("buyAmount")).toBeUndefined();
  for (const path of [CONFIRM_PATH, CODE_PATH]) expect((await buyer.open(path)).location).toBe(OUTCOME_PATH);
  expect((await buyer.pay(later)).location).toBe(OUTCOME_PATH);
  expect(await purchases()).toBe(1);
  // Another product is not blocked.
  expect((await buyer.open(TWIN_PATH)).field("buyAmount")).toBe("1");

  moveClock(UNKNOWN_BLOCK_MS + 1_000);
  expectPaid(await buyer.pay((await buyer.toCodeAgain()).sheet));
});

test("the user info of another account lifts no block and buys nothing: the session ends", async () => {
  const other = await buyerOf(sandbox);
  const [sheet, later] = [await buyer.toCode(), await buyer.toCode()];
  await sandbox.fail(PURCHASE, { kind: "reset", after: "effect" }, { times: 1 });
  await buyer.pay(sheet);
  const data = { id: other.account.id, userAccount: other.account.email, authLevel: 1, googleStatus: 1 };
  await sandbox.fail("user_info", { kind: "answer", body: { code: 0, data } });
  const session = buyer.cookies.get("utoken") ?? "";
  for (const ask of [() => buyer.pay(later), () => buyer.open(PRODUCT_PATH)]) {
    buyer.cookies.set("utoken", session);
    expect((await ask()).location).toBe("/");
    expect(await flashOf(buyer.cookies)).toMatchObject({ key: "errors.sessionExpired" });
    expect(buyer.cookies.get("utoken")).toBeUndefined();
  }
  expect(await purchases()).toBe(1);
});

test("if the upstream accepts no connection: 503, not charged, and a new quote can be paid", async () => {
  const sheet = await buyer.toCode();
  // Nothing listens on port 9.
  setEnv({ UPSTREAM_URL: "http://127.0.0.1:9" });
  const response = await buyer.pay(sheet);
  expect(response.status).toBe(503);
  expect(response.text).toContain(t("errors.notCharged"));
  setEnv({ UPSTREAM_URL: sandbox.url });
  expect(await purchases()).toBe(0);
  expectPaid(await buyer.pay(await buyer.toCode()));
  expect(await ordersAndBalanceOf(buyer)).toEqual(BOUGHT_ONCE);
});

test("another tab's quote for another product does not hide this payment's outcome", async () => {
  const sheet = await buyer.toCode();
  const form = { csrf: (await buyer.open(TWIN_PATH)).field("csrf"), intent: "buy", buyAmount: "1" };
  await buyer.post(TWIN_PATH, form);
  const unfinished = await buyer.pay(sheet, { googleCode: "12345" });
  expect(unfinished.status).toBe(422);
  expect(unfinished.text).toContain(t("errors.codeLength"));

  await buyer.post(TWIN_PATH, form);
  const refused = await buyer.pay(unfinished, { googleCode: WRONG_CODE });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain(t("errors.code"));
  expect(refused.text).toContain(
    t("PowerProductDetail.codePay", { amount: "38.75", symbol: "USDT" }).replace("\u00a0", " "),
  );
  expectPaid(await buyer.pay(refused));
});

test("an authenticator unlinked before the payment leads to /GoogleBind with the message", async () => {
  const buyer = await buyerOf(sandbox, { googleBound: false });
  const session = await readSession(pageRequest("/", { cookies: buyer.cookies }));
  const quote = await signQuote(
    { productId: PRODUCT, quantity: "2.5", price: "15.5", paySymbol: "USDT", terms: QUOTED },
    payerOf(session ?? { id: "" }),
  );
  const flow = await readFlow(pageRequest("/", { cookies: buyer.cookies }));
  buyer.cookies.take(await flowCookie({ ...flow, purchase: { productId: PRODUCT, quote } }));
  const response = await buyer.pay(await buyer.open(CODE_PATH));
  expect(response.location).toBe(`/GoogleBind?redirectTo=${encodeURIComponent(`${PRODUCT_PATH}?buyAmount=2.5`)}`);
  expect(await flashOf(buyer.cookies)).toMatchObject({ key: "errors.notBound" });
  expect(await purchases()).toBe(0);
});

test("no purchase page contains the token or the code, and only the payment form has the quote", async () => {
  const sheet = await buyer.toCode();
  const quote = sheet.field("quote") ?? "none";
  const [wrong, right] = [WRONG_CODE, await sandbox.code(buyer.account.email, "google")];
  const refused = await buyer.pay(sheet, { googleCode: wrong });
  const response = await buyer.pay(refused, { googleCode: right });
  const receipt = await buyer.open(response.location ?? "");
  const pages = {
    sheet,
    refused,
    receipt,
    orders: await buyer.open("/MyOrder"),
    again: await buyer.open(PRODUCT_PATH),
  };
  for (const [name, { html, status }] of Object.entries(pages)) {
    expect([200, 422], name).toContain(status);
    for (const secret of [buyer.token, right, wrong]) expect(html, name).not.toContain(secret);
    if (name !== "sheet") expect(html, name).not.toContain(quote);
  }
});
