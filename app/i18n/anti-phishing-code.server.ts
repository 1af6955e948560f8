import type { Locale } from "~server/i18n/locale";
import { readAntiPhishingCode } from "~server/account/anti-phishing-code";
import type { Session } from "~server/session/session";
import { getText } from "./text.server";

/** What is said of it, and the word, empty where it cannot be read; a line of `<Facts>`. */
type Line = [says: string, word: string];

/**
 * The visitor's own word for a page on which a payment is made (behaviour 2.114), as lines of `<Facts>`: with what is
 * said of it, so that no script needs a text for it.
 *
 * @returns no line where none is set; one without the word where it cannot be read
 */
export async function antiPhishingCodeFor(session: Session, locale: Locale): Promise<Line[]> {
  const own = await readAntiPhishingCode(session);
  const t = getText(locale);
  if (own.state === "none") return [];
  if (own.state === "set") return [[t("Security.wordShown"), own.word]];
  return [[t(own.state === "unknown" ? "Security.wordUnknown" : "Security.wordLost"), ""]];
}
