/** A text in each language, in the order of `LOCALES`: Traditional Chinese, English. */
export type InEachLanguage = readonly [el_GR: string, en_US: string];

/** The texts of a screen by name. `{{name}}` is a placeholder for a value. */
export type ScreenTexts = Readonly<Record<string, InEachLanguage>>;

export type InOneLanguage<Texts> = Texts extends InEachLanguage
  ? string
  : { readonly [Name in keyof Texts]: InOneLanguage<Texts[Name]> };
