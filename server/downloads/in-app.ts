import { deviceOf } from "~server/device/device";
import type { Locale } from "~server/i18n/locale";
import { getText } from "~server/texts/text";

/** Names the way out of an app whose browser may ignore downloads; undefined in other browsers. */
export function inAppNote({ headers }: Request, locale: Locale, what: "file" | "picture"): string | undefined {
  if (!deviceOf(headers.get("User-Agent")).inApp) return undefined;
  return getText(locale)(what === "file" ? "Download.inApp" : "Download.pictureInApp");
}
