import { formatAsOf } from "~/i18n/formats";
import type { ProductPages } from "~server/catalogue/products";
import type { Locale } from "~server/i18n/locale";

/** Pages of a list as the browser shows them. */
export interface ShownPages<Shown> extends Omit<ProductPages<Shown>, "asOfMs"> {
  /**
   * The time of its oldest response, if the upstream sent no new one. Formatted here, because that is slow on a phone.
   */
  asOf?: string | undefined;
}

export function shownPages<Shown>({ asOfMs, ...pages }: ProductPages<Shown>, locale: Locale): ShownPages<Shown> {
  return { ...pages, asOf: formatAsOf(asOfMs, locale) };
}
