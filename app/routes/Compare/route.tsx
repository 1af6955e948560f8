import { useActionData, useLoaderData } from "@remix-run/react";
import { ButtonLink } from "~/components/layout/ButtonLink";
import { EmptyState } from "~/components/feedback/EmptyState";
import { NO_COMPARE } from "~/components/layout/page-drawings";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { readSubmission } from "~/components/form/form-result";
import { Screen } from "~/components/layout/Screen";
import { Unavailable } from "~/components/feedback/Unavailable";
import { useText } from "~/i18n/text";
import { coinNames } from "~server/catalogue/names";
import { choosePlans, PLANS_PURPOSE } from "~server/catalogue/choose-plans";
import { comparePath, namedPlans } from "~server/catalogue/compare";
import { readCatalogue } from "~server/catalogue/snapshot";
import { pageData, publicLoader } from "~server/loader/loader";
import { plansIn } from "~server/catalogue/chosen-plans";
import { formToken } from "~server/session/csrf";
import { CompareTable } from "./CompareTable";
import { comparisonOf } from "./comparison.server";
import { readResult } from "~server/loader/reads";
import "./compare.css";
import { FormToken } from "~/components/form/FormToken";
import { MissingProduct } from "~/components/product/MissingProduct";

export const loader = publicLoader(async ({ requestContext, locale, request, query }) => {
  const named = namedPlans(query);
  const ids = named?.ids ?? plansIn(request, "compare");
  const [token, coinName, { value: snapshot, failure } = {}] = await Promise.all([
    formToken(requestContext, PLANS_PURPOSE),
    coinNames(locale),
    ids.length ? readResult(readCatalogue(locale)) : undefined,
  ]);
  const path = comparePath(ids);
  const notes = { isOdd: named?.isOdd ?? false, isTooMany: named?.isTooMany ?? false };
  const comparison = snapshot && comparisonOf(snapshot, ids, locale, coinName);
  const isNamed = named !== undefined;
  return pageData({ token, path, isNamed, notes, hasIds: ids.length > 0, comparison, failure }, { complete: !failure });
});

export const action = choosePlans("/Compare");

export default function Compare() {
  const t = useText();
  const { token, path, isNamed, notes, hasIds, comparison, failure } = useLoaderData<typeof loader>();
  const submission = readSubmission("plans", useActionData<typeof action>()?.lastResult, {});
  const chosen = comparison && (
    <>
      {comparison.plans.length ? <CompareTable {...comparison} own={!isNamed} /> : null}
      {comparison.lost.map((id) => (
        <MissingProduct key={id} productId={id} isWhole={comparison.isWhole} button={isNamed ? undefined : "drop"} />
      ))}
    </>
  );
  return (
    <Screen title={t("Compare.title")} back="/Index/Power" wideScreen>
      <ErrorSummary {...submission} labels={{}} />
      {notes.isOdd ? <p className="note">{t("Compare.ignored")}</p> : null}
      {notes.isTooMany ? <p className="note">{t("Compare.tooMany")}</p> : null}
      {!hasIds ? (
        <EmptyState
          illustration={NO_COMPARE}
          title={t("Compare.empty")}
          text={t("Compare.emptyText", { button: t("Market.compare") })}
        >
          <ButtonLink href="/Index/Power">{t("Plans.toMarket")}</ButtonLink>
        </EmptyState>
      ) : comparison ? (
        <>
          {isNamed ? (
            <>
              <p className="soft small">{t("Compare.fromAddress")}</p>
              {chosen}
            </>
          ) : (
            // Plans that this browser chose are in a form that removes them.
            <form method="post" action="/Compare">
              <FormToken value={token} />
              {chosen}
            </form>
          )}
          {comparison.plans.length === 1 ? <p>{t("Compare.one")}</p> : null}
          <div className="soft small">
            <p>{t("Compare.derived")}</p>
            <p>
              <span>{t("MarketSearch.asOf", { time: comparison.asOf })}</span>
            </p>
          </div>
          <p className="pair row between wrap">
            {isNamed ? <a href="/Compare">{t("Compare.own")}</a> : <a href={path}>{t("Compare.address")}</a>}{" "}
            <a href="/Index/Power">{t("Plans.toMarket")}</a>
          </p>
        </>
      ) : (
        <Unavailable title={t("Plans.unavailable")} failure={failure} note={t("Plans.unavailableText")} retry={path} />
      )}
    </Screen>
  );
}
