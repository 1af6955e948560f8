import { json, type LoaderFunctionArgs, type SerializeFrom } from "@remix-run/node";
import { newAttributes } from "~/components/Attributes";
import { picturesOf } from "~/components/Gallery";
import { pageTitle, publicHead } from "~/i18n/page-title.server";
import { getLocale, getText } from "~/i18n/text.server";
import { CODE_LENGTH } from "~server/constants";
import { env } from "~server/env";
import { introductionOf } from "~server/markup";
import { findProduct } from "~server/products";
import { payAmount } from "~server/purchase/amount";
import { checkQuantity, quantityRange } from "~server/purchase/quantity";
import { saleRule, stockRule } from "~server/purchase/rules";
import { enterStep, readStep, stepPath } from "~server/purchase/steps";
import { flashCookie } from "~server/session/flash";
import { readDraft, readFlow } from "~server/session/flow";
import { formToken } from "~server/session/forgery";
import { PRIVATE_HEADERS, RETRY_HEADERS } from "~server/session/headers";
import type { Locale } from "~server/session/locale";
import { seeOther } from "~server/session/redirects";
import { readSession } from "~server/session/session";
import type { Product } from "~server/upstream/catalogue";
import { quoteInHand } from "./pay.server";
import { offerOf, readBuyer, readDone, readLikelyOrders, readOutcome, readStanding } from "./standing.server";

/**
 * Everything the product page and its sheets show (spec sections 2, 4 and 6): the product for everybody; for who is signed in
 * the balance, and the step of the purchase that the address asks for, if it is legal.
 */
export async function readPage({ request, params, context }: LoaderFunctionArgs) {
  const productId = params.id ?? "";
  const locale = await getLocale(request);
  const path = stepPath(productId, "product");
  const url = new URL(request.url);
  const [session, found] = await Promise.all([readSession(request), findProduct(locale, productId)]);
  if (!found) {
    const title = await pageTitle(locale, "PowerProductDetail.unavailable");
    return json(
      { path, title, head: undefined, product: null },
      { status: 503, headers: { ...PRIVATE_HEADERS, ...RETRY_HEADERS } },
    );
  }
  const { product, asOf } = found;
  const buyer = session ? await readBuyer(request, session, productId) : null;
  const step = readStep(url.searchParams.get("step"));
  const flow = await readFlow(request);
  const stored = quoteInHand(context) ?? (flow.purchase?.productId === productId ? flow.purchase.quote : null);
  const standing = session ? await readStanding(request, session, productId, stored) : null;
  const outcome = session && step === "outcome" ? await readOutcome(request, session, buyer, productId) : null;
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
  const orders =
    session && step === "forgotten" && standing?.quote
      ? await readLikelyOrders(request, session, standing.quote)
      : undefined;
  const range = quantityRange(product);
  const draft = readDraft(flow, "quantity", session);
  const asked = checkQuantity(product, url.searchParams.get("buyAmount") ?? draft?.buyAmount ?? "");
  const quoted = standing?.state === "ready" || standing?.state === "forgotten" ? standing.quote : null;
  const buyAmount = asked.ok ? asked.quantity : (quoted?.quantity ?? range?.lowest ?? "");
  const [title, token, payToken] = await Promise.all([
    pageTitle(locale, { text: product.title }),
    formToken(request, "quantity"),
    formToken(request, "purchase"),
  ]);
  const forSale = saleRule(product) ?? stockRule(product);
  return json(
    {
      path,
      codeLength: CODE_LENGTH,
      rounding: env().PAY_ROUNDING,
      title,
      head:
        step === "product" ? publicHead(locale, path, describe(locale, product), picturesOf(product)[0]) : undefined,
      product: shown(product),
      asOfMs: asOf?.getTime(),
      introduction: introductionOf(product.introduce),
      token,
      // Only the sheet that pays needs them.
      payToken: step === "code" ? payToken : undefined,
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
    {
      headers: [
        ...Object.entries(PRIVATE_HEADERS),
        ...[...(outcome?.cookies ?? []), ...(done?.cookies ?? [])].map(setCookie),
      ],
    },
  );
}

const describe = (locale: Locale, { title }: Product) => ({
  text: getText(locale)("PowerProductDetail.description", { title }),
});

const setCookie = (cookie: string): [string, string] => ["Set-Cookie", cookie];

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
