/** The texts of the site that the rules of a purchase answer with. */
export type PurchaseMessageKey =
  | "errors.quantityRequired"
  | "errors.quantityInvalid"
  | "errors.quantityMin"
  | "errors.quantityMax"
  | "errors.quantityStep"
  | "errors.outOfStock"
  | "errors.insufficientBalance"
  | "errors.balanceUnknown"
  | "errors.notBound"
  | "errors.notForSale";

/** A text by its key, with the values that its placeholders take (decimals, as text). */
export interface PurchaseMessage {
  key: PurchaseMessageKey;
  values?: Record<string, string>;
}
