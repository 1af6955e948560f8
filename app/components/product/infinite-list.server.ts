import { formatAsOf } from "~/i18n/formats";
import type { ProductPages } from "~server/catalogue/products";
import type { Locale } from "~server/i18n/locale";

export interface ShownPages<Shown> extends Omit<ProductPages<Shown>, "asOfMs"> {
  /**
   * The time of its oldest response, if the upstream sent no new one. Formatted here, because that is slow on a phone.
   */
  asOf?: string | undefined;
}

/**
 * Characters of all cards as JSON: far more than ordinary pages have. Compressed for sixty visitors at a time, twice as
 * many would block the event loop for a second.
 */
const CARDS_MAX_LENGTH = 512 * 1024;

/** Cards that are too long together count as omitted. */
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
