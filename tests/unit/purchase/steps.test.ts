import { expect, test } from "vitest";
import { enterStep, readStep, stepPath, type Situation, type Step } from "~server/purchase/steps";

const ready: Situation = { signedIn: true, quote: "quoted", receipt: false, unknownOutcome: "none" };
const product = "/PowerProductDetail/7";

const enter = (step: Step | null, change: Partial<Situation> = {}) => enterStep("7", step, { ...ready, ...change });
const PAYING = ["confirm", "code"] as const;
const QUOTES = ["unquoted", "quoteExpired", "quoted", "done", "quoteFromOtherEpoch", "ledgerUnavailable"] as const;

test.each<[steps: readonly Step[], change: Partial<Situation>]>([
  // Product and estimate are always open to everybody.
  ...QUOTES.map((quote): [Step[], Partial<Situation>] => [["browse", "estimate"], { quote }]),
  [["browse", "estimate"], { signedIn: false, quote: "unquoted" }],
  [["browse", "estimate"], { unknownOutcome: "blocking" }],
  [PAYING, {}],
  // After ten minutes the product can be bought again, and the outcome page is still open.
  [["confirm"], { unknownOutcome: "past" }],
  [["outcomeUnknown"], { unknownOutcome: "past", quote: "unquoted" }],
  [["outcomeUnknown"], { unknownOutcome: "blocking", quote: "unquoted" }],
  [["done"], { quote: "done" }],
  [["done"], { quote: "unquoted", receipt: true }],
  // After a purchase, another purchase of the product has its own steps.
  [["confirm"], { receipt: true }],
  [["quoteLost"], { quote: "quoteFromOtherEpoch" }],
])("the steps %j are open with %j", (steps, change) => {
  for (const step of steps) expect(enter(step, change)).toEqual({ legal: true });
});

test.each<[step: readonly (Step | null)[], change: Partial<Situation>, redirectTo: string, messageKey?: string]>([
  [PAYING, { quote: "unquoted" }, product, "errors.stepExpired"],
  [PAYING, { quote: "quoteExpired" }, product, "errors.quoteExpired"],
  [PAYING, { quote: "unquoted", quantity: "2.5" }, `${product}?buyAmount=2.5`, "errors.stepExpired"],
  [PAYING, { quote: "quoteExpired", quantity: "2.5" }, `${product}?buyAmount=2.5`, "errors.quoteExpired"],
  // The quote may have been paid, so no quantity is filled in, and no message denies a charge.
  [PAYING, { quote: "ledgerUnavailable", quantity: "2.5" }, product, "errors.ledgerUnavailable"],
  [PAYING, { unknownOutcome: "blocking" }, `${product}?step=outcome`],
  // A paid quote, expired or not, leads to the page that reports it, never to a payment form.
  [PAYING, { quote: "done" }, `${product}?step=done`],
  [PAYING, { quote: "done", unknownOutcome: "blocking" }, `${product}?step=done`],
  [PAYING, { quote: "unquoted", receipt: true }, `${product}?step=done`],
  [["buyAgain"], { quote: "done", earlier: true }, `${product}?step=done`],
  // A quote of another epoch leads to the newest orders before a new quote.
  [PAYING, { quote: "quoteFromOtherEpoch" }, `${product}?step=forgotten`],
  [["outcomeUnknown", "done", "quoteLost"], {}, product],
  [[readStep("pay"), readStep("product")], {}, product],
])("%j with %j leads to %s", (steps, change, redirectTo, messageKey) => {
  for (const step of steps) {
    expect(enter(step, change)).toEqual({ legal: false, redirectTo, ...(messageKey && { messageKey }) });
  }
});

test.each([
  ["confirm", "confirm"],
  ["code", "code"],
  ["outcomeUnknown", "outcome"],
] as const)("signed out, %s leads to the sign-in and back to the step", (step, address) => {
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
});

test("steps are read from ?step=, and a step's URL escapes unusual product ids", () => {
  expect([null, "", "confirm", "code", "outcome", "again", "forgotten"].map(readStep)).toEqual([
    ...["browse", "browse", "confirm", "code", "outcomeUnknown", "buyAgain", "quoteLost"],
  ]);
  expect(stepPath("a/b?c", "code")).toBe("/PowerProductDetail/a%2Fb%3Fc?step=code");
});
