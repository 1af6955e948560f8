import { z } from "zod";
import { parseObject } from "~server/forms/constants";
import type { MessageKey } from "~server/i18n/message";
import { clearCookie, cookieValues, sealedName, setCookie } from "~server/session/cookies";
import { isSigned, sign } from "~server/crypto/keys";

/** A toast that no page has shown by then is dropped. */
const FLASH_AGE_MS = 5 * 60_000;
/** The longest value of a placeholder: whoever shows a longer one has to cut it. */
export const FLASH_VALUE_MAX_LENGTH = 300;

/** The name of the cookie. */
export const flashCookieName = () => sealedName("flash");

const KEY = /^[A-Za-z][\w-]*(\.[\w-]+)+$/;

const messageKey = z.custom<MessageKey>((key) => typeof key === "string" && key.length <= 100 && KEY.test(key));

const flashSchema = z.object({
  /** A key of app/i18n such as `toasts.signedOut`, never text. */
  key: messageKey,
  /** The key of a second sentence. */
  note: messageKey.optional(),
  /** How it is announced: a success is a `status`, a failure an `alert`. */
  kind: z.enum(["status", "alert"]),
  /** The values of the text's placeholders. */
  values: z.record(z.string().max(40), z.union([z.string().max(FLASH_VALUE_MAX_LENGTH), z.number()])).optional(),
  /** It does not fade: a `status` that explains why this page came in place of another one. */
  stays: z.boolean().optional(),
  /** Offers the app for this kind of device beside the message. */
  app: z.enum(["ios", "other"]).optional(),
  /** Shown in the page's sheet, for messages about the step in it: the sheet's backdrop covers the page. */
  inSheet: z.boolean().optional(),
});

/** A toast that waits for the next page. */
export type Flash = z.infer<typeof flashSchema>;

/**
 * The message of the sign-in for a visitor who was redirected there: a `status`, since it follows the visitor's own
 * press.
 */
export const NOT_LOGGED_IN = { key: "errors.notLoggedIn", kind: "status", stays: true } as const satisfies Flash;

/**
 * The Set-Cookie value that shows a toast on the next page (behaviour 3.29): signed, a key and its values.
 *
 * @throws ZodError when the key is not a message key
 */
export function flashCookie(flash: Flash): string {
  const body = Buffer.from(JSON.stringify(flashSchema.parse(flash))).toString("base64url");
  return setCookie(flashCookieName(), `${body}.${sign("flash", body)}`, FLASH_AGE_MS);
}

/**
 * The toast of a request.
 *
 * @returns the toast if there is a genuine one, and the Set-Cookie value that forgets the cookie if there is any
 */
export async function readFlash(request: Request): Promise<{ flash: Flash | null; clear: string | null }> {
  const values = cookieValues(request, flashCookieName());
  if (values.length === 0) return { flash: null, clear: null };
  const clear = clearCookie(flashCookieName());
  for (const value of values) {
    const [body = "", signature = ""] = value.split(".");
    if (!isSigned("flash", body, signature)) continue;
    const parsed = flashSchema.safeParse(parseObject(Buffer.from(body, "base64url").toString("utf8")));
    if (parsed.success) return { flash: parsed.data, clear };
  }
  return { flash: null, clear };
}
