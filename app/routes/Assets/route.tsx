import { useActionData, useLoaderData } from "@remix-run/react";
import { Amount } from "~/components/account/Amount";
import { ButtonLink } from "~/components/layout/ButtonLink";
import { EmptyState } from "~/components/feedback/EmptyState";
import { NO_WALLET } from "~/components/layout/page-drawings";
import { ErrorSummary } from "~/components/form/ErrorSummary";
import { readSubmission } from "~/components/form/form-result";
import { OmittedNotice } from "~/components/feedback/OmittedNotice";
import { Screen } from "~/components/layout/Screen";
import { Unavailable } from "~/components/feedback/Unavailable";
import { useText } from "~/i18n/text";
import { pageData, privateLoader } from "~server/loader/loader";
import { readAssetsView } from "~server/account/assets-view";
import { formToken } from "~server/session/csrf";
import { attempt } from "~server/loader/reads";
import { readAssets, changeView } from "./assets.server";
import { CoinRow } from "./CoinRow";
import { NoAssets } from "./NoAssets";
import { ViewSwitches, ZerosHidden } from "./ViewSwitches";
import "./coins.css";

/** The total and the coins of the visitor, filtered by this browser's view settings. */
export const loader = privateLoader(async ({ requestContext, upstreamContext, request, query }) => {
  const view = readAssetsView(request);
  const [token, { value: assets, failure }] = await Promise.all([
    formToken(requestContext, "assets-view"),
    attempt(readAssets(upstreamContext, { view, whole: query.get("coins") === "all" })),
  ]);
  return pageData({ token, view, assets, failure }, { complete: !failure });
});

export const action = changeView;

export default function Assets() {
  const t = useText();
  const { assets, failure, ...seen } = useLoaderData<typeof loader>();
  const submission = readSubmission("assets-view", useActionData<typeof action>()?.lastResult, {});
  return (
    <Screen title={t("Assets.title")} back="/UserCenter" wideScreen>
      <ErrorSummary {...submission} labels={{}} />
      {assets ? (
        <Balances {...assets} {...seen} />
      ) : (
        <Unavailable title={t("Assets.unavailable")} failure={failure} note={t("Assets.unavailableText")} />
      )}
    </Screen>
  );
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

function Balances({
  total,
  held,
  coins,
  omittedCount,
  isNothing,
  zerosHidden,
  view,
  token,
}: NonNullable<Loaded["assets"]> & Omit<Loaded, "assets" | "failure">) {
  const t = useText();
  const sum = (
    <div className="card sum">
      <span className="soft">{t("Assets.total")}</span>{" "}
      <strong className="figure" translate="no">
        <Amount value={total.amount} isHidden={view.amounts} />{" "}
        <span>{total.amount || view.amounts ? (total.showName ?? t("common.missing")) : null}</span>
      </strong>{" "}
      {held ? (
        <span className="soft small">{t("Assets.held", { held: String(held.held), frozen: String(held.frozen) })}</span>
      ) : null}
    </div>
  );
  if (isNothing)
    return (
      <>
        {sum}
        <NoAssets />
      </>
    );
  return (
    <div className="page-columns">
      <div className="page-side">
        {sum}
        <p className="asset-ways">
          <ButtonLink href="/Recharge">{t("Recharge.title")}</ButtonLink>
          <ButtonLink quiet href="/AppDownload">
            {t("Assets.withdraw")}
          </ButtonLink>
        </p>
        <OmittedNotice count={omittedCount} />
        {coins.length || zerosHidden ? <ViewSwitches view={view} token={token} /> : null}
      </div>
      <div className="page-main">
        {coins.length ? (
          <ul className="card coins">
            {coins.map((coin) => (
              <li key={coin.symbol}>
                <CoinRow coin={coin} isHidden={view.amounts} />
              </li>
            ))}
          </ul>
        ) : null}
        {coins.length || omittedCount || zerosHidden ? null : (
          <EmptyState illustration={NO_WALLET} title={t("Assets.empty")} text={t("Assets.emptyText")} />
        )}
        {zerosHidden ? <ZerosHidden count={zerosHidden} token={token} /> : null}
      </div>
    </div>
  );
}
