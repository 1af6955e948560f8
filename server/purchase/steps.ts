/** The steps of a purchase, each with its address, and the states in which each is legal. The functions are pure. */
export type PurchaseState =
  | "signedOut"
  /** The flow has no quote, or one for another product or session. */
  | "unquoted"
  /** The quote is more than ten minutes old. */
  | "quoteExpired"
  | "quoted"
  /** The quote has been paid, or, without a quote, the latest purchase was of this product. */
  | "done"
  /** The quote is from another epoch of the store, so it is unknown whether it was posted. */
  | "quoteFromOtherEpoch"
  /** The ledger does not return the quote's outcome. */
  | "ledgerUnavailable"
  /** A purchase of this product is in flight, or its outcome is unknown, so no other may begin. */
  | "outcomeUnknown";

/** States that the quote determines. Its outcome in the ledger takes precedence over its expiry. */
export type QuoteState = Exclude<PurchaseState, "signedOut" | "outcomeUnknown">;

export interface Situation {
  signedIn: boolean;
  /** "unquoted" also if the quote is for another product. */
  quote: QuoteState;
  /** True if the receipt cookie proves that the latest purchase was of this product. */
  receipt: boolean;
  /** A purchase of this product without an outcome, which blocks another one or can only be viewed. */
  unknownOutcome: "none" | "blocking" | "past";
  /** True if the buyer has to acknowledge an earlier purchase. */
  earlier?: boolean;
  /** Quantity in terabytes, from the quote, else from the address. */
  quantity?: string | undefined;
}

/** Steps with the states in which they are legal; in any other state a step redirects by `DETOURS`. */
const STEPS = {
  browse: { address: "", legal: "always" },
  estimate: { address: "estimate", legal: "always" },
  /** Leads to buying again despite an earlier purchase without a response; legal while there is such a purchase. */
  buyAgain: { address: "again", legal: [] },
  confirm: { address: "confirm", legal: ["quoted"] },
  code: { address: "code", legal: ["quoted"] },
  /** This step is also legal once the block is over. */
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
  // An earlier post of the quote may have paid it.
  ledgerUnavailable: { to: "browse", messageKey: "errors.ledgerUnavailable" },
  outcomeUnknown: { to: "outcomeUnknown" },
};

export function readStep(value: string | null): Step | null {
  return (Object.keys(STEPS) as Step[]).find((step) => STEPS[step].address === (value ?? "")) ?? null;
}

export function quantityPath(productId: string, quantity: string): string {
  return stepPath(productId, "browse", { buyAmount: quantity });
}

export function depositPath(paySymbol: string | undefined): string {
  return paySymbol === undefined ? "/Recharge" : `/Recharge/${encodeURIComponent(paySymbol)}`;
}

/** Builds the path of a step. `buyAmount` in the query outlives the quote and the flow. */
export function stepPath(productId: string, step: Step, query: Record<string, string> = {}): string {
  const path = `/PowerProductDetail/${encodeURIComponent(productId)}`;
  const { address } = STEPS[step];
  const search = new URLSearchParams({ ...(address && { step: address }), ...query }).toString();
  return search === "" ? path : `${path}?${search}`;
}

/** Puts paid and blocking purchases before quotes, to prevent a second payment. */
function stateOf({ signedIn, quote, receipt, unknownOutcome }: Situation): PurchaseState {
  if (!signedIn) return "signedOut";
  if (quote === "done") return "done";
  if (unknownOutcome === "blocking") return "outcomeUnknown";
  return quote === "unquoted" && receipt ? "done" : quote;
}

export type StepVerdict = { legal: true } | { legal: false; redirectTo: string; messageKey?: Detour["messageKey"] };

/** Checks a step (null if it is unknown); returns the redirect if the step is not legal. */
export function enterStep(productId: string, step: Step | null, situation: Situation): StepVerdict {
  if (step === null) return { legal: false, redirectTo: stepPath(productId, "browse") };
  const state = stateOf(situation);
  const isLookingBack = step === "outcomeUnknown" && situation.unknownOutcome === "past";
  // A paid quote is reported first, because the buyer may not know that it was paid.
  const isAskable = state !== "outcomeUnknown" && situation.quote !== "done";
  const isAskedAgain = step === "buyAgain" && isAskable && situation.earlier === true;
  const legal: "always" | readonly PurchaseState[] = STEPS[step].legal;
  if (legal === "always" || legal.includes(state) || (state !== "signedOut" && (isLookingBack || isAskedAgain)))
    return { legal: true };
  const { to, messageKey } = DETOURS[state];
  // A product that may have been paid is not offered again.
  const isKept = state === "signedOut" || state === "unquoted" || state === "quoteExpired";
  const query = isKept && situation.quantity !== undefined ? { buyAmount: situation.quantity } : undefined;
  const redirectTo =
    to === "login"
      ? `/Login?redirectTo=${encodeURIComponent(stepPath(productId, step, query))}`
      : stepPath(productId, to, query);
  return { legal: false, redirectTo, ...(messageKey && { messageKey }) };
}
