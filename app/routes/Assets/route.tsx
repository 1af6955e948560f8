import { useLoaderData } from "@remix-run/react";
import type { Handle } from "~/components/handle";
import { EmptyState } from "~/components/EmptyState";
import { LeftOut } from "~/components/LeftOut";
import { Screen } from "~/components/Screen";
import { Unavailable } from "~/components/Unavailable";
import { useText } from "~/i18n/text";
import { answer, privateLoader } from "~server/loader";
import { unlessUnavailable } from "~server/upstream/unavailable";
import { readAssets } from "./assets.server";
import { CoinCard } from "./CoinCard";
import "./coins.css";

export const handle: Handle = { title: "Assets.title" };

/** The total and the coins of the visitor (behaviour 2.26). */
export const loader = privateLoader(async ({ caller }) => {
  const assets = await unlessUnavailable(readAssets(caller));
  return answer({ assets }, { complete: assets !== undefined });
});

export default function Assets() {
  const t = useText();
  const { assets } = useLoaderData<typeof loader>();
  return (
    <Screen title={t("Assets.title")} back="/UserCenter">
      {assets ? (
        <Balances {...assets} />
      ) : (
        <Unavailable title={t("Assets.unavailable")} text={t("Assets.unavailableText")} />
      )}
    </Screen>
  );
}

function Balances({ total, coins, leftOut }: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["assets"]>) {
  const t = useText();
  return (
    <>
      <div className="card sum">
        <span className="soft">{t("Assets.total")}</span>{" "}
        <strong className="figure">
          {total.amount ? `${total.amount} ${total.showName ?? t("common.missing")}` : t("common.missing")}
        </strong>
      </div>
      <LeftOut count={leftOut} />
      {coins.length || leftOut ? (
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
