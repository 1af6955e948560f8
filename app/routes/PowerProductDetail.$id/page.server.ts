import { formatAsOf } from "~/i18n/formats";
import { getText } from "~server/texts/text";
import { findPower } from "~server/catalogue/listing";
import { namesOf } from "~server/catalogue/names";
import { env } from "~server/env";
import { readResult, EXTRA_WAIT_MS, optionalRead } from "~server/loader/reads";
import { pageData, publicLoader } from "~server/loader/loader";
import { introductionOf } from "~server/markup/markup";
import { payAmount } from "~server/purchase/amount";
import { purchaseStop } from "~server/purchase/purchase-switch";
import { checkQuantity, quantityRange, quickQuantities } from "~server/purchase/quantity";
import { quantityPath, stepPath } from "~server/purchase/steps";
import { asQuoted } from "~server/purchase/terms";
import { enterPurchase } from "~server/purchase/view";
import { sharedFormToken } from "~server/session/csrf";
import { readDraft } from "~server/session/flow-session";
import { seeOther } from "~server/session/redirects";
import { displayOf, market } from "~server/upstream/market";
import { fundsOf, productHead, quickLinks, saleOf, shownProduct } from "./offer.server";
import { describeBlock, describeDoubt, shownView } from "./view.server";

export const readPage = publicLoader(async ({ requestContext, locale, params, query }) => {
  const productId = params.id ?? "";
  const t = getText(locale);
  const [session, flow, { value: found, failure }, coins, stop] = await Promise.all([
    requestContext.session(),
    requestContext.flowSession(),
    readResult(findPower(locale, productId)),
    optionalRead(market({ locale }, { waitMs: EXTRA_WAIT_MS })),
    purchaseStop(),
  ]);
  if (!found) {
    const title = t("PowerProductDetail.unavailable");
    return pageData({ title, head: undefined, product: null, failure }, { complete: false });
  }
  const { product, asOf, listing } = found;
  const words = { locale, coinName: namesOf(coins) };
  const { view, buyer, status, receipt, cookies } = await enterPurchase(requestContext, productId, query);
  const paying = view.kind === "confirm" || view.kind === "code" ? view.quote : null;
  const wanted = checkQuantity(
    product,
    query.get("buyAmount") ?? readDraft(flow, "quantity", session)?.buyAmount ?? "",
  );
  // If a quote of the product may have been paid, the page does not offer it again.
  const offered = status.state === "quoted" ? status.quote?.quantity : undefined;
  const least = offered ?? quantityRange(product)?.lowest ?? "";
  // Another tab may have requested another quote since the address was made.
  const buyAmount = paying?.quantity ?? (wanted.ok ? wanted.quantity : least);
  const chosenPath = quantityPath(productId, buyAmount);
  // The page under the sheet gives the reason.
  if (paying && (stop || listing !== "power")) throw seeOther(chosenPath);
  // The sheet and the page under it show the quoted terms.
  const shown = paying ? asQuoted(product, paying) : product;
  // The upstream sends the balance in the current coin.
  const balance = shown.paySymbol === product.paySymbol ? buyer?.balance : undefined;
  const { precision } = displayOf(coins, shown.paySymbol);
  const funds = fundsOf({ locale, session, buyer, balance, precision });
  const token = await sharedFormToken(requestContext, "quantity");
  const payment = buyAmount && shown.price ? payAmount(buyAmount, shown.price) : "0";
  // The reason why nothing can be bought while the outcome of an earlier purchase is unknown.
  const blocked = buyer?.blockedBy ? describeBlock(buyer.blockedBy, receipt, words) : undefined;
  const doubt = describeDoubt(status, words);
  const sale = saleOf(product, { listing, stop, status, doubt, blocked, buyer }, locale, (range) => ({
    kind: "open",
    ...funds,
    token,
    range,
    quick: quickLinks(quickQuantities(product, shown.price, balance), locale),
    buyAmount,
    payment: payment === "0" ? undefined : payment,
    rounding: env().PAY_ROUNDING,
  }));
  const path = stepPath(productId, "browse");
  const page = { requestContext, words, product, buyAmount, token, funds, status, doubt, isBlocked: Boolean(blocked) };
  const data = {
    title: product.title,
    head: view.kind === "browse" ? productHead(locale, path, product) : undefined,
    path,
    estimatePath: `${chosenPath}&step=estimate`,
    product: shownProduct(shown, words),
    asOf: formatAsOf(asOf?.getTime(), locale),
    introduction: introductionOf(product.introduce, t("Notice.cut")),
    // A product that is or may be paid is not sold under its sheet.
    sale: view.kind === "done" || view.kind === "quoteLost" ? null : sale,
    view: await shownView(view, page),
  };
  return pageData(data, { cookies });
});
