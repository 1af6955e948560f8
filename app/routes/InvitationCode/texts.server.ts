import { LANGUAGES, otherLocales, type Locale } from "~/i18n/locales";
import { getText } from "~server/texts/text";
import { shownSite } from "~server/content/site";

/** Returns the texts in every language, because the invited person may read another one; the visitor's comes first. */
export function shareTexts(own: Locale, invitation: { code: string; link: string }) {
  const names = new Intl.DisplayNames([LANGUAGES[own].tag], { type: "language" });
  return Promise.all(
    [own, ...otherLocales(own)].map(async (locale) => {
      const t = getText(locale);
      const site = (await shownSite({ locale }))?.title ?? t("common.siteTitle");
      const { code, link } = invitation;
      return {
        language: LANGUAGES[locale].html,
        name: names.of(LANGUAGES[locale].html) ?? locale,
        long: t("Poster.message", { site, link }),
        short: t("Poster.short", { site, code, link }),
      };
    }),
  );
}

export type ShareTexts = Awaited<ReturnType<typeof shareTexts>>[number];
