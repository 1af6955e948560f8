/** The values that the sandbox's data and its calls share. */

/** The two languages, as `exchange-language` names them. Without the header it is Traditional Chinese. */
export type Locale = "el_GR" | "en_US";

/** A text in both languages. */
export type Both = Readonly<Record<Locale, string>>;

/** A JSON object as it was sent. */
export type Body = Readonly<Record<string, unknown>>;
