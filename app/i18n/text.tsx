import { createContext, useContext } from "react";
import type { Locale } from "./locales";
import type { Catalogue, Namespace, TextKey } from "~server/texts/catalogue";

export type TextValues = Readonly<Record<string, string | number>>;

export type Text = (key: TextKey, values?: TextValues) => string;

/** A namespace or a single error that is sent to the browser. */
export type Shippable = Exclude<Namespace, "errors"> | Extract<TextKey, `errors.${string}`>;

export type Shipped = { readonly [Name in Namespace]?: Partial<Catalogue[Name]> };

interface Language {
  /** The name for the upstream and for cookies; markup uses the language's `html`. */
  locale: Locale;
  text: Text;
}

const LanguageContext = createContext<Language | null>(null);

export const LanguageProvider = LanguageContext.Provider;

export function useLanguage(): Language {
  const language = useContext(LanguageContext);
  if (!language) throw new Error("a component was rendered outside LanguageProvider");
  return language;
}

export function useText(): Text {
  return useLanguage().text;
}

/** Makes a reader of texts for the browser, without i18next; returns a missing key as it is. A test compares both. */
export function catalogueReader(catalogue: Shipped): Text {
  return (key, values) => {
    const [namespace = "", name = ""] = key.split(".");
    const texts: Readonly<Record<string, string>> | undefined = catalogue[namespace as Namespace];
    const text = texts?.[name] ?? key;
    return text.replace(/\{\{(\w+)\}\}/g, (place, value: string) => String(values?.[value] ?? place));
  };
}

/** Reads a message from the server: a key, or JSON with a key, its values, and the text if the page may lack it. */
export function readMessage(text: Text, message: string): string {
  const [key, values, shown] = readKey(message);
  return shown ?? text(key, values);
}

export function messageWith(key: TextKey, values: TextValues): string {
  return JSON.stringify([key, values]);
}

export function isMessageOf(key: TextKey, message: string): boolean {
  return readKey(message)[0] === key;
}

export function readKey(message: string): [key: TextKey, values?: TextValues, shown?: string] {
  return message.startsWith("[") ? (JSON.parse(message) as [TextKey, TextValues]) : [message as TextKey];
}

/** An amount, time, reference, T, or short name of a coin or network: `1,240.50 USDT`, `2 T`, `stETH`, `8fe12e`. */
const FIGURE =
  /(\b[a-z\d]*\d[\w,.:\u200b]*(?:\s[a-z\d]*[A-Z](?:\b|[A-Z\d][\w-]*))?|\b(?:T\b|[a-z\d]*[A-Z][A-Z\d][\w-]*))/;

/** A text in which page translators leave amounts and coins as they are. React cannot change a translated text node. */
export const NoTranslate = ({ children: text }: { children: string }) => (
  <span>
    {text.split(FIGURE).map((part, index) => (
      <span key={index} translate={index % 2 ? "no" : undefined}>
        {part}
      </span>
    ))}
  </span>
);
