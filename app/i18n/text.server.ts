import { createInstance, type i18n as I18next } from "i18next";
import { content, type Content } from "~server/content/content";
import { withOwnTexts } from "~server/content/texts";
import type { Locale } from "~server/i18n/locale";
import { el_GR, type Catalogue, type Namespace } from "./el_GR";
import { en_US } from "./en_US";
import { languageTag } from "./formats";
import type { Shipped, Text } from "./text";

/** The catalogues of the shop by the stored name of their locale, without texts of the operator's own. */
export const catalogues: Record<Locale, Catalogue> = { el_GR, en_US };

function instance(locale: Locale, catalogue: Catalogue): I18next {
  const i18next = createInstance();
  // Without the region, which i18next would canonicalise again for every text.
  const [language = locale] = languageTag(locale).split("-");
  void i18next.init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: catalogue } },
    interpolation: { escapeValue: false },
    initImmediate: false,
  });
  return i18next;
}

/** A text with its placeholders, cut at them: every second part is the name of a value. */
const PLACE = /\{\{(\w+)\}\}/;

/** Reads each text from i18next once, and fills it here: there a text with values costs as much as ten elements. */
function reader(locale: Locale, catalogue: Catalogue): Text {
  const i18next = instance(locale, catalogue);
  const cached = new Map<string, readonly string[]>();
  return (key, values) => {
    const parts = cached.get(key) ?? i18next.t(key, { skipInterpolation: true }).split(PLACE);
    cached.set(key, parts);
    const [text = ""] = parts;
    if (parts.length === 1) return text;
    return parts.map((part, index) => (index % 2 ? String(values?.[part] ?? `{{${part}}}`) : part)).join("");
  };
}

/** The texts of a language as they are shown. */
interface Shown {
  catalogue: Catalogue;
  text: Text;
}

// One instance per locale for the life of the process: making one costs more than rendering a page.
const shown = new WeakMap<Content, Readonly<Record<Locale, Shown>>>();

function shownIn(locale: Locale): Shown {
  const own = content();
  let found = shown.get(own);
  if (!found) shown.set(own, (found = { el_GR: shownWith("el_GR", own), en_US: shownWith("en_US", own) }));
  return found[locale];
}

function shownWith(locale: Locale, own: Content): Shown {
  const catalogue = withOwnTexts(catalogues[locale], own.texts[locale]);
  return { catalogue, text: reader(locale, catalogue) };
}

/**
 * The texts of a locale on the server.
 *
 * @returns a reader, shared by every request
 */
export function getText(locale: Locale): Text {
  return shownIn(locale).text;
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
  return JSON.stringify(pick(shownIn(locale).catalogue, [...EVERYWHERE, ...namespaces])).replace(/</g, "\\u003c");
}
