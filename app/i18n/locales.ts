/** The stored names, which are sent to the upstream. The first one of `LANGUAGES` is the default. */
export type Locale = "el_GR" | "en_US";

interface Language {
  /** The tag for `Intl`, in which `el-GR` would mean Greek. */
  tag: string;
  html: string;
  /** The name for the captcha's provider, if it differs. */
  captcha?: string;
  /** True if dates name their months: 01/03 could be January or March. */
  monthNames?: boolean;
  switchTo: string;
}

export const LANGUAGES: Readonly<Record<Locale, Language>> = {
  el_GR: { tag: "zh-Hant-TW", html: "zh-Hant", captcha: "zh-tw", switchTo: "繁體中文" },
  en_US: { tag: "en-US", html: "en", monthNames: true, switchTo: "English" },
};

export const LOCALES = Object.keys(LANGUAGES) as [Locale, ...Locale[]];

export const otherLocales = (own: Locale): Locale[] => LOCALES.filter((locale) => locale !== own);

export const perLocale = <T>(make: (locale: Locale) => T) =>
  Object.fromEntries(LOCALES.map((locale) => [locale, make(locale)])) as Readonly<Record<Locale, T>>;

/** Returns the language for the feed's `?lang=`. */
export const feedLanguage = (locale: Locale): string => new Intl.Locale(LANGUAGES[locale].tag).language;

export const localeOf = (language: string | null, otherwise: Locale = LOCALES[0]): Locale =>
  LOCALES.find((locale) => LANGUAGES[locale].html === language) ?? otherwise;
