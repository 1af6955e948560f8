import type { MouseEvent } from "react";
import { CoinMark } from "~/components/account/CoinMark";
import { CoinRow } from "~/components/account/CoinRow";
import { Icon } from "~/components/layout/Icon";
import { isPlainClick } from "~/components/layout/plain-click";
import { NoTranslateNames } from "~/i18n/NoTranslateNames";
import { NoTranslate, useText } from "~/i18n/text";
import { chainPath, rechargePath } from "./paths";
import type { OfferedRow, ShownChain, ShownCoin } from "./place.server";
import "./deposit.css";

/** Lists coins. A coin without a possible address is shown but cannot be chosen. */
export function CoinList({ coins, returnTo }: { coins: readonly OfferedRow[]; returnTo: string | undefined }) {
  const t = useText();
  const labels = namedApart(coins.map(({ symbol, showName }) => ({ label: showName, value: symbol })));
  return (
    <nav className="card entries" aria-label={t("Recharge.chooseCoin")}>
      <ul>
        {coins.map(({ symbol, isOpen, balance }, index) => {
          const label = labels[index] ?? symbol;
          return (
            <li key={symbol}>
              <CoinRow
                symbol={symbol}
                href={isOpen ? rechargePath(symbol, returnTo) : undefined}
                amount={isOpen ? balance : undefined}
              >
                {isOpen ? label : <NoTranslateNames text="Recharge.undecidedOption" names={{ name: label }} />}
              </CoinRow>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

export function NetworkList({
  coin,
  chains,
  returnTo,
}: {
  coin: ShownCoin;
  chains: readonly ShownChain[];
  returnTo: string | undefined;
}) {
  const t = useText();
  const labels = namedApart(chains.map(({ name, mainChainName }) => ({ label: mainChainName, value: name })));
  return (
    <nav className="card entries" aria-label={t("Recharge.chooseChain")}>
      <ul>
        {chains.map(({ name, status, least, isAboveNeed }, index) => {
          const label = labels[index] ?? name;
          const isOpen = status === "open";
          const Row = isOpen ? "a" : "div";
          return (
            <li key={name} className={isOpen ? undefined : "network-closed"}>
              <Row className="entry" href={isOpen ? chainPath(coin.symbol, name, returnTo) : undefined}>
                <span className="entry-text">
                  <span className="network-name">
                    {isOpen ? (
                      <span translate="no">{label}</span>
                    ) : status === "suspended" ? (
                      <NoTranslateNames text="Recharge.suspended" names={{ chain: label }} />
                    ) : (
                      <NoTranslateNames text="Recharge.undecidedOption" names={{ name: label }} />
                    )}
                  </span>{" "}
                  {least === undefined ? null : (
                    <span className={isOpen && isAboveNeed ? "block soft small network-above" : "block soft small"}>
                      <NoTranslate>
                        {t(isAboveNeed ? "Recharge.leastIsMore" : "Recharge.leastHere", { least })}
                      </NoTranslate>
                    </span>
                  )}
                </span>{" "}
                {isOpen ? <Icon name="next" /> : null}
              </Row>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

export function Chosen({
  coin,
  chain,
  returnTo,
  onLeave,
}: {
  coin: ShownCoin;
  chain: ShownChain | undefined;
  returnTo: string | undefined;
  onLeave: () => void;
}) {
  const t = useText();
  const leave = (event: MouseEvent) => {
    if (isPlainClick(event.nativeEvent)) onLeave();
  };
  const change = <span className="entry-action">{t("Recharge.change")}</span>;
  return (
    <div className="card entries">
      <ul>
        <li>
          <a className="entry coin-row" href={rechargePath("", returnTo)} onClick={leave}>
            <CoinMark symbol={coin.symbol} />{" "}
            <span className="entry-text">
              <span className="visually-hidden">{t("Recharge.coin")} </span>
              <span translate="no">{coin.showName}</span>
            </span>{" "}
            {change}
          </a>
        </li>
        {chain ? (
          <li>
            <a className="entry" href={rechargePath(coin.symbol, returnTo)} onClick={leave}>
              <span className="entry-text">
                <span className="soft">{t("Recharge.chain")} </span>
                <span translate="no">{chain.mainChainName}</span>
              </span>{" "}
              {change}
            </a>
          </li>
        ) : null}
      </ul>
    </div>
  );
}

function namedApart(options: readonly { label: string; value: string }[]): string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { label } of options) (seen.has(label) ? twice : seen).add(label);
  return options.map(({ label, value }) => (twice.has(label) ? `${label} (${value})` : label));
}
