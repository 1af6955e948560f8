import { createContext, useContext } from "react";
import type { Locale } from "./locales";
import type { Catalogue, Namespace, TextKey } from "~server/texts/catalogue";

/** Values that fill the `{{name}}` places of a text. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Returns the text of a key in the visitor's language. */
export type Text = (key: TextKey, values?: TextValues) => string;

/** What a page may send to the browser: a whole namespace, or one error. */
export type Shippable = Exclude<Namespace, "errors"> | Extract<TextKey, `errors.${string}`>;

/** The part of the catalogue that a page sends to the browser. */
export type Shipped = { readonly [Name in Namespace]?: Partial<Catalogue[Name]> };

interface Language {
  /** Goes to the upstream and into cookies, never into markup. */
  locale: Locale;
  text: Text;
}

const LanguageContext = createContext<Language | null>(null);

/** Wraps the document; set by both entries. */
export const LanguageProvider = LanguageContext.Provider;

/** The language of this page. */
export function useLanguage(): Language {
  const language = useContext(LanguageContext);
  if (!language) throw new Error("a component was rendered outside LanguageProvider");
  return language;
}

/** The texts of this page: `const t = useText(); t("Login.title")`. */
export function useText(): Text {
  return useLanguage().text;
}

/**
 * Reads texts from a catalogue in the browser, where i18next would weigh more than the page. It fills `{{name}}` as the
 * server does; a test compares the two.
 *
 * @param catalogue the namespaces that the page carries
 * @returns a reader; for a key that the page does not carry it returns the key itself, as i18next does
 */
export function catalogueReader(catalogue: Shipped): Text {
  return (key, values) => {
    const [namespace = "", name = ""] = key.split(".");
    const texts: Readonly<Record<string, string>> | undefined = catalogue[namespace as Namespace];
    const text = texts?.[name] ?? key;
    return text.replace(/\{\{(\w+)\}\}/g, (place, value: string) => String(values?.[value] ?? place));
  };
}

/**
 * A message from the server: a key, or JSON of a key with its values (`["errors.resendWait",{"seconds":12}]`), and with
 * its text where the page may not have it (`withTexts`).
 *
 * @param text the texts of the page
 * @param message what the server sent
 * @returns the message in the visitor's language
 */
export function readMessage(text: Text, message: string): string {
  const [key, values, shown] = readKey(message);
  return shown ?? text(key, values);
}

/** A message with the values of its placeholders, as the server refers to it. */
export function messageWith(key: TextKey, values: TextValues): string {
  return JSON.stringify([key, values]);
}

/** Whether a message that the server refers to is the text of this key. */
export function isMessageOf(key: TextKey, message: string): boolean {
  return readKey(message)[0] === key;
}

/** The parts of a message from the server. */
export function readKey(message: string): [key: TextKey, values?: TextValues, shown?: string] {
  return message.startsWith("[") ? (JSON.parse(message) as [TextKey, TextValues]) : [message as TextKey];
}
