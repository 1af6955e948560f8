/**
 * The steps of a purchase, each with its own address, and which of them is legal when (house 7), after
 * alphagov/pay-frontend `state.service.js`. Pure: the page reads the situation, this table decides what may be shown.
 */

/**
 * The product page, then the values of its `?step=`. `estimate` explains the expected ratio, `again` asks whether to
 * buy although an earlier purchase got no response. `outcome` is the page of a purchase without a response, `done` of
 * one that is paid, `forgotten` of a quote that is older than the store's epoch.
 */
export const STEPS = [
  ...(["product", "estimate", "again", "confirm", "code"] as const),
  ...(["outcome", "done", "forgotten"] as const),
] as const;
export type Step = (typeof STEPS)[number];

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
  /** A quote for this product of another epoch: it is unknown whether it was posted. */
  | "forgotten"
  /** A quote for this product whose outcome the store does not return. */
  | "unreadable"
  /** A purchase of this product is on its way, or its outcome is not known: no other may begin. */
  | "unsettled";

/** What the page has found out. */
export interface Situation {
  signedIn: boolean;
  /**
   * The quote in the flow, none when it is for another product; its outcome in the ledger takes precedence over its
   * expiry.
   */
  quote: "none" | "expired" | "ready" | "paid" | "forgotten" | "unreadable";
  /** Whether the purchase just made, which the receipt cookie proves, was of this product. */
  receipt: boolean;
  /**
   * Whether a purchase of this product is in flight, or sent without a response (`blockedBy`, `resolveUnknown`): it
   * blocks another one, or the block is over and only its outcome can be viewed.
   */
  unsettled: "none" | "blocking" | "past";
  /** Whether an earlier purchase of this product got no response, which the buyer has to acknowledge. */
  earlier?: boolean;
  /** Terabytes, of the quote or else of the address. */
  quantity?: string | undefined;
}

/** The states in which a step may be shown. In any other state a step redirects by `DETOURS`. */
const LEGAL: Record<Step, readonly PurchaseState[] | "always"> = {
  product: "always",
  estimate: "always",
  again: [],
  confirm: ["quoted"],
  code: ["quoted"],
  outcome: ["unsettled"],
  done: ["done"],
  forgotten: ["forgotten"],
};

interface Detour {
  to: Step | "login";
  messageKey?: "errors.notLoggedIn" | "errors.stepExpired" | "errors.quoteExpired" | "errors.ledgerUnavailable";
}

const DETOURS: Record<PurchaseState, Detour> = {
  signedOut: { to: "login", messageKey: "errors.notLoggedIn" },
  unquoted: { to: "product", messageKey: "errors.stepExpired" },
  quoteExpired: { to: "product", messageKey: "errors.quoteExpired" },
  quoted: { to: "product" },
  done: { to: "done" },
  forgotten: { to: "forgotten" },
  // An earlier post of it may have paid.
  unreadable: { to: "product", messageKey: "errors.ledgerUnavailable" },
  unsettled: { to: "outcome" },
};

/**
 * Reads `?step=`.
 *
 * @returns the product page for no step; null for one that does not exist
 */
export function readStep(value: string | null): Step | null {
  if (value === null || value === "") return "product";
  return STEPS.find((step) => step === value && step !== "product") ?? null;
}

/** The URL of a product with a quantity. */
export function quantityPath(productId: string, quantity: string): string {
  return stepPath(productId, "product", { buyAmount: quantity });
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
  const search = new URLSearchParams({ ...(step !== "product" && { step }), ...query }).toString();
  return search === "" ? path : `${path}?${search}`;
}

const OF_QUOTE: Record<Situation["quote"], PurchaseState> = {
  none: "unquoted",
  expired: "quoteExpired",
  ready: "quoted",
  paid: "done",
  forgotten: "forgotten",
  unreadable: "unreadable",
};

/** The state of a visitor; paid and blocking purchases come before quotes, so that nobody pays twice. */
function stateOf({ signedIn, quote, receipt, unsettled }: Situation): PurchaseState {
  if (!signedIn) return "signedOut";
  if (quote === "paid") return "done";
  if (unsettled === "blocking") return "unsettled";
  return quote === "none" && receipt ? "done" : OF_QUOTE[quote];
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
  if (step === null) return { legal: false, redirectTo: stepPath(productId, "product") };
  const state = stateOf(situation);
  const isLookingBack = step === "outcome" && state !== "signedOut" && situation.unsettled === "past";
  const isAskedAgain = step === "again" && state !== "signedOut" && state !== "unsettled" && situation.earlier === true;
  const legal = LEGAL[step];
  if (isLookingBack || isAskedAgain || legal === "always" || legal.includes(state)) return { legal: true };
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
