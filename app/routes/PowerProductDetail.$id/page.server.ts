import { json, type LoaderFunctionArgs, type SerializeFrom } from "@remix-run/node";
import { newAttributes } from "~/components/Attributes";
import { picturesOf } from "~/components/Gallery";
import { pageTitle, publicHead } from "~/i18n/page-title.server";
import { getLocale, getText } from "~/i18n/text.server";
import { CODE_LENGTH } from "~server/constants";
import { env } from "~server/env";
import { introductionOf } from "~server/markup";
import { findProduct } from "~server/products";
import { balanceAfter, payAmount } from "~server/purchase/amount";
import { blockedUntilMs } from "~server/purchase/buyer";
import { checkQuantity, quantityRange } from "~server/purchase/quantity";
import { readQuote } from "~server/purchase/quote";
import { receiptCookie, successPath } from "~server/purchase/receipt";
import { saleRule, stockRule } from "~server/purchase/rules";
import { enterStep, readStep, stepPath } from "~server/purchase/steps";
import { resolveUnknown } from "~server/purchase/unknown";
import { caller } from "~server/session/caller";
import { flashCookie } from "~server/session/flash";
import { readDraft, readFlow } from "~server/session/flow";
import { formToken } from "~server/session/forgery";
import { PRIVATE_HEADERS } from "~server/session/headers";
import type { Locale } from "~server/session/locale";
import { seeOther } from "~server/session/redirects";
import { expireSession, readSession, type Session } from "~server/session/session";
import { userInfo } from "~server/upstream/account";
import type { Product } from "~server/upstream/catalogue";
import { productAccount } from "~server/upstream/orders";
import { Expired, Refused, Unavailable } from "~server/upstream/transport";
import { unlessUnavailable } from "~server/upstream/unavailable";
import type { ShownOutcome } from "./OutcomeSheet";
import { quoteInHand } from "./pay.server";

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
    return json({ path, title, head: undefined, product: null }, { status: 503, headers: PRIVATE_HEADERS });
  }
  const { product, asOf } = found;
  const buyer = session ? await readBuyer(request, session, productId) : null;
  const step = readStep(url.searchParams.get("step"));
  const flow = await readFlow(request);
  const outcome = session && step === "outcome" ? await readOutcome(request, session, buyer, productId) : null;
  const stored = quoteInHand(context) ?? (flow.purchase?.productId === productId ? flow.purchase.quote : null);
  const quote = session && stored ? await readQuote(stored, session.id) : null;
  const verdict = enterStep(productId, step, {
    signedIn: session !== null,
    quote: quote === "expired" ? "expired" : quote ? "ready" : "none",
    unsettled: buyer?.blockedUntilMs ? "blocking" : outcome ? "past" : "none",
  });
  if (!verdict.legal) {
    const cookies = verdict.messageKey ? [flashCookie({ key: verdict.messageKey, kind: "alert" })] : [];
    throw seeOther(verdict.redirectTo, { cookies, document: verdict.redirectTo.startsWith("/Login") });
  }
  const range = quantityRange(product);
  const draft = readDraft(flow, "quantity", session);
  const asked = checkQuantity(product, url.searchParams.get("buyAmount") ?? draft?.buyAmount ?? "");
  const quoted = quote && quote !== "expired" ? quote : null;
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
      /** Why nobody can buy it at this moment, if so. */
      closed: forSale?.message.key,
      range,
      buyAmount,
      payment: buyAmount && product.price ? payAmount(buyAmount, product.price) : undefined,
      offer: quoted ? offerOf(quoted, buyer?.balance) : undefined,
      outcome: outcome?.shown ?? null,
    },
    { headers: [...Object.entries(PRIVATE_HEADERS), ...(outcome?.cookies ?? []).map(setCookie)] },
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

interface Buyer {
  /** The platform's id of the user; undefined where it cannot be read now. */
  id?: string;
  /** In the product's pay symbol; undefined where it cannot be read now. */
  balance?: string;
  blockedUntilMs?: number | null;
}

/** The balance is fetched only when a token exists (spec section 6). */
async function readBuyer(request: Request, session: Session, productId: string): Promise<Buyer> {
  try {
    const asked = caller(request, session);
    const [account, user] = await Promise.all([
      unlessUnavailable(productAccount(asked, productId)),
      unlessUnavailable(userInfo(asked)),
    ]);
    if (!user) return {};
    return { id: user.id, balance: account?.balance, blockedUntilMs: await blockedUntilMs(user.id, productId) };
  } catch (error) {
    if (error instanceof Expired) throw await expireSession(request);
    throw error;
  }
}

/** What the confirmation shows, every amount from the quote that will be paid. */
function offerOf(
  { quantity, price, paySymbol }: { quantity: string; price: string; paySymbol?: string },
  balance: string | undefined,
) {
  const payment = payAmount(quantity, price);
  return {
    quantity,
    price,
    paySymbol: paySymbol ?? "",
    payment,
    balance,
    after: balance === undefined ? undefined : balanceAfter(balance, payment),
  };
}

/** How a purchase without an answer has ended, as far as the orders tell; null where there is none. */
async function readOutcome(
  request: Request,
  session: Session,
  buyer: Buyer | null,
  productId: string,
): Promise<{ shown: ShownOutcome; cookies: string[] } | null> {
  const unread = { shown: { kind: "unread" as const }, cookies: [] };
  if (!buyer?.id) return unread;
  try {
    const resolution = await resolveUnknown(caller(request, session), buyer.id, productId);
    if (resolution.kind === "none") return null;
    if (resolution.kind === "notYet") {
      return { shown: { kind: resolution.kind, untilMs: resolution.blockedUntilMs }, cookies: [] };
    }
    const { kind, orderNum, receipt } = resolution;
    return {
      shown: { kind, orderNum, receiptPath: successPath(receipt) },
      cookies: [await receiptCookie(receipt, session.id)],
    };
  } catch (error) {
    if (error instanceof Expired) throw await expireSession(request);
    if (error instanceof Unavailable || error instanceof Refused) return unread;
    throw error;
  }
}
