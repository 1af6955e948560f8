import { z } from "zod";
import { parseObject } from "~server/forms/constants";
import type { TextKey } from "~server/texts/catalogue";
import { clearCookie, cookieValues, sealedName, setCookie } from "~server/session/cookies";
import { isSigned, sign } from "~server/crypto/keys";

/** A toast that has not been shown by then is dropped. */
const FLASH_AGE_MS = 5 * 60_000;
/** Callers must cut longer values. */
export const FLASH_VALUE_MAX_LENGTH = 300;

export const flashCookieName = () => sealedName("flash");

const KEY = /^[A-Za-z][\w-]*(\.[\w-]+)+$/;

const messageKey = z.custom<TextKey>((key) => typeof key === "string" && key.length <= 100 && KEY.test(key));

const flashSchema = z.object({
  /** Key of a text, such as `toasts.signedOut`; never the text itself. */
  key: messageKey,
  note: messageKey.optional(),
  kind: z.enum(["status", "alert"]),
  values: z.record(z.string().max(40), z.union([z.string().max(FLASH_VALUE_MAX_LENGTH), z.number()])).optional(),
  /** True if the toast stays until the next page. */
  stays: z.boolean().optional(),
  /** Offers the app for this kind of device. */
  app: z.enum(["ios", "other"]).optional(),
  /** True for messages about the step in the page's sheet, whose backdrop covers the page. */
  inSheet: z.boolean().optional(),
});

export type Flash = z.infer<typeof flashSchema>;

/** The kind is `status`, because the toast follows the visitor's own press. */
export const NOT_LOGGED_IN = { key: "errors.notLoggedIn", kind: "status", stays: true } as const satisfies Flash;

export function flashCookie(flash: Flash): string {
  const body = Buffer.from(JSON.stringify(flashSchema.parse(flash))).toString("base64url");
  return setCookie(flashCookieName(), `${body}.${sign("flash", body)}`, FLASH_AGE_MS);
}

/** Returns a request's toast, and the Set-Cookie value that clears it, if there is one. */
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
