import { EmptyState, type Illustration } from "~/components/feedback/EmptyState";
import { QuietLink } from "~/components/layout/ButtonLink";
import { Unavailable } from "~/components/feedback/Unavailable";
import { NoTranslateNames } from "~/i18n/NoTranslateNames";
import { useText } from "~/i18n/text";
import type { TextKey } from "~server/texts/catalogue";
import type { PlaceState, ShownChain, ShownCoin } from "./place.server";

const NO_COINS: Illustration = [
  "M22 82h76M60 32a20 20 0 1 0 0 40 20 20 0 0 0 0-40zM60 44v16M53 54l7 7 7-7",
  "M30 46a30 30 0 0 1 60 0",
];

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
  const names = { coin: coin?.showName ?? "", chain: chain?.mainChainName ?? "" };
  const untranslated = (text: TextKey) => <NoTranslateNames text={text} names={names} />;
  switch (state) {
    case "chooseCoin":
      return <p className="soft">{t("Recharge.chooseCoinFirst")}</p>;
    case "chooseChain":
    case "closedCoin":
    case "suspendedChain":
      return (
        <p className="note">
          {untranslated(state === "chooseChain" ? "Recharge.chooseChainFirst" : `Recharge.${state}`)}
        </p>
      );
    case "unknownCoin":
    case "unknownChain":
      return (
        <p className="summary" role="alert">
          {untranslated(`Recharge.${state}`)}
        </p>
      );
    case "unlistedCoin":
    case "unreadableCoin":
    case "unreadableNetworks":
    case "unreadableChains":
    case "suspendedChains":
    case "unclearMemo":
    case "noAddress":
    case "unclearAddress":
    case "memoMissing":
      return (
        <Unavailable title={untranslated("Recharge.undecided")} text={untranslated(`Recharge.${state}`)}>
          <QuietLink href="/LeavingMessage">{t("common.support")}</QuietLink>
          <QuietLink href="/AppDownload">{t("common.appDownload")}</QuietLink>
        </Unavailable>
      );
    case "noCoins":
      return <EmptyState illustration={NO_COINS} title={t("Recharge.noCoins")} text={t("Recharge.noCoinsText")} />;
    default:
      return <Unavailable title={t("Recharge.unavailable")} failure={failure} note={t("Recharge.unavailableText")} />;
  }
}
