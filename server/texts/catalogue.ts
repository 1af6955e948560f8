import { LOCALES, perLocale, type Locale } from "~/i18n/locales";
import * as SCREENS from "./screens";
import type { InEachLanguage, InOneLanguage, ScreenTexts } from "./screen-texts";

export type Catalogue = InOneLanguage<typeof SCREENS>;
export type Namespace = keyof Catalogue;
/** A namespace and the name of a text in it, such as `Login.title`. */
export type TextKey = { [N in Namespace]: `${N}.${Extract<keyof Catalogue[N], string>}` }[Namespace];

/** Selects the texts in one language from a structure that has each in all. */
export function inLanguage<Texts>(texts: Texts, locale: Locale): InOneLanguage<Texts> {
  const index = LOCALES.indexOf(locale);
  const pick = (value: unknown): unknown => {
    if (Array.isArray(value))
      return typeof value[0] === "string" ? (value as unknown as InEachLanguage)[index] : value.map(pick);
    return Object.fromEntries(Object.entries(value as object).map(([name, one]) => [name, pick(one)]));
  };
  return pick(texts) as InOneLanguage<Texts>;
}

/** The shop's texts, without the operator's. */
export const catalogues: Readonly<Record<Locale, Catalogue>> = perLocale((locale) =>
  inLanguage(SCREENS satisfies Readonly<Record<string, ScreenTexts>>, locale),
);
