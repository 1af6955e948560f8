/**
 * Business constants and limits (behaviour 9) and the deadlines of the gateway, each with its name in the field.
 * Durations carry their unit.
 */

/** Time before a verification code may be sent again. */
export const RESEND_AFTER_MS = 60_000;
/**
 * After how many wrong answers, within what time, the platform is not asked about a further one (behaviour 5.24, 5.25).
 * `password` and `registration`, which anybody can begin for any account, count it together with an address; the others
 * count the account alone.
 */
export const WRONG_TRIES = {
  secondStep: { points: 10, perMs: 15 * 60_000 },
  registration: { points: 10, perMs: 15 * 60_000 },
  payment: { points: 5, perMs: 15 * 60_000 },
  password: { points: 5, perMs: 15 * 60_000 },
} as const;
/**
 * Wrong passwords of one account, or codes and wrong codes of one e-mail's registration, from all addresses together;
 * after that many a try is slowed, never refused.
 */
export const SLOWED_AFTER = { points: 50, perMs: 60 * 60_000 } as const;
/** The first slowed try waits this long, each further one twice as long as the one before, up to the longest. */
export const SLOWED_FIRST_MS = 1_000;
export const SLOWED_LONGEST_MS = 8_000;
/**
 * Posts of one form (behaviour 5.24): from an address, which a whole office or carrier shares; of an account from one
 * address; and of a signed-in account from all of them so many times that.
 */
export const POSTS_OF_ADDRESS = { points: 300, perMs: 60_000 } as const;
export const POSTS_OF_ACCOUNT = { points: 30, perMs: 60_000 } as const;
export const POSTS_ELSEWHERE_FACTOR = 2;
/** Switches of the language of a signed-in visitor (behaviour 5.27). */
export const LANGUAGE_SWITCHES = { points: 300, perMs: 60_000 } as const;
/** How long a browser that asked for scripts gets them although it saves data. */
export const SCRIPTS_CHOICE_AGE_MS = 24 * 60 * 60_000;
/** Sign-ins that one process slows at a time; more than these let the oldest of them go on. */
export const SLOWED_AT_ONCE_MAX = 200;
/** Characters of an authenticator's and of an e-mail's code. */
export const CODE_LENGTH = 6;
/** An authenticator's code is valid for so long at most, with the time steps on either side of its own. */
export const USED_CODE_AGE_MS = 90_000;
export const SMS_OPERATION_TYPE = 25;
export const EMAIL_OPERATION_TYPE_LOGIN = 4;
/** A string, unlike the other (behaviour 9.3). */
export const EMAIL_OPERATION_TYPE_REGISTER = "1";

export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 20;

export const HOME_PRODUCT_PAGE_SIZE = 10;
export const HOME_PRODUCTS_SHOWN = 3;
export const HOME_NOTICE_PAGE_SIZE = 5;
export const NOTICE_PAGE_SIZE = 100;
/** As many calls of the platform a request of a visitor makes at most, of one list (behaviour 2.22). */
export const LIST_CALLS_MAX = 8;
/** As many products of a kind as one call gives: what `sitemap.xml` names, and where an id is looked up. */
export const WHOLE_LIST_PAGE_SIZE = 100;
export const POWER_PAGE_SIZE = 5;
/** The snapshot of the catalogue in one language: products, and characters of them as JSON (behaviour 2.91). */
export const CATALOGUE_PLANS_MAX = 10_000;
export const CATALOGUE_CHARACTERS_MAX = 8 * 1024 * 1024;
/** It is read again after so long, while somebody has asked for it within the second time. */
export const CATALOGUE_RENEW_MS = 60_000;
export const CATALOGUE_IDLE_MS = 10 * 60_000;
/** It is shown for so long where no newer one can be had. */
export const CATALOGUE_SHOWN_MS = 15 * 60_000;
/** After a failure it is read again when this time is over, after each further one twice as long, up to the longest. */
export const CATALOGUE_RETRY_FIRST_MS = 5_000;
export const CATALOGUE_RETRY_LONGEST_MS = 5 * 60_000;
/** How long a visitor waits for it where there is none. */
export const CATALOGUE_PATIENCE_MS = 1_000;
/** Results of a search of the market on one page. */
export const MARKET_PAGE_SIZE = 20;
/** Plans that a browser keeps: saved, and chosen to be compared. */
export const PLANS_SAVED_MAX = 50;
export const PLANS_COMPARED_MAX = 4;
/** The longest text that is searched for. */
export const KEYWORD_MAX_LENGTH = 100;
export const MINER_PAGE_SIZE = 10;
export const DEPOSIT_PAGE_SIZE = 10;
export const ORDER_PAGE_SIZE = 100;
/** A download: so many pages of the platform's list at most; of one account at a time; of all in this process. */
export const DOWNLOAD_PAGES_MAX = 100;
export const DOWNLOADS_PER_ACCOUNT = 2;
export const DOWNLOADS_IN_ALL = 64;
/** How long one request looks for an order in the pages of the list. */
export const ORDER_SEARCH_DEADLINE_MS = 5_000;

/** Decimals of an amount whose coin names no display precision. */
export const DEFAULT_PRECISION = 8;
/** Decimals of a quantity (terabytes). */
export const QUANTITY_PRECISION = 2;
/** Decimals of a payment amount. */
export const PAYMENT_PRECISION = 8;

/** Social media that the contact form names. */
export const SOCIAL_TYPES = ["WeChat", "Telegram", "Skype", "WhatsApp", "LinkedIn"] as const;
/** Longest name, telephone number, social handle and question of an enquiry. */
export const ENQUIRY_NAME_MAX_LENGTH = 60;
export const ENQUIRY_PHONE_MAX_LENGTH = 32;
export const ENQUIRY_HANDLE_MAX_LENGTH = 64;
export const ENQUIRY_MESSAGE_MAX_LENGTH = 1_000;
export const EMAIL_MAX_LENGTH = 254;

/** The longest name and document number; with the platform's names of three photos they must fit into a cookie. */
export const IDENTITY_NAME_MAX_LENGTH = 100;
export const IDENTITY_NUMBER_MAX_LENGTH = 64;
export const PHOTO_NAME_MAX_BYTES = 300;

export const UPLOAD_ACCEPT_BYTES = 8 * 1024 * 1024;
export const UPLOAD_SEND_BYTES = 512_000;
/**
 * A picture with more pixels is refused, however small its file is: it may be made to exhaust the memory. A phone's
 * largest pictures have 50 million.
 */
export const PHOTO_MAX_PIXELS = 50_000_000;
/** The same for a picture that can only be decoded whole (progressive, interlaced). */
export const PHOTO_WHOLE_MAX_PIXELS = 16_000_000;
/**
 * Uploads at a time: of one account; from one address, which a whole office may share and which cannot fill the room
 * for temporary files (three photos of 8 MB each); and in this process.
 */
export const UPLOADS_PER_ACCOUNT = 2;
export const UPLOADS_PER_ADDRESS = 24;
export const UPLOADS_IN_ALL = 256;
/** A sent file of up to this size is held in memory, a larger one in an encrypted temporary file. */
export const UPLOAD_IN_MEMORY_BYTES = 64 * 1024;
/** Bytes of all those temporary files. */
export const UPLOADS_SPOOLED_MAX_BYTES = 1024 * 1024 * 1024;
/** How long an upload relies on the platform's word that a session is alive. */
export const SESSION_CONFIRMED_MS = 60_000;

/** Pictures of pages, made small (behaviour 3.36). Of one picture as it is fetched, and the time for all of it. */
export const PICTURE_MAX_BYTES = 8 * 1024 * 1024;
export const PICTURE_CONNECT_DEADLINE_MS = 1_000;
export const PICTURE_FETCH_DEADLINE_MS = 6_000;
export const PICTURE_RESIZE_DEADLINE_MS = 10_000;
/** A process that makes pictures small and needs more memory than this ends: the picture is at fault. */
export const PICTURE_RESIZER_MAX_BYTES = 400 * 1024 * 1024;
/** Pictures that are fetched at a time, in all and from one host, and how many may wait for that. */
export const PICTURE_FETCHES_MAX = 8;
export const PICTURE_FETCHES_PER_HOST = 4;
export const PICTURES_WAITING_MAX = 200;
/** How long a picture is shown before its source is looked at again, and for how long at most while that fails. */
export const PICTURE_FRESH_MS = 60 * 60_000;
export const PICTURE_STALE_MS = 7 * 24 * 60 * 60_000;
/** How long a browser shows its copy unasked, and after that while it asks. */
export const PICTURE_BROWSER_AGE_S = 24 * 60 * 60;
export const PICTURE_BROWSER_STALE_S = 7 * 24 * 60 * 60;
/** After a failure a picture is not asked for again for so long: doubled with each failure, up to the longest. */
export const PICTURE_FAILED_MS = 30_000;
export const PICTURE_FAILED_LONGEST_MS = 60 * 60_000;
/** The cache of pictures: on the disk, and of those in use in memory. */
export const PICTURES_ON_DISK_MAX_BYTES = 256 * 1024 * 1024;
export const PICTURES_ON_DISK_MAX_FILES = 20_000;
export const PICTURES_IN_MEMORY_MAX_BYTES = 8 * 1024 * 1024;

/** The calls of the platform (behaviour 7); what is only the client's is in `packages/upstream-client`. */
export const READ_DEADLINE_MS = 3_000;
/** Connections to the platform for each purpose (behaviour 7.60). */
export const POOL_SIZES = {
  public: 64,
  account: 256,
  money: 128,
  upload: 16,
  codes: 32,
};
/**
 * Writes that are neither a purchase nor an upload: sign-in, codes, sign-out, enquiries. Shorter than the form's
 * deadline, so that what has no answer by then can still be looked for.
 */
export const WRITE_DEADLINE_MS = 3_500;
/**
 * All reads and writes of a form's action together. The page with the answer is made after that; its reads wait a
 * second at most when the platform hangs, so that the visitor has the page within 6 s.
 */
export const FORM_DEADLINE_MS = 4_300;
export const PURCHASE_DEADLINE_MS = 20_000;
export const UPLOAD_DEADLINE_MS = 60_000;
/** As much is shown of one notice, or of one introduction, and its page says that there was more (behaviour 3.44). */
export const TEXT_MAX_BYTES = 64 * 1024;
/**
 * A public answer is fresh for so long; after that it is shown at once while it is renewed, up to the second time
 * (behaviour 3.35).
 */
export const PUBLIC_FRESH_MS = 30_000;
export const PUBLIC_STALE_MS = 5 * 60_000;
/**
 * After a public read has failed it is tried again when this time is over, after each further failure twice as long, up
 * to the longest (behaviour 13.15).
 */
export const PUBLIC_RETRY_FIRST_MS = 1_000;
export const PUBLIC_RETRY_LONGEST_MS = 30_000;
/** How long a visitor waits for that next try, where there is nothing to show meanwhile. */
export const PUBLIC_RETRY_WAIT_MS = 1_000;
/** How long a page waits for the website configuration, where none is held (behaviour 13.17). */
export const EXTRA_PATIENCE_MS = 500;
/** How long a start waits for what every page relies on (behaviour 7.6). */
export const START_READS_MS = 2_000;
/** What browsers say of their devices, of all sessions together: 8 million characters, some 10,000 of them. */
export const SECURITY_INFO_CHARACTERS_MAX = 8_000_000;
/** How long the account centre waits for what only its first steps need. */
export const ONBOARDING_DEADLINE_MS = 1_000;

/** Addresses that lead to nothing, and searches, by the visitor's address: mobile networks share one. */
export const VAIN_LOOKUPS = { points: 300, perMs: 60_000 } as const;

/** Cookies and flows. */
export const FLOW_AGE_MS = 15 * 60_000;
/** A toast that no page has shown by then is dropped. */
export const FLASH_AGE_MS = 5 * 60_000;
export const LOCALE_AGE_MS = 365 * 24 * 60 * 60_000;
export const NOTICES_READ_AGE_MS = 365 * 24 * 60 * 60_000;
/** How this browser wants to see the assets, and whose first steps it knows to be done. */
export const ASSETS_VIEW_AGE_MS = 365 * 24 * 60 * 60_000;
export const ONBOARDING_DONE_AGE_MS = 365 * 24 * 60 * 60_000;
/** Which plans this browser has saved, and which it compares. */
export const PLANS_SAVED_AGE_MS = 365 * 24 * 60 * 60_000;
export const PLANS_COMPARED_AGE_MS = 7 * 24 * 60 * 60_000;
/** That a browser has the files of style; a newer build's are inside its first page again. */
export const STYLES_AGE_MS = 365 * 24 * 60 * 60_000;
export const SESSION_AGE_MS = 7 * 24 * 60 * 60_000;
export const FORM_TOKEN_AGE_MS = 2 * 60 * 60_000;
export const QUOTE_AGE_MS = 10 * 60_000;
export const RECEIPT_AGE_MS = 60 * 60_000;
/** After a purchase whose outcome is unknown, no second try for that product. */
export const UNKNOWN_BLOCK_MS = 10 * 60_000;
/** A refused purchase whose code means nothing certain: the orders are read at once, and again after so long. */
export const REFUSAL_LOOK_AGAIN_MS = 2_000;
/** Between taking up a payment and sending it, everything is read again; slower than this, it is not sent. */
export const PAY_CHECKS_DEADLINE_MS = 5_000;
/**
 * A payment whose mark as "sending" may have been written, and which was not sent, is taken back: its buyer waits so
 * long for the store, which is asked so often.
 */
export const UNSENT_PATIENCE_MS = 2_500;
export const UNSENT_RETRY_MS = 200;
/** How long another process waits for the outcome of a payment, which ends within its own deadlines. */
export const SETTLE_DEADLINE_MS = 40_000;
/** How long the outcome of a quote is remembered: longer than a form that carries the quote can be posted. */
export const LEDGER_AGE_MS = 24 * 60 * 60_000;
/** How long a purchase without an answer is looked for among the orders. */
export const ATTEMPT_AGE_MS = 24 * 60 * 60_000;
/** Days begin at midnight of UTC+8, in which the site tells times (decision 0007). */
export const DAY_MS = 24 * 60 * 60_000;
export const ZONE_MS = 8 * 60 * 60_000;
/** What this shop knows of an account's orders is kept for longer than their cycles last. */
export const OWN_ORDERS_AGE_MS = 3 * 365 * 24 * 60 * 60_000;
/** The record of sign-ins: for how long, and how many of them. */
export const SIGN_INS_AGE_MS = 30 * 24 * 60 * 60_000;
export const SIGN_INS_MAX = 20;
/** What was entered of an identity and not sent yet, from the last entry. */
export const SAVED_IDENTITY_AGE_MS = 24 * 60 * 60_000;
/** A visitor's own word, from when it was set; and its length, in characters as people count them. */
export const ANTI_PHISHING_CODE_AGE_MS = 3 * 365 * 24 * 60 * 60_000;
export const ANTI_PHISHING_CODE_MIN_LENGTH = 2;
export const ANTI_PHISHING_CODE_MAX_LENGTH = 32;
/** After a payment its order is looked for no longer than this: the buyer waits. */
export const ORDER_LOOK_DEADLINE_MS = 1_000;
/** A second post of the same form gets the first answer for this long. */
export const REPLAY_MS = 5 * 60_000;

/** How often the store's health is written and read back, and how long that may take. */
export const STORE_PROBE_EVERY_MS = 1_000;
export const STORE_PROBE_DEADLINE_MS = 3_000;

/** HTTP server. */
/** As much of a form's texts is kept. */
export const FORM_MAX_BYTES = 64 * 1024;
/**
 * As much of a body is read, and what is too large of it thrown away as it comes: browsers show no answer before they
 * have sent the whole body, and the page is to say what was too large. A sender of more is cut off.
 */
export const FORM_READ_MAX_BYTES = 64 * 1024 * 1024;
export const UPLOAD_FORM_MAX_BYTES = 512 * 1024 * 1024;
/** A body of which nothing more has come for so long is cut. */
export const BODY_STALL_MS = 10_000;
export const HEADERS_TIMEOUT_MS = 10_000;
export const REQUEST_TIMEOUT_MS = 30_000;
export const UPLOAD_REQUEST_TIMEOUT_MS = 120_000;
/** So many pages are made at a time, and so late the event loop may be (behaviour 13.22). */
export const IN_FLIGHT_MAX = 1_000;
export const LAG_MAX_MS = 250;
/** So long a process that is to end says so before it stops taking connections (behaviour 13.23). */
export const DRAIN_DELAY_MS = 5_000;
export const DRAIN_DEADLINE_MS = 25_000;
