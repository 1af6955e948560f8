import type { ActionFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Attributes } from "~/components/product/Attributes";
import { ButtonLink } from "~/components/layout/ButtonLink";
import { postOrFormError, onNetworkFailure } from "~/components/feedback/network-failure";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { readSubmission } from "~/components/form/form-result";
import type { Handle } from "~/components/layout/handle";
import { ProductIntroduction } from "~/components/product/ProductIntroduction";
import { ProductErrorPage } from "~/components/product/ProductErrorPage";
import { Screen } from "~/components/layout/Screen";
import { StaleNote } from "~/components/feedback/StaleNote";
import { Unavailable } from "~/components/feedback/Unavailable";
import { useText } from "~/i18n/text";
import type { FormResult } from "~server/forms/form";
import { ConfirmSheet, Lines, PaySheet } from "./ConfirmSheet";
import { AskSheet, DoneNote, ReportSheet } from "./OutcomeSheet";
import { EstimateSheet } from "./EstimateSheet";
import { payQuote } from "./pay.server";
import { nextStep } from "~/components/product/amounts";
import { ProductDetails } from "./ProductDetails";
import { PurchaseCard } from "./PurchaseCard";
import { quantityPath, StepLink } from "./StepLink";
import { quoteQuantity } from "./quote.server";
import { readPage } from "./page.server";
import { Icon } from "~/components/layout/Icon";
import { Price, Ratio } from "~/components/product/product-terms";
import { StatusTag } from "~/components/feedback/StatusTag";
import type { ShownProduct } from "./offer.server";

export const handle: Handle = {
  hydrate: true,
  i18n: [
    ...(["PowerProductDetail", "Product", "errors.codesPaused", "errors.outOfStock"] as const),
    ...(["errors.quantityMax", "errors.quantityMin", "errors.quantityStep"] as const),
  ],
};

export const loader = readPage;

/** The form of the product page requests a quote; the form of `?step=code` pays one (house 7). */
export const action = (args: ActionFunctionArgs) =>
  new URL(args.request.url).searchParams.get("step") === "code" ? payQuote(args) : quoteQuantity(args);

export const clientAction = postOrFormError;

export const shouldRevalidate = onNetworkFailure;

export default function PowerProductDetail() {
  const t = useText();
  const data = useLoaderData<typeof loader>();
  const response = useActionData<FormResult & { quote?: string }>();
  if (!data.product) {
    return (
      <Screen title={t("PowerProductDetail.title")} back="/Index/Power">
        {/* The response to a payment is shown even where its product cannot be shown. */}
        <ErrorSummary {...readSubmission("pay", response?.lastResult, {})} labels={{}} />
        <Unavailable title={t("PowerProductDetail.unavailable")} failure={data.failure} />
      </Screen>
    );
  }
  const { product, step, offer, report, quote, bound, linked, explanation, doubt } = data;
  const next = nextStep({ bound, linked, balance: data.balance }, offer?.payment);
  // The contact form gets the product that the question is about.
  const help = {
    href: `/LeavingMessage?product=${encodeURIComponent(product.productId)}`,
    label: t("PowerProductDetail.ask"),
  };
  const chosenPath = quantityPath(data.path, data.buyAmount);
  const estimatePath = `${chosenPath}&step=estimate`;
  const sellsNothing = step === "done" || step === "quoteLost";
  const sheet = explanation ? (
    <EstimateSheet explanation={explanation} closeTo={chosenPath} />
  ) : step === "confirm" && offer ? (
    <ConfirmSheet path={data.path} {...{ product, offer, next }} balanceUnknown={data.balanceUnknown} />
  ) : step === "code" && offer && data.payToken && quote ? (
    <PaySheet
      key={response?.quote ?? quote}
      token={data.payToken}
      {...{ product, quote, offer, next }}
      code={data.code}
      lastResult={response?.lastResult}
    />
  ) : report ? (
    <ReportSheet path={data.path} report={report} />
  ) : data.ask ? (
    <AskSheet path={data.path} token={data.token} ask={data.ask} />
  ) : null;
  return (
    <Screen
      title={product.title}
      bar={t("PowerProductDetail.title")}
      back="/Index/Power"
      help={help}
      sheet={sheet}
      wideScreen
      acts={!sellsNothing}
    >
      <StaleNote asOf={data.asOf} />
      {/* Doubtful purchases come before certain ones. If they block the product, the card below reports it. */}
      {doubt && !data.closed?.ordersFirst && !sheet ? (
        <div className="note actions" role="alert">
          <p>
            <Lines lines={doubt} />
          </p>
          <ButtonLink quiet href={data.doubtPath}>
            {t("PowerProductDetail.forgottenLink")}
          </ButtonLink>
        </div>
      ) : null}
      {data.done && !sheet ? <DoneNote done={data.done} /> : null}
      <div className="page-columns">
        <div className="page-side">
          <Headline product={product} estimatePath={estimatePath} />
          {/* A product that is paid, or may be, has no buy button under its sheet. */}
          {sellsNothing ? null : (
            <PurchaseCard
              key={data.buyAmount}
              {...data}
              product={product}
              lastResult={sheet ? undefined : response?.lastResult}
            />
          )}
        </div>
        <div className="page-main">
          <ProductDetails product={product} buyable={data.range !== null} />
          <Attributes id="attributes" title={t("PowerProductDetail.attributes")} attributes={product.attributes} />
          <ProductIntroduction introduction={data.introduction} />
        </div>
      </div>
    </Screen>
  );
}

export function ErrorBoundary() {
  return (
    <ProductErrorPage
      screen="PowerProductDetail.title"
      title="PowerProductDetail.notFound"
      text="PowerProductDetail.notFoundText"
      list={{ path: "/Index/Power", name: "Plans.toMarket" }}
    />
  );
}

/** Price, cost for a day and expected ratio: the figures that decide come first. */
function Headline({ product, estimatePath }: { product: ShownProduct; estimatePath: string }) {
  const t = useText();
  return (
    <div className="headline">
      <Price product={product} />{" "}
      <Ratio percent={product.profitRatioPercent}>
        <StepLink className="ask" to={estimatePath}>
          <Icon name="question" label={t("PowerProductDetail.estimateTitle")} />
        </StepLink>
      </Ratio>{" "}
      <span>
        <StatusTag status={product.status} text={product.statusText} closed={product.closed} />
      </span>
    </div>
  );
}
