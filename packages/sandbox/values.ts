/** The two languages, by their values of `exchange-language`. Without the header it is Traditional Chinese. */
export type Locale = "el_GR" | "en_US";

/** A text in both languages. */
export type Both = Readonly<Record<Locale, string>>;

/** A received JSON object. */
export type Body = Readonly<Record<string, unknown>>;
