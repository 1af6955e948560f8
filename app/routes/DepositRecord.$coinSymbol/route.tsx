import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { EmptyState } from "~/components/EmptyState";
import { Screen } from "~/components/Screen";
import { Trouble } from "~/components/Trouble";
import { Unavailable } from "~/components/Unavailable";
import { pageTitle } from "~/i18n/page-title.server";
import { getLocale } from "~/i18n/text.server";
import { readMessage, useText } from "~/i18n/text";
import { caller } from "~server/session/caller";
import { PRIVATE_HEADERS, privateHeaders } from "~server/session/headers";
import { guarded } from "~server/session/session";
import { DepositCard } from "./DepositCard";
import { readDeposits } from "./records.server";

export const headers = privateHeaders;

/** One page of the deposits of a coin (spec section 2, "Deposit record"). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return guarded(request, async (session) => {
    const locale = await getLocale(request);
    const wanted = { coinSymbol: params.coinSymbol, page: new URL(request.url).searchParams.get("page") };
    const [title, { status, ...records }] = await Promise.all([
      pageTitle(locale, "DepositRecord.title"),
      readDeposits(caller(request, session), wanted),
    ]);
    return json({ title, ...records }, { status, headers: PRIVATE_HEADERS });
  });
}

export default function DepositRecord() {
  const t = useText();
  const { list, failure } = useLoaderData<typeof loader>();
  return (
    <Screen title={t("DepositRecord.title")} back="/Assets">
      {list ? <Deposits {...list} /> : <NotRead failure={failure} />}
    </Screen>
  );
}

function Deposits(list: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["list"]>) {
  const t = useText();
  const { symbol, showName, page, pages, count, deposits } = list;
  const path = `/DepositRecord/${encodeURIComponent(symbol)}`;
  if (count === 0) {
    const text = t("DepositRecord.emptyText", { coin: showName });
    return (
      <EmptyState illustration="empty" title={t("DepositRecord.empty")} text={text}>
        <a className="button" href={`/Recharge/${encodeURIComponent(symbol)}`}>
          {t("DepositRecord.toRecharge", { coin: showName })}
        </a>
      </EmptyState>
    );
  }
  return (
    <>
      <div className="section-head">
        <h2>{showName}</h2>
        <p className="soft small">{t("DepositRecord.count", { count })}</p>
      </div>
      <ul className="cards">
        {deposits.map((deposit, index) => (
          <li key={index}>
            <DepositCard deposit={deposit} />
          </li>
        ))}
      </ul>
      <nav className="list-end" aria-label={t("DepositRecord.pages")}>
        <p className="soft small">
          {page < pages ? t("DepositRecord.page", { page, pages }) : t("DepositRecord.noMore")}
        </p>
        {page < pages ? (
          <a className="button button-quiet" href={`${path}?page=${page + 1}`} rel="next">
            {t("DepositRecord.older")}
          </a>
        ) : null}
        {page > 1 ? (
          <a className="button button-quiet" href={`${path}?page=${Math.min(page - 1, pages)}`} rel="prev">
            {t("DepositRecord.newer")}
          </a>
        ) : null}
      </nav>
    </>
  );
}

/** A failed read is not an empty list (rulings). */
function NotRead({ failure }: { failure?: string }) {
  const t = useText();
  const { pathname, search } = useLocation();
  const text = failure ? readMessage(t, failure) : t("DepositRecord.unavailableText");
  return (
    <Unavailable title={t("DepositRecord.unavailable")} text={text} retry={pathname + search}>
      <a className="button button-quiet" href="/Assets">
        {t("DepositRecord.toAssets")}
      </a>
    </Unavailable>
  );
}

export function ErrorBoundary() {
  return <Trouble status={503} />;
}
