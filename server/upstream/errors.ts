import { Rejection } from "@storefront/upstream-client/failures";
import type { Locale } from "~server/i18n/locale";
import { oneLine } from "./schemas";

/** `errors.server` shows the upstream's own message. */
type RejectionKey =
  | "errors.network"
  | "errors.code"
  | "errors.idCardExists"
  | "errors.emailRegistered"
  | "errors.captcha"
  | "errors.sessionExpired"
  | "errors.server";

export const SUCCESS_CODE = "0";

/** The captcha was rejected. Its kind may have changed, so `publicInfo` must be read again. */
export const CAPTCHA_CODE = "10055";

const EXPIRED_CODES: ReadonlySet<string> = new Set(["10002", "10021", "3"]);

const CATALOGUE: ReadonlyMap<string, RejectionKey> = new Map([
  ...[...EXPIRED_CODES].map((code) => [code, "errors.sessionExpired"] as const),
  ["10022", "errors.code"],
  ["10010", "errors.code"],
  ["10051", "errors.idCardExists"],
  ["10023", "errors.emailRegistered"],
  [CAPTCHA_CODE, "errors.captcha"],
]);

export function isExpired(code: string): boolean {
  return EXPIRED_CODES.has(code);
}

/** A response with a code other than 0. The call had no effect, but a payment may have been charged nevertheless. */
export class UpstreamRejected extends Rejection {
  override name = "UpstreamRejected";
  /** Key of our text. Unknown codes get `errors.server`, or `errors.network` if the upstream sent no message. */
  readonly messageKey: RejectionKey;
  /** The upstream's message, if we have no text for its code. */
  readonly upstreamMessage?: string | undefined;

  /** @param message the upstream's, already cleaned and cut */
  constructor(
    code: string,
    message?: string,
    /** True for a read of a page, false for a form. */
    readonly isRead = false,
  ) {
    const known = CATALOGUE.get(code);
    super(code, known !== undefined || Boolean(message));
    this.messageKey = known ?? (message ? "errors.server" : "errors.network");
    this.upstreamMessage = known ? undefined : message;
  }
}

/** Secrets of the request, which must not come back in a message. */
const SECRET_FIELDS: readonly string[] = [
  ...[
    "token",
    "securityInfo",
    "loginPword",
    "newPassword",
    "loginPwd",
    "googleCode",
    "smsCode",
    "emailCode",
    "googleKey",
  ],
  ...["csessionid", "sig", "geetest_challenge", "geetest_validate", "geetest_seccode"],
];
/** Removing a shorter secret would remove ordinary letters. */
const SECRET_MIN_LENGTH = 4;
const MESSAGE_MAX_LENGTH = 200;
/** Longer texts are not messages. Searching 8 MB for secrets takes half a second. */
const MESSAGE_SENT_MAX_LENGTH = 16 * 1024;

/** Returns the first readable message as one line of plain text, without secrets of the request (`sent`). */
export function serverMessage(
  messages: readonly unknown[],
  sent: readonly (Readonly<Record<string, unknown>> | undefined)[],
  locale: Locale,
): string | undefined {
  const secrets = sent
    .flatMap((part) => SECRET_FIELDS.map((name) => part?.[name]))
    .filter((secret): secret is string => typeof secret === "string" && secret.length >= SECRET_MIN_LENGTH);
  const hidden = (text: string) => secrets.reduce((whole, secret) => whole.replaceAll(secret, "…"), text);
  for (const message of messages) {
    if (typeof message !== "string" || message.length > MESSAGE_SENT_MAX_LENGTH) continue;
    const text = oneLine(MESSAGE_MAX_LENGTH, locale)(hidden(message));
    // Secrets are removed again, because entities or escapes may have hidden one.
    if (text !== undefined) return hidden(text);
  }
  return undefined;
}
