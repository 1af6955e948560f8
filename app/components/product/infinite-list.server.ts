import { formatAsOf } from "~/i18n/formats";
import type { ProductPages } from "~server/catalogue/products";
import type { Locale } from "~server/i18n/locale";

export interface ShownPages<Shown> extends Omit<ProductPages<Shown>, "asOfMs"> {
  /** The time of the oldest response if the upstream sent no new one; formatting it on a phone is slow. */
  asOf?: string | undefined;
}

/** The maximum characters of all cards as JSON; compressing more would block the event loop for a second. */
const CARDS_MAX_LENGTH = 512 * 1024;

/** Returns pages for the list. Cards that would exceed the limit count as omitted. */
export function shownPages<Shown>({ asOfMs, ...pages }: ProductPages<Shown>, locale: Locale): ShownPages<Shown> {
  let length = 0;
  const products: Shown[] = [];
  for (const card of pages.products) {
    length += JSON.stringify(card).length;
    if (length > CARDS_MAX_LENGTH) break;
    products.push(card);
  }
  const omittedCount = pages.omittedCount + pages.products.length - products.length;
  return { ...pages, products, omittedCount, asOf: formatAsOf(asOfMs, locale) };
}
