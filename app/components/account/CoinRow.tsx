import type { ReactNode } from "react";
import { CoinMark } from "./CoinMark";
import "./coin-row.css";

export function CoinRow({
  symbol,
  href,
  amount,
  note,
  children,
}: {
  symbol: string;
  href: string | undefined;
  amount?: ReactNode;
  note?: ReactNode;
  children: ReactNode;
}) {
  const Row = href === undefined ? "span" : "a";
  return (
    <Row className="entry coin-row" href={href}>
      <CoinMark symbol={symbol} />{" "}
      <span className="coin-text grow between wrap">
        <span className="coin-name bold" translate={href === undefined ? undefined : "no"}>
          {children}
        </span>{" "}
        {amount === undefined ? null : (
          <span className="coin-amount bold figure" translate="no">
            {amount}
          </span>
        )}{" "}
        {note}
      </span>
    </Row>
  );
}
