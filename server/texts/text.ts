import { createInstance, type i18n as I18next } from "i18next";
import { content, type Content } from "~server/content/content";
import { parseObject } from "~server/forms/constants";
import { withOwnTexts } from "~server/content/texts";
import { ratioSense } from "~server/env";
import type { Locale } from "~server/i18n/locale";
import { LANGUAGES, perLocale } from "~/i18n/locales";
import { catalogues, type Catalogue, type Namespace } from "./catalogue";
import { readKey, type Shippable, type Shipped, type Text } from "~/i18n/text";

function instance(locale: Locale, catalogue: Catalogue): I18next {
  const i18next = createInstance();
  // The language has no region, because i18next would canonicalise it for every text.
  const [language = locale] = LANGUAGES[locale].tag.split("-");
  void i18next.init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: catalogue } },
    interpolation: { escapeValue: false },
    initImmediate: false,
  });
  return i18next;
}

/** Splits a text at its placeholders; every second part is then the name of a value. */
const PLACE = /\{\{(\w+)\}\}/;

/** Makes a reader that fills in values itself: in i18next such a text costs as much as ten elements. */
function reader(locale: Locale, catalogue: Catalogue): Text {
  const i18next = instance(locale, catalogue);
  const cached = new Map<string, readonly string[]>();
  /** Returns a missing key as it is. i18next returns a function for `errors.constructor`, which Redis may contain. */
  const textOf = (key: string) => {
    const found: unknown = i18next.t(key, { skipInterpolation: true });
    return typeof found === "string" ? found : key;
  };
  return (key, values) => {
    const parts = cached.get(key) ?? textOf(key).split(PLACE);
    cached.set(key, parts);
    const [text = ""] = parts;
    if (parts.length === 1) return text;
    return parts.map((part, index) => (index % 2 ? String(values?.[part] ?? `{{${part}}}`) : part)).join("");
  };
}

interface Shown {
  catalogue: Catalogue;
  text: Text;
}

// One instance per locale and process, because making one costs more than rendering a page.
const shown = new WeakMap<Content, Map<string, Readonly<Record<Locale, Shown>>>>();

function shownIn(locale: Locale): Shown {
  const own = content();
  const settings = Object.values(ratioSense()).filter(Boolean);
  const key = settings.join();
  const known = shown.get(own) ?? new Map<string, Readonly<Record<Locale, Shown>>>();
  shown.set(own, known);
  const found = known.get(key) ?? perLocale((one) => shownWith(one, own, settings));
  known.set(key, found);
  return found[locale];
}

/** Adds the operator's texts. If a text has versions for a setting, such as `fee_return`, selects the current one. */
function shownWith(locale: Locale, own: Content, settings: readonly string[]): Shown {
  const texts = withOwnTexts(catalogues[locale], own.texts[locale]);
  const product = Object.entries(texts.Product).flatMap(([name, text]) => {
    const [base = "", setting] = name.split("_");
    return setting === undefined || settings.includes(setting) ? [[base, text] as const] : [];
  });
  const catalogue = { ...texts, Product: Object.fromEntries(product) as typeof texts.Product };
  return { catalogue, text: reader(locale, catalogue) };
}

/** Returns the reader of a locale's texts on the server; all requests share it. */
export function getText(locale: Locale): Text {
  return shownIn(locale).text;
}

/** Reduces a catalogue to the named namespaces, and to the named texts (`errors.network`) of other namespaces. */
export function pick(catalogue: Catalogue, names: readonly string[]): Shipped {
  const picked: Record<string, Readonly<Record<string, string>>> = {};
  for (const name of names) {
    const [namespace = "", key] = name.split(".");
    const texts: Readonly<Record<string, string>> = catalogue[namespace as Namespace];
    if (key === undefined) picked[namespace] = texts;
    else if (Object.hasOwn(texts, key)) picked[namespace] = { ...picked[namespace], [key]: texts[key] ?? "" };
  }
  return picked;
}

const EVERYWHERE: readonly Shippable[] = ["common", "errors.network"];

/** Returns the named texts as JSON that is safe in a script element. */
export function textsJson(locale: Locale, names: readonly string[]): string {
  return JSON.stringify(pick(shownIn(locale).catalogue, [...EVERYWHERE, ...names])).replace(/</g, "\\u003c");
}

/** Finds possible error keys in a page's data (JSON), each once. The upstream's texts may look like such keys. */
export function namedErrors(data: string): readonly string[] {
  return [...new Set(data.match(/\berrors\.[A-Za-z]\w*/g))];
}

/** Adds the texts of its errors to the response of a data request, whose page has only those of its scripts. */
export function withTexts(locale: Locale, json: string): string {
  if (namedErrors(json).length === 0) return json;
  const { text, catalogue } = shownIn(locale);
  const withText = (message: string): string => {
    const [key, values] = readKey(message);
    const isKnown = Object.hasOwn(catalogue.errors, key.slice("errors.".length));
    return isKnown ? JSON.stringify([key, values ?? {}, text(key, values)]) : message;
  };
  return JSON.stringify(JSON.parse(json, (_, value: unknown) => (isError(value) ? withText(value) : value)));
}

/** True if a value is an error's message. An upstream's text may begin like one. */
function isError(value: unknown): value is string {
  if (typeof value !== "string") return false;
  if (!value.startsWith("[")) return /^errors\.\w+$/.test(value);
  const message = parseObject(`{"message":${value}}`)?.["message"];
  const [key, values] = Array.isArray(message) ? (message as unknown[]) : [];
  // Visitors' input may look like a message and contain values that cannot be converted to text.
  const areTexts = Object.values(values ?? {}).every((one) => typeof one !== "object");
  return typeof key === "string" && /^errors\.\w+$/.test(key) && areTexts;
}
