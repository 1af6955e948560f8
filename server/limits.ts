import type { TextKey } from "~server/texts/catalogue";
import { RESEND_AFTER_MS } from "~server/specification";

export interface Rate {
  points: number;
  perMs: number;
}

/** Key by which a limit counts. A destination is an e-mail address or telephone number; a step its upstream token. */
export type Subject = "address" | "account" | "account at an address" | "destination" | "step" | "process";

export interface Limit {
  /** The counted action, as the generated table names it. */
  of: string;
  per: Subject;
  /** Number of actions; for `photos:account` milliseconds of decoding. */
  points: number;
  /** Null if `points` limits how many run at the same time. */
  perMs: number | null;
  /** Limit for a signed-in account's posts from all addresses together. */
  inAll?: number;
  message: TextKey | null;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const posts = (of: string, points: number, perMs: number) =>
  ({ of, per: "account at an address", points, perMs, message: "errors.tooMany" }) as const;

/** Counts wrong codes or passwords, and attempts in progress. Beyond the limit the upstream is not called. */
const wrong = <P extends Subject, M extends TextKey>(of: string, per: P, points: number, message: M) =>
  ({ of, per, points, perMs: 15 * MINUTE_MS, message }) as const;

/**
 * Every limit on visitors (behaviour 5.24). The keys are labels in `storefront_rate_limited_total`.
 * `npm run test:unit -- limits.test -u` writes the table in the docs.
 */
export const LIMITS = {
  "form:address": {
    of: "posts of one form by signed-out visitors; signed-in visitors share as many again, and ten posts of an account always pass",
    per: "address",
    points: 300,
    perMs: MINUTE_MS,
    message: "errors.tooMany",
  },
  form: { ...posts("posts of any other form", 30, MINUTE_MS), inAll: 60 },
  "form:login": posts("posts of the sign-in", 30, MINUTE_MS),
  "form:register": posts("posts of the registration", 20, 5 * MINUTE_MS),
  "form:bind": { ...posts("posts of the authenticator link", 20, 5 * MINUTE_MS), inAll: 40 },
  "form:enquiry": posts("posts of the contact form with one e-mail address", 12, 10 * MINUTE_MS),
  "form:pressed": {
    ...posts("posts of quantity, payment, chosen products, and showing or hiding amounts", 120, MINUTE_MS),
    inAll: 240,
  },
  "form:locale": { ...posts("language switches", 300, MINUTE_MS), inAll: 600 },
  enquiries: {
    of: "enquiries sent by the contact form",
    per: "address",
    points: 10,
    perMs: 10 * MINUTE_MS,
    message: "errors.tooMany",
  },

  resend: {
    of: "codes requested for one account or step (in a registration, from one address)",
    per: "step",
    points: 1,
    perMs: RESEND_AFTER_MS,
    message: "errors.resendWait",
  },
  "codes:hour": {
    of: "codes sent by e-mail or SMS",
    per: "destination",
    points: 6,
    perMs: HOUR_MS,
    message: "errors.codesUsedUp",
  },
  "codes:day": {
    of: "codes sent by e-mail or SMS",
    per: "destination",
    points: 12,
    perMs: 24 * HOUR_MS,
    message: "errors.codesUsedUp",
  },

  "tries:password": wrong("wrong passwords at sign-in", "account at an address", 5, "Login.passwordsPaused"),
  "tries:secondStep": wrong("wrong codes of a sign-in's second step", "account", 10, "errors.codesPaused"),
  "tries:registration": wrong("wrong codes of a registration", "account at an address", 10, "errors.codesPaused"),
  "tries:registrationStep": wrong(
    "wrong codes of one registration, from all addresses",
    "step",
    10,
    "errors.codesPaused",
  ),
  "tries:binding": wrong(
    "wrong passwords and codes when linking the authenticator",
    "account",
    5,
    "GoogleBind.triesPaused",
  ),
  "tries:payment": wrong("wrong codes of a payment", "account", 5, "errors.codesPaused"),
  "tries:refusedPayment": wrong("payments refused by the upstream for any reason", "account", 20, "errors.codesPaused"),
  "password:account": {
    of: "wrong passwords; beyond this, a sign-in waits 1, 2, 4, at most 8 s",
    per: "account",
    points: 50,
    perMs: HOUR_MS,
    message: null,
  },
  "registration:account": {
    of: "codes sent and wrong codes of a registration; beyond this, a step waits as long as a sign-in does",
    per: "account",
    points: 50,
    perMs: HOUR_MS,
    message: null,
  },

  "uploads:account": {
    of: "uploads",
    per: "account",
    points: 2,
    perMs: null,
    message: "UploadImage.tooManyAtOnce",
  },
  "uploads:address": {
    of: "uploads",
    per: "address",
    points: 24,
    perMs: null,
    message: "UploadImage.tooManyAtOnce",
  },
  "uploads:all": { of: "uploads", per: "process", points: 256, perMs: null, message: "errors.network" },
  "photos:account": {
    of: "milliseconds of decoding photos",
    per: "account",
    points: 60_000,
    perMs: 15 * MINUTE_MS,
    message: "errors.tooMany",
  },

  lookups: {
    of: "searches and lookups of missing items; a signed-in session has as many of its own",
    per: "address",
    points: 300,
    perMs: MINUTE_MS,
    message: "errors.tooMany",
  },
  "deposit-watch": {
    of: "reads of the deposit record for a watched deposit; further requests show the last result",
    per: "account",
    points: 2,
    perMs: MINUTE_MS,
    message: null,
  },
  "web-vitals": { of: "reports of Core Web Vitals", per: "address", points: 300, perMs: MINUTE_MS, message: null },
} as const satisfies Record<string, Limit>;
