import { expect, test } from "vitest";
import { enterStep, readStep, stepPath, type Situation, type Step } from "~server/purchase/steps";

const ready: Situation = { signedIn: true, quote: "ready", receipt: false, unsettled: "none" };
const product = "/PowerProductDetail/7";

const enter = (step: Step | null, change: Partial<Situation> = {}) => enterStep("7", step, { ...ready, ...change });

test("the product page is always open to everybody", () => {
  expect(enter("product")).toEqual({ legal: true });
  expect(enter("product", { signedIn: false, quote: "none" })).toEqual({ legal: true });
  expect(enter("product", { unsettled: "blocking" })).toEqual({ legal: true });
});

test("confirmation and code open with a quote for this product", () => {
  expect(enter("confirm")).toEqual({ legal: true });
  expect(enter("code")).toEqual({ legal: true });
});

test("a step of a visitor who is not signed in leads to the sign-in and back to the step", () => {
  for (const step of ["confirm", "code", "outcome"] as const) {
    for (const [quantity, query] of [
      [undefined, ""],
      ["2.5", "&buyAmount=2.5"],
    ] as const) {
      expect(enter(step, { signedIn: false, quote: "none", quantity })).toEqual({
        legal: false,
        redirectTo: `/Login?redirectTo=${encodeURIComponent(`${product}?step=${step}${query}`)}`,
        messageKey: "errors.notLoggedIn",
      });
    }
  }
});

test.each([
  ["none", "errors.stepExpired"],
  ["expired", "errors.quoteExpired"],
] as const)("confirmation and code with quote %s lead back to the product and say so", (quote, messageKey) => {
  for (const step of ["confirm", "code"] as const) {
    expect(enter(step, { quote })).toEqual({ legal: false, redirectTo: product, messageKey });
  }
});

test.each([
  ["none", "errors.stepExpired"],
  ["expired", "errors.quoteExpired"],
] as const)("confirmation and code with quote %s lead back with the quantity", (quote, messageKey) => {
  const redirectTo = `${product}?buyAmount=2.5`;
  for (const step of ["confirm", "code"] as const) {
    expect(enter(step, { quote, quantity: "2.5" })).toEqual({ legal: false, redirectTo, messageKey });
  }
});

test("what may have been paid is not offered again with its quantity", () => {
  expect(enter("code", { quote: "unreadable", quantity: "2.5" })).toMatchObject({ redirectTo: product });
});

test("while a purchase of the product is not settled, confirmation and code lead to its outcome", () => {
  for (const step of ["confirm", "code"] as const) {
    expect(enter(step, { unsettled: "blocking" })).toEqual({ legal: false, redirectTo: `${product}?step=outcome` });
  }
});

test("after the ten minutes the product can be bought again, and the outcome can still be opened", () => {
  expect(enter("confirm", { unsettled: "past" })).toEqual({ legal: true });
  expect(enter("outcome", { unsettled: "past", quote: "none" })).toEqual({ legal: true });
  expect(enter("outcome", { unsettled: "blocking", quote: "none" })).toEqual({ legal: true });
});

test("an outcome without an unsettled purchase leads to the product", () => {
  expect(enter("outcome")).toEqual({ legal: false, redirectTo: product });
});

test("a paid quote, expired or not, leads to the page that reports it, never to a form that pays", () => {
  for (const step of ["confirm", "code"] as const) {
    expect(enter(step, { quote: "paid" })).toEqual({ legal: false, redirectTo: `${product}?step=done` });
    expect(enter(step, { quote: "paid", unsettled: "blocking" })).toEqual({
      legal: false,
      redirectTo: `${product}?step=done`,
    });
    expect(enter(step, { quote: "none", receipt: true })).toEqual({ legal: false, redirectTo: `${product}?step=done` });
  }
  expect(enter("done", { quote: "paid" })).toEqual({ legal: true });
  expect(enter("done", { quote: "none", receipt: true })).toEqual({ legal: true });
});

test("after a purchase another one of the product has its own steps", () => {
  expect(enter("confirm", { receipt: true })).toEqual({ legal: true });
  expect(enter("done")).toEqual({ legal: false, redirectTo: product });
});

test("a quote of another epoch leads to the orders before a new one", () => {
  for (const step of ["confirm", "code"] as const) {
    expect(enter(step, { quote: "forgotten" })).toEqual({ legal: false, redirectTo: `${product}?step=forgotten` });
  }
  expect(enter("forgotten", { quote: "forgotten" })).toEqual({ legal: true });
  expect(enter("product", { quote: "forgotten" })).toEqual({ legal: true });
  expect(enter("forgotten")).toEqual({ legal: false, redirectTo: product });
});

test("a quote whose state cannot be read leads to the product, which does not say that nothing was charged", () => {
  expect(enter("code", { quote: "unreadable" })).toEqual({
    legal: false,
    redirectTo: product,
    messageKey: "errors.ledgerUnavailable",
  });
});

test("a step that does not exist leads to the product", () => {
  expect(enter(readStep("pay"))).toEqual({ legal: false, redirectTo: product });
  expect(enter(readStep("product"))).toEqual({ legal: false, redirectTo: product });
});

test("the steps are read from ?step=", () => {
  expect([null, "", "confirm", "code", "outcome"].map(readStep)).toEqual([
    "product",
    "product",
    "confirm",
    "code",
    "outcome",
  ]);
});

test("a step's address escapes unusual product ids", () => {
  expect(stepPath("a/b?c", "code")).toBe("/PowerProductDetail/a%2Fb%3Fc?step=code");
});

test("everybody can open the page about the expected ratio, whatever became of a purchase", () => {
  for (const quote of ["none", "expired", "ready", "paid", "forgotten", "unreadable"] as const) {
    expect(enter("estimate", { quote })).toEqual({ legal: true });
  }
  expect(enter("estimate", { signedIn: false, quote: "none" })).toEqual({ legal: true });
  expect(enter("estimate", { unsettled: "blocking" })).toEqual({ legal: true });
});
