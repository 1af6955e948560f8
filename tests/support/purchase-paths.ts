/** The call of a purchase and the addresses of its steps: the same for tests of routes and for journeys. */

export const PURCHASE = "userPayMinerOrderV2";
/** A product that no journey changes: the storefront caches for a while what it has read. */
export const PRODUCT = "1001";
export const PRODUCT_PATH = `/PowerProductDetail/${PRODUCT}`;
export const CONFIRM_PATH = `${PRODUCT_PATH}?step=confirm`;
/** The confirmation of so many units, where the shop leads to it. */
export const confirmPath = (quantity: string, path = PRODUCT_PATH) => `${path}?step=confirm&buyAmount=${quantity}`;
export const CODE_PATH = `${PRODUCT_PATH}?step=code`;
export const OUTCOME_PATH = `${PRODUCT_PATH}?step=outcome`;
export const DONE_PATH = `${PRODUCT_PATH}?step=done`;
export const FORGOTTEN_PATH = `${PRODUCT_PATH}?step=forgotten`;
/** The receipt of 3 units of the product. */
export const RECEIPT_PATH = "/Successpay?tokenAmount=3&payAmount=46.5&paySymbol=USDT";

/** A product whose terms journeys change. */
export const CHANGING = "1004";
export const CHANGING_PATH = `/PowerProductDetail/${CHANGING}`;

/** The end of the address of the sheet for the code, after a payment was confirmed. */
export const confirmedPath = (quantity: string, payment: string) =>
  new RegExp(
    `/PowerProductDetail/\\d+\\?step=code&buyAmount=${quantity}&payAmount=${payment.replace(".", "\\.")}&terms=[\\w-]{8}$`,
  );
