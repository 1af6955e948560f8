import type { useLoaderData } from "@remix-run/react";
import { newAttributes } from "~/components/Attributes";
import { picturesOf } from "~/components/Gallery";
import { publicHead, type PublicHead } from "~/i18n/public-head.server";
import { getText } from "~/i18n/text.server";
import type { Locale } from "~server/i18n/locale";
import { pictureFor, pictureUrl } from "~server/pictures/picture";
import { closedOf } from "~server/purchase/rules";
import { termsOf } from "~server/purchase/terms";
import type { Product } from "~server/upstream/catalogue";

/** The displayed fields of a product; other fields are not sent to the browser. */
export function shownProduct(product: Product) {
  const { productId, title, status, statusText, price, paySymbol, minBuy, maxBuy } = product;
  const { miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent } = product;
  return {
    ...{ productId, title, status, statusText, price, paySymbol, minBuy, maxBuy },
    ...{ miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent, ...termsOf(product) },
    closed: closedOf(product),
    pictures: picturesOf(product).flatMap((address) => pictureFor("gallery", address) ?? []),
    // All attributes that the upstream sends, each once.
    attributes: newAttributes([...product.otherAttrs, ...product.attributes, ...product.otherAttributes]),
  };
}

/** A product as the page and its sheets are given it. */
export type ShownProduct = ReturnType<typeof useLoaderData<typeof shownProduct>>;

/** The tags of a product page for search engines. */
export function productHead(locale: Locale, path: string, product: Product): PublicHead {
  const description = { text: getText(locale)("PowerProductDetail.description", { title: product.title }) };
  const head = publicHead(locale, path, description, pictureUrl("share", picturesOf(product)[0]));
  return { ...head, about: { type: "Product" as const, name: product.title } };
}
