import type { MouseEvent, ReactNode } from "react";
import { CoinMark } from "~/components/account/CoinMark";
import { Icon } from "~/components/layout/Icon";
import { isPlainClick } from "~/components/layout/plain-click";
import { useText } from "~/i18n/text";
import type { OfferedCoin } from "~server/deposits/plan";
import { chainPath, rechargePath } from "./paths";
import type { ShownChain, ShownCoin } from "./place.server";
import "~/styles/entries.css";
import "./deposit.css";

/** The coins to choose from. One that no address could be asked for can be seen but not chosen. */
export function CoinList({ coins, returnTo }: { coins: readonly OfferedCoin[]; returnTo: string | undefined }) {
  const t = useText();
  const labels = namedApart(coins.map(({ symbol, showName }) => ({ label: showName, value: symbol })));
  return (
    <nav className="card entries" aria-label={t("Recharge.chooseCoin")}>
      <ul>
        {coins.map(({ symbol, isOpen }, index) => (
          <li key={symbol}>
            <CoinRow symbol={symbol} href={isOpen ? rechargePath(symbol, returnTo) : undefined}>
              {isOpen ? labels[index] : t("Recharge.undecidedOption", { name: labels[index] ?? symbol })}
            </CoinRow>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function CoinRow({ symbol, href, children }: { symbol: string; href: string | undefined; children: ReactNode }) {
  const Row = href === undefined ? "span" : "a";
  return (
    <Row className="entry" href={href}>
      <span className="coin-mark">
        <CoinMark symbol={symbol} />
      </span>{" "}
      <span className="entry-text" translate={href === undefined ? undefined : "no"}>
        {children}
      </span>{" "}
      {href === undefined ? null : <Icon name="next" />}
    </Row>
  );
}

/** The networks of a coin as cards, with the upstream's terms if it sent them. */
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
    <nav aria-label={t("Recharge.chooseChain")}>
      <ul className="cards">
        {chains.map(({ name, status, least, depositConfirm }, index) => {
          const label = labels[index] ?? name;
          const isOpen = status === "open";
          const Card = isOpen ? "a" : "div";
          return (
            <li key={name}>
              <Card className="card network" href={isOpen ? chainPath(coin.symbol, name, returnTo) : undefined}>
                <span className="entry-text">
                  <span className="network-name" translate={isOpen ? "no" : undefined}>
                    {isOpen
                      ? label
                      : status === "suspended"
                        ? t("Recharge.suspended", { chain: label })
                        : t("Recharge.undecidedOption", { name: label })}
                  </span>{" "}
                  {least === undefined ? null : (
                    <span className="entry-note">
                      {t("Recharge.least")}{" "}
                      <span className="figure" translate="no">
                        {least}
                      </span>
                    </span>
                  )}{" "}
                  {depositConfirm === undefined ? null : (
                    <span className="entry-note">
                      {t("Recharge.confirmations")} <span className="figure">{String(depositConfirm)}</span>
                    </span>
                  )}
                </span>{" "}
                {isOpen ? <Icon name="next" /> : null}
              </Card>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** What is chosen so far, each with the way to choose another one. */
export function Chosen({
  coin,
  chain,
  returnTo,
  onLeave,
}: {
  coin: ShownCoin;
  /** Only where there are others to choose from. */
  chain: ShownChain | undefined;
  returnTo: string | undefined;
  /** Called before another page is loaded. */
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
          <a className="entry" href={rechargePath("", returnTo)} onClick={leave}>
            <span className="coin-mark">
              <CoinMark symbol={coin.symbol} />
            </span>{" "}
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

/** Those with the same label are distinguished by their values. */
function namedApart(options: readonly { label: string; value: string }[]): string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { label } of options) (seen.has(label) ? twice : seen).add(label);
  return options.map(({ label, value }) => (twice.has(label) ? `${label} (${value})` : label));
}
