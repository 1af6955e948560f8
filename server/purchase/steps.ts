/**
 * The steps of a purchase, each with its own address, and which of them is legal when (house 7), after
 * alphagov/pay-frontend `state.service.js`. Pure: `view.ts` reads the situation, this table decides what may be shown.
 */

/** A visitor's state of purchase of one product. */
export type PurchaseState =
  /** No session. */
  | "signedOut"
  /** Nothing quoted in this flow, or something that was quoted for another product or another session. */
  | "unquoted"
  /** Quoted more than ten minutes ago, or by the version before. */
  | "quoteExpired"
  /** A quote for this product that can be paid. */
  | "quoted"
  /** The quote for this product has been paid, or, without a quote, the purchase just made was of this product. */
  | "done"
  /** A quote for this product of another epoch of the store: it is unknown whether it was posted. */
  | "quoteFromOtherEpoch"
  /** A quote for this product whose outcome the ledger does not return. */
  | "ledgerUnavailable"
  /** A purchase of this product is on its way, or its outcome is not known: no other may begin. */
  | "outcomeUnknown";

/** The state by the quote in the flow alone; its outcome in the ledger takes precedence over its expiry. */
export type QuoteState = Exclude<PurchaseState, "signedOut" | "outcomeUnknown">;

/** What the page has found out. */
export interface Situation {
  signedIn: boolean;
  /** "unquoted" also when it is for another product. */
  quote: QuoteState;
  /** Whether the purchase just made, which the receipt cookie proves, was of this product. */
  receipt: boolean;
  /**
   * Whether a purchase of this product is in flight, or sent without a response (`blockedBy`, `resolveUnknown`): it
   * blocks another one, or the block is over and only its outcome can be viewed.
   */
  unknownOutcome: "none" | "blocking" | "past";
  /** Whether an earlier purchase of this product got no response, which the buyer has to acknowledge. */
  earlier?: boolean;
  /** Terabytes, of the quote or else of the address. */
  quantity?: string | undefined;
}

/** The `?step=` of each step, and the states in which it may be shown. In any other state it redirects by `DETOURS`. */
const STEPS = {
  /** The product page itself. */
  browse: { address: "", legal: "always" },
  /** Explains the expected ratio. */
  estimate: { address: "estimate", legal: "always" },
  /** Asks whether to buy although an earlier purchase got no response: legal while there is one. */
  buyAgain: { address: "again", legal: [] },
  confirm: { address: "confirm", legal: ["quoted"] },
  code: { address: "code", legal: ["quoted"] },
  /** A purchase that got no response; also legal once its block is over. */
  outcomeUnknown: { address: "outcome", legal: ["outcomeUnknown"] },
  done: { address: "done", legal: ["done"] },
  quoteLost: { address: "forgotten", legal: ["quoteFromOtherEpoch"] },
} as const satisfies Record<string, { address: string; legal: "always" | readonly PurchaseState[] }>;
export type Step = keyof typeof STEPS;

interface Detour {
  to: Step | "login";
  messageKey?: "errors.notLoggedIn" | "errors.stepExpired" | "errors.quoteExpired" | "errors.ledgerUnavailable";
}

const DETOURS: Record<PurchaseState, Detour> = {
  signedOut: { to: "login", messageKey: "errors.notLoggedIn" },
  unquoted: { to: "browse", messageKey: "errors.stepExpired" },
  quoteExpired: { to: "browse", messageKey: "errors.quoteExpired" },
  quoted: { to: "browse" },
  done: { to: "done" },
  quoteFromOtherEpoch: { to: "quoteLost" },
  // An earlier post of it may have paid.
  ledgerUnavailable: { to: "browse", messageKey: "errors.ledgerUnavailable" },
  outcomeUnknown: { to: "outcomeUnknown" },
};

/**
 * Reads `?step=`.
 *
 * @returns the product page for no step; null for one that does not exist
 */
export function readStep(value: string | null): Step | null {
  return (Object.keys(STEPS) as Step[]).find((step) => STEPS[step].address === (value ?? "")) ?? null;
}

/** The URL of a product with a quantity. */
export function quantityPath(productId: string, quantity: string): string {
  return stepPath(productId, "browse", { buyAmount: quantity });
}

/** The page where the coin of a product is deposited. */
export function depositPath(paySymbol: string | undefined): string {
  return paySymbol === undefined ? "/Recharge" : `/Recharge/${encodeURIComponent(paySymbol)}`;
}

/**
 * The URL of a step of one product's purchase.
 *
 * @param query `buyAmount`: the step's quantity in terabytes, which outlives the quote and the flow
 */
export function stepPath(productId: string, step: Step, query: Record<string, string> = {}): string {
  const path = `/PowerProductDetail/${encodeURIComponent(productId)}`;
  const { address } = STEPS[step];
  const search = new URLSearchParams({ ...(address && { step: address }), ...query }).toString();
  return search === "" ? path : `${path}?${search}`;
}

/** The state of a visitor; paid and blocking purchases come before quotes, so that nobody pays twice. */
function stateOf({ signedIn, quote, receipt, unknownOutcome }: Situation): PurchaseState {
  if (!signedIn) return "signedOut";
  if (quote === "done") return "done";
  if (unknownOutcome === "blocking") return "outcomeUnknown";
  return quote === "unquoted" && receipt ? "done" : quote;
}

export type StepVerdict = { legal: true } | { legal: false; redirectTo: string; messageKey?: Detour["messageKey"] };

/**
 * Whether a step may be shown, and the redirect when not.
 *
 * @param step from the URL; null for one that does not exist, which redirects to the product
 * @returns `redirectTo` is a path of this site; for a signed-out visitor the sign-in page with this step as the return
 *   target
 */
export function enterStep(productId: string, step: Step | null, situation: Situation): StepVerdict {
  if (step === null) return { legal: false, redirectTo: stepPath(productId, "browse") };
  const state = stateOf(situation);
  const isLookingBack = step === "outcomeUnknown" && situation.unknownOutcome === "past";
  const isAskedAgain = step === "buyAgain" && state !== "outcomeUnknown" && situation.earlier === true;
  const legal: "always" | readonly PurchaseState[] = STEPS[step].legal;
  if (legal === "always" || legal.includes(state) || (state !== "signedOut" && (isLookingBack || isAskedAgain)))
    return { legal: true };
  const { to, messageKey } = DETOURS[state];
  // What may have been paid is not offered again.
  const isKept = state === "signedOut" || state === "unquoted" || state === "quoteExpired";
  const query = isKept && situation.quantity !== undefined ? { buyAmount: situation.quantity } : undefined;
  const redirectTo =
    to === "login"
      ? `/Login?redirectTo=${encodeURIComponent(stepPath(productId, step, query))}`
      : stepPath(productId, to, query);
  return { legal: false, redirectTo, ...(messageKey && { messageKey }) };
}
