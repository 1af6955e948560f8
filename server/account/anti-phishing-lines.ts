import type { Locale } from "~server/i18n/locale";
import { readAntiPhishingCode } from "~server/account/anti-phishing-code";
import type { Session } from "~server/session/session";
import { getText } from "~server/texts/text";

/** A label and the code, empty where it cannot be read; a line of `<DescriptionList>`. */
type Line = [label: string, code: string];

/**
 * The visitor's anti-phishing code for a page on which a payment is made (behaviour 2.114), as lines of
 * `<DescriptionList>`: with its label, so that no script needs a text for it.
 *
 * @returns no line where none is set; one without the code where it cannot be read
 */
export async function antiPhishingCodeFor(session: Session, locale: Locale): Promise<Line[]> {
  const own = await readAntiPhishingCode(session);
  const t = getText(locale);
  if (own.state === "none") return [];
  if (own.state === "set") return [[t("Security.wordShown"), own.word]];
  return [[t(own.state === "unknown" ? "Security.wordUnknown" : "Security.wordLost"), ""]];
}
