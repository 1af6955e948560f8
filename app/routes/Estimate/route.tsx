import { formatAsOf } from "~/i18n/formats";
import { useLoaderData } from "@remix-run/react";
import { Screen } from "~/components/layout/Screen";
import { StaleNote } from "~/components/feedback/StaleNote";
import { Unavailable } from "~/components/feedback/Unavailable";
import { publicHead } from "~server/documents/public-head";
import { useText } from "~/i18n/text";
import { getText } from "~server/texts/text";
import { coinNames } from "~server/catalogue/names";
import { pageData, publicLoader } from "~server/loader/loader";
import { readResult } from "~server/loader/reads";
import { ratioSense } from "~server/env";
import { barsOf, estimateOf } from "~server/purchase/estimate";
import { QUANTITY_SHOWN_LENGTH, readAmount, readChoices, readNamed, readRatio } from "./asked.server";
import { EstimateForm } from "./EstimateForm";
import { NotKnown, productPath, Result } from "./Result";
import { shownOf } from "./shown.server";
import "./estimate.css";

export const loader = publicLoader(async ({ locale, query }) => {
  const [coinName, { value: choices, failure: noChoices }, { value: named, failure: unread }] = await Promise.all([
    coinNames(locale),
    readResult(readChoices(locale)),
    readResult(readNamed(locale, query.get("product"))),
  ]);
  const found = typeof named === "object" ? named : undefined;
  const product = found?.product;
  const { shown: quantity, wrong } = readAmount(product, query.get("quantity") ?? "");
  const { ratio, isOdd } = readRatio(query.get("ratio"));
  const sense = ratioSense();
  const hasCases = sense.period !== undefined && sense.meaning !== undefined;
  const isAsked = ["product", "quantity", "ratio"].some((name) => query.has(name));
  const listed = choices?.products ?? [];
  // A link may name a product that is not in the list.
  const offered = product && !listed.some(({ productId }) => productId === product.productId) ? [product] : [];
  const t = getText(locale);
  const estimate = product && !wrong ? (estimateOf(product, quantity, sense) ?? null) : undefined;
  return pageData(
    {
      title: wrong ? t("common.errorPrefix") + t("Estimate.title") : t("Estimate.title"),
      head:
        isAsked || !choices
          ? undefined
          : publicHead(locale, "/Estimate", hasCases ? "Estimate.lead" : "Estimate.leadCosts"),
      choices: [...offered, ...listed].map(({ productId, title }) => ({ productId, title })),
      form: { productId: product?.productId, quantity, wrong, ratio, hasCases, maxLength: QUANTITY_SHOWN_LENGTH },
      ignored: { product: named === "unknown", ratio: isOdd },
      unread,
      failure: unread ?? (found ? undefined : noChoices),
      asOf: formatAsOf((found ?? choices)?.asOf?.getTime(), locale),
      shown: product && !wrong ? shownOf(product, { quantity, ratio, ...sense }, locale, coinName) : undefined,
      estimate,
      bars: estimate && "cases" in estimate ? barsOf(estimate.cost, estimate.cases) : undefined,
    },
    { complete: !unread && (choices ?? found) !== undefined },
  );
});

export default function EstimatePage() {
  const t = useText();
  const { choices, form, ignored, unread, failure, asOf, shown, estimate, bars } = useLoaderData<typeof loader>();
  const questions = choices.length ? <EstimateForm choices={choices} {...form} /> : null;
  const result = shown && estimate !== undefined ? <Result shown={shown} estimate={estimate} bars={bars} /> : null;
  const notKnown = form.hasCases ? <NotKnown symbol={shown?.coin} /> : null;
  return (
    <Screen title={t("Estimate.title")} back={shown ? productPath(shown) : "/Index/Power"} wideScreen={result !== null}>
      <StaleNote asOf={asOf} />
      <p className="soft">{t(form.hasCases ? "Estimate.lead" : "Estimate.leadCosts")}</p>
      {ignored.product ? (
        <p className="note" role="status">
          {t("Estimate.noSuchProduct")}
        </p>
      ) : null}
      {ignored.ratio ? (
        <p className="note" role="status">
          {t("Estimate.noSuchCase")}
        </p>
      ) : null}
      {unread || !choices.length ? (
        <Unavailable title={t(unread ? "PowerProductDetail.unavailable" : "Index.listUnavailable")} failure={failure} />
      ) : null}
      {result ? (
        <div className="page-columns stack-4">
          <div className="page-side stack">{questions}</div>
          <div className="page-main stack">
            {result}
            {notKnown}
          </div>
        </div>
      ) : (
        <>
          {questions}
          {notKnown}
        </>
      )}
    </Screen>
  );
}
