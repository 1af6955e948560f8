import { useLoaderData } from "@remix-run/react";
import { PageOutOfRange } from "~/components/feedback/PageOutOfRange";
import { ButtonLink, QuietLink, TextLink } from "~/components/layout/ButtonLink";
import { depositRecordPath } from "~/components/account/encoded-paths";
import { Downloads } from "~/components/account/Downloads";
import { EmptyState } from "~/components/feedback/EmptyState";
import { NO_DEPOSITS } from "~/components/layout/page-drawings";
import { OmittedNotice } from "~/components/feedback/OmittedNotice";
import { Pagination } from "~/components/layout/Pagination";
import { AccountScreen } from "~/components/account/AccountMenu";
import { Unavailable } from "~/components/feedback/Unavailable";
import { NoTranslateNames } from "~/i18n/NoTranslateNames";
import { useText } from "~/i18n/text";
import { ReturnLink } from "~/components/layout/ReturnLink";
import { canonicalCoin } from "~server/deposits/plan";
import { inAppNote } from "~server/downloads/in-app";
import { pageData, privateLoader } from "~server/loader/loader";
import { depositPath } from "~server/purchase/steps";
import { returnToOf, seeOther, withReturnTo } from "~server/session/redirects";
import { DepositTable } from "./DepositTable";
import { readDeposits } from "./records.server";

export const loader = privateLoader(async ({ upstreamContext, request, params, query, locale }) => {
  const wanted = { coinSymbol: params.coinSymbol, page: query.get("page") };
  const { status, lastPage: pages, list, failure } = await readDeposits(upstreamContext, wanted);
  const returnTo = returnToOf(query);
  if (status === 404 && !pages) {
    const canonical = await canonicalCoin(upstreamContext, params.coinSymbol ?? "");
    if (canonical !== undefined) return seeOther(withReturnTo(depositRecordPath(canonical), returnTo));
  }
  const rechargeTo = list && withReturnTo(depositPath(list.symbol), returnTo);
  const beyond = pages && { pages, last: lastPath(new URL(request.url), pages) };
  const inApp = inAppNote(request, locale, "file");
  return pageData({ list, failure, beyond, returnTo, rechargeTo, inApp }, { status });
});

function lastPath({ pathname, searchParams }: URL, page: number): string {
  searchParams.set("page", String(page));
  return `${pathname}?${searchParams.toString()}`;
}

export default function DepositRecord() {
  const t = useText();
  const { list, beyond, failure, returnTo, rechargeTo, inApp } = useLoaderData<typeof loader>();
  return (
    <AccountScreen
      title={t("DepositRecord.title")}
      back={returnTo === undefined ? "/Assets" : (rechargeTo ?? returnTo)}
      wideScreen
    >
      <ReturnLink to={returnTo} />
      {beyond ? (
        <PageOutOfRange {...beyond} />
      ) : list ? (
        <Deposits {...list} returnTo={returnTo} rechargeTo={rechargeTo} inApp={inApp} />
      ) : (
        <Unavailable title={t("DepositRecord.unavailable")} failure={failure} note={t("DepositRecord.unavailableText")}>
          <QuietLink href="/Assets">{t("Assets.title")}</QuietLink>
          <p>
            <TextLink href="/LeavingMessage">{t("common.support")}</TextLink>
          </p>
        </Unavailable>
      )}
    </AccountScreen>
  );
}

type Records = ReturnType<typeof useLoaderData<typeof loader>>;

function Deposits(
  list: NonNullable<Records["list"]> & Record<"returnTo" | "rechargeTo" | "inApp", string | undefined>,
) {
  const t = useText();
  const { symbol, showName, page, pages, more, count, omittedCount, deposits, depositOpen } = list;
  const { returnTo, rechargeTo, inApp } = list;
  const path = depositRecordPath(symbol);
  if (count === 0 && page === 1) {
    const text = <NoTranslateNames text="DepositRecord.emptyText" names={{ coin: showName }} />;
    return (
      <EmptyState illustration={NO_DEPOSITS} title={t("DepositRecord.empty")} text={text}>
        {depositOpen ? (
          <ButtonLink href={rechargeTo}>
            <NoTranslateNames text="DepositRecord.toRecharge" names={{ coin: showName }} />
          </ButtonLink>
        ) : null}
        <QuietLink href="/Assets">{t("Assets.title")}</QuietLink>
      </EmptyState>
    );
  }
  return (
    <>
      <div className="section-head row between wrap">
        <h2 translate="no">{showName}</h2>
        <p className="soft small">{t("DepositRecord.count", { count })}</p>
      </div>
      <OmittedNotice count={omittedCount} />
      <DepositTable deposits={deposits} />
      <Pagination
        path={path}
        query={returnTo === undefined ? {} : { redirectTo: returnTo }}
        page={page}
        pages={pages}
        more={more}
      />
      <Downloads path={`/DepositRecord/${encodeURIComponent(symbol)}`} inApp={inApp} isFolded />
    </>
  );
}
