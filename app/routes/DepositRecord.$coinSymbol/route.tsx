import { useLoaderData, useLocation } from "@remix-run/react";
import { ButtonLink } from "~/components/ButtonLink";
import type { Handle } from "~/components/handle";
import { EmptyState } from "~/components/EmptyState";
import { Screen } from "~/components/Screen";
import { Unavailable } from "~/components/Unavailable";
import { readMessage, useText } from "~/i18n/text";
import { answer, privateLoader } from "~server/loader";
import { DepositCard } from "./DepositCard";
import { readDeposits } from "./records.server";

export const handle: Handle = { title: "DepositRecord.title" };

/** One page of the deposits of a coin (behaviour 2.40). */
export const loader = privateLoader(async ({ caller, params, query }) => {
  const wanted = { coinSymbol: params.coinSymbol, page: query.get("page") };
  const { status, ...records } = await readDeposits(caller, wanted);
  return answer(records, { status });
});

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
        <ButtonLink href={`/Recharge/${encodeURIComponent(symbol)}`}>
          {t("DepositRecord.toRecharge", { coin: showName })}
        </ButtonLink>
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
          <ButtonLink quiet href={`${path}?page=${page + 1}`} rel="next">
            {t("DepositRecord.older")}
          </ButtonLink>
        ) : null}
        {page > 1 ? (
          <ButtonLink quiet href={`${path}?page=${Math.min(page - 1, pages)}`} rel="prev">
            {t("DepositRecord.newer")}
          </ButtonLink>
        ) : null}
      </nav>
    </>
  );
}

/** A failed read is not an empty list (behaviour 13.4). */
function NotRead({ failure }: { failure?: string | undefined }) {
  const t = useText();
  const { pathname, search } = useLocation();
  const text = failure ? readMessage(t, failure) : t("DepositRecord.unavailableText");
  return (
    <Unavailable title={t("DepositRecord.unavailable")} text={text} retry={pathname + search}>
      <ButtonLink quiet href="/Assets">
        {t("Assets.title")}
      </ButtonLink>
    </Unavailable>
  );
}
