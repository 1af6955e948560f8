import type { Locale } from "~server/i18n/locale";
import type { PosterWords } from "~server/invitation/poster/drawing";
import { getText } from "~server/texts/text";

export function posterWords(locale: Locale): PosterWords {
  const t = getText(locale);
  return {
    title: t("Poster.title"),
    lead: t("Poster.lead"),
    code: t("Poster.code"),
    risk: [t("Poster.risk"), t("Poster.decide")],
  };
}
