import { DescriptionList } from "~/components/layout/DescriptionList";
import { formatCharge, formatDecimal, withCoin } from "~/i18n/formats";
import { NoTranslate, useText } from "~/i18n/text";
import type { Bars, EstimatedCase } from "~server/purchase/estimate";
import { Chart } from "./Chart";
import type { Shown } from "./shown.server";

const ROWS = { return: ["back"], output: ["output", "fee", "back"] } as const;

export function Cases({
  shown,
  cost,
  cases,
  bars,
}: {
  shown: Shown;
  cost: string;
  cases: readonly EstimatedCase[];
  bars: Bars;
}) {
  const t = useText();
  const { ratio, coin, serviceRatePercent: fee, period = "cycle", meaning = "return" } = shown;
  const rows = ROWS[meaning];
  const nameOf = (row: (typeof rows)[number]) => t(row === "back" ? `Estimate.back-${meaning}` : `Estimate.${row}`);
  const symbol = coin ?? t("common.missing");
  const amount = (text: string | undefined) => (text === undefined ? t("common.missing") : formatDecimal(text, 8));
  const money = (text: string | undefined) => (text === undefined ? undefined : withCoin(amount(text), symbol));
  const wholes = Object.fromEntries(cases.map((one) => [one.ratio, `${amount(one[rows[0]])} ${symbol}`]));
  const chosen = cases.find((one) => one.ratio === ratio);
  return (
    <>
      <div className="card">
        <h3>{t("Estimate.chosen", { share: t(`Estimate.${ratio}`) })}</h3>
        <DescriptionList
          lines={rows.map((row) => {
            const line = [nameOf(row), money(chosen?.[row])] as const;
            return row === "back" ? ([...line, "sum"] as const) : line;
          })}
        />
        {chosen?.back === undefined ? (
          <p className="note">
            {fee === undefined
              ? t("Estimate.noFee")
              : t("Estimate.feeBeyond", { fee: t("common.percent", { value: fee }) })}
          </p>
        ) : null}
      </div>
      <figure className="card estimate">
        <figcaption className="stack-2">
          <h3>{t("Estimate.cases")}</h3>
          <p className="small soft">
            <NoTranslate>{t(`Estimate.caption-${meaning}`, { symbol })}</NoTranslate>
          </p>
        </figcaption>
        <Chart
          bars={bars}
          text={t(`Estimate.chartText-${meaning}`, { cost: `${formatCharge(cost)} ${symbol}`, ...wholes })}
        />
        <table>
          <thead>
            <tr>
              {cases.map((one) => (
                <th key={one.ratio} scope="col" className={one.ratio === ratio ? "estimate-chosen" : undefined}>
                  {t(`Estimate.${one.ratio}`)}
                </th>
              ))}
            </tr>
          </thead>
          {rows.map((row) => (
            <tbody key={row}>
              <tr>
                <th scope="rowgroup" colSpan={cases.length}>
                  {nameOf(row)}
                </th>
              </tr>
              <tr>
                {cases.map((one) => (
                  <td
                    key={one.ratio}
                    className={one.ratio === ratio ? "estimate-chosen" : undefined}
                    data-case={t(`Estimate.${one.ratio}`)}
                  >
                    <span className="figure" translate="no">
                      {amount(one[row])}
                    </span>
                  </td>
                ))}
              </tr>
            </tbody>
          ))}
        </table>
      </figure>
      <div className="soft small">
        <p>{t(`Estimate.how-${meaning}-${period}`)}</p>
        {meaning === "output" && chosen?.fee !== undefined ? <p>{t("Estimate.how-fee")}</p> : null}
        <p>{t("Estimate.rounding")}</p>
      </div>
    </>
  );
}
