import { useLocation } from "@remix-run/react";
import { ButtonLink } from "~/components/ButtonLink";
import { EmptyState } from "~/components/EmptyState";
import { Unavailable } from "~/components/Unavailable";
import { useText } from "~/i18n/text";
import type { PlaceState, ShownChain, ShownCoin } from "./place.server";

/** Why no address is shown, and what to do about it. */
export function NoAddress({
  state,
  coin,
  chain,
  failure,
}: {
  state: PlaceState;
  coin?: ShownCoin | undefined;
  chain?: ShownChain | undefined;
  failure?: string | undefined;
}) {
  const t = useText();
  const { pathname, search } = useLocation();
  const values = { coin: coin?.showName ?? "", chain: chain?.mainChainName ?? "" };
  switch (state) {
    case "chooseCoin":
      return <p className="soft">{t("Recharge.chooseCoinFirst")}</p>;
    case "chooseChain":
    case "closedCoin":
    case "suspendedChain":
      return (
        <p className="note">{t(state === "chooseChain" ? "Recharge.chooseChainFirst" : `Recharge.${state}`, values)}</p>
      );
    case "unknownCoin":
    case "unknownChain":
      return (
        <p className="summary" role="alert">
          {t(`Recharge.${state}`, values)}
        </p>
      );
    case "unlistedCoin":
    case "unreadableCoin":
    case "unreadableNetworks":
    case "unreadableChains":
    case "suspendedChains":
    case "unclearMemo":
      return (
        <Unavailable
          title={t("Recharge.undecided", values)}
          text={t(`Recharge.${state}`, values)}
          retry={pathname + search}
        >
          <ButtonLink quiet href="/LeavingMessage">
            {t("common.support")}
          </ButtonLink>
          <ButtonLink quiet href="/AppDownload">
            {t("common.appDownload")}
          </ButtonLink>
        </Unavailable>
      );
    case "noCoins":
      return <EmptyState illustration="wallet" title={t("Recharge.noCoins")} text={t("Recharge.noCoinsText")} />;
    default:
      return (
        <Unavailable
          title={t("Recharge.unavailable")}
          failure={failure}
          note={t("Recharge.unavailableText")}
          retry={pathname + search}
        />
      );
  }
}
