import { useActionData, useLoaderData } from "@remix-run/react";
import { ButtonLink } from "~/components/layout/ButtonLink";
import { CompareBar } from "~/components/product/CompareBar";
import { EmptyState } from "~/components/feedback/EmptyState";
import { NO_SAVED } from "~/components/layout/page-drawings";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { readSubmission } from "~/components/form/form-result";
import { FormToken } from "~/components/form/FormToken";
import { MissingProduct } from "~/components/product/MissingProduct";
import { PlanChoice } from "~/components/product/PlanChoice";
import { ProductCard } from "~/components/product/ProductCard";
import { Screen } from "~/components/layout/Screen";
import { Unavailable } from "~/components/feedback/Unavailable";
import { formatTime } from "~/i18n/formats";
import { useLanguage, useText } from "~/i18n/text";
import { coinNames } from "~server/catalogue/names";
import { choosePlans, PLANS_PURPOSE } from "~server/catalogue/choose-plans";
import { readCatalogue } from "~server/catalogue/snapshot";
import { pageData, publicLoader } from "~server/loader/loader";
import { cardOf } from "~server/catalogue/products";
import { PLANS_COMPARED_MAX, PLANS_SAVED_MAX, plansIn } from "~server/catalogue/chosen-plans";
import { readResult } from "~server/loader/reads";
import { formToken } from "~server/session/csrf";

export const loader = publicLoader(async ({ requestContext, locale, request }) => {
  const chosen = { saved: plansIn(request, "saved"), compare: plansIn(request, "compare") };
  const [token, coinName, { value: snapshot, failure } = {}] = await Promise.all([
    formToken(requestContext, PLANS_PURPOSE),
    coinNames(locale),
    chosen.saved.length ? readResult(readCatalogue(locale)) : undefined,
  ]);
  const rows = [...chosen.saved].reverse().map((productId) => {
    const plan = snapshot?.byId.get(productId);
    return { productId, card: plan && cardOf(plan, coinName) };
  });
  const list = snapshot && { asOfMs: snapshot.asOfMs, isWhole: snapshot.isWhole };
  const limits = { saved: PLANS_SAVED_MAX, compare: PLANS_COMPARED_MAX };
  return pageData({ token, chosen, rows, list, failure, limits }, { complete: !failure });
});

export const action = choosePlans("/Saved");

export default function Saved() {
  const t = useText();
  const { locale } = useLanguage();
  const { token, chosen, rows, list, failure, limits } = useLoaderData<typeof loader>();
  const counts = { count: rows.length, most: limits.saved };
  const submission = readSubmission("plans", useActionData<typeof action>()?.lastResult, {});
  return (
    <Screen title={t("Saved.title")} back="/Index/Power" wideScreen>
      <ErrorSummary {...submission} labels={{}} />
      {rows.length === 0 ? (
        <EmptyState illustration={NO_SAVED} title={t("Saved.empty")} text={t("Saved.emptyText")}>
          <ButtonLink href="/Index/Power">{t("Plans.toMarket")}</ButtonLink>
        </EmptyState>
      ) : list ? (
        <form className="plan-list" method="post" action="/Saved">
          <FormToken value={token} />
          <CompareBar chosen={chosen} most={limits.compare} />
          <p className="soft small">{t("Saved.kept", { ...counts, time: formatTime(list.asOfMs, locale) })}</p>
          <div className="cards stack">
            {rows.map(({ productId, card }) =>
              card ? (
                <ProductCard key={productId} product={card}>
                  <PlanChoice {...card} chosen={chosen} />
                </ProductCard>
              ) : (
                <MissingProduct key={productId} productId={productId} isWhole={list.isWhole} button="unsave" />
              ),
            )}
          </div>
        </form>
      ) : (
        <Unavailable title={t("Plans.unavailable")} failure={failure} note={t("Plans.unavailableText")} />
      )}
    </Screen>
  );
}
