import type { ActionFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { Attributes } from "~/components/product/Attributes";
import { ButtonLink, QuietLink } from "~/components/layout/ButtonLink";
import { onNetworkFailure, postOrFormError, readOrKeep } from "~/components/feedback/network-failure";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { readSubmission } from "~/components/form/form-result";
import type { Handle } from "~/components/layout/handle";
import { ProductIntroduction } from "~/components/product/ProductIntroduction";
import { ProductErrorPage } from "~/components/product/ProductErrorPage";
import { Screen } from "~/components/layout/Screen";
import { StaleNote } from "~/components/feedback/StaleNote";
import { Unavailable } from "~/components/feedback/Unavailable";
import { NoTranslate, useText } from "~/i18n/text";
import type { FormResult } from "~server/forms/form";
import { ConfirmSheet, Lines, PaySheet } from "./ConfirmSheet";
import { AskSheet, DoneNote, ReportSheet } from "./OutcomeSheet";
import { EstimateSheet } from "./EstimateSheet";
import { payQuote } from "./pay.server";
import { BottomBar, QuantityForm } from "./QuantityForm";
import { quoteQuantity } from "./quote.server";
import { readPage } from "./page.server";
import { Deal } from "~/components/product/Deal";
import { Gallery } from "~/components/product/Gallery";
import { StatusTag } from "~/components/feedback/StatusTag";
import type { ShownProduct } from "./offer.server";
import type { ShownView } from "./view.server";
import { DescriptionList } from "~/components/layout/DescriptionList";
import { useTerms } from "~/components/product/product-terms";

export const handle: Handle = {
  hydrate: true,
  i18n: [
    ...(["PowerProductDetail", "Product", "errors.codesPaused", "errors.outOfStock"] as const),
    ...(["errors.quantityMax", "errors.quantityMin", "errors.quantityStep"] as const),
  ],
};

export const loader = readPage;

export const action = (args: ActionFunctionArgs) =>
  new URL(args.request.url).searchParams.get("step") === "code" ? payQuote(args) : quoteQuantity(args);

export const clientLoader = readOrKeep("routes/PowerProductDetail.$id");

export const clientAction = postOrFormError;

export const shouldRevalidate = onNetworkFailure;

/** The response to a post; that to a payment has the next quote to pay. */
type Paid = FormResult & { quote?: string };

export default function PowerProductDetail() {
  const t = useText();
  const data = useLoaderData<typeof loader>();
  const response = useActionData<Paid>();
  if (!data.product) {
    return (
      <Screen title={t("PowerProductDetail.title")} back="/Index/Power">
        {/* The response to a payment is shown even if its product cannot be shown. */}
        <ErrorSummary {...readSubmission("pay", response?.lastResult, {})} labels={{}} />
        <Unavailable title={t("PowerProductDetail.unavailable")} failure={data.failure} />
      </Screen>
    );
  }
  const { product, view, sale, path } = data;
  const isBrowsing = view.kind === "browse";
  // The contact form gets the product that the question is about.
  const help = `/LeavingMessage?product=${encodeURIComponent(product.productId)}`;
  return (
    <Screen
      title={product.title}
      hasHead
      back="/Index/Power"
      help={help}
      sheet={isBrowsing ? null : <StepSheet path={path} product={product} view={view} response={response} />}
      wideScreen
      acts={!!sale}
    >
      <StaleNote asOf={data.asOf} />
      {/* Doubtful purchases come before certain ones. */}
      {isBrowsing && view.doubt ? (
        <div className="note stack" role="alert">
          <p>
            <Lines lines={view.doubt.lines} />
          </p>
          <QuietLink href={view.doubt.href}>{t("PowerProductDetail.forgottenLink")}</QuietLink>
        </div>
      ) : null}
      {isBrowsing && view.done ? <DoneNote {...view.done} /> : null}
      <div className="page-columns stack-4">
        <Gallery title={product.title} pictures={product.pictures}>
          <StatusTag status={product.status} text={product.statusText} closed={product.closed} />
        </Gallery>
        <div className="page-side stack">
          {sale?.kind === "open" ? (
            <QuantityForm
              key={sale.buyAmount}
              {...sale}
              {...{ path, product }}
              estimatePath={data.estimatePath}
              lastResult={isBrowsing ? response?.lastResult : undefined}
            />
          ) : (
            <div className="card">
              {sale ? (
                <>
                  <p role={sale.role}>
                    <strong>
                      <NoTranslate>{sale.text}</NoTranslate>
                    </strong>
                  </p>
                  {sale.more?.map((sentence) => (
                    <p key={sentence}>{sentence}</p>
                  ))}
                  {sale.lead ? <QuietLink href="/Index/Power">{sale.lead}</QuietLink> : null}
                  <BottomBar>
                    {sale.href ? (
                      <ButtonLink href={sale.href}>{sale.label}</ButtonLink>
                    ) : (
                      <button type="button" className="button" disabled>
                        {sale.label}
                      </button>
                    )}
                  </BottomBar>
                </>
              ) : null}
              <Deal
                terms={product}
                coin={product.coin ?? t("common.missing")}
                payment={product.price}
                until={product.cycleEnd}
                payLabel={t("Product.price")}
                estimatePath={data.estimatePath}
              />
            </div>
          )}
        </div>
        <div className="page-main stack">
          <ProductDetails product={product} />
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

function StepSheet({
  path,
  product,
  view,
  response,
}: {
  path: string;
  product: ShownProduct;
  view: Exclude<ShownView, { kind: "browse" }>;
  response: Paid | undefined;
}) {
  switch (view.kind) {
    case "estimate":
      return <EstimateSheet {...view} />;
    case "confirm":
      return <ConfirmSheet {...view} product={product} />;
    case "code":
      return (
        <PaySheet key={response?.quote ?? view.quote} {...view} product={product} lastResult={response?.lastResult} />
      );
    case "buyAgain":
    case "quoteLost":
      return <AskSheet {...view} path={path} />;
    case "outcomeUnknown":
    case "done":
      return <ReportSheet {...view} path={path} />;
  }
}

function ProductDetails({ product }: { product: ShownProduct }) {
  const t = useText();
  const [, fee, settlement] = useTerms(product);
  return (
    <div className="card">
      <DescriptionList
        lines={[
          fee,
          settlement,
          // Unless a quantity can be bought, there are no limits to show.
          ...(product.isBuyable
            ? [[t("Product.limits"), product.limits && <NoTranslate>{product.limits}</NoTranslate>] as const]
            : []),
          [
            t("Product.withdrawal"),
            <a key="app" href="/AppDownload" className="link-button target">
              {t("Product.inTheApp")}
            </a>,
          ],
        ]}
      />
    </div>
  );
}
