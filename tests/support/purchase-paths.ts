export const PURCHASE = "userPayMinerOrderV2";
/** A product that no journey changes, because the storefront caches it for a while. */
export const PRODUCT = "1001";
export const PRODUCT_PATH = `/PowerProductDetail/${PRODUCT}`;
export const CONFIRM_PATH = `${PRODUCT_PATH}?step=confirm`;
/** Returns the address of the confirmation for this quantity. */
export const confirmPath = (quantity: string, path = PRODUCT_PATH) => `${path}?step=confirm&buyAmount=${quantity}`;
export const CODE_PATH = `${PRODUCT_PATH}?step=code`;
export const OUTCOME_PATH = `${PRODUCT_PATH}?step=outcome`;
export const DONE_PATH = `${PRODUCT_PATH}?step=done`;
export const FORGOTTEN_PATH = `${PRODUCT_PATH}?step=forgotten`;
/** The address of the receipt for 3 units of the product. */
export const RECEIPT_PATH = "/Successpay?tokenAmount=3&payAmount=46.5&paySymbol=USDT";

/** A product whose terms journeys change. */
export const CHANGING = "1004";
export const CHANGING_PATH = `/PowerProductDetail/${CHANGING}`;

/** Returns a pattern for the end of the code sheet's address after the confirmation. */
export const confirmedPath = (quantity: string, payment: string) =>
  new RegExp(
    `/PowerProductDetail/\\d+\\?step=code&buyAmount=${quantity}&payAmount=${payment.replace(".", "\\.")}&terms=[\\w-]{8}$`,
  );
