/** Values that the upstream or the product prescribes. */

export const RESEND_AFTER_MS = 60_000;
export const CODE_LENGTH = 6;

/** `operationType` of a call that sends a code. */
export const SMS_OPERATION_TYPE = 25;
export const EMAIL_OPERATION_TYPE_LOGIN = 4;
/** The upstream expects a string for this type. */
export const EMAIL_OPERATION_TYPE_REGISTER = "1";

export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 20;

export const HOME_PRODUCT_PAGE_SIZE = 10;
export const HOME_PRODUCTS_SHOWN = 3;
export const HOME_NOTICE_PAGE_SIZE = 5;
export const NOTICE_PAGE_SIZE = 100;
export const POWER_PAGE_SIZE = 5;
export const MINER_PAGE_SIZE = 10;
export const DEPOSIT_PAGE_SIZE = 10;
export const ORDER_PAGE_SIZE = 100;

/** Largest photo that visitors may send, and largest that the upstream gets. */
export const UPLOAD_ACCEPT_BYTES = 8 * 1024 * 1024;
export const UPLOAD_SEND_BYTES = 512_000;

/** Decimals of an amount whose coin has no display precision. */
export const DEFAULT_PRECISION = 8;
export const PAYMENT_PRECISION = 8;
/** Decimals of a quantity in terabytes. */
export const QUANTITY_PRECISION = 2;

export const SOCIAL_TYPES = ["WeChat", "Telegram", "Skype", "WhatsApp", "LinkedIn"] as const;
