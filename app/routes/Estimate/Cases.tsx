import { Facts } from "~/components/Facts";
import { formatDecimal } from "~/i18n/formats";
import { useText } from "~/i18n/text";
import type { Bars, EstimatedCase } from "~server/purchase/estimate";
import { Chart } from "./Chart";
import type { Shown } from "./shown.server";

const ROWS = ["output", "fee", "after"] as const;

/** The most characters of a figure of which three stand side by side on a phone of 320 px. */
const NARROW = 10;

/** The case that was asked for as a bill, then all three side by side, drawn and as a table (behaviour 2.102). */
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
  const { ratio, paySymbol, serviceRatePercent: rate, period } = shown;
  const symbol = paySymbol ?? t("common.missing");
  const amount = (text: string | undefined) => (text === undefined ? t("common.missing") : formatDecimal(text, 8));
  const money = (text: string | undefined) => (text === undefined ? undefined : `${amount(text)}\u00a0${symbol}`);
  const outputs = Object.fromEntries(cases.map((one) => [one.ratio, `${amount(one.output)} ${symbol}`]));
  const chosen = cases.find((one) => one.ratio === ratio);
  const isNarrow = cases.every((one) => ROWS.every((row) => amount(one[row]).length <= NARROW));
  return (
    <>
      <div className="card">
        <h3>{t(`Estimate.chosen-${ratio}`)}</h3>
        <Facts
          lines={[
            [t("Estimate.output"), money(chosen?.output)],
            [t("Estimate.fee"), money(chosen?.fee)],
            [t("Estimate.after"), money(chosen?.after), "sum"],
          ]}
        />
        {chosen?.fee === undefined ? <p className="note">{t("Estimate.noFee")}</p> : null}
      </div>
      <figure className="card estimate">
        <figcaption>
          <h3>{t("Estimate.cases")}</h3>
          <p className="small soft">{t("Estimate.caption", { symbol })}</p>
        </figcaption>
        <Chart bars={bars} text={t("Estimate.chartText", { cost: `${amount(cost)} ${symbol}`, ...outputs })} />
        <table className={isNarrow ? "estimate-narrow" : undefined}>
          <thead>
            <tr>
              {cases.map((one) => (
                <th key={one.ratio} scope="col" className={one.ratio === ratio ? "estimate-chosen" : undefined}>
                  {t(`Estimate.${one.ratio}`)}
                </th>
              ))}
            </tr>
          </thead>
          {ROWS.map((row) => (
            <tbody key={row}>
              <tr>
                <th scope="rowgroup" colSpan={cases.length}>
                  {t(`Estimate.${row}`)}
                </th>
              </tr>
              <tr>
                {cases.map((one) => (
                  <td
                    key={one.ratio}
                    className={one.ratio === ratio ? "estimate-chosen" : undefined}
                    data-case={t(`Estimate.${one.ratio}`)}
                  >
                    <span className="figure">{amount(one[row])}</span>
                  </td>
                ))}
              </tr>
            </tbody>
          ))}
        </table>
      </figure>
      <div className="soft small">
        <p>{t(period === "year" ? "Estimate.how-year" : "Estimate.how-cycle")}</p>
        <p>{rate === undefined ? null : t("Estimate.how-fee")}</p>
        <p>{t("Estimate.rounding")}</p>
      </div>
    </>
  );
}
