import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EmptyState } from "~/components/EmptyState";
import { Screen } from "~/components/Screen";
import { Trouble } from "~/components/Trouble";
import { Unavailable } from "~/components/Unavailable";
import { pageTitle } from "~/i18n/page-title.server";
import { getLocale } from "~/i18n/text.server";
import { useText } from "~/i18n/text";
import { caller } from "~server/session/caller";
import { PRIVATE_HEADERS, privateHeaders } from "~server/session/headers";
import { guarded } from "~server/session/session";
import { unlessUnavailable } from "~server/upstream/unavailable";
import { readAssets } from "./assets.server";
import { CoinCard } from "./CoinCard";

export const headers = privateHeaders;

/** The total and the coins of the visitor (spec section 2, "Assets"). */
export async function loader({ request }: LoaderFunctionArgs) {
  return guarded(request, async (session) => {
    const locale = await getLocale(request);
    const [title, assets] = await Promise.all([
      pageTitle(locale, "Assets.title"),
      unlessUnavailable(readAssets(caller(request, session))),
    ]);
    return json({ title, assets }, { status: assets ? 200 : 503, headers: PRIVATE_HEADERS });
  });
}

export default function Assets() {
  const t = useText();
  const { assets } = useLoaderData<typeof loader>();
  return (
    <Screen title={t("Assets.title")} back="/UserCenter">
      {assets ? <Balances {...assets} /> : <NotRead />}
    </Screen>
  );
}

function Balances({ total, coins }: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["assets"]>) {
  const t = useText();
  return (
    <>
      <div className="card sum">
        <span className="soft">{t("Assets.total")}</span>
        <strong className="figure">
          {total.amount ? `${total.amount} ${total.showName ?? ""}` : t("common.missing")}
        </strong>
      </div>
      {coins.length ? (
        <ul className="cards">
          {coins.map((coin) => (
            <li key={coin.symbol}>
              <CoinCard coin={coin} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState illustration="empty" title={t("Assets.empty")} text={t("Assets.emptyText")} />
      )}
    </>
  );
}

/** A failed read is neither zero nor an empty list (rulings). */
function NotRead() {
  const t = useText();
  return <Unavailable title={t("Assets.unavailable")} text={t("Assets.unavailableText")} retry="/Assets" />;
}

export function ErrorBoundary() {
  return <Trouble status={503} />;
}
