/**
 * The locales by their stored names, which go to the upstream as they are (behaviour 1.15, 7.2). The first one of
 * `LANGUAGES` is the default; the language switch has them in its order.
 */
export type Locale = "el_GR" | "en_US";

/** What is a fact of a locale, for the app, the server and the browser. */
interface Language {
  /** For `Intl`, which rejects the stored names; `el-GR` would be Greek. */
  tag: string;
  /** The value of `<html lang>`, and of `?lang=` in addresses. */
  html: string;
  /** The name that the captcha's provider has for it, if it is another one. */
  captcha?: string;
  /** Dates name their months where figures could be misread: 01/03 could be January or March. */
  monthNames?: boolean;
  /** The label of the button that switches to it, in the language itself. */
  switchTo: string;
}

export const LANGUAGES: Readonly<Record<Locale, Language>> = {
  el_GR: { tag: "zh-Hant-TW", html: "zh-Hant", captcha: "zh-tw", switchTo: "繁體中文" },
  en_US: { tag: "en-US", html: "en", monthNames: true, switchTo: "English" },
};

export const LOCALES = Object.keys(LANGUAGES) as [Locale, ...Locale[]];

/** All others, in their order. */
export const otherLocales = (own: Locale): Locale[] => LOCALES.filter((locale) => locale !== own);

/** Something for each locale, by its name. */
export const perLocale = <T>(make: (locale: Locale) => T) =>
  Object.fromEntries(LOCALES.map((locale) => [locale, make(locale)])) as Readonly<Record<Locale, T>>;

/** The value of `?lang=` in the address of the feed of notices (behaviour 2.83). */
export const feedLanguage = (locale: Locale): string => new Intl.Locale(LANGUAGES[locale].tag).language;

/** The locale of a value of `lang`, or the second parameter for anything else. */
export const localeOf = (language: string | null, otherwise: Locale = LOCALES[0]): Locale =>
  LOCALES.find((locale) => LANGUAGES[locale].html === language) ?? otherwise;
