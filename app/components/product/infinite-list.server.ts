import { formatAsOf } from "~/i18n/formats";
import type { ProductPages } from "~server/catalogue/products";
import type { Locale } from "~server/i18n/locale";

/** Pages of a list as the browser shows them. */
export interface ShownPages<Shown> extends Omit<ProductPages<Shown>, "asOfMs"> {
  /** The time of its oldest response, where the upstream gave no new one: formatted, which costs a phone more. */
  asOf?: string | undefined;
}

/** Formats what the browser shows of the pages of a list. */
export function shownPages<Shown>({ asOfMs, ...pages }: ProductPages<Shown>, locale: Locale): ShownPages<Shown> {
  return { ...pages, asOf: formatAsOf(asOfMs, locale) };
}
