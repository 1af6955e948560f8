import { htmlLanguage } from "~/i18n/formats";
import { getText } from "~/i18n/text.server";
import { LOCALES, type Locale } from "~server/i18n/locale";
import { siteConfig } from "~server/upstream/site";
import { optionalRead } from "~server/loader/reads";

/** Texts with which to invite somebody, in one language. */
export interface ShareTexts {
  /** The value of `lang`. */
  language: string;
  long: string;
  short: string;
}

/** The texts to share in both languages, the visitor's first: the invited person may read the other. */
export function shareTexts(own: Locale, invitation: { code: string; link: string }): Promise<ShareTexts[]> {
  return Promise.all(
    [own, ...LOCALES.filter((locale) => locale !== own)].map(async (locale) => {
      const t = getText(locale);
      const site = (await optionalRead(siteConfig({ locale })))?.title ?? t("common.siteTitle");
      const { code, link } = invitation;
      return {
        language: htmlLanguage(locale),
        long: t("Poster.message", { site, link }),
        short: t("Poster.short", { site, code, link }),
      };
    }),
  );
}
