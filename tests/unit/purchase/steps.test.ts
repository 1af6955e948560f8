import { expect, test } from "vitest";
import { enterStep, readStep, stepPath, type Situation, type Step } from "~server/purchase/steps";

const ready: Situation = { signedIn: true, quote: "quoted", receipt: false, unknownOutcome: "none" };
const product = "/PowerProductDetail/7";

const enter = (step: Step | null, change: Partial<Situation> = {}) => enterStep("7", step, { ...ready, ...change });

test("the product page is always open to everybody", () => {
  expect(enter("browse")).toEqual({ legal: true });
  expect(enter("browse", { signedIn: false, quote: "unquoted" })).toEqual({ legal: true });
  expect(enter("browse", { unknownOutcome: "blocking" })).toEqual({ legal: true });
});

test("confirmation and code open with a quote for this product", () => {
  expect(enter("confirm")).toEqual({ legal: true });
  expect(enter("code")).toEqual({ legal: true });
});

test("a step of a visitor who is not signed in leads to the sign-in and back to the step", () => {
  for (const [step, address] of [
    ["confirm", "confirm"],
    ["code", "code"],
    ["outcomeUnknown", "outcome"],
  ] as const) {
    for (const [quantity, query] of [
      [undefined, ""],
      ["2.5", "&buyAmount=2.5"],
    ] as const) {
      expect(enter(step, { signedIn: false, quote: "unquoted", quantity })).toEqual({
        legal: false,
        redirectTo: `/Login?redirectTo=${encodeURIComponent(`${product}?step=${address}${query}`)}`,
        messageKey: "errors.notLoggedIn",
      });
    }
  }
});

test.each([
  ["unquoted", "errors.stepExpired"],
  ["quoteExpired", "errors.quoteExpired"],
] as const)("confirmation and code with quote %s lead back to the product and say so", (quote, messageKey) => {
  for (const step of ["confirm", "code"] as const) {
    expect(enter(step, { quote })).toEqual({ legal: false, redirectTo: product, messageKey });
  }
});

test.each([
  ["unquoted", "errors.stepExpired"],
  ["quoteExpired", "errors.quoteExpired"],
] as const)("confirmation and code with quote %s lead back with the quantity", (quote, messageKey) => {
  const redirectTo = `${product}?buyAmount=2.5`;
  for (const step of ["confirm", "code"] as const) {
    expect(enter(step, { quote, quantity: "2.5" })).toEqual({ legal: false, redirectTo, messageKey });
  }
});

test("what may have been paid is not offered again with its quantity", () => {
  expect(enter("code", { quote: "ledgerUnavailable", quantity: "2.5" })).toMatchObject({ redirectTo: product });
});

test("while a purchase of the product is not settled, confirmation and code lead to its outcome", () => {
  for (const step of ["confirm", "code"] as const) {
    expect(enter(step, { unknownOutcome: "blocking" })).toEqual({
      legal: false,
      redirectTo: `${product}?step=outcome`,
    });
  }
});

test("after the ten minutes the product can be bought again, and the outcome can still be opened", () => {
  expect(enter("confirm", { unknownOutcome: "past" })).toEqual({ legal: true });
  expect(enter("outcomeUnknown", { unknownOutcome: "past", quote: "unquoted" })).toEqual({ legal: true });
  expect(enter("outcomeUnknown", { unknownOutcome: "blocking", quote: "unquoted" })).toEqual({ legal: true });
});

test("an outcome without a purchase of unknown outcome leads to the product", () => {
  expect(enter("outcomeUnknown")).toEqual({ legal: false, redirectTo: product });
});

test("a paid quote, expired or not, leads to the page that reports it, never to a form that pays", () => {
  for (const step of ["confirm", "code"] as const) {
    expect(enter(step, { quote: "done" })).toEqual({ legal: false, redirectTo: `${product}?step=done` });
    expect(enter(step, { quote: "done", unknownOutcome: "blocking" })).toEqual({
      legal: false,
      redirectTo: `${product}?step=done`,
    });
    expect(enter(step, { quote: "unquoted", receipt: true })).toEqual({
      legal: false,
      redirectTo: `${product}?step=done`,
    });
  }
  expect(enter("done", { quote: "done" })).toEqual({ legal: true });
  expect(enter("done", { quote: "unquoted", receipt: true })).toEqual({ legal: true });
});

test("after a purchase another one of the product has its own steps", () => {
  expect(enter("confirm", { receipt: true })).toEqual({ legal: true });
  expect(enter("done")).toEqual({ legal: false, redirectTo: product });
});

test("a quote of another epoch leads to the orders before a new one", () => {
  for (const step of ["confirm", "code"] as const) {
    expect(enter(step, { quote: "quoteFromOtherEpoch" })).toEqual({
      legal: false,
      redirectTo: `${product}?step=forgotten`,
    });
  }
  expect(enter("quoteLost", { quote: "quoteFromOtherEpoch" })).toEqual({ legal: true });
  expect(enter("browse", { quote: "quoteFromOtherEpoch" })).toEqual({ legal: true });
  expect(enter("quoteLost")).toEqual({ legal: false, redirectTo: product });
});

test("a quote whose state cannot be read leads to the product, which does not say that nothing was charged", () => {
  expect(enter("code", { quote: "ledgerUnavailable" })).toEqual({
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
  expect([null, "", "confirm", "code", "outcome", "again", "forgotten"].map(readStep)).toEqual([
    ...["browse", "browse", "confirm", "code", "outcomeUnknown", "buyAgain", "quoteLost"],
  ]);
});

test("a step's address escapes unusual product ids", () => {
  expect(stepPath("a/b?c", "code")).toBe("/PowerProductDetail/a%2Fb%3Fc?step=code");
});

test("everybody can open the page about the expected ratio, whatever became of a purchase", () => {
  for (const quote of [
    "unquoted",
    "quoteExpired",
    "quoted",
    "done",
    "quoteFromOtherEpoch",
    "ledgerUnavailable",
  ] as const) {
    expect(enter("estimate", { quote })).toEqual({ legal: true });
  }
  expect(enter("estimate", { signedIn: false, quote: "unquoted" })).toEqual({ legal: true });
  expect(enter("estimate", { unknownOutcome: "blocking" })).toEqual({ legal: true });
});
