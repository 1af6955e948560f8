import { createInstance, type i18n as I18next } from "i18next";
import type { Locale } from "~server/i18n/locale";
import { el_GR, type Catalogue, type Namespace } from "./el_GR";
import { en_US } from "./en_US";
import { languageTag } from "./formats";
import type { Shipped, Text } from "./text";

/** Both catalogues by the stored name of their locale. */
export const catalogues: Record<Locale, Catalogue> = { el_GR, en_US };

function instance(locale: Locale): I18next {
  const i18next = createInstance();
  // Without the region, which i18next would canonicalise again for every text.
  const [language = locale] = languageTag(locale).split("-");
  void i18next.init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: catalogues[locale] } },
    interpolation: { escapeValue: false },
    initImmediate: false,
  });
  return i18next;
}

/** A text with its placeholders, cut at them: every second part is the name of a value. */
const PLACE = /\{\{(\w+)\}\}/;

/** Reads each text from i18next once, and fills it here: there a text with values costs as much as ten elements. */
function reader(locale: Locale): Text {
  const i18next = instance(locale);
  const cached = new Map<string, readonly string[]>();
  return (key, values) => {
    const parts = cached.get(key) ?? i18next.t(key, { skipInterpolation: true }).split(PLACE);
    cached.set(key, parts);
    const [text = ""] = parts;
    if (parts.length === 1) return text;
    return parts.map((part, index) => (index % 2 ? String(values?.[part] ?? `{{${part}}}`) : part)).join("");
  };
}

// One instance per locale for the life of the process: making one costs more than rendering a page.
const texts: Readonly<Record<Locale, Text>> = { el_GR: reader("el_GR"), en_US: reader("en_US") };

/**
 * The texts of a locale on the server.
 *
 * @param locale `el_GR` or `en_US`
 * @returns a reader, shared by every request
 */
export function getText(locale: Locale): Text {
  return texts[locale];
}

/** Cuts a catalogue down to some namespaces. */
export function pick(catalogue: Catalogue, namespaces: readonly Namespace[]): Shipped {
  return Object.fromEntries(namespaces.map((namespace) => [namespace, catalogue[namespace]]));
}

/** The namespaces that every page with scripts may need. */
const EVERYWHERE: readonly Namespace[] = ["common", "errors"];

/**
 * The texts that a page carries to the browser, as JSON that is safe in a script element.
 *
 * @param namespaces those of its routes
 */
export function textsJson(locale: Locale, namespaces: readonly Namespace[]): string {
  return JSON.stringify(pick(catalogues[locale], [...EVERYWHERE, ...namespaces])).replace(/</g, "\\u003c");
}
