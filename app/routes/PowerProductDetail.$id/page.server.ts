import type { SerializeFrom } from "@remix-run/node";
import { newAttributes } from "~/components/Attributes";
import { picturesOf } from "~/components/Gallery";
import { publicHead } from "~/i18n/public-head.server";
import { getText } from "~/i18n/text.server";
import { CODE_LENGTH } from "~server/constants";
import { env } from "~server/env";
import { answer, publicLoader } from "~server/loader";
import type { Locale } from "~server/locale";
import { introductionOf } from "~server/markup";
import { findProduct } from "~server/products";
import { payAmount } from "~server/purchase/amount";
import { checkQuantity, quantityRange } from "~server/purchase/quantity";
import { saleRule, stockRule } from "~server/purchase/rules";
import { enterStep, readStep, stepPath } from "~server/purchase/steps";
import { caller } from "~server/session/caller";
import { flashCookie } from "~server/session/flash";
import { readDraft } from "~server/session/flow";
import { formToken } from "~server/session/forgery";
import { seeOther } from "~server/session/redirects";
import type { Product } from "~server/upstream/catalogue";
import { offerOf, readBuyer, readDone, readLikelyOrders, readOutcome, readStanding } from "./standing.server";

/**
 * Everything the product page and its sheets show (behaviour 2.27, 4.14, 6.3): the product for everybody; for who is signed in
 * the balance, and the step of the purchase that the address asks for, if it is legal.
 */
export const readPage = publicLoader(async ({ visitor, locale, params, query }) => {
  const productId = params.id ?? "";
  const path = stepPath(productId, "product");
  const text = getText(locale);
  const [session, flow, found] = await Promise.all([visitor.session(), visitor.flow(), findProduct(locale, productId)]);
  if (!found) {
    const title = text("PowerProductDetail.unavailable");
    return answer({ path, title, head: undefined, product: null }, { complete: false });
  }
  const { product, asOf } = found;
  const asked = caller(visitor, session);
  const buyer = session ? await readBuyer(asked, productId) : null;
  const step = readStep(query.get("step"));
  const stored = flow.purchase?.productId === productId ? flow.purchase.quote : null;
  const standing = session ? await readStanding(visitor, session, productId, stored) : null;
  const outcome = session && step === "outcome" ? await readOutcome(asked, session, buyer, productId) : null;
  const verdict = enterStep(productId, step, {
    signedIn: session !== null,
    quote: standing?.state ?? "none",
    receipt: standing?.receipt != null,
    unsettled: buyer?.blockedUntilMs ? "blocking" : outcome ? "past" : "none",
  });
  if (!verdict.legal) {
    const cookies = verdict.messageKey ? [flashCookie({ key: verdict.messageKey, kind: "alert" })] : [];
    throw seeOther(verdict.redirectTo, { cookies, document: verdict.redirectTo.startsWith("/Login") });
  }
  const done = session && standing ? await readDone(standing, flow, session) : null;
  const orders = step === "forgotten" && standing?.quote ? await readLikelyOrders(asked, standing.quote) : undefined;
  const range = quantityRange(product);
  const draft = readDraft(flow, "quantity", session);
  const wanted = checkQuantity(product, query.get("buyAmount") ?? draft?.buyAmount ?? "");
  const quoted = standing?.state === "ready" || standing?.state === "forgotten" ? standing.quote : null;
  const buyAmount = wanted.ok ? wanted.quantity : (quoted?.quantity ?? range?.lowest ?? "");
  const [token, payToken] = await Promise.all([
    formToken(visitor, "quantity"),
    // Only the sheet that pays needs it.
    step === "code" ? formToken(visitor, "purchase") : undefined,
  ]);
  const forSale = saleRule(product) ?? stockRule(product);
  return answer(
    {
      path,
      codeLength: CODE_LENGTH,
      rounding: env().PAY_ROUNDING,
      title: product.title,
      head: step === "product" ? headOf(locale, path, product) : undefined,
      product: shown(product),
      asOfMs: asOf?.getTime(),
      introduction: introductionOf(product.introduce),
      token,
      payToken,
      quote: step === "code" ? stored : undefined,
      step,
      signedIn: session !== null,
      balance: buyer?.balance,
      blockedUntilMs: buyer?.blockedUntilMs ?? undefined,
      /** Why it cannot be bought at this moment, if so. */
      closed: forSale?.message.key ?? (buyer?.storeFails ? "errors.buyingUnavailable" : undefined),
      done: done?.shown,
      /** The quote in hand is older than the store's memory. */
      forgotten: standing?.state === "forgotten",
      orders,
      range,
      buyAmount,
      payment: buyAmount && product.price ? payAmount(buyAmount, product.price) : undefined,
      offer: quoted ? offerOf(quoted, buyer?.balance) : undefined,
      outcome: outcome?.shown ?? null,
    },
    { cookies: [...(outcome?.cookies ?? []), ...(done?.cookies ?? [])] },
  );
});

function headOf(locale: Locale, path: string, product: Product) {
  const { title } = product;
  const description = { text: getText(locale)("PowerProductDetail.description", { title }) };
  return publicHead(locale, path, description, picturesOf(product)[0]);
}

/** What the page shows of a product: what it can do without does not travel. */
function shown(product: Product) {
  const { productId, title, status, statusText, price, paySymbol, minBuy, maxBuy } = product;
  const { miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent } = product;
  return {
    ...{ productId, title, status, statusText, price, paySymbol, minBuy, maxBuy },
    ...{ miningCycleDays, serviceRatePercent, incomeType, profitRatioPercent },
    pictures: picturesOf(product),
    // Everything that the platform says of it beside its terms, each thing once.
    attributes: newAttributes([...product.otherAttrs, ...product.attributes, ...product.otherAttributes]),
  };
}

/** A product as the page and its sheets are given it. */
export type ShownProduct = SerializeFrom<typeof shown>;
